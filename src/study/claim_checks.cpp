#include "study/claim_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

/// Differences of velocities below this fraction of the largest are rounding.
constexpr double velocity_rounding = 1e-9;
/// Energies below this fraction of the energy before the impact are rounding.
constexpr double energy_rounding = 1e-12;

struct Measured {
  bool holds = false;
  std::string text;  ///< a number or a list, to be put into the check's sentence
};

/// What a check looks at.
struct View {
  const ClaimCheck& check;
  const Figures& figures;

  const FigureData& figure(std::size_t i = 0) const { return figures.at(check.figures.at(i)); }
  const std::string& law(std::size_t i = 0) const { return check.laws.at(i); }
  bool inside(const FigureData& data, std::int64_t point) const {
    return check.between.empty() ||
           (data.x(point) > check.between[0] && data.x(point) < check.between[1]);
  }
  /// Calls `visit` with every point of the interval looked at.
  template <class Visit>
  void for_points(const FigureData& data, Visit visit) const {
    for (std::int64_t i = 0; i < data.points(); ++i)
      if (inside(data, i)) visit(static_cast<std::size_t>(i));
  }
};

std::string listed(const std::vector<double>& numbers) {
  std::vector<std::string> words;
  for (const double number : numbers) words.push_back(fmt::format("{:.4f}°", number));
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

bool as_expected(const std::vector<double>& found, const ClaimCheck& check) {
  return std::ranges::equal(found, check.expected,
                            [&](double a, double b) { return std::abs(a - b) <= check.tolerance; });
}

/// Places of boundaries of the kind `word`, between two laws or of one.
Measured boundaries(const View& view) {
  std::vector<double> places;
  for (const Boundary& boundary : view.figure().boundaries()) {
    const bool of_laws = view.check.laws.size() > 1
                             ? boundary.law == view.law(0) && boundary.other_law == view.law(1)
                             : boundary.law == view.law(0);
    if (of_laws && boundary.kind == view.check.word &&
        (view.check.contact.empty() || boundary.contact == view.check.contact))
      places.push_back(boundary.at);
  }
  return {as_expected(places, view.check), listed(places)};
}

/// The laws give the same velocities, in all figures named.
Measured agree(const View& view) {
  double largest = 0, difference = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f) {
    const FigureData& data = view.figure(f);
    const std::vector<double> first = data.velocities(view.law(0));
    const std::size_t width = first.size() / static_cast<std::size_t>(data.points());
    for (std::size_t k = 1; k < view.check.laws.size(); ++k) {
      const std::vector<double> other = data.velocities(view.law(k));
      view.for_points(data, [&](std::size_t i) {
        for (std::size_t c = i * width; c < (i + 1) * width; ++c) {
          largest = std::max(largest, std::abs(first[c]));
          difference = std::max(difference, std::abs(first[c] - other[c]));
        }
      });
    }
  }
  return {difference <= velocity_rounding * largest, fmt::format("{:.2g} m/s", difference)};
}

/// No law makes energy.
Measured no_gain(const View& view) {
  double least = std::numeric_limits<double>::infinity();
  double energy = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f) {
    energy = std::max(energy, view.figure(f).energy_before());
    for (const std::string& law : view.check.laws) {
      const auto losses = view.figure(f).reals(law, "energy_loss");
      view.for_points(view.figure(f), [&](std::size_t i) {
        if (std::isfinite(losses[i])) least = std::min(least, losses[i]);
      });
    }
  }
  const bool none = least >= -energy_rounding * energy;
  return {none, fmt::format("{:.6f} J", none ? std::max(0.0, least) : least)};
}

/// Each law makes energy somewhere.
Measured gain(const View& view) {
  std::vector<std::string> words;
  bool all = true;
  for (const std::string& law : view.check.laws) {
    double least = 0;
    for (const double loss : view.figure().reals(law, "energy_loss"))
      if (std::isfinite(loss)) least = std::min(least, loss);
    all = all && least < -energy_rounding * view.figure().energy_before();
    words.push_back(fmt::format("{} up to {:.6f} J", law, -least));
  }
  return {all, fmt::format("{}", fmt::join(words, ", "))};
}

