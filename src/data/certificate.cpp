#include "data/certificate.hpp"

#include <fmt/format.h>

namespace carom {

std::string energy_made(double work, double kinetic_energy_before) {
  return fmt::format(
      "this answer MAKES energy: the contacts put {:.6g} J into the chain (by {:.3g} % of its "
      "kinetic energy); no passive contact can",
      work, 100 * work / kinetic_energy_before);
}

std::string loose_words(const std::string& contact) {
  return fmt::format(
      "nothing decides the normal impulse at \"{}\", and its friction changes velocities: the "
      "answer given has no more of it than is needed",
      contact);
}

std::vector<std::string> made_by_words() {
  return {"nobody", "the law asked for", "moreau", "both"};
}

MadeBy both_of(MadeBy a, MadeBy b) {
  return a == MadeBy::nobody || a == b ? b : b == MadeBy::nobody ? a : MadeBy::both;
}

std::string energy_made_in_motions(const std::string& law, MadeBy by, double impacts) {
  constexpr std::string_view together = "moreau, where several contacts struck at once";
  const std::string who = by == MadeBy::moreau ? fmt::format("{} (asked for: {})", together, law)
                          : by == MadeBy::both ? fmt::format("{}, and {}", law, together)
                                               : law;
  return fmt::format(
      "{}: up to {:.0f} {} energy: the contacts put it into the chain; no passive contact can", who,
      impacts, impacts == 1 ? "impact of a motion MAKES" : "impacts of a motion MAKE");
}

std::string passed_in_motions(const std::string& law, double most) {
  return fmt::format(
      "{}: ends of links pass surfaces with which they have no contact, up to {:.0f} in a motion: "
      "nothing holds them; `carom simulate` names them",
      law, most);
}

std::string open_components(std::span<const bool> determined,
                            std::span<const std::string_view> components) {
  std::vector<std::string_view> open;
  for (std::size_t i = 0; i < determined.size(); ++i)
    if (!determined[i]) open.push_back(components[i]);
  std::string words;
  for (std::size_t i = 0; i < open.size(); ++i)
    words += fmt::format("{}{}", i == 0 ? "" : i + 1 < open.size() ? ", " : " and ", open[i]);
  return words;
}

std::string_view impulses_open(bool only_answer) {
  return only_answer
             ? "the velocities are determined, the impulses are not: other impulses at these "
               "contacts give the same velocities"
             : "the impulses of one answer are not determined either: other impulses at these "
               "contacts give the same velocities";
}

}  // namespace carom
