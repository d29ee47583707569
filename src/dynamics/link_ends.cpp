#include "dynamics/link_ends.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/thresholds.hpp"

namespace carom {
namespace {

constexpr int directions = 360;

/// n·c − h of a contact, in the frame of its link; `angle` is that of n.
double lowest(const TreeContact& contact, double angle) {
  const Vec2 n{std::cos(angle), std::sin(angle)};
  const double theta = contact.outline_angle - angle + std::numbers::pi / 2;
  const double h = is_point(contact.outline) ? 0 : support(contact.outline, theta).h;
  return dot(n, contact.centre) - h;
}

}  // namespace

LinkEnds::LinkEnds(const Tree& tree)
    : tree_(tree), rounding_(place_rounding * tree.size), children_(tree.links.size() + 1) {
  const int n = static_cast<int>(tree.links.size());
  for (int k = 0; k < n; ++k) {
    const TreeLink& link = tree.links[k];
    auto& siblings = children_[link.parent < 0 ? tree.links.size() : link.parent];
    // Links that share a joint have it once, and a joint at the parent's own is the parent's.
    const bool shared =
        (link.parent >= 0 && same(link.attach, {})) || std::ranges::any_of(siblings, [&](int c) {
          return same(tree.links[c].attach, link.attach);
        });
    const bool ground = link.parent < 0 && tree.base == BaseKind::pinned;
    if (!shared && !ground) ends_.push_back({{k, {}}, false});
    siblings.push_back(k);
  }
  for (int k = 0; k < n; ++k) {
    const Vec2 far{tree.links[k].length, 0};
    const bool joint =
        std::ranges::any_of(children_[k], [&](int c) { return same(tree.links[c].attach, far); });
    if (!joint && !same(far, {})) ends_.push_back({{k, far}, true});
  }
}

bool LinkEnds::same(const Vec2& a, const Vec2& b) const {
  return std::abs(a.x - b.x) <= rounding_ && std::abs(a.y - b.y) <= rounding_;
}

/// The point as one of every link that meets there.
std::vector<LinkPoint> LinkEnds::everywhere(const LinkPoint& point) const {
  std::vector<LinkPoint> points{point};
  const auto add = [&](int link, const Vec2& at) {
    if (std::ranges::find(points, link, &LinkPoint::link) == points.end())
      points.push_back({link, at});
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const LinkPoint here = points[i];
    const int parent = tree_.links[here.link].parent;
    if (same(here.at, {})) {
      if (parent >= 0) add(parent, tree_.links[here.link].attach);
      if (parent < 0)
        for (const int sibling : children_.back()) add(sibling, {});
    }
    for (const int child : children_[here.link])
      if (same(tree_.links[child].attach, here.at)) add(child, {});
  }
  return points;
}

/// Whether what cannot pass one surface cannot pass the other: they are the same, or one lies over
/// the other for good.
bool LinkEnds::shields(int upper, int lower) const {
  if (upper == lower) return true;
  const TreeSurface& a = tree_.surfaces[upper];
  const TreeSurface& b = tree_.surfaces[lower];
  const auto fixed = [](const TreeSurface& s) { return s.body < 0 && !s.moved; };
  return fixed(a) && fixed(b) && dot(a.normal, b.normal) > 0 &&
         std::abs(cross(a.normal, b.normal)) <= place_rounding &&
         dot(b.normal, a.point - b.point) >= -rounding_;
}

bool LinkEnds::covered(const LinkPoint& point, int surface) const {
  for (const LinkPoint& here : everywhere(point)) {
    std::vector<const TreeContact*> contacts;
    for (const TreeContact& contact : tree_.contacts)
      if (contact.link == here.link && shields(contact.surface, surface))
        contacts.push_back(&contact);
    if (contacts.empty()) continue;
    bool everywhere_lower = true;
    for (int i = 0; i < directions && everywhere_lower; ++i) {
      const double angle = 2 * std::numbers::pi * i / directions;
      const double end = std::cos(angle) * here.at.x + std::sin(angle) * here.at.y;
      everywhere_lower = std::ranges::any_of(contacts, [&](const TreeContact* contact) {
        return lowest(*contact, angle) <= end + rounding_;
      });
    }
    if (everywhere_lower) return true;
  }
  return false;
}

bool LinkEnds::covered(const LinkPoint& point) const {
  for (std::size_t s = 0; s < tree_.surfaces.size(); ++s)
    if (covered(point, static_cast<int>(s))) return true;
  return false;
}

bool LinkEnds::meets(const LinkPoint& point, int surface) const {
  const std::vector<LinkPoint> links = everywhere(point);
  return std::ranges::any_of(tree_.contacts, [&](const TreeContact& contact) {
    return contact.surface == surface &&
           std::ranges::find(links, contact.link, &LinkPoint::link) != links.end();
  });
}

bool LinkEnds::limited(int surface) const {
  return std::ranges::any_of(tree_.contacts, [&](const TreeContact& contact) {
    const double length = tree_.links[contact.link].length;
    const bool within = contact.surface == surface && std::abs(contact.centre.y) <= rounding_ &&
                        contact.centre.x > rounding_ && contact.centre.x < length - rounding_;
    return within && (!covered({contact.link, {}}, surface) ||
                      !covered({contact.link, {length, 0}}, surface));
  });
}

}  // namespace carom
