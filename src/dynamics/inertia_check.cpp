#include "dynamics/inertia_check.hpp"

#include <fmt/format.h>

#include "dynamics/articulated.hpp"

namespace carom {
namespace {

constexpr int most_faults = 20;

void check(const Mechanism& mechanism, Tree tree, std::span<const double> positions,
           std::string_view remedy, std::string_view when, std::vector<Fault>& faults) {
  TreePose<double> pose(tree);
  TreeFactors<double> factors(tree);
  place(tree, positions, pose);
  for (int found = 0; found < most_faults; ++found) {
    factorize(tree, pose, factors);
    if (factors.regular) return;
    if (factors.singular_link < 0) {
      faults.push_back({{"base", -1, "", -1},
                        fmt::format("base: nothing resists its motion{}; {}", when, remedy),
                        {}});
      return;
    }
    TreeLink& link = tree.links[factors.singular_link];
    faults.push_back({{"link", link.file, "mass", -1},
                      fmt::format("link \"{}\": nothing resists its rotation{}; {}",
                                  mechanism.links[link.file].name, when, remedy),
                      {}});
    link.inertia = 1;  // go on as if it had some, to find the others
  }
}

}  // namespace

void check_inertia(const Mechanism& mechanism, const Tree& tree, std::vector<Fault>& faults) {
  // Angles at multiples of the golden angle: no two links in line or at right angles.
  constexpr double golden_angle = 2.399963229728653;
  std::vector<double> positions(tree.degrees_of_freedom(), 0.0);
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    positions[tree.angle_coordinate(static_cast<int>(k))] =
        0.3 + golden_angle * static_cast<double>(k);
  check(mechanism, tree, positions,
        "give it a mass or an inertia, or put a [[mass]] on it away from its near joint", "",
        faults);
}

void check_inertia_at(const Mechanism& mechanism, const Tree& tree,
                      std::span<const double> positions, std::vector<Fault>& faults) {
  check(mechanism, tree, positions, "give it a mass, or change the angles",
        " in this configuration", faults);
}

}  // namespace carom
