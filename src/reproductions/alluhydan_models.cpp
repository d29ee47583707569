#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reproductions/alluhydan_figures.hpp"
#include "reproductions/alluhydan_pairs.hpp"
#include "reproductions/alluhydan_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/dataset_trains.hpp"

namespace carom::alluhydan {
namespace {

constexpr const char* at_half = "0.5 m/s: no speed is stated; other segments averaged over 1 to 10";

/// From one segment to ten.
double change(const std::array<double, 10>& errors) {
  return errors.back() - errors.front();
}

double range(const std::array<double, 10>& errors) {
  const auto [low, high] = std::ranges::minmax(errors);
  return high - low;
}

/// What the text says of the segments of the harder body, Figures 2.7 to 2.9.
void add_harder(Comparison& comparison, const ErrorGrid& lossless, const ErrorGrid& lossy) {
  comparison.claims.push_back(
      {"Figure 2.7", "same material: segmenting the harder body lowers the error, but less",
       std::nullopt, change(lossless.by_hard[0]), "% from j = 1 to 10",
       by_reading(
           change(lossless.by_hard[0]) < 0 &&
               change(lossless.by_soft[0]) < change(lossless.by_hard[0]),
           change(lossy.by_hard[0]) < 0 && change(lossy.by_soft[0]) < change(lossy.by_hard[0])),
       fmt::format("softer body {:.3g} %; with interiors that dissipate {:.3g} and {:.3g} %",
                   change(lossless.by_soft[0]), change(lossy.by_hard[0]), change(lossy.by_soft[0])),
       at_half});
  const char* what[] = {
      "", "hard-soft: segments of the ball, j1, have almost no effect on the error",
      "soft-hard: segments of the cylinder, j2, have almost no effect on the error"};
  for (const std::size_t c : {1U, 2U}) {
    const auto beside_softer = [&](const ErrorGrid& grid) {
      return range(grid.by_hard[c]) < 0.1 * range(grid.by_soft[c]);
    };
    const auto beside_error = [&](const ErrorGrid& grid) {
      return range(grid.by_hard[c]) < 0.1 * std::ranges::min(grid.by_hard[c]);
    };
    const Holding readings[] = {by_reading(beside_softer(lossless), beside_softer(lossy)),
                                by_reading(beside_error(lossless), beside_error(lossy))};
    comparison.claims.push_back(
        {fmt::format("Figure 2.{}", 7 + c), what[c], std::nullopt, range(lossless.by_hard[c]),
         "% from least to most", unanimous(readings),
         fmt::format(
             "of a mean error of {:.3g} % at least; segments of the softer body: {:.3g} %; with "
             "interiors that dissipate {:.3g} and {:.3g} %",
             std::ranges::min(lossless.by_hard[c]), range(lossless.by_soft[c]),
             range(lossy.by_hard[c]), range(lossy.by_soft[c])),
         std::string(
             "almost none: below a tenth of what the softer body’s do, or of the error itself; ") +
             at_half});
  }
}

/// The mean error of a category with so many segments of the softer body and one of the harder.
double softer_alone(const Dataset& dataset, const ErrorGrid& grid, int category, std::size_t j) {
  const auto pairs = pairs_of(dataset, false);
  double sum = 0;
  int number = 0;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (pairs[p]->category != category) continue;
    sum += grid.of_pair[p][category != 2 ? 10 * (j - 1) : j - 1];
    ++number;
  }
  return sum / number;
}

void add_softer_alone(Comparison& comparison, const Dataset& dataset, const ErrorGrid& lossless,
                      const ErrorGrid& lossy) {
  for (int category = 1; category <= 3; ++category) {
    const double none = softer_alone(dataset, lossless, category, 1);
    const double ten = softer_alone(dataset, lossless, category, 10);
    const double ten_lossy = softer_alone(dataset, lossy, category, 10);
    comparison.claims.push_back(
        {"Figure 2.10",
         fmt::format("{}: segmenting the softer body gives a good approximation of the measured "
                     "restitution",
                     categories[static_cast<std::size_t>(category - 1)]),
         std::nullopt, ten, "% mean error with ten segments",
         by_reading(ten < none, ten_lossy < none),
         fmt::format("{:.3g} % without segments; {:.3g} % with interiors that dissipate", none,
                     ten_lossy),
         "good: better than without segments, which is the least it must be; 0.5 m/s"});
  }
}

}  // namespace

