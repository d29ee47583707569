#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "reproductions/alluhydan.hpp"
#include "reproductions/alluhydan_figures.hpp"
#include "reproductions/alluhydan_pairs.hpp"
#include "reproductions/alluhydan_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/dataset_trains.hpp"
#include "train/collide.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

using alluhydan::add_five_body_example;
using alluhydan::five_body_segments;
using alluhydan::loop_series;
using alluhydan::rule_of_chains;

constexpr double tolerance = 1e-7;  // far below the digits that are compared

/// Half a unit of the last digit of the shortest way to write a number.
double half_digit(double value) {
  const std::string text = fmt::format("{}", value);
  const std::size_t point = text.find('.');
  const std::size_t exponent = text.find('e');
  const double power = exponent == std::string::npos ? 0 : std::stod(text.substr(exponent + 1));
  const std::size_t end = std::min(exponent, text.size());
  const double digits =
      point == std::string::npos || point > end ? 0 : static_cast<double>(end - point - 1);
  return 0.5 * std::pow(10.0, power - digits);
}

/// A prediction of the velocities, and its mean error against the measured ones.
struct Prediction {
  std::vector<double> velocities;
  double error = 0;  // per cent
};

Prediction prediction(Train train, const DatasetExperiment& row) {
  train.tolerance = tolerance;
  const TrainResult result = collision(train);
  Prediction found;
  for (std::size_t i = 0; i < row.bodies.size(); ++i) {
    const double ours = result.bodies[i].velocity_after, measured = row.velocities_after[i];
    found.velocities.push_back(ours);
    found.error += 100 * std::abs(ours - measured) / std::abs(measured) /
                   static_cast<double>(row.bodies.size());
  }
  return found;
}

struct Row {
  const DatasetExperiment* printed = nullptr;
  std::vector<int> segments;
  MomentumAccount account;
  Prediction lossless, dissipating, whole;
  bool impossible = false;
};

Row row_of(const Dataset& dataset, const DatasetExperiment& printed) {
  Row row;
  row.printed = &printed;
  row.account = momentum_account(dataset, printed);
  row.impossible = row.account.least_error_rounded > printed.printed_error + 0.005;
  Train train = train_of(dataset, printed.bodies, printed.velocity_before, ContactModel::hertz,
                         Interior::lossless);
  row.whole = prediction(train, printed);
  for (TrainBody& body : train.bodies) body.segments_by_rule = true;
  train = segmented(std::move(train));
  for (const TrainBody& body : train.bodies)
    row.segments.push_back(static_cast<int>(body.segments));
  row.lossless = prediction(train, printed);
  train.interior = Interior::dissipating;
  row.dissipating = prediction(train, printed);
  return row;
}

constexpr const char* errors_told =
    "Mean error of the predicted velocities: printed; ours with segments by the rule and both "
    "interiors; ours with whole bodies; and the least that a theory which conserves momentum could "
    "have (nothing where it is zero). A printed error below that is impossible.";

std::string name_of(const DatasetExperiment& row) {
  return fmt::format("{}", fmt::join(row.bodies, " "));
}

Claim claim_of(const Row& row) {
  const DatasetExperiment& printed = *row.printed;
  Claim claim;
  claim.source = fmt::format("Table {} row {} ({})", printed.table, printed.row, name_of(printed));
  claim.what = "mean error of the predicted velocities";
  claim.published = printed.printed_error;
  claim.ours = row.lossless.error;
  claim.unit = "%";
  const double slack = 0.5;  // per cent: the measured digits themselves are worth about this
  if (row.impossible) {
    claim.verdict = Holding::does_not_hold;
    claim.reason = fmt::format(
        "impossible: the measured momentum after is {:.3g} times that before, so any theory that "
        "conserves momentum is off by {:.3g} % or more{}",
        row.account.momentum_ratio, row.account.least_error,
        printed.erratum.empty() ? "" : "; " + printed.erratum);
  } else if (std::abs(row.lossless.error - printed.printed_error) <= slack) {
    claim.verdict = Holding::holds;
    claim.reason = "the printed equations give this error";
  } else if (std::abs(row.dissipating.error - printed.printed_error) <= slack ||
             row.dissipating.error <= printed.printed_error) {
    claim.verdict = Holding::in_part;
    claim.reason =
        fmt::format("only with interiors that dissipate ({:.3g} %)", row.dissipating.error);
  } else {
    claim.verdict = Holding::does_not_hold;
    claim.reason = fmt::format(
        "the printed equations give {:.3g} %, dissipating interiors {:.3g} %, whole bodies {:.3g} "
        "%",
        row.lossless.error, row.dissipating.error, row.whole.error);
  }
  if (!printed.erratum.empty() && !row.impossible) claim.reason += "; " + printed.erratum;
  return claim;
}

