#pragma once

/// numerics/expression_limits.hpp
///
/// How large a formula may be. Checked when it is parsed, so that evaluation cannot overflow.

namespace carom::expression_limits {

inline constexpr int characters = 65536;  ///< of the text
inline constexpr int nesting = 200;       ///< parentheses, function arguments, exponents, signs
inline constexpr int depth = 256;         ///< values kept at once during evaluation

}  // namespace carom::expression_limits
