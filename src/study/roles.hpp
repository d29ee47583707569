#pragma once

/// study/roles.hpp
///
/// Who strikes and who rests, for the verbs that ask what a strike does and not how it happened.

#include <optional>
#include <string>
#include <vector>

#include "study/study.hpp"

namespace carom {

struct StrikeRoles {
  int striker = -1;          ///< a contact
  std::vector<int> resting;  ///< the others that touch their surfaces
};

/// The striker is the one named in [impact], or the one that approaches; `verb` is for the fault
/// where there is none. With `axis_points` also contacts that touch at other points of the sweep
/// axes rest; what has a gap somewhere is told in `notes`.
StrikeRoles strike_roles(const Study& study, const std::string& verb);
StrikeRoles strike_roles_along(const Study& study, const std::string& verb,
                               std::vector<std::string>& notes);

/// What to say where nobody is the striker, or nothing.
std::optional<Fault> striker_fault(const Study& study, const std::string& verb);

/// Throws InputError where a strike's tangential ratio is not a number of a sensible size.
void check_ratio(double ratio);

}  // namespace carom
