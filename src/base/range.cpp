#include "carom/law.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace carom {
namespace {

std::string written(double number) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

}  // namespace

std::string words(const Range& range) {
  const bool from = std::isfinite(range.from);
  const bool to = std::isfinite(range.to);
  if (from && to)
    return std::string("in ") + (range.above ? "(" : "[") + written(range.from) + ", " +
           written(range.to) + (range.below ? ")" : "]");
  if (from) return (range.above ? "> " : ">= ") + written(range.from);
  if (to) return (range.below ? "< " : "<= ") + written(range.to);
  return "finite";
}

}  // namespace carom