PageTable table_of(const std::string& number, const std::vector<Row>& rows) {
  PageTable table;
  table.name = "table_" + number;
  std::replace(table.name.begin(), table.name.end(), '.', '_');
  table.title = fmt::format("Table {}: velocities after", number);
  table.caption =
      "Measured, and ours with segments by the published rule and both interiors; the mean errors "
      "(APE) as printed and ours; momentum and energy of the printed row, and the least error that "
      "a theory which conserves momentum could have. Rows in colour are impossible.";
  const std::size_t bodies = rows.front().printed->bodies.size();
  table.columns = {{"bodies"}, {"verdict"}, {"segments"}, {"v1 before", "m/s"}};
  for (const char* kind : {"measured", "ours, lossless", "ours, dissipating"})
    for (std::size_t i = 0; i < bodies; ++i)
      table.columns.push_back({fmt::format("v{}", i + 1), "m/s", kind});
  for (const char* kind : {"printed", "lossless", "dissipating", "whole bodies", "least possible"})
    table.columns.push_back({kind, "%", "APE"});
  for (const char* what : {"momentum", "energy"})
    table.columns.push_back({what, "", "printed, after/before"});
  table.columns.push_back({"why"});
  for (const Row& row : rows) {
    const Claim claim = claim_of(row);
    std::vector<PageCell> cells{
        name_of(*row.printed),
        row.impossible ? std::string("impossible") : std::string(name(claim.verdict)),
        fmt::format("{}", fmt::join(row.segments, " ")), row.printed->velocity_before};
    for (const auto* list :
         {&row.printed->velocities_after, &row.lossless.velocities, &row.dissipating.velocities})
      for (const double v : *list) cells.emplace_back(v);
    for (const double each :
         {row.printed->printed_error, row.lossless.error, row.dissipating.error, row.whole.error,
          row.account.least_error, row.account.momentum_ratio, row.account.energy_ratio})
      cells.emplace_back(each);
    cells.emplace_back(claim.reason);
    const std::size_t place = table.rows.size();
    if (row.impossible)
      table.marks.push_back({place, {}, Mark::bad, "impossible: momentum is not conserved"});
    table.marks.push_back({place, 1, mark_of(claim.verdict), ""});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// The mean errors of some rows, one panel: Figures 3.8 to 3.11.
PagePanel error_panel(const std::string& title, const std::vector<Row>& rows, std::size_t from,
                      std::size_t to) {
  PagePanel panel{title, {"bodies"}, {"mean error (APE)", "%", true}};
  std::vector<double> places;
  for (std::size_t i = from; i < to; ++i) {
    panel.x.words.push_back(name_of(*rows[i].printed));
    places.push_back(static_cast<double>(i - from));
  }
  const auto add = [&](const char* name, const std::function<double(const Row&)>& value) {
    PanelSeries series{name, places};
    series.drawn = Drawn::both;
    for (std::size_t i = from; i < to; ++i) series.y.push_back(value(rows[i]));
    panel.series.push_back(std::move(series));
  };
  add("printed", [](const Row& row) { return row.printed->printed_error; });
  add("ours, lossless", [](const Row& row) { return row.lossless.error; });
  add("ours, dissipating", [](const Row& row) { return row.dissipating.error; });
  add("ours, whole bodies", [](const Row& row) { return row.whole.error; });
  add("least possible", [](const Row& row) { return row.account.least_error; });
  return panel;
}

double mean(const std::vector<Row>& rows, std::size_t from, std::size_t to,
            const std::function<double(const Row&)>& value) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += value(rows[i]);
  return sum / static_cast<double>(to - from);
}

/// A printed mean over rows: first as arithmetic on the printed rows, then against ours.
void add_mean(Comparison& comparison, const std::string& source, const std::vector<Row>& rows,
              std::size_t from, std::size_t to, double published) {
  const double of_rows =
      mean(rows, from, to, [](const Row& row) { return row.printed->printed_error; });
  const double lossless = mean(rows, from, to, [](const Row& row) { return row.lossless.error; });
  const double dissipating =
      mean(rows, from, to, [](const Row& row) { return row.dissipating.error; });
  const double whole = mean(rows, from, to, [](const Row& row) { return row.whole.error; });
  Claim claim{source,    fmt::format("mean error of rows {} to {}", from + 1, to),
              published, lossless,
              "%",       Holding::undecided,
              ""};
  claim.reason = fmt::format(
      "the printed rows average {:.3g} %; ours: printed equations {:.3g} %, dissipating interiors "
      "{:.3g} %, whole bodies {:.3g} %",
      of_rows, lossless, dissipating, whole);
  claim.verdict = within(published, lossless, 0.5);
  comparison.claims.push_back(std::move(claim));
}

/// Section 3.1: segments are chosen "such that we obtain the greatest agreement".
void add_choice(Comparison& comparison, const Row& row) {
  comparison.claims.push_back(
      {"sections 3.1, 3.3.2, Figure 3.7",
       "the example’s choice of segments gives the greatest agreement with its velocities",
       std::nullopt, row.lossless.error, "% mean error",
       by_reading(row.lossless.error < row.whole.error, row.dissipating.error < row.whole.error),
       fmt::format(
           "whole bodies {:.3g} %; the same segments with interiors that dissipate {:.3g} %",
           row.whole.error, row.dissipating.error),
       "greatest: greater than without segments, which is the least it must be"});
}

void add_words(Comparison& comparison, const std::vector<Row>& all) {
  const double lossless =
      mean(all, 0, all.size(), [](const Row& row) { return row.lossless.error; });
  const double whole = mean(all, 0, all.size(), [](const Row& row) { return row.whole.error; });
  comparison.claims.push_back(
      {"section 3.3.2, chapter 5", "the segmentation gives the best post-impact velocities",
       std::nullopt, lossless, "% mean error",
       lossless < whole - 0.5 ? Holding::holds : Holding::does_not_hold,
       fmt::format(
           "whole bodies predict the measured velocities with {:.3g} %, segmented ones with "
           "{:.3g} %",
           whole, lossless)});
  const auto impossible =
      std::count_if(all.begin(), all.end(), [](const Row& row) { return row.impossible; });
  comparison.claims.push_back(
      {"Tables 3.4 to 3.7",
       "every printed error is one that a theory which conserves momentum can have", std::nullopt,
       static_cast<double>(impossible), "rows are not",
       within(0, static_cast<double>(impossible), 0),
       "error >= |p after - p before|/(k max m|v|), with every number allowed to be off by half of "
       "its last digit"});
}

/// Figures 3.5: both loops of a ball-ball-cylinder collision.
void add_loops(Comparison& comparison, const Dataset& dataset) {
  Train train =
      train_of(dataset, {"S2b", "S2b", "S1c"}, 0.0325, ContactModel::hertz, Interior::lossless);
  for (TrainBody& body : train.bodies) body.segments_by_rule = true;
  train = segmented(std::move(train));
  const TrainResult result = collision(train);
  PageTable table;
  table.name = "figure_3_5";
  table.title = "Figure 3.5, numbers: loops of S2b S2b S1c at 0.0325 m/s";
  table.columns = {{"contact"},        {"peak force", "N"}, {"deepest", "m"},
                   {"permanent", "m"}, {"lost", "J"},       {"(1 − e²) K δ^2.5/2.5", "J"}};
  PageFigure figure{"Figure 3.5: force over displacement of a three-body collision",
                    "S2b S2b S1c at 0.0325 m/s, segments by the rule, lossless interiors; shaded: "
                    "what each contact loses.",
                    {}};
  for (std::size_t c = 0; c < 2; ++c) {
    const TrainContactResult& contact = result.contacts[c];
    const double stiffness =
        1 / (1 / *train.bodies[c].contact_stiffness + 1 / *train.bodies[c + 1].contact_stiffness);
    const double e = train.pairs[c].restitution;
    table.rows.push_back({train.bodies[c].name + "–" + train.bodies[c + 1].name, contact.peak_force,
                          contact.largest, contact.permanent, contact.lost,
                          (1 - e * e) * stiffness * std::pow(contact.largest, 2.5) / 2.5});
    const std::string between = train.bodies[c].name + "–" + train.bodies[c + 1].name;
    figure.panels.push_back(
        {between, {"indentation", "µm"}, {"force", "N"}, {loop_series(train, c, between)}});
  }
  comparison.sections.emplace_back(std::move(figure));
  comparison.sections.emplace_back(std::move(table));
}

}  // namespace

