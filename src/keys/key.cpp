#include "keys/key.hpp"

#include <fmt/format.h>

#include <cmath>

namespace carom {
namespace {

std::string whole_words(const KeyFacts& facts) {
  return fmt::format("a whole number from {} to {}", facts.range.from, facts.range.to);
}

}  // namespace

bool allows(const KeyFacts& facts, double value) {
  return std::isfinite(value) && facts.range.contains(value) &&
         (!facts.whole || value == std::floor(value));
}

std::string allowed_words(const KeyFacts& facts) {
  if (facts.whole) return whole_words(facts);
  if (facts.range == Range::any) return {};
  std::string text = words(facts.range);
  if (text.starts_with(">=")) text.replace(0, 2, "≥");
  return text;
}

std::string allowed_instead(const KeyFacts& facts, double value) {
  if (!std::isfinite(value)) return "must be finite";
  if (allows(facts, value)) return {};
  if (!facts.must.empty()) return std::string(facts.must);
  return "must be " + (facts.whole ? whole_words(facts) : words(facts.range));
}

}  // namespace carom
