#pragma once

/// reports/spring_words.hpp
///
/// The account of the law `simultaneous` in words: what springs do in a stage, the order of
/// touches, what each took and gave.

#include <string>

#include "data/strike_report.hpp"

namespace carom {

/// What a contact does whose spring does this, and which slips so.
std::string spring_doing(SpringMode spring, Mode mode);

/// How much depends on ratios of stiffness, and what orders of hits lead to.
std::string ratios_account(const StrikeReport& report);

/// The order of touches, who was pressed again, and a table of the springs.
std::string springs_account(const StruckLaw& law);

}  // namespace carom
