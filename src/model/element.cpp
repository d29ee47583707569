#include "model/element.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/range.hpp"

namespace carom {
namespace {

/// What is allowed, where `value` is not; nothing where it is.
std::string allowed_instead(double value, const Range& range) {
  if (!std::isfinite(value)) return "must be finite";
  return range.contains(value) ? "" : "must be " + words(range);
}

}  // namespace

Element::Element(std::vector<Fault>& faults, std::string_view section, int index,
                 std::string_view name)
    : faults_(faults), section_(section), index_(index), name_(name) {}

void Element::check(std::string_view key, double value, const Range& range) const {
  const std::string allowed = allowed_instead(value, range);
  if (!allowed.empty()) fault(key, fmt::format("{} is {}; {}", key, written(value), allowed));
}

void Element::check(std::string_view key, const Vec2& value, const Range& range) const {
  const std::array numbers{value.x, value.y};
  for (int i = 0; i < 2; ++i) {
    const std::string allowed = allowed_instead(numbers[static_cast<std::size_t>(i)], range);
    if (allowed.empty()) continue;
    fault(key, fmt::format("{} is {}; both numbers {}", key, written(value), allowed), i);
    return;
  }
}

void Element::check(std::string_view key, const std::vector<double>& values) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string allowed = allowed_instead(values[i], Range::any);
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
