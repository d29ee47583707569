#pragma once

#include <string>
#include <vector>

#include "carom/law.hpp"
#include "laws/law_set.hpp"
#include "study/study.hpp"

namespace carom {

/// The laws asked for, each once; the scenario's, or energetic, where none is. "all": every law.
/// Throws InputError for names that no law has.
std::vector<const Law*> chosen_laws(const Scenario& scenario,
                                    const std::vector<std::string>& asked);
std::vector<const Law*> chosen_laws(const Study& study, const std::vector<std::string>& asked);

}  // namespace carom
