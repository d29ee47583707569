#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "reproductions/claim_view.hpp"

namespace carom {
namespace {

constexpr std::string_view rebounding = name(Outcome::rebounds);

/// Places of boundaries of the kind `word`, between two laws or of one.
Measured boundaries(const View& view) {
  std::vector<double> places;
  const auto kind = word_of<BoundaryKind>(view.check);
  for (const Boundary& boundary : view.figure().boundaries()) {
    const bool of_laws = view.check.laws.size() > 1
                             ? boundary.law == view.law(0) && boundary.other_law == view.law(1)
                             : boundary.law == view.law(0);
    if (of_laws && boundary.kind == kind &&
        (view.check.contact.empty() || boundary.contact == view.check.contact))
      places.push_back(boundary.at);
  }
  return {as_expected(places, view.check), listed(places)};
}

/// At every point of a figure, whether the contact rebounds although it interacted.
std::vector<bool> rebounds_after_interaction(const View& view, const FigureData& data,
                                             const std::string& law) {
  const auto outcome = data.words(law, "outcome." + view.check.contact);
  const auto interacted = data.words(law, "interacted." + view.check.contact);
  std::vector<bool> both;
  for (std::size_t i = 0; i < outcome.size(); ++i)
    both.push_back(outcome[i] == rebounding && interacted[i] == name_of(true));
  return both;
}

/// At the contact there is never an impulse and a velocity of separation at once.
Measured never_both(const View& view) {
  std::int64_t both = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f)
    for (const std::string& law : view.check.laws)
      both += std::ranges::count(rebounds_after_interaction(view, view.figure(f), law), true);
  return {both == 0, fmt::format("{}", both)};
}

/// Ends of the intervals on which the contact rebounds although it interacted.
std::vector<double> rebounds_with_interaction_at(const View& view) {
  const FigureData& data = view.figure();
  const std::vector<bool> both = rebounds_after_interaction(view, data, view.law());
  std::vector<double> ends;
  for (std::int64_t i = 1; i < data.points(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (both[at] == both[at - 1]) continue;
    double place = data.x(i);
    for (const Boundary& boundary : data.boundaries())
      if (boundary.law == view.law() && boundary.contact == view.check.contact &&
          (boundary.kind == BoundaryKind::outcome || boundary.kind == BoundaryKind::interaction) &&
          boundary.at >= data.x(i - 1) && boundary.at <= data.x(i))
        place = boundary.at;
    ends.push_back(place);
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

/// Wherever the contact rebounds although it interacted, the slip at the contact `word` stops or
/// reverses.
Measured rebound_with_interaction_needs_slip(const View& view) {
  std::size_t rebounds = 0, exceptions = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f)
    for (const std::string& law : view.check.laws) {
      const FigureData& data = view.figure(f);
      const std::vector<bool> both = rebounds_after_interaction(view, data, law);
      const auto histories = data.words(law, "history." + view.check.word);
      for (std::size_t i = 0; i < both.size(); ++i) {
        rebounds += both[i] ? 1 : 0;
        exceptions += both[i] && slip_of(histories[i]) == Slip::keeps ? 1 : 0;
      }
    }
  if (rebounds == 0) return {Holding::undecided, "no such rebound"};
  return {exceptions == 0, fmt::format("{} of {}", exceptions, rebounds)};
}

/// Where the contact begins or ceases to rebound by a law.
std::vector<Boundary> transitions(const View& view, const FigureData& data,
                                  const std::string& law) {
  std::vector<Boundary> found;
  for (const Boundary& boundary : data.boundaries())
    if (boundary.law == law && boundary.contact == view.check.contact &&
        (boundary.below == rebounding || boundary.above == rebounding))
      found.push_back(boundary);
  return found;
}

Measured rebound_transitions(const View& view) {
  std::vector<double> places;
  for (const Boundary& boundary : transitions(view, view.figure(), view.law()))
    places.push_back(boundary.at);
  return {as_expected(places, view.check), listed(places)};
}

/// At every transition between a rebound without interaction and no rebound, the contact's normal
/// impulse and normal velocity come to zero from both sides; the tolerance is a share of the
/// largest in the figure.
Measured meets_at_zero(const View& view) {
  // Boundaries are known to 1e-10 of the axis; beside them, both are of the order of the step.
  constexpr double step = 1e-7;
  std::size_t number = 0, met = 0;
  double farthest = 0;
  for (std::size_t f = 0; f < view.check.figures.size(); ++f)
    for (const std::string& law : view.check.laws) {
      const FigureData& data = view.figure(f);
      FigureSolver& exact = data.exact();
      const std::string quantities[] = {"impulse." + view.check.contact + ".normal",
                                        "velocity_after." + view.check.contact + ".normal"};
      for (const Boundary& boundary : transitions(view, data, law)) {
        exact.move_to(boundary.at + (boundary.above == rebounding ? step : -step));
        if (exact.word(law, "interacted." + view.check.contact) == name_of(true)) continue;
        double share = 0;
        for (const std::string& quantity : quantities) {
          double largest = 0;
          for (const double value : data.reals(law, quantity))
            if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
          for (const double side : {-step, step}) {
            exact.move_to(boundary.at + side);
            share = std::max(share, std::abs(exact.real(law, quantity)) / largest);
          }
        }
        ++number;
        met += share <= view.check.tolerance ? 1 : 0;
        farthest = std::max(farthest, share);
      }
    }
  if (number == 0) return {Holding::undecided, "no transition"};
  return {met == number ? Holding::holds
          : met > 0     ? Holding::in_part
                        : Holding::does_not_hold,
          fmt::format("{} of {} (at most {:.2g} of the figure's largest is left)", met, number,
                      farthest)};
}

/// Every point has a single answer.
Measured single_answers(const View& view) {
  std::map<std::string, int> counts;
  for (const std::string& word : view.figure().words(view.law(), "verdict")) ++counts[word];
  std::vector<std::string> words;
  for (const auto& [word, count] : counts) words.push_back(fmt::format("{} {}", count, word));
  return {counts.size() == 1 && counts.contains(std::string(name(Verdict::unique))),
          fmt::format("{}", fmt::join(words, ", "))};
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

}  // namespace

const MeasureTable& contact_measures() {
  static const MeasureTable all{
      {"boundaries", boundaries},
      {"never_both", never_both},
      {"rebounds_with_interaction", rebounds_with_interaction},
      {"some_rebounds_with_interaction", some_rebounds_with_interaction},
      {"rebound_with_interaction_needs_slip", rebound_with_interaction_needs_slip},
      {"rebound_transitions", rebound_transitions},
      {"meets_at_zero", meets_at_zero},
      {"single_answers", single_answers},
      {"history", history},
      {"slips_more", slips_more}};
  return all;
}

}  // namespace carom
