#include "study/notes.hpp"

#include <fmt/format.h>

namespace carom {

void add_compliance_notes(const Scenario& scenario, std::vector<std::string>& notes) {
  for (const Contact& contact : scenario.mechanism.contacts)
    if (contact.compliance)
      notes.push_back(fmt::format(
          "contact \"{}\" has a compliance, which this does not use: its impacts are rigid here",
          contact.name));
}

void add_colliding_note(const Scenario& scenario, std::vector<std::string>& notes) {
  if (scenario.impact.colliding)
    notes.push_back(fmt::format(
        "[impact] colliding = \"{}\" is not used: in a motion contacts strike when they meet their "
        "surfaces",
        *scenario.impact.colliding));
}

}  // namespace carom
