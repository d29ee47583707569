#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reproductions/alluhydan_figures.hpp"
#include "reproductions/alluhydan_pairs.hpp"
#include "reproductions/alluhydan_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/dataset_trains.hpp"
#include "study/train_study.hpp"
#include "train/segmentation.hpp"

namespace carom::alluhydan {
namespace {

constexpr const char* rule_at_half = "0.5 m/s, which is not stated, lossless interiors";

int segments_of(const FitReport& fitted, const std::string& pair) {
  return std::ranges::find(fitted.pairs, pair, &FitReport::Pair::name)->soft_segments;
}

/// What the text says of Figure 2.12.
void add_selected(Comparison& comparison, const Dataset& dataset, const FitReport& fitted) {
  std::size_t larger = 0, compared = 0, saturated = 0;
  std::array<double, 3> means{};
  std::string unequal;
  for (const FitReport::Pair& pair : fitted.pairs) {
    means[static_cast<std::size_t>(pair.category - 1)] += pair.soft_segments / 6.0;
    if (pair.category == 2 || pair.name.back() != '2') continue;
    const int small = segments_of(fitted, pair.name.substr(0, pair.name.size() - 1) + "1");
    ++compared;
    larger += pair.soft_segments > small ? 1 : 0;
    unequal += fmt::format("{}{} {} → {}", unequal.empty() ? "" : ", ",
                           pair.name.substr(0, pair.name.size() - 1), small, pair.soft_segments);
  }
  comparison.claims.push_back(
      {"Figures 2.12a, 2.12c", "larger cylinders need more segments", std::nullopt,
       static_cast<double>(larger), fmt::format("of {} pairs of materials", compared),
       by_count(larger, compared), "j_S from the small to the large cylinder: " + unequal,
       rule_at_half});
  comparison.claims.push_back(
      {"Figure 2.12b", "hard-soft: the softer body needs slightly more segments", std::nullopt,
       means[1], "segments, mean",
       means[1] > std::max(means[0], means[2]) ? Holding::holds : Holding::does_not_hold,
       fmt::format("same material {:.3g}, soft-hard {:.3g}", means[0], means[2]),
       std::string("more than in the other two categories; ") + rule_at_half});
  for (const FitReport::Pair& pair : fitted.pairs) {
    const DatasetMeasured& measured =
        *std::ranges::find(dataset.measured, pair.name, &DatasetMeasured::name);
    const int hard = fitted.categories[static_cast<std::size_t>(pair.category - 1)].hard_segments;
    const bool ball_soft = pair.category != 2;
    const double most =
        error(*collided(dataset, measured, ball_soft ? 50 : hard, ball_soft ? hard : 50,
                        {ContactModel::hertz, Interior::lossless, 0.5})
                   .restitution,
              pair.measured);
    saturated += std::abs(most - pair.error) <= 1 ? 1 : 0;
  }
  comparison.claims.push_back(
      {"Figure 2.12", "beyond these numbers more segments do not affect the error", std::nullopt,
       static_cast<double>(saturated), fmt::format("of {} pairs", fitted.pairs.size()),
       by_count(saturated, fitted.pairs.size()),
       "in so many the error with fifty segments is within 1 % of the least",
       std::string("not affected: by at most 1 %; ") + rule_at_half});
}

/// "The number of segments of the softer material decreases as the stiffness ratio increases": of
/// the printed rule, and of the segments that we select, by Kendall's τ, the share of pairs of
/// points in which the one with the larger r_K has more segments, less that of those in which it
/// has fewer.
void add_fall(Comparison& comparison, const FitReport& fitted) {
  const SegmentCoefficients rule = find_segment_rule("alluhydan2019")->coefficients;
  const auto value = [&](double r) { return rule.a * std::pow(r, rule.b) + rule.c; };
  const auto [least, most] = std::ranges::minmax(fitted.pairs, {}, &FitReport::Pair::ratio);
  comparison.claims.push_back(
      {"Eqn 2.29", "the rule’s j_S falls as r_K rises", std::nullopt,
       value(most.ratio) - value(least.ratio), "segments",
       value(most.ratio) < value(least.ratio) ? Holding::holds : Holding::does_not_hold,
       fmt::format("from r_K = {:.3g} to {:.3g} %: {:.4g} to {:.4g}", least.ratio, most.ratio,
                   value(least.ratio), value(most.ratio))});
  double tau = 0;
  const double n = static_cast<double>(fitted.pairs.size());
  for (std::size_t i = 0; i < fitted.pairs.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const double product = (fitted.pairs[i].ratio - fitted.pairs[k].ratio) *
                             (fitted.pairs[i].soft_segments - fitted.pairs[k].soft_segments);
      tau += (product > 0 ? 1 : product < 0 ? -1 : 0) / (n * (n - 1) / 2);
    }
  // Two standard deviations of τ where there is no trend.
  const double doubt = 2 * std::sqrt(2 * (2 * n + 5) / (9 * n * (n - 1)));
  comparison.claims.push_back(
      {"Figure 2.13", "the selected j_S fall as r_K rises", std::nullopt, tau, "(Kendall’s τ)",
       tau < -doubt  ? Holding::holds
       : tau > doubt ? Holding::does_not_hold
                     : Holding::undecided,
       fmt::format("between −{0:.2g} and {0:.2g} eighteen points show no trend", doubt),
       rule_at_half});
}

}  // namespace

void add_rule(Comparison& comparison, const Dataset& dataset, const StopRequest& stop) {
  stop.heed();
  const FitReport fitted = fit({});
  stop.heed();
  PageTable selected;
  selected.name = "figure_2_12";
  selected.title = "Figure 2.12, numbers: segments of least error, Eqns 2.25 to 2.27";
  selected.caption = "Hertz, lossless interiors, 0.5 m/s.";
  selected.columns = {{"pair"},       {"r_K", "%"},          {"j_S"}, {"restitution"}, {"measured"},
                      {"error", "%"}, {"printed error", "%"}};
  for (const FitReport::Pair& pair : fitted.pairs)
    selected.rows.push_back({pair.name, pair.ratio, static_cast<double>(pair.soft_segments),
                             pair.restitution, pair.measured, pair.error, pair.printed_error});
  for (PageFigure& figure : rule_figures(fitted))
    comparison.sections.emplace_back(std::move(figure));
  comparison.sections.emplace_back(std::move(selected));
  const double printed_hard[] = {4, 6, 4}, printed_error[] = {2.028, 3.1, 1.31};
  for (std::size_t c = 0; c < fitted.categories.size(); ++c) {
    const FitReport::Category& category = fitted.categories[c];
    comparison.claims.push_back(
        {"Eqn 2.27", fmt::format("segments of the harder body, category {}", c + 1),
         printed_hard[c], static_cast<double>(category.hard_segments), "",
         within(printed_hard[c], category.hard_segments, 0),
         fmt::format("the mean error there is {:.3g} %", category.mean_error), rule_at_half});
    comparison.claims.push_back(
        {"Table 2.4", fmt::format("mean of the least errors, category {}", c + 1), printed_error[c],
         category.least_error, "%",
         category.least_error <= printed_error[c] + 0.5 ? Holding::holds : Holding::does_not_hold,
         "with lossless interiors many pairs are best with one segment, which gives the local "
         "restitution",
         rule_at_half});
  }
  for (const FitReport::Coefficient& each : fitted.coefficients) {
    const Holding verdict = in_interval(*each.printed, each.low, each.high);
    comparison.claims.push_back(
        {"Eqn 2.29, Figures 2.13 and 3.6", "coefficient " + each.name, each.printed, each.value, "",
         verdict,
         fmt::format("95 % confidence {:.4g} … {:.4g}{}", each.low, each.high,
                     verdict == Holding::undecided ? ", too wide to tell" : ""),
         "our selection of segments, at 0.5 m/s with lossless interiors: the printed points are "
         "only "
         "drawn"});
  }
  comparison.claims.push_back({"Figure 2.13", "regression value R", 0.89, fitted.regression, "",
                               within(0.89, fitted.regression, 0.05),
                               "of the fit to the segments that our selection gives",
                               rule_at_half});
  add_selected(comparison, dataset, fitted);
  add_fall(comparison, fitted);
}

void add_validation_rule(Comparison& comparison, const Dataset& dataset) {
  for (const DatasetMeasured* pair : pairs_of(dataset, true)) {
    const Train train = train_of(dataset, pair->bodies, 1, ContactModel::hertz, Interior::lossless);
    const Segmentation printed =
        segmentation(train, find_segment_rule("alluhydan2019")->coefficients);
    const Segmentation other =
        segmentation(train, find_segment_rule("alluhydan2019-validation")->coefficients);
    comparison.claims.push_back(
        {fmt::format("section 2.6 ({})", pair->name), "segments of the softer body by Eqn 2.29",
         pair->category == 2 ? pair->printed_segments[1] : pair->printed_segments[0],
         printed.sets[0].value, "",
         within(pair->category == 2 ? pair->printed_segments[1] : pair->printed_segments[0],
                printed.sets[0].value, 1),
         fmt::format("r = {:.5g}; b = -0.0006584, ten times the printed one, gives {:.4g}, "
                     "truncated {}",
                     printed.sets[0].ratio, other.sets[0].value, other.sets[0].soft_segments)});
  }
}

}  // namespace carom::alluhydan
