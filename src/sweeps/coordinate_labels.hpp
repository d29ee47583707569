#pragma once

/// sweeps/coordinate_labels.hpp
///
/// Names for the numbers of a state in a table: the base's, one a link, the yielding surfaces'.

#include <string>
#include <vector>

#include "data/scenario.hpp"
#include "model/tree.hpp"

namespace carom {

/// `of_link` stands before a link's name: "rate.".
inline std::vector<std::string> coordinate_labels(const Scenario& scenario, const Tree& tree,
                                                  const std::string& of_link) {
  std::vector<std::string> labels;
  if (tree.base == BaseKind::free) labels = {"base.x", "base.y"};
  if (tree.base == BaseKind::slider) labels = {"base"};
  for (const Link& link : scenario.mechanism.links) labels.push_back(of_link + link.name);
  for (const Surface& surface : scenario.mechanism.surfaces)
    if (surface.body) labels.push_back("surface." + surface.name);
  return labels;
}

}  // namespace carom
