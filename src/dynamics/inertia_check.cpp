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
  std::vector<bool> known(tree.links.size(), false);
  for (int found = 0;; ++found) {
    factorize(tree, pose, factors);
    if (factors.regular) return;
    const int k = factors.singular_link;
    if (k < 0) {
      faults.push_back({{"base", -1, "", -1},
                        fmt::format("base: nothing resists its motion{}; the links that hang on it "
                                    "need more mass (a massless rod: a [[mass]] at either end)",
                                    when),
                        {}});
      return;
    }
    if (known[k]) return;  // numbers too large or too small to judge by
    known[k] = true;
    TreeLink& link = tree.links[k];
    std::string message = fmt::format("link \"{}\": nothing resists its rotation{}; {}",
                                      mechanism.links[link.file].name, when, remedy);
    if (found + 1 == most_faults) message += " (there may be more such links)";
    faults.push_back({{"link", link.file, "mass", -1}, std::move(message), {}});
    if (found + 1 == most_faults) return;
    // Go on as if it had what it lacks, to find the others; what hangs on it, or what it hangs on,
    // is not at fault for it.
    link.mass = link.inertia = 1;
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