MomentumAccount momentum_account(const Dataset& dataset, const DatasetExperiment& row) {
  MomentumAccount account;
  double before = 0, after = 0, energy_before = 0, energy_after = 0, largest = 0;
  double uncertain = 0, largest_rounded = 0;
  for (std::size_t i = 0; i < row.bodies.size(); ++i) {
    const double mass = find_body(dataset, row.bodies[i])->mass;
    const double v = row.velocities_after[i];
    if (i == 0) {
      before = mass * row.velocity_before;
      energy_before = 0.5 * mass * row.velocity_before * row.velocity_before;
      uncertain += mass * half_digit(row.velocity_before);
    }
    after += mass * v;
    energy_after += 0.5 * mass * v * v;
    uncertain += mass * half_digit(v);
    largest = std::max(largest, mass * std::abs(v));
    largest_rounded = std::max(largest_rounded, mass * (std::abs(v) + half_digit(v)));
  }
  const double bodies = static_cast<double>(row.bodies.size());
  const double missing = std::abs(after - before);
  account.momentum_ratio = after / before;
  account.energy_ratio = energy_after / energy_before;
  account.least_error = 100 * missing / (bodies * largest);
  account.least_error_rounded =
      100 * std::max(missing - uncertain, 0.0) / (bodies * largest_rounded);
  return account;
}

