#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reproductions/claim_view.hpp"

namespace carom {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// By how much the laws' velocities differ at a point; where only some have an answer, infinitely.
double velocity_difference(const FigureSolver& point, const std::vector<std::string>& laws) {
  const std::vector<double> first = point.velocities(laws.front());
  double difference = 0;
  for (std::size_t k = 1; k < laws.size(); ++k) {
    const std::vector<double> other = point.velocities(laws[k]);
    if (other.size() != first.size()) return infinity;
    for (std::size_t c = 0; c < first.size(); ++c)
      difference = std::max(difference, std::abs(first[c] - other[c]));
  }
  return difference;
}

double largest_velocity(const FigureData& data, const std::string& law) {
  double largest = 0;
  for (const double velocity : data.velocities(law))
    if (std::isfinite(velocity)) largest = std::max(largest, std::abs(velocity));
  return largest;
}

/// The laws give the same velocities, in all figures named.
Measured agree(const View& view) {
  double largest = 0, difference = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f) {
    const FigureData& data = view.figure(f);
    largest = std::max(largest, largest_velocity(data, view.law()));
    const Extreme found = view.largest_value(data, [&](const FigureSolver& point) {
      return velocity_difference(point, view.check.laws);
    });
    difference = std::max(difference, found.value);
  }
  return {difference <= velocity_rounding * largest, fmt::format("{:.2g} m/s", difference)};
}

/// The laws give the same velocities wherever, by each of them that knows it, the slip at the
/// contact keeps its direction.
Measured agree_where_slip_keeps(const View& view) {
  double largest = 0, difference = -infinity;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f) {
    const FigureData& data = view.figure(f);
    largest = std::max(largest, largest_velocity(data, view.law()));
    const Extreme found = view.largest_value(data, [&](const FigureSolver& point) {
      for (const std::string& law : view.check.laws) {
        const std::string history = point.word(law, "history." + view.check.contact);
        if (!history.empty() && slip_of(history) != Slip::keeps) return -infinity;
      }
      return velocity_difference(point, view.check.laws);
    });
    difference = std::max(difference, found.value);
  }
  if (difference == -infinity) return {Holding::undecided, "nowhere"};
  return {difference <= velocity_rounding * largest, fmt::format("{:.2g} m/s", difference)};
}

PointValue number_of(std::string law, std::string quantity, double factor = 1) {
  return [law = std::move(law), quantity = std::move(quantity), factor](const FigureSolver& point) {
    return factor * point.real(law, quantity);
  };
}

/// No law makes energy.
Measured no_gain(const View& view) {
  double least = infinity, energy = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f) {
    energy = std::max(energy, view.figure(f).energy_before());
    for (const std::string& law : view.check.laws)
      least = std::min(
          least, -view.largest_value(view.figure(f), number_of(law, "energy_loss", -1)).value);
  }
  const bool none = least >= -energy_rounding * energy;
  return {none, fmt::format("{:.6f} J", none ? std::max(0.0, least) : least)};
}

/// Each law makes energy somewhere.
Measured gain(const View& view) {
  std::vector<std::string> words;
  bool all = true;
  for (const std::string& law : view.check.laws) {
    const Extreme most = view.largest_value(view.figure(), number_of(law, "energy_loss", -1));
    all = all && most.value > energy_rounding * view.figure().energy_before();
    words.push_back(
        fmt::format("{} up to {:.6f} J at {:.4f}°", law, std::max(0.0, most.value), most.at));
  }
  return {all, fmt::format("{}", fmt::join(words, ", "))};
}

struct Trend {
  bool rises = false, falls = false;
  std::string text() const {
    return rises && falls ? "rises here and falls there"
           : rises        ? "rises"
           : falls        ? "falls"
                          : "stays";
  }
};

