#include "study/passing_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dynamics/compiled_model.hpp"

namespace carom {
namespace {

/// Ends of one surface that are named; those beyond are counted.
constexpr long most_named = 4;

std::string named_end(const Study& study, const MotionPassing& passing) {
  const Tree& tree = study.model.compiled().tree;
  const auto& links = study.scenario.mechanism.links;
  const std::string& link = links[passing.link].name;
  if (passing.far) return fmt::format("the far end of \"{}\"", link);
  const int parent = tree.links[tree.tree_index[passing.link]].parent;
  if (parent >= 0)
    return fmt::format("the joint of \"{}\" and \"{}\"", links[tree.links[parent].file].name, link);
  const bool alone = std::ranges::count(tree.links, -1, &TreeLink::parent) == 1;
  return alone && tree.base == BaseKind::free ? fmt::format("the near end of \"{}\"", link)
                                              : std::string("the base");
}

std::string words(const Study& study, const MotionPassing& passing, bool begins) {
  const Mechanism& mechanism = study.scenario.mechanism;
  const Link& link = mechanism.links[passing.link];
  const std::string surface =
      fmt::format("surface \"{}\"", mechanism.surfaces[passing.surface].name);
  const std::string does =
      passing.depth > 0 ? fmt::format("starts {:.3g} m behind {}", passing.depth, surface)
      : begins          ? fmt::format("is at {} and moves into it", surface)
                        : fmt::format("passes {} at t = {:.6g} s", surface, passing.time);
  return fmt::format(
      "{} {}: they have no contact, so nothing holds it; [[contact]] with link = \"{}\", at = {}, "
      "surface = \"{}\" would",
      named_end(study, passing), does, link.name, passing.far ? link.length : 0.0,
      mechanism.surfaces[passing.surface].name);
}

}  // namespace

void add_passing_warnings(const Study& study, std::span<const MotionPassing> passed,
                          std::vector<std::string>& warnings) {
  std::vector<long> of_surface(study.scenario.mechanism.surfaces.size(), 0);
  for (const MotionPassing& passing : passed)
    if (++of_surface[passing.surface] <= most_named)
      warnings.push_back(words(study, passing, passing.time == study.scenario.state.time));
  for (std::size_t s = 0; s < of_surface.size(); ++s)
    if (of_surface[s] > most_named)
      warnings.push_back(fmt::format(
          "{} more ends of links are behind, or pass, surface \"{}\" without a contact with it",
          of_surface[s] - most_named, study.scenario.mechanism.surfaces[s].name));
}

}  // namespace carom
