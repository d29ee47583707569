#include "reproductions/alluhydan_figures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "study/dataset_trains.hpp"
#include "train/segmentation.hpp"

namespace carom::alluhydan {
namespace {

/// j_S = a r^b + c over r, per cent.
PanelSeries rule_series(const std::string& name, double a, double b, double c) {
  PanelSeries series{name};
  for (int i = 0; i <= 80; ++i) {
    const double r = std::pow(10.0, 5.0 * i / 80 - 3);
    series.x.push_back(r);
    series.y.push_back(a * std::pow(r, b) + c);
  }
  return series;
}

PanelSeries printed_rule() {
  const SegmentCoefficients& printed = find_segment_rule("alluhydan2019")->coefficients;
  return rule_series("printed rule", printed.a, printed.b, printed.c);
}

}  // namespace

PageFigure model_loops(const Dataset& dataset) {
  const DatasetMeasured& pair = *pairs_of(dataset, false).front();
  PageFigure figure{"Figure 2.5: force over displacement",
                    fmt::format("{}, whole bodies at 0.5 m/s, by both force models. Shaded: the "
                                "energy that the contact loses.",
                                pair.name),
                    {}};
  for (const ContactModel model : {ContactModel::bilinear, ContactModel::hertz}) {
    const std::string name = model == ContactModel::bilinear ? "bilinear" : "Hertz";
    const Train train = pair_train(dataset, pair, 1, 1, {model, Interior::lossless, 0.5});
    figure.panels.push_back({name + " force model",
                             {"indentation", "µm"},
                             {"force", "N"},
                             {loop_series(train, 0, name)}});
  }
  return figure;
}

PageFigure models_figure(const PageTable& models) {
  PagePanel panel{"", {"model"}, {"mean error", "%"}};
  PanelSeries ours{"ours"}, printed{"printed, about"};
  ours.drawn = printed.drawn = Drawn::points;
  for (std::size_t i = 0; i < models.rows.size(); ++i) {
    panel.x.words.push_back(models.rows[i][0].text);
    ours.x.push_back(static_cast<double>(i));
    ours.y.push_back(*models.rows[i][1].number);
    if (!models.rows[i][2].number) continue;
    printed.x.push_back(static_cast<double>(i));
    printed.y.push_back(*models.rows[i][2].number);
  }
  panel.series = {std::move(ours), std::move(printed)};
  return {
      "Figure 2.6: mean error of the models",
      "Over j1, j2 = 1 … 10 of the 18 pairs. Of the printed means only that of the bimodal Hertz "
      "model is stated.",
      {std::move(panel)}};
}

std::vector<PageFigure> error_figures(const Dataset& dataset, const ErrorGrid& grid) {
  std::vector<std::string> words;
  std::vector<double> places;
  for (int i = 1; i <= 10; ++i)
    for (int j = 1; j <= 10; ++j) {
      words.push_back(fmt::format("{} {}", i, j));
      places.push_back(static_cast<double>(places.size()));
    }
  const PanelAxis across{"segments j1 j2 of ball and cylinder", "", false, {}, words};
  const auto pairs = pairs_of(dataset, false);
  std::vector<PageFigure> figures;
  PagePanel means{"", across, {"mean error", "%"}};
  for (int category = 1; category <= 3; ++category) {
    PageFigure figure{fmt::format("Figure 2.{}: error of category {}, {}", 6 + category, category,
                                  categories[static_cast<std::size_t>(category - 1)]),
                      "Hertz, lossless interiors, 0.5 m/s. For each segment of the ball, from the "
                      "left, the cylinder has one to ten.",
                      {}};
    std::vector<double> mean(100, 0);
    for (const char size : {'1', '2'}) {
      PagePanel panel{fmt::format("Cylinders {}", size), across, {"error", "%"}};
      for (std::size_t p = 0; p < pairs.size(); ++p) {
        if (pairs[p]->category != category || pairs[p]->name.back() != size) continue;
        const auto& errors = grid.of_pair[p];
        PanelSeries series{pairs[p]->name, places, {errors.begin(), errors.end()}};
        panel.series.push_back(std::move(series));
        for (std::size_t k = 0; k < 100; ++k) mean[k] += errors[k] / 6;
      }
      if (!panel.series.empty()) figure.panels.push_back(std::move(panel));
    }
    means.series.push_back({categories[static_cast<std::size_t>(category - 1)], places, mean});
    figures.push_back(std::move(figure));
  }
  figures.push_back({"Figure 2.10: mean error of each category",
                     "Hertz, lossless interiors, 0.5 m/s; six pairs a category.",
                     {std::move(means)}});
  return figures;
}

PageFigure segments_loops(const Dataset& dataset, const DatasetMeasured& pair) {
  PagePanel panel{"", {"indentation", "µm"}, {"force", "N"}};
  for (const int j : {1, 5, 38}) {
    const Train train =
        pair_train(dataset, pair, j, 4, {ContactModel::hertz, Interior::lossless, 0.5});
    panel.series.push_back(loop_series(train, 0, fmt::format("j_S = {}", j)));
  }
  return {fmt::format("Figure 2.11: loop of {} by the segments of the ball", pair.name),
          "Hertz, lossless interiors, 0.5 m/s. The published text says that more segments mean a "
          "larger force.",
          {std::move(panel)}};
}

std::vector<PageFigure> rule_figures(const FitReport& fitted) {
  PageFigure selected{"Figure 2.12: segments of the softer body with the least error",
                      "Selected by Eqns 2.25 to 2.27 (Hertz, lossless interiors, 0.5 m/s). The "
                      "printed numbers are drawn, not stated.",
                      {}};
  for (int category = 1; category <= 3; ++category) {
    PagePanel panel{fmt::format("Category {}, {}", category,
                                categories[static_cast<std::size_t>(category - 1)]),
                    {"pair"},
                    {"j_S"}};
    PanelSeries series{"ours"};
    series.drawn = Drawn::points;
    for (const FitReport::Pair& pair : fitted.pairs) {
      if (pair.category != category) continue;
      series.x.push_back(static_cast<double>(panel.x.words.size()));
      series.y.push_back(pair.soft_segments);
      panel.x.words.push_back(pair.name);
    }
    panel.series = {std::move(series)};
    selected.panels.push_back(std::move(panel));
  }
  PagePanel panel{"", {"stiffness ratio r_K", "%", true}, {"segments of the softer body, j_S"}};
  PanelSeries points{"selected by us"};
  points.drawn = Drawn::points;
  for (const FitReport::Pair& pair : fitted.pairs) {
    points.x.push_back(pair.ratio);
    points.y.push_back(pair.soft_segments);
  }
  const auto coefficient = [&](const std::string& name) {
    for (const FitReport::Coefficient& each : fitted.coefficients)
      if (each.name == name) return each.value;
    return std::nan("");
  };
  panel.series = {std::move(points),
                  rule_series("fitted by us", coefficient("a"), coefficient("b"), coefficient("c")),
                  printed_rule()};
  return {std::move(selected),
          {"Figure 2.13: segments of the softer body over the stiffness ratio",
           fmt::format("The rule j_S = a r^b + c: R = {:.3g} of our fit, 0.89 printed.",
                       fitted.regression),
           {std::move(panel)}}};
}

PageFigure saturation_figure(const Dataset& dataset, const PageTable& table,
                             const std::vector<int>& counts) {
  PageFigure figure{"Figure 2.14: restitution over the segments of the softer body",
                    "Hertz, 0.5 m/s. Printed: the prediction at the segments of the rule.",
                    {}};
  const std::vector<double> places(counts.begin(), counts.end());
  for (const DatasetMeasured* pair : pairs_of(dataset, true)) {
    PagePanel panel{pair->name, {"j_S"}, {"restitution"}};
    for (const auto& row : table.rows) {
      if (row[0].text != pair->name) continue;
      PanelSeries series{"ours, " + row[1].text, places};
      for (std::size_t k = 0; k < counts.size(); ++k) series.y.push_back(*row[k + 2].number);
      series.drawn = Drawn::both;
      panel.series.push_back(std::move(series));
    }
    PanelSeries measured{"measured", {1, 50}, {pair->restitution, pair->restitution}};
    measured.spread = {pair->spread, pair->spread};
    panel.series.push_back(std::move(measured));
    const double at = pair->category == 2 ? pair->printed_segments[1] : pair->printed_segments[0];
    PanelSeries printed{"printed", {at}, {pair->printed_prediction.value_or(std::nan(""))}};
    printed.drawn = Drawn::points;
    panel.series.push_back(std::move(printed));
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

PageFigure rule_of_chains(const Dataset& dataset) {
  PagePanel panel{"", {"stiffness ratio r_K", "%", true}, {"segments of the softer body, j_S"}};
  PanelSeries sets{"sets of the chains, rounded"};
  sets.drawn = Drawn::points;
  for (const DatasetExperiment& row : dataset.experiments) {
    const Train train = train_of(dataset, row.bodies, 1, ContactModel::hertz, Interior::lossless);
    for (const SegmentSet& set :
         segmentation(train, find_segment_rule("alluhydan2019")->coefficients).sets) {
      sets.x.push_back(set.ratio);
      sets.y.push_back(set.soft_segments);
    }
  }
  panel.series = {printed_rule(), std::move(sets)};
  return {"Figure 3.6: stiffness ratio and number of segments",
          "Eqn 3.30 with the printed coefficients, and what it gives the sets of the chains of "
          "Tables 3.4 to 3.7. Our own fit is Figure 2.13 of chapter 2.",
          {std::move(panel)}};
}

PageFigure five_body_segments(const Dataset& dataset) {
  const std::vector<std::string> bodies{"S2b", "R2c", "R1c", "W3b", "W1b"};
  const Train train = train_of(dataset, bodies, 1, ContactModel::hertz, Interior::lossless);
  const Segmentation chosen = segmentation(train, find_segment_rule("alluhydan2019")->coefficients);
  PagePanel panel{"", {"body", "", false, {}, bodies}, {"segments"}};
  const std::vector<double> places{0, 1, 2, 3, 4};
  PanelSeries ours{"ours, by the rule", places, {chosen.counts.begin(), chosen.counts.end()}};
  PanelSeries printed{"printed", places, {6, 38, 37, 4, 4}};
  ours.drawn = printed.drawn = Drawn::points;
  panel.series = {std::move(ours), std::move(printed)};
  return {"Figure 3.7: segments of the five-body example",
          "The printed 38 is 37.95 rounded, the printed 37 is 37.67 truncated.",
          {std::move(panel)}};
}

}  // namespace carom::alluhydan
