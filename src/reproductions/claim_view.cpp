#include "reproductions/claim_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace carom {

std::vector<double> View::places(const FigureData& data) const {
  std::vector<double> all;
  const double first = data.x(0), last = data.x(data.points() - 1);
  if (!check.between.empty() && check.between[0] > first) all.push_back(check.between[0]);
  for_points(data, [&](std::size_t i) { all.push_back(data.x(static_cast<std::int64_t>(i))); });
  if (!check.between.empty() && check.between[1] < last) all.push_back(check.between[1]);
  return all;
}

Extreme View::largest_value(const FigureData& data, const PointValue& value) const {
  const auto at = [&](double x) {
    data.exact().move_to(x);
    return value(data.exact());
  };
  const std::vector<double> where = places(data);
  std::vector<double> values, breaks;
  for (const double x : where) values.push_back(at(x));
  for (const Boundary& boundary : data.boundaries()) breaks.push_back(boundary.at);
  return largest(where, values, breaks, at);
}

std::string listed(const std::vector<double>& places) {
  std::vector<std::string> words;
  for (const double place : places) words.push_back(fmt::format("{:.4f}°", place));
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

bool as_expected(const std::vector<double>& found, const ClaimCheck& check) {
  return std::ranges::equal(found, check.expected,
                            [&](double a, double b) { return std::abs(a - b) <= check.tolerance; });
}

Slip slip_of(const std::string& history) {
  const bool plus = history.find(name(Mode::slides_plus)) != std::string::npos;
  const bool minus = history.find(name(Mode::slides_minus)) != std::string::npos;
  if (plus && minus) return Slip::reverses;
  return history.find(name(Mode::sticks)) != std::string::npos ? Slip::stops : Slip::keeps;
}

}  // namespace carom
