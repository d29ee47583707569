#include "dynamics/small_tree.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

constexpr int most = SmallTree::most_links;

/// Where a point of a link is from the first joint: one vector for each link on the way, in that
/// link's frame. Indices are those of the file.
std::array<Vec2, most> arms(const Tree& tree, int link, const Vec2& at) {
  std::array<Vec2, most> result;
  Vec2 arm = at;
  for (int k = link; k >= 0; k = tree.links[k].parent) {
    result[tree.links[k].file] = arm;
    arm = tree.links[k].attach;
  }
  return result;
}

bool suits(const Tree& tree) {
  if (tree.base == BaseKind::slider || tree.yielding > 0 || !tree.drives.empty()) return false;
  if (tree.links.empty() || tree.links.size() > most || tree.contacts.empty() ||
      tree.contacts.size() > SmallTree::most_contacts)
    return false;
  return std::ranges::all_of(tree.contacts, [&](const TreeContact& contact) {
    return is_point(contact.outline) && !tree.surfaces[contact.surface].moved;
  });
}

LinkVector carried(const Vec2& v) {
  return {Both{v.x, v.y}, Both{-v.y, v.x}};
}

/// Velocity (t, n) of a point with this arm per rate of the link that carries it.
LinkVector carried(const TreeSurface& surface, const Vec2& arm) {
  return carried(perpendicular(rotated(arm, Vec2{surface.tangent.x, -surface.tangent.y})));
}

}  // namespace

SmallTree small_tree(const Tree& tree) {
  SmallTree small;
  if (!suits(tree)) return small;
  const int links = static_cast<int>(tree.links.size());
  small.free = tree.base == BaseKind::free;

  double mass = 0;
  std::array<Vec2, most> centre{};
  for (int i = 0; i < links; ++i) {
    mass += tree.links[i].mass;
    const std::array<Vec2, most> arm = arms(tree, i, tree.links[i].com);
    for (int k = 0; k < links; ++k) centre[k] += tree.links[i].mass * arm[k];
  }
  if (!(mass > 0)) return small;
  if (small.free) {
    small.mass = mass;
    small.inverse_mass = 1 / mass;
  }
  for (Vec2& c : centre) c = small.inverse_mass * c;

  for (int i = 0; i < links; ++i) {
    const TreeLink& link = tree.links[i];
    SmallTree::Column& own = small.column[link.file];
    own.inertia += link.inertia;
    own.centre = carried(perpendicular(centre[link.file]));
    own.reach = std::max(own.reach, link.length);
    if (link.parent >= 0) {
      double& reach = small.column[tree.links[link.parent].file].reach;
      reach = std::max(reach, std::hypot(link.attach.x, link.attach.y));
    }
    std::array<Vec2, most> arm = arms(tree, i, link.com);
    for (int k = 0; k < links; ++k) arm[k] -= centre[k];
    for (int k = 0; k < links; ++k) {
      small.column[k].inertia += link.mass * dot(arm[k], arm[k]);
      for (int j = 0; j < k; ++j)
        small.column[k].coupling[j] += link.mass * Vec2{dot(arm[j], arm[k]), cross(arm[j], arm[k])};
    }
  }

  const int contacts = static_cast<int>(tree.contacts.size());
  for (int i = 0; i < contacts; ++i) {
    const TreeContact& contact = tree.contacts[i];
    const TreeSurface& surface = tree.surfaces[contact.surface];
    SmallTree::Contact& own = small.contact[i];
    const Vec2& t = surface.tangent;
    const Vec2& n = surface.normal;
    own.per_x = Both{t.x, n.x};
    own.per_y = Both{t.y, n.y};
    own.tangent = Both{t.x, t.y};
    own.normal = Both{n.x, n.y};
    own.height = dot(n, (small.free ? Vec2{} : tree.base_position) - surface.point);
    for (int j = 0; j < contacts; ++j) {
      const TreeSurface& other = tree.surfaces[tree.contacts[j].surface];
      own.together[0][j] = small.inverse_mass * Both{dot(t, other.tangent), dot(t, other.normal)};
      own.together[1][j] = small.inverse_mass * Both{dot(n, other.tangent), dot(n, other.normal)};
    }
    const std::array<Vec2, most> arm = arms(tree, contact.link, contact.centre);
    for (int k = 0; k < links; ++k) {
      SmallTree::Column& column = small.column[k];
      column.from_joint[i] = carried(surface, arm[k]);
      column.from_centre[i] = carried(surface, arm[k] - centre[k]);
      column.reach = std::max(column.reach, std::hypot(arm[k].x, arm[k].y));
    }
  }
  small.links = links;
  small.contacts = contacts;
  return small;
}

}  // namespace carom
