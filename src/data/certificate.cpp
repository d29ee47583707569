#include "data/certificate.hpp"

#include <fmt/format.h>

namespace carom {

std::string energy_made(double work, double kinetic_energy_before) {
  return fmt::format(
      "this answer MAKES energy: the contacts put {:.6g} J into the chain (by {:.3g} % of its "
      "kinetic energy); no passive contact can",
      work, 100 * work / kinetic_energy_before);
}

std::string energy_made_in_motions(const std::string& law, double impacts) {
  return fmt::format(
      "{}: up to {:.0f} impacts of a motion MAKE energy: the contacts put it into the chain; no "
      "passive contact can",
      law, impacts);
}

std::string open_components(const std::array<bool, 2>& determined) {
  if (determined[0] && determined[1]) return {};
  if (determined[0]) return "normal";
  return determined[1] ? "tangential" : "tangential and normal";
}

std::string_view impulses_open(bool only_answer) {
  return only_answer
             ? "the velocities are determined, the impulses are not: other impulses at these "
               "contacts give the same velocities"
             : "the impulses of one answer are not determined either: other impulses at these "
               "contacts give the same velocities";
}

}  // namespace carom