/// How a quantity changes from one figure to the next, at any point.
Trend trend(const View& view) {
  Trend found;
  for (std::size_t f = 0; f + 1 < view.check.figures.size(); ++f) {
    const auto low = view.figure(f).reals(view.law(), view.check.quantity);
    const auto high = view.figure(f + 1).reals(view.law(), view.check.quantity);
    double scale = 0;
    for (const double value : low) scale = std::max(scale, std::abs(value));
    for (const double value : high) scale = std::max(scale, std::abs(value));
    for (std::size_t i = 0; i < low.size(); ++i) {
      found.rises = found.rises || high[i] - low[i] > velocity_rounding * scale;
      found.falls = found.falls || low[i] - high[i] > velocity_rounding * scale;
    }
  }
  return found;
}

/// The quantity rises somewhere from one figure to the next and nowhere falls.
Measured rises(const View& view) {
  const Trend found = trend(view);
  return {found.rises && !found.falls, found.text()};
}

/// The reverse.
Measured falls(const View& view) {
  const Trend found = trend(view);
  return {found.falls && !found.rises, found.text()};
}

/// The quantity is zero wherever the contact does not do `word`.
Measured zero_unless(const View& view) {
  double largest = 0;
  const std::string_view exception = name(word_of<Outcome>(view.check));
  for (const std::string& law : view.check.laws) {
    const Extreme found = view.largest_value(view.figure(), [&](const FigureSolver& point) {
      const bool excepted = point.word(law, "outcome." + view.check.contact) == exception;
      return excepted ? -infinity : std::abs(point.real(law, view.check.quantity));
    });
    largest = std::max(largest, found.value);
  }
  return {largest <= energy_rounding * view.figure().energy_before(),
          fmt::format("{:.1g} J", largest)};
}

/// What the first law has more than the second.
PointValue excess(const View& view, double factor) {
  return [&view, factor](const FigureSolver& point) {
    return factor * (point.real(view.law(0), view.check.quantity) -
                     point.real(view.law(1), view.check.quantity));
  };
}

/// By the first law the quantity is larger than by the second, everywhere in the interval.
Measured more(const View& view) {
  const double most = view.largest_value(view.figure(), excess(view, 1)).value;
  const double least = -view.largest_value(view.figure(), excess(view, -1)).value;
  return {least > -energy_rounding && most > 0, fmt::format("{:.6f} to {:.6f} J", least, most)};
}

/// By the first law the quantity's magnitude is larger than by the second, a differential one,
/// wherever that has a slip at the contact that does `word` (stops, reverses).
Measured larger_where_slip(const View& view) {
  const Slip wanted = word_of<Slip>(view.check);
  const auto excess_there = [&](double factor) {
    return view.largest_value(view.figure(), [&](const FigureSolver& point) {
      if (slip_of(point.word(view.law(1), "history." + view.check.contact)) != wanted)
        return -infinity;
      return factor * (std::abs(point.real(view.law(0), view.check.quantity)) -
                       std::abs(point.real(view.law(1), view.check.quantity)));
    });
  };
  const Extreme most = excess_there(1), least = excess_there(-1);
  if (most.value == -infinity) return {Holding::undecided, "nowhere"};
  double scale = 0;
  for (const double value : view.figure().reals(view.law(0), view.check.quantity))
    if (std::isfinite(value)) scale = std::max(scale, std::abs(value));
  // Less than nothing would round to "-0.000000".
  const auto shown = [&](double value) {
    return std::abs(value) <= velocity_rounding * scale ? 0.0 : value;
  };
  return {-least.value >= -velocity_rounding * scale && most.value > velocity_rounding * scale,
          fmt::format("{:.6f} to {:.6f} N s", shown(-least.value), shown(most.value))};
}

PointValue difference_of(const View& view, const std::string& a, const std::string& b) {
  return [&view, &a, &b](const FigureSolver& point) {
    return std::abs(point.real(a, view.check.quantity) - point.real(b, view.check.quantity));
  };
}

double largest_difference(const View& view, const std::string& a, const std::string& b) {
  return std::max(0.0, view.largest_value(view.figure(), difference_of(view, a, b)).value);
}

