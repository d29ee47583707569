#pragma once

/// reproductions/claim_view.hpp
///
/// What a check of a published claim looks at, and what it says.

#include <fmt/format.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "contact/thresholds.hpp"
#include "reproductions/figure_data.hpp"
#include "reproductions/grid_extreme.hpp"
#include "reproductions/published_study.hpp"

namespace carom {

using Figures = std::map<std::string, FigureData>;

/// Differences of velocities below this fraction of the largest are rounding.
inline constexpr double velocity_rounding = 1e-9;

struct Measured {
  Holding verdict = Holding::undecided;  ///< undecided: there was nothing to measure
  std::string text;  ///< a number or a list, to be put into the check's sentence

  Measured(bool holds, std::string found)
      : verdict(holds ? Holding::holds : Holding::does_not_hold), text(std::move(found)) {}
  Measured(Holding decided, std::string found) : verdict(decided), text(std::move(found)) {}
};

/// A number of the point that a solver stands at.
using PointValue = std::function<double(const FigureSolver&)>;

struct View {
  const ClaimCheck& check;
  const Figures& figures;

  const FigureData& figure(std::size_t i = 0) const { return figures.at(check.figures.at(i)); }
  const std::string& law(std::size_t i = 0) const { return check.laws.at(i); }
  bool inside(double x) const {
    return check.between.empty() || (x > check.between[0] && x < check.between[1]);
  }
  /// Calls `visit` with every point of the interval looked at.
  template <class Visit>
  void for_points(const FigureData& data, Visit visit) const {
    for (std::int64_t i = 0; i < data.points(); ++i)
      if (inside(data.x(i))) visit(static_cast<std::size_t>(i));
  }
  /// The grid's points within the interval looked at, and the interval's ends.
  std::vector<double> places(const FigureData& data) const;
  /// The largest value in the interval looked at, refined between the grid's points.
  Extreme largest_value(const FigureData& data, const PointValue& value) const;
};

/// "−75.4599°, 20.1429°", or "none".
std::string listed(const std::vector<double>& places);

/// The places are those the check expects, within its tolerance.
bool as_expected(const std::vector<double>& found, const ClaimCheck& check);

/// What the slip at a contact does during an impact, by its history ("slides-, sticks | slides+").
enum class Slip { keeps, stops, reverses };
constexpr std::string_view name(Slip slip) {
  constexpr std::string_view names[] = {"keeps", "stops", "reverses"};
  return names[static_cast<int>(slip)];
}
Slip slip_of(const std::string& history);

/// The check's word, which is one of an enumeration's.
template <class Enum>
Enum word_of(const ClaimCheck& check) {
  if (const auto value = value_named<Enum>(check.word)) return *value;
  throw std::runtime_error(fmt::format("study file: the check \"{}\" does not know \"{}\"{}",
                                       check.kind, check.word,
                                       nearest_or_all(check.word, words_of<Enum>())));
}

using Measure = Measured (*)(const View&);
using MeasureTable = std::map<std::string, Measure>;

/// Checks of numbers: energies, velocities, impulses (claim_numbers.cpp).
const MeasureTable& number_measures();
/// Checks of what contacts do (claim_contacts.cpp).
const MeasureTable& contact_measures();

}  // namespace carom