Comparison alluhydan_chapter_3(const StopRequest& stop) {
  const Dataset dataset = dataset_named("alluhydan2019");
  Comparison comparison;
  comparison.title = "Alluhydan 2019, chapter 3: chains of balls and cylinders";
  std::map<std::string, std::vector<Row>> tables;
  std::vector<Row> all;
  for (const DatasetExperiment& printed : dataset.experiments) {
    stop.heed();
    all.push_back(row_of(dataset, printed));
    tables[printed.table].push_back(all.back());
  }
  for (const auto& [number, rows] : tables)
    for (const Row& row : rows) comparison.claims.push_back(claim_of(row));
  const auto& three = tables["3.4"];
  const auto& middle = tables["3.5"];
  add_mean(comparison, "Table 3.4, Figure 3.8a", three, 0, 6, 4.2);
  add_mean(comparison, "Table 3.4, Figure 3.8b", three, 6, 12, 3.7);
  add_mean(comparison, "Table 3.4, Figure 3.8c", three, 12, 18, 2.2);
  add_mean(comparison, "chapter 5, B-B-C", three, 0, 18, 3.4);
  add_mean(comparison, "Table 3.5, Figure 3.9a", middle, 0, 6, 3.63);
  add_mean(comparison, "Table 3.5, Figure 3.9b", middle, 6, 12, 4.87);
  add_mean(comparison, "Table 3.5, Figure 3.9c", middle, 12, 18, 1.94);
  add_mean(comparison, "chapter 5, B-C-B", middle, 0, 18, 3.5);
  add_mean(comparison, "Table 3.6, Figure 3.10", tables["3.6"], 0, 7, 4.81);
  add_mean(comparison, "Table 3.7, Figure 3.11", tables["3.7"], 0, 4, 6.17);
  add_five_body_example(comparison, dataset);
  add_choice(comparison, tables["3.7"].front());
  add_words(comparison, all);
  add_loops(comparison, dataset);
  comparison.sections.emplace_back(rule_of_chains(dataset));
  comparison.sections.emplace_back(five_body_segments(dataset));
  for (const auto& [number, rows] : tables)
    comparison.sections.emplace_back(table_of(number, rows));
  comparison.sections.emplace_back(PageFigure{
      "Figure 3.8: mean error, ball–ball–cylinder",
      errors_told,
      {error_panel("Rows 1 to 6", three, 0, 6), error_panel("Rows 7 to 12", three, 6, 12),
       error_panel("Rows 13 to 18", three, 12, 18)}});
  comparison.sections.emplace_back(PageFigure{
      "Figure 3.9: mean error, ball–cylinder–ball",
      errors_told,
      {error_panel("Rows 1 to 6", middle, 0, 6), error_panel("Rows 7 to 12", middle, 6, 12),
       error_panel("Rows 13 to 18", middle, 12, 18)}});
  comparison.sections.emplace_back(
      PageFigure{"Figure 3.10: mean error, four bodies",
                 errors_told,
                 {error_panel("", tables["3.6"], 0, tables["3.6"].size())}});
  comparison.sections.emplace_back(
      PageFigure{"Figure 3.11: mean error, five bodies",
                 errors_told,
                 {error_panel("", tables["3.7"], 0, tables["3.7"].size())}});
  return comparison;
}

}  // namespace carom