/// At the contact there is never an impulse and a velocity of separation at once.
Measured never_both(const View& view) {
  std::int64_t both = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f)
    for (const std::string& law : view.check.laws) {
      const auto outcome = view.figure(f).words(law, "outcome." + view.check.contact);
      const auto interacted = view.figure(f).words(law, "interacted." + view.check.contact);
      for (std::size_t i = 0; i < outcome.size(); ++i)
        both += outcome[i] == "rebounds" && interacted[i] == "yes" ? 1 : 0;
    }
  return {both == 0, fmt::format("{}", both)};
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
  for (const std::string& law : view.check.laws) {
    const auto values = view.figure().reals(law, view.check.quantity);
    const auto outcome = view.figure().words(law, "outcome." + view.check.contact);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (outcome[i] != view.check.word) largest = std::max(largest, std::abs(values[i]));
  }
  return {largest <= energy_rounding * view.figure().energy_before(),
          fmt::format("{:.1g} J", largest)};
}

/// Ends of the intervals on which the contact rebounds although it interacted.
std::vector<double> rebounds_with_interaction_at(const View& view) {
  const FigureData& data = view.figure();
  const auto outcome = data.words(view.law(), "outcome." + view.check.contact);
  const auto interacted = data.words(view.law(), "interacted." + view.check.contact);
  std::vector<double> ends;
  bool before = false;
  for (std::int64_t i = 0; i < data.points(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool now = outcome[at] == "rebounds" && interacted[at] == "yes";
    if (now != before && i > 0) {
      double place = data.x(i);
      for (const Boundary& boundary : data.boundaries())
        if (boundary.law == view.law() && boundary.contact == view.check.contact &&
            (boundary.kind == "outcome" || boundary.kind == "interaction") &&
            boundary.at >= data.x(i - 1) && boundary.at <= data.x(i))
          place = boundary.at;
      ends.push_back(place);
    }
    before = now;
  }
  return ends;
}

Measured rebounds_with_interaction(const View& view) {
  const std::vector<double> ends = rebounds_with_interaction_at(view);
  return {as_expected(ends, view.check), listed(ends)};
}

Measured some_rebounds_with_interaction(const View& view) {
  const std::vector<double> ends = rebounds_with_interaction_at(view);
  return {!ends.empty(), listed(ends)};
}

/// Where the contact begins or ceases to rebound.
Measured rebound_transitions(const View& view) {
  std::vector<double> places;
  for (const Boundary& boundary : view.figure().boundaries())
    if (boundary.law == view.law() && boundary.contact == view.check.contact &&
        (boundary.below == "rebounds" || boundary.above == "rebounds"))
      places.push_back(boundary.at);
  return {as_expected(places, view.check), listed(places)};
}

/// By the first law the quantity is larger than by the second, at every point of the interval.
Measured more(const View& view) {
  const auto first = view.figure().reals(view.law(0), view.check.quantity);
  const auto second = view.figure().reals(view.law(1), view.check.quantity);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  view.for_points(view.figure(), [&](std::size_t i) {
    least = std::min(least, first[i] - second[i]);
    most = std::max(most, first[i] - second[i]);
  });
  return {least > -energy_rounding && most > 0, fmt::format("{:.6f} to {:.6f} J", least, most)};
}

double largest_difference(const View& view, const std::string& a, const std::string& b) {
  const auto first = view.figure().reals(a, view.check.quantity);
  const auto second = view.figure().reals(b, view.check.quantity);
  double largest = 0;
  view.for_points(view.figure(), [&](std::size_t i) {
    largest = std::max(largest, std::abs(first[i] - second[i]));
  });
  return largest;
}

/// The first two laws differ less than either does from the third.
Measured closest(const View& view) {
  const double own = largest_difference(view, view.law(0), view.law(1));
  const double others = std::min(largest_difference(view, view.law(0), view.law(2)),
                                 largest_difference(view, view.law(1), view.law(2)));
  return {own < others, fmt::format("{:.6f} J against {:.6f} J", own, others)};
}

/// The first law differs from the second (the reference) more than all others do.
Measured farthest(const View& view) {
  const double own = largest_difference(view, view.law(0), view.law(1));
  double others = 0;
  std::string next;
  for (std::size_t i = 2; i < view.check.laws.size(); ++i) {
    const double other = largest_difference(view, view.law(i), view.law(1));
    if (other > others) others = other, next = view.law(i);
  }
  return {own > others, fmt::format("{:.6f} J; next {} with {:.6f} J", own, next, others)};
}

/// The two laws' quantities differ by no more than the tolerance.
Measured difference(const View& view) {
  const double largest = largest_difference(view, view.law(0), view.law(1));
  return {largest <= view.check.tolerance, fmt::format("{:.6f} J", largest)};
}

/// Every point has a single answer.
Measured single_answers(const View& view) {
  std::map<std::string, int> counts;
  for (const std::string& word : view.figure().words(view.law(), "verdict")) ++counts[word];
  std::vector<std::string> words;
  for (const auto& [word, count] : counts) words.push_back(fmt::format("{} {}", count, word));
  return {counts.size() == 1 && counts.contains("unique"),
          fmt::format("{}", fmt::join(words, ", "))};
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

/// At every point of the interval the contact's history has the modes `word` in it.
Measured history(const View& view) {
  const auto histories = view.figure().words(view.law(), "history." + view.check.contact);
  std::vector<std::string> others;
  bool all = true;
  view.for_points(view.figure(), [&](std::size_t i) {
    all = all && histories[i].find(view.check.word) != std::string::npos;
    if (std::ranges::find(others, histories[i]) == others.end()) others.push_back(histories[i]);
  });
  return {all, fmt::format("“{}”", fmt::join(others, "”, “"))};
}

/// By the first law the contact slides after more of the impacts than by the second.
Measured slips_more(const View& view) {
  std::int64_t counts[2] = {0, 0};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto values =
        view.figure().reals(view.law(k), "velocity_after." + view.check.contact + ".tangential");
    view.for_points(view.figure(), [&](std::size_t i) { counts[k] += values[i] != 0 ? 1 : 0; });
  }
  return {counts[0] > counts[1], fmt::format("{} against {}", counts[0], counts[1])};
}

using Measure = Measured (*)(const View&);

const std::map<std::string, Measure>& measures() {
  static const std::map<std::string, Measure> all{
      {"boundaries", boundaries},
      {"agree", agree},
      {"no_gain", no_gain},
      {"gain", gain},
      {"never_both", never_both},
      {"rises", rises},
      {"falls", falls},
      {"zero_unless", zero_unless},
      {"rebounds_with_interaction", rebounds_with_interaction},
      {"some_rebounds_with_interaction", some_rebounds_with_interaction},
      {"rebound_transitions", rebound_transitions},
      {"more", more},
      {"closest", closest},
      {"farthest", farthest},
      {"difference", difference},
      {"single_answers", single_answers},
      {"same", same},
      {"history", history},
      {"slips_more", slips_more}};
  return all;
}

}  // namespace

Finding finding(const ClaimCheck& check, const Figures& figures) {
  const auto measure = measures().find(check.kind);
  if (measure == measures().end())
    throw std::runtime_error(fmt::format("study file: there is no check \"{}\"", check.kind));
  const Measured measured = measure->second({check, figures});
  return {measured.holds, fmt::format(fmt::runtime(check.says), measured.text)};
}

PageClaim judged(const PublishedClaim& claim, const Figures& figures) {
  PageClaim judgement{claim.place, claim.claim, claim.published, "", Holding::holds, claim.reason};
  std::size_t held = 0;
  for (const ClaimCheck& check : claim.checks) {
    const Finding found = finding(check, figures);
    held += found.holds ? 1 : 0;
    judgement.ours += (judgement.ours.empty() ? "" : "; ") + found.text;
  }
  judgement.verdict = held == claim.checks.size() ? Holding::holds
                      : held > 0                  ? Holding::in_part
                                                  : Holding::does_not_hold;
  return judgement;
}

}  // namespace carom