void add_models(Comparison& comparison, const Dataset& dataset, const StopRequest& stop) {
  const auto pairs = pairs_of(dataset, false);
  double whole = 0;
  for (const DatasetMeasured* pair : pairs)
    whole += error(train_of(dataset, pair->bodies, 1, ContactModel::hertz, Interior::lossless)
                       .pairs[0]
                       .restitution,
                   pair->restitution) /
             static_cast<double>(pairs.size());
  const double rigid = error_grid(dataset, {ContactModel::rigid, Interior::lossless, 0.5}).mean;
  const double bilinear =
      error_grid(dataset, {ContactModel::bilinear, Interior::lossless, 0.5}).mean;
  stop.heed();
  const double slow = error_grid(dataset, {ContactModel::hertz, Interior::lossless, 0.05}).mean;
  const ErrorGrid hertz = error_grid(dataset, {ContactModel::hertz, Interior::lossless, 0.5});
  const double fast = error_grid(dataset, {ContactModel::hertz, Interior::lossless, 1.0}).mean;
  stop.heed();
  const ErrorGrid lossy = error_grid(dataset, {ContactModel::hertz, Interior::dissipating, 0.5});
  PageTable models;
  models.name = "figure_2_6";
  models.title = "Figure 2.6, numbers: mean error over j1, j2 = 1 … 10 of the 18 pairs";
  models.columns = {{"model"}, {"mean error", "%"}, {"printed", "%"}};
  models.rows = {{"whole bodies (e_G = e)", whole, {}},
                 {"rigid", rigid, {}},
                 {"bilinear", bilinear, {}},
                 {"hertz, 0.05 m/s", slow, {}},
                 {"hertz, 0.5 m/s", hertz.mean, 9.0},
                 {"hertz, 1 m/s", fast, {}},
                 {"hertz, dissipating interiors, 0.5 m/s", lossy.mean, {}}};
  comparison.sections.emplace_back(models_figure(models));
  comparison.sections.emplace_back(std::move(models));
  const auto about_nine = [](double mean) { return std::abs(mean - 9) <= 1; };
  comparison.claims.push_back(
      {"Figure 2.6", "mean error of the bimodal Hertz model", 9, hertz.mean, "%",
       by_reading(about_nine(slow) || about_nine(hertz.mean) || about_nine(fast),
                  about_nine(lossy.mean)),
       fmt::format(
           "the printed equations give {:.3g} to {:.3g} % from 0.05 to 1 m/s; interiors that "
           "dissipate {:.3g} %; no segmentation at all {:.3g} %",
           slow, fast, lossy.mean, whole),
       "“approximately 9 %”: within one per cent; the speed, which is not stated"});
  comparison.claims.push_back(
      {"Figure 2.6", "the bimodal Hertz model has the least error of the three", std::nullopt,
       hertz.mean, "%",
       hertz.mean < std::min(rigid, bilinear) ? Holding::holds : Holding::does_not_hold,
       fmt::format(
           "rigid {:.3g} %, bilinear {:.3g} %, Hertz {:.3g}, {:.3g}, {:.3g} % at 0.05, 0.5, "
           "1 m/s",
           rigid, bilinear, slow, hertz.mean, fast),
       "0.5 m/s: no speed is stated"});
  PageTable trend;
  trend.name = "figures_2_7_2_10";
  trend.title = "Figures 2.7 to 2.10, numbers: mean error by the segments of one body";
  trend.caption = "Hertz, lossless interiors, 0.5 m/s; per cent.";
  trend.columns = {{"category"}, {"body"}};
  for (int j = 1; j <= 10; ++j) trend.columns.push_back({std::to_string(j), "", "segments"});
  for (std::size_t c = 0; c < 3; ++c) {
    for (const bool soft : {true, false}) {
      std::vector<PageCell> cells{categories[c], soft ? "softer" : "harder"};
      for (const double each : soft ? hertz.by_soft[c] : hertz.by_hard[c]) cells.emplace_back(each);
      trend.rows.push_back(std::move(cells));
    }
    const double first = hertz.by_soft[c].front(), last = hertz.by_soft[c].back();
    comparison.claims.push_back(
        {fmt::format("Figure 2.{}", 7 + c),
         fmt::format("{}: segmenting the softer body lowers the error", categories[c]),
         std::nullopt, last - first, "% from j = 1 to 10",
         last < first ? Holding::holds : Holding::does_not_hold,
         fmt::format("mean error {:.3g} % with one segment, {:.3g} % with ten: lossless interiors "
                     "raise the restitution above the local one",
                     first, last),
         at_half});
  }
  add_harder(comparison, hertz, lossy);
  add_softer_alone(comparison, dataset, hertz, lossy);
  for (PageFigure& figure : error_figures(dataset, hertz))
    comparison.sections.emplace_back(std::move(figure));
  comparison.sections.emplace_back(std::move(trend));
}

}  // namespace carom::alluhydan