/// Over the grid, by the trapezoidal rule.
double mean_difference(const View& view, const std::string& a, const std::string& b) {
  const auto first = view.figure().reals(a, view.check.quantity);
  const auto second = view.figure().reals(b, view.check.quantity);
  double sum = 0, length = 0;
  for (std::size_t i = 0; i + 1 < first.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const double step = view.figure().x(at + 1) - view.figure().x(at);
    sum += step * (std::abs(first[i] - second[i]) + std::abs(first[i + 1] - second[i + 1])) / 2;
    length += step;
  }
  return sum / length;
}

/// The first two laws differ less than either does from the third.
Measured closest(const View& view) {
  const double own = largest_difference(view, view.law(0), view.law(1));
  const double others = std::min(largest_difference(view, view.law(0), view.law(2)),
                                 largest_difference(view, view.law(1), view.law(2)));
  return {own < others, fmt::format("{:.6f} J against {:.6f} J", own, others)};
}

struct Others {
  double value = 0;
  std::string law;
};

/// The first law differs from the second (the reference) more than all others do.
Measured farthest(const View& view) {
  const double own = largest_difference(view, view.law(0), view.law(1));
  Others next;
  for (std::size_t i = 2; i < view.check.laws.size(); ++i)
    if (const double other = largest_difference(view, view.law(i), view.law(1)); other > next.value)
      next = {other, view.law(i)};
  return {own > next.value,
          fmt::format("{:.6f} J; next {} with {:.6f} J", own, next.law, next.value)};
}

/// How the difference of two laws over a figure is one number.
enum class DifferenceBy { largest, mean };
constexpr std::string_view name(DifferenceBy by) {
  constexpr std::string_view names[] = {"largest", "mean"};
  return names[static_cast<int>(by)];
}

/// The first law differs from the second (the reference) less than all others do; `word`: by the
/// largest difference, or by the mean.
Measured nearest(const View& view) {
  const bool by_mean = word_of<DifferenceBy>(view.check) == DifferenceBy::mean;
  const auto measure = by_mean ? mean_difference : largest_difference;
  const double own = measure(view, view.law(0), view.law(1));
  Others next{infinity, ""};
  for (std::size_t i = 2; i < view.check.laws.size(); ++i)
    if (const double other = measure(view, view.law(i), view.law(1)); other < next.value)
      next = {other, view.law(i)};
  return {own < next.value,
          fmt::format("{:.6f} J; next {} with {:.6f} J", own, next.law, next.value)};
}

/// The two laws' quantities differ by no more than the tolerance.
Measured difference(const View& view) {
  const Extreme found =
      view.largest_value(view.figure(), difference_of(view, view.law(0), view.law(1)));
  return {found.value <= view.check.tolerance,
          fmt::format("{:.6f} J, at {:.4f}°", found.value, found.at)};
}

/// Two figures (of two methods) have the same numbers.
Measured same(const View& view) {
  std::vector<double> places;
  for (const std::string& law : view.check.laws) {
    const auto first = view.figure(0).reals(law, view.check.quantity);
    const auto second = view.figure(1).reals(law, view.check.quantity);
    for (std::size_t i = 0; i < first.size(); ++i)
      if (!(std::abs(first[i] - second[i]) <= energy_rounding))
        places.push_back(view.figure().x(static_cast<std::int64_t>(i)));
  }
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  return {places.empty(), listed(places)};
}

}  // namespace

const MeasureTable& number_measures() {
  static const MeasureTable all{{"agree", agree},
                                {"agree_where_slip_keeps", agree_where_slip_keeps},
                                {"no_gain", no_gain},
                                {"gain", gain},
                                {"rises", rises},
                                {"falls", falls},
                                {"zero_unless", zero_unless},
                                {"more", more},
                                {"larger_where_slip", larger_where_slip},
                                {"closest", closest},
                                {"farthest", farthest},
                                {"nearest", nearest},
                                {"difference", difference},
                                {"same", same}};
  return all;
}

}  // namespace carom
