#pragma once

/// reports/account.hpp
///
/// An impact in words.

#include <string>
#include <string_view>
#include <vector>

#include "data/strike_report.hpp"

namespace carom {

/// What each contact does: "compression, impulse 0 to 0.1 N s: A0 sticks; Ac slides forward (+)."
std::string stage_sentence(const StruckStage& stage, const std::vector<std::string>& contacts);

/// "Ends: end of compression. Energy lost: 0.02 J.", or "given back" where restitution returns
/// some. What is rounding of `energy`, that before the impact, is zero.
std::string stage_ending(const StruckStage& stage, double energy);

/// Instead of stages.
inline constexpr std::string_view algebraic_account =
    "an algebraic law: it relates before to after and tells nothing of what is between";

/// The laws side by side, then the account of the impact by the law named (empty: the first).
std::string text(const StrikeReport& report, const std::string& account_of);

}  // namespace carom
