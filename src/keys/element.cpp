#include "keys/element.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace carom {

Element::Element(std::vector<Fault>& faults, std::string_view section, int index,
                 std::string_view name)
    : faults_(faults), section_(section), index_(index), name_(name) {}

void Element::check(std::string_view key, double value, const Range& range) const {
  check(key, value, KeyFacts{.range = range});
}

void Element::check(std::string_view key, double value, const KeyFacts& facts) const {
  const std::string allowed = allowed_instead(facts, value);
  if (allowed.empty()) return;
  const std::string_view meant = std::isfinite(value) ? facts.outside : std::string_view{};
  fault(key, fmt::format("{} is {}{}{}; {}", key, written(value), meant.empty() ? "" : ": ", meant,
                         allowed));
}

void Element::check(std::string_view key, const Vec2& value, const Range& range) const {
  const std::array numbers{value.x, value.y};
  for (int i = 0; i < 2; ++i) {
    const std::string allowed =
        allowed_instead({.range = range}, numbers[static_cast<std::size_t>(i)]);
    if (allowed.empty()) continue;
    fault(key, fmt::format("{} is {}; both numbers {}", key, written(value), allowed), i);
    return;
  }
}

void Element::check(std::string_view key, const std::vector<double>& values,
                    const Range& range) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string allowed = allowed_instead({.range = range}, values[i]);
    if (!allowed.empty())
      fault(key, fmt::format("{}[{}] is {}; {}", key, i, written(values[i]), allowed),
            static_cast<int>(i));
  }
}

void Element::fault(std::string_view key, std::string_view problem, int component,
                    int offset) const {
  faults_.push_back({{std::string(section_), index_, std::string(key), component, offset},
                     fmt::format("{}: {}", title(), problem),
                     {}});
}

std::string Element::title() const {
  if (!name_.empty()) return fmt::format("{} \"{}\"", section_, name_);
  if (index_ >= 0) return fmt::format("{} {}", section_, index_ + 1);
  return std::string(section_);
}

std::string written(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

std::string written(const Vec2& value) {
  return fmt::format("[{}, {}]", written(value.x), written(value.y));
}

}  // namespace carom
