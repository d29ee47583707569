#pragma once

/// study/notes.hpp
///
/// What of a scenario a verb does not use, said by name.

#include <string>
#include <vector>

#include "data/scenario.hpp"

namespace carom {

/// Names the contacts whose compliance no verb uses yet.
void add_compliance_notes(const Scenario& scenario, std::vector<std::string>& notes);

/// Says of a motion that it does not use [impact] colliding.
void add_colliding_note(const Scenario& scenario, std::vector<std::string>& notes);

}  // namespace carom
