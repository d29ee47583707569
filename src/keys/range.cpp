#include "keys/range.hpp"

#include <fmt/format.h>

#include <cmath>

namespace carom {

std::string words(const Range& range) {
  const bool from = std::isfinite(range.from);
  const bool to = std::isfinite(range.to);
  if (from && to)
    return fmt::format("in {}{}, {}{}", range.above ? "(" : "[", range.from, range.to,
                       range.below ? ")" : "]");
  if (from) return fmt::format("{} {}", range.above ? ">" : ">=", range.from);
  if (to) return fmt::format("{} {}", range.below ? "<" : "<=", range.to);
  return "finite";
}

}  // namespace carom
