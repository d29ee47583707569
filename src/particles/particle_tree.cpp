#include "particles/particle_tree.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace carom {
namespace {

/// Distances along a rod that differ by less than this share of its length are the same.
constexpr double end_tolerance = 1e-9;

enum class End { near, far, neither };

End end_of(const Vec2& at, double length) {
  const double tolerance = end_tolerance * length;
  if (std::abs(at.y) > tolerance) return End::neither;
  if (std::abs(at.x) <= tolerance) return End::near;
  if (std::abs(at.x - length) <= tolerance) return End::far;
  return End::neither;
}

std::string rod_obstacle(const Mechanism& mechanism, const Tree& tree) {
  if (mechanism.base.kind != BaseKind::free) return "its base is not free";
  for (const Link& link : mechanism.links) {
    if (link.mass > 0 || link.inertia.value_or(0) > 0)
      return fmt::format("link \"{}\" has mass of its own", link.name);
    if (!(link.length > 0)) return fmt::format("link \"{}\" has no length", link.name);
  }
  if (!mechanism.drives.empty())
    return fmt::format("the joint of link \"{}\" is driven", mechanism.drives.front().link);
  for (const TreeSurface& surface : tree.surfaces)
    if (surface.body >= 0)
      return fmt::format("surface \"{}\" yields",
                         mechanism.surfaces[&surface - tree.surfaces.data()].name);
  for (const Contact& contact : mechanism.contacts)
    if (contact.outline.kind != OutlineKind::point)
      return fmt::format("contact \"{}\" is not a point", contact.name);
  return {};
}

}  // namespace

ParticleReading particle_layout(const Mechanism& mechanism, const Tree& tree) {
  if (std::string obstacle = rod_obstacle(mechanism, tree); !obstacle.empty())
    return {std::nullopt, std::move(obstacle)};

  const std::size_t links = mechanism.links.size();
  ParticleLayout layout;
  layout.near_mass.assign(links, 0);
  layout.far_mass.assign(links, 0);
  int count = 1;  // the mass at the base is number 0
  for (const TreeLink& body : tree.links) {
    const int link = body.file;
    if (body.parent >= 0) {
      const TreeLink& parent = tree.links[body.parent];
      const int parent_link = parent.file;
      const End end = end_of(body.attach, parent.length);
      if (end == End::neither)
        return {std::nullopt, fmt::format("link \"{}\" does not hang on an end of its parent",
                                          mechanism.links[link].name)};
      layout.near_mass[link] =
          end == End::near ? layout.near_mass[parent_link] : layout.far_mass[parent_link];
    }
    layout.far_mass[link] = count++;
  }

  std::unordered_map<std::string_view, std::size_t> link_named;
  for (std::size_t i = 0; i < links; ++i) link_named.emplace(mechanism.links[i].name, i);
  layout.masses.assign(count, 0.0);
  for (const PointMass& point : mechanism.masses) {
    if (point.mass == 0) continue;
    const std::size_t link = link_named.at(point.link);
    const End end = end_of(point.at, mechanism.links[link].length);
    if (end == End::neither)
      return {std::nullopt,
              fmt::format("a point mass of link \"{}\" is not at one of its ends", point.link)};
    const int mass = end == End::near ? layout.near_mass[link] : layout.far_mass[link];
    layout.masses[mass] += point.mass;
  }
  if (layout.masses[0] == 0) return {std::nullopt, "there is no point mass at the first joint"};
  for (std::size_t link = 0; link < links; ++link)
    if (layout.masses[layout.far_mass[link]] == 0)
      return {std::nullopt, fmt::format("there is no point mass at the far end of link \"{}\"",
                                        mechanism.links[link].name)};

  for (std::size_t i = 0; i < mechanism.contacts.size(); ++i) {
    const TreeContact& contact = tree.contacts[i];
    const TreeLink& body = tree.links[contact.link];
    const int link = body.file;
    const End end = end_of(contact.centre, body.length);
    if (end == End::neither)
      return {std::nullopt,
              fmt::format("contact \"{}\" is not at a point mass", mechanism.contacts[i].name)};
    layout.contact_mass.push_back(end == End::near ? layout.near_mass[link]
                                                   : layout.far_mass[link]);
  }
  return {std::move(layout), {}};
}

ParticleTree particle_tree(const ParticleLayout& layout, const Tree& tree,
                           std::span<const double> positions, std::span<const int> resting) {
  ParticleTree particles;
  particles.masses = layout.masses;
  particles.rods.reserve(layout.near_mass.size());
  for (std::size_t link = 0; link < layout.near_mass.size(); ++link) {
    const double angle = positions[tree.base_coordinates() + link];
    particles.rods.push_back({layout.near_mass[link],
                              layout.far_mass[link],
                              {std::cos(angle), std::sin(angle)},
                              static_cast<int>(link)});
  }
  for (const int i : resting) {
    const TreeSurface& surface = tree.surfaces[tree.contacts[i].surface];
    particles.contacts.push_back({layout.contact_mass[i], surface.tangent, surface.normal, i});
  }
  return particles;
}

RootedParticles rooted(const ParticleTree& tree, int root) {
  const std::size_t n = tree.masses.size();
  assert(tree.rods.size() + 1 == n);
  // Rods at every mass, side by side.
  std::vector<int> begin(n + 1, 0);
  for (const ParticleRod& rod : tree.rods) {
    ++begin[rod.first + 1];
    ++begin[rod.second + 1];
  }
  for (std::size_t i = 0; i < n; ++i) begin[i + 1] += begin[i];
  std::vector<int> at(2 * tree.rods.size());
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (std::size_t r = 0; r < tree.rods.size(); ++r) {
    at[next[tree.rods[r].first]++] = static_cast<int>(r);
    at[next[tree.rods[r].second]++] = static_cast<int>(r);
  }

  RootedParticles view;
  view.mass.reserve(n);
  view.position.assign(n, -1);
  view.parent.reserve(n);
  view.rod.reserve(n);
  view.direction.reserve(n);
  view.first_child.assign(n + 1, 0);
  const auto add = [&](int mass, int parent, int rod, const Vec2& direction) {
    view.position[mass] = view.size();
    view.mass.push_back(mass);
    view.parent.push_back(parent);
    view.rod.push_back(rod);
    view.direction.push_back(direction);
  };
  add(root, -1, -1, {});
  for (int k = 0; k < view.size(); ++k) {
    view.first_child[k] = view.size();
    const int mass = view.mass[k];
    for (int i = begin[mass]; i < begin[mass + 1]; ++i) {
      const int r = at[i];
      if (r == view.rod[k]) continue;
      const ParticleRod& rod = tree.rods[r];
      const bool outward = rod.first == mass;
      add(outward ? rod.second : rod.first, k, r, outward ? rod.direction : -rod.direction);
    }
  }
  assert(view.size() == static_cast<int>(n));
  view.first_child[n] = view.size();

  view.first_contact.assign(n + 1, 0);
  for (const ParticleContact& contact : tree.contacts)
    ++view.first_contact[view.position[contact.mass] + 1];
  for (std::size_t k = 0; k < n; ++k) view.first_contact[k + 1] += view.first_contact[k];
  view.contact.resize(tree.contacts.size());
  std::vector<int> place(view.first_contact.begin(), view.first_contact.end() - 1);
  for (std::size_t j = 0; j < tree.contacts.size(); ++j) {
    const auto k = view.position[tree.contacts[j].mass];
    view.contact[place[k]++] = static_cast<int>(j);
  }
  return view;
}

}  // namespace carom
