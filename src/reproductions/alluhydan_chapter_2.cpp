#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reproductions/alluhydan.hpp"
#include "reproductions/alluhydan_figures.hpp"
#include "reproductions/alluhydan_pairs.hpp"
#include "reproductions/alluhydan_parts.hpp"
#include "reproductions/grid_extreme.hpp"
#include "reproductions/judges.hpp"
#include "study/dataset_trains.hpp"
#include "train/collide.hpp"

namespace carom {
namespace {

using namespace alluhydan;

struct PairRow {
  std::array<double, 3> lossless{}, dissipating{};
  double least_lossless = 0, least_dissipating = 0;  ///< per cent; the least error at any speed
  double local = 0;
};

/// The least error at any speed from the first to the last of `speeds`, per cent. Between these the
/// restitution may pass the measured one.
double least_error(const Dataset& dataset, const DatasetMeasured& pair, Interior interior,
                   const std::array<double, 3>& ours) {
  const auto [left, right] = published_segments(pair);
  std::vector<double> places, values;
  for (std::size_t s = 0; s < speeds.size(); ++s) {
    places.push_back(std::log(speeds[s]));
    values.push_back(-error(ours[s], pair.restitution));
  }
  constexpr double precision = 1e-4;  // of a piece, in log v: errors are told to three digits
  const auto at = [&](double log_speed) {
    const Setting setting{ContactModel::hertz, interior, std::exp(log_speed)};
    return -error(*collided(dataset, pair, left, right, setting).restitution, pair.restitution);
  };
  return -largest(places, values, {}, at, precision).value;
}

PairRow pair_row(const Dataset& dataset, const DatasetMeasured& pair) {
  PairRow row;
  const auto [left, right] = published_segments(pair);
  for (std::size_t s = 0; s < speeds.size(); ++s) {
    row.lossless[s] =
        *collided(dataset, pair, left, right, {ContactModel::hertz, Interior::lossless, speeds[s]})
             .restitution;
    row.dissipating[s] = *collided(dataset, pair, left, right,
                                   {ContactModel::hertz, Interior::dissipating, speeds[s]})
                              .restitution;
  }
  row.least_lossless = least_error(dataset, pair, Interior::lossless, row.lossless);
  row.least_dissipating = least_error(dataset, pair, Interior::dissipating, row.dissipating);
  row.local = train_of(dataset, pair.bodies, 1, ContactModel::hertz, Interior::lossless)
                  .pairs[0]
                  .restitution;
  return row;
}

Claim pair_claim(const DatasetMeasured& pair, const PairRow& row) {
  Claim claim;
  claim.source = fmt::format("{} ({})", pair.from, pair.name);
  claim.what = "error of the predicted restitution";
  claim.published = pair.printed_error;
  claim.ours = error(row.lossless[1], pair.restitution);
  claim.unit = "%";
  const double slack = 0.5;
  const double lossless = row.least_lossless, dissipating = row.least_dissipating;
  claim.verdict = by_reading(lossless <= *pair.printed_error + slack,
                             dissipating <= *pair.printed_error + slack);
  if (claim.verdict == Holding::holds)
    claim.reason =
        fmt::format("the printed equations come within {:.3g} % at some speed", lossless);
  else if (claim.verdict == Holding::in_part)
    claim.reason = fmt::format(
        "only with interiors that dissipate ({:.3g} %); the printed equations miss by {:.3g} % at "
        "best",
        dissipating, lossless);
  else
    claim.reason = fmt::format(
        "at best {:.3g} % by the printed equations, {:.3g} % with interiors that dissipate",
        lossless, dissipating);
  claim.assumed = "the speed, which is not stated: any from 0.05 to 1 m/s; ours is at 0.5 m/s";
  if (!pair.erratum.empty()) claim.reason += "; " + pair.erratum;
  return claim;
}

PageTable pairs_table(bool of_table_2_7) {
  PageTable table;
  table.name = of_table_2_7 ? "table_2_7" : "tables_2_2_2_4";
  table.title = of_table_2_7 ? "Table 2.7: restitution of the small balls with cylinders"
                             : "Tables 2.2 and 2.4: restitution of balls with cylinders, j_S = 38";
  table.caption =
      "Measured, printed as predicted, and ours with both interiors at three speeds, for none was "
      "stated. Lossless interiors are the printed equations.";
  table.columns = {{"pair"},
                   {"verdict"},
                   {"segments"},
                   {"local e"},
                   {"e", "", "measured"},
                   {"spread", "", "measured"},
                   {"e", "", "printed"},
                   {"error", "%", "printed"}};
  for (const char* kind : {"lossless", "dissipating"})
    for (const double v : speeds)
      table.columns.push_back({fmt::format("{} m/s", v), "", fmt::format("ours, {}", kind)});
  for (const char* kind : {"lossless", "dissipating"})
    table.columns.push_back({kind, "%", "error at 0.5 m/s"});
  table.columns.push_back({"why"});
  return table;
}

void add_pairs(Comparison& comparison, const Dataset& dataset, bool of_table_2_7,
               const StopRequest& stop) {
  PageTable table = pairs_table(of_table_2_7);
  for (const DatasetMeasured* pair : pairs_of(dataset, of_table_2_7)) {
    stop.heed();
    const PairRow row = pair_row(dataset, *pair);
    const auto [left, right] = published_segments(*pair);
    Claim claim = pair_claim(*pair, row);
    std::vector<PageCell> cells{pair->name,
                                std::string(name(claim.verdict)),
                                fmt::format("{} {}", left, right),
                                row.local,
                                pair->restitution,
                                pair->spread,
                                pair->printed_prediction,
                                *pair->printed_error};
    for (const auto* list : {&row.lossless, &row.dissipating})
      for (const double each : *list) cells.emplace_back(each);
    cells.emplace_back(error(row.lossless[1], pair->restitution));
    cells.emplace_back(error(row.dissipating[1], pair->restitution));
    cells.emplace_back(claim.reason);
    table.marks.push_back({table.rows.size(), 1, mark_of(claim.verdict), ""});
    table.rows.push_back(std::move(cells));
    comparison.claims.push_back(std::move(claim));
  }
  comparison.sections.emplace_back(std::move(table));
}

/// Between the materials: what every prediction starts from.
PageTable local_table(const Dataset& dataset) {
  PageTable table;
  table.name = "local_restitution";
  table.title = "Tables 2.2, 2.7 and 3.2: local restitution, ball on ball";
  table.columns = {{"left"}, {"right"}, {"restitution"}, {"spread"}, {"from"}};
  for (const DatasetRestitution& each : dataset.restitutions)
    table.rows.push_back({each.left, each.right, each.value, each.spread, each.from});
  return table;
}

void add_saturation(Comparison& comparison, const Dataset& dataset) {
  PageTable table;
  table.name = "figure_2_14";
  table.title = "Figure 2.14, numbers: restitution over the segments of the softer body";
  table.caption = "Hertz, 0.5 m/s.";
  table.columns = {{"pair"}, {"interior"}};
  const std::vector<int> counts{1, 2, 4, 8, 16, 24, 32, 33, 40, 50};
  for (const int j : counts) table.columns.push_back({std::to_string(j), "", "j_S"});
  for (const DatasetMeasured* pair : pairs_of(dataset, true))
    for (const Interior interior : {Interior::lossless, Interior::dissipating}) {
      const bool ball_soft = pair->category != 2;
      std::vector<PageCell> cells{pair->name,
                                  interior == Interior::lossless ? "lossless" : "dissipating"};
      double at_rule = 0, at_end = 0;
      for (const int j : counts) {
        const double left = ball_soft ? j : pair->printed_segments[0];
        const double right = ball_soft ? pair->printed_segments[1] : j;
        const double ours =
            *collided(dataset, *pair, left, right, {ContactModel::hertz, interior, 0.5})
                 .restitution;
        if (j == 32) at_rule = ours;
        if (j == 50) at_end = ours;
        cells.emplace_back(ours);
      }
      table.rows.push_back(std::move(cells));
      if (interior == Interior::dissipating) continue;
      comparison.claims.push_back(
          {fmt::format("Figure 2.14 ({})", pair->name),
           "the restitution saturates near the j_S of the rule", std::nullopt, at_end - at_rule,
           "from j_S = 32 to 50", within(at_end, at_rule, 0.01),
           "it changes by less than a per cent beyond, but so it does from about ten segments on; "
           "it saturates at another value than printed",
           "0.5 m/s; saturated: less than 0.01 from the rule’s j_S to 50"});
    }
  comparison.sections.emplace_back(saturation_figure(dataset, table, counts));
  comparison.sections.emplace_back(std::move(table));
}

void add_words(Comparison& comparison, const Dataset& dataset) {
  double largest = 0;
  std::string where;
  for (const DatasetMeasured* pair : pairs_of(dataset, false)) {
    const auto [left, right] = published_segments(*pair);
    const TrainResult result =
        collided(dataset, *pair, left, right, {ContactModel::hertz, Interior::lossless, 1.0});
    const Train train =
        train_of(dataset, pair->bodies, 1.0, ContactModel::hertz, Interior::lossless);
    const double m1 = train.bodies[0].mass, m2 = train.bodies[1].mass;
    const double share = 100 * result.vibration / (0.5 * m1 * m2 / (m1 + m2));
    if (share > largest) {
      largest = share;
      where = pair->name;
    }
  }
  comparison.claims.push_back(
      {"section 2.5", "the vibrational energy loss is negligible", std::nullopt, largest,
       "% of the relative energy, at most", within(0, largest, 1),
       fmt::format("{} at 1 m/s keeps {:.3g} % as vibration", where, largest),
       "negligible: below 1 %; the text has no number"});

  const DatasetMeasured* steel = pairs_of(dataset, false).front();
  PageTable table;
  table.name = "figure_2_11";
  table.title = "Figure 2.11, numbers: loop of SS1 by the segments of the ball";
  table.caption = "Hertz, lossless interiors, 0.5 m/s.";
  table.columns = {{"j_S"}, {"peak force", "N"}, {"deepest", "m"}, {"lost", "J"}, {"restitution"}};
  double first = 0, last = 0;
  for (const int j : {1, 2, 5, 10, 20, 38, 50}) {
    const TrainResult result =
        collided(dataset, *steel, j, 4, {ContactModel::hertz, Interior::lossless, 0.5});
    const TrainContactResult& contact = result.contacts[0];
    if (j == 1) first = contact.peak_force;
    last = contact.peak_force;
    table.rows.push_back({static_cast<double>(j), contact.peak_force, contact.largest, contact.lost,
                          *result.restitution});
  }
  comparison.sections.emplace_back(segments_loops(dataset, *steel));
  comparison.sections.emplace_back(std::move(table));
  comparison.claims.push_back({"section 2.5, Figure 2.11",
                               "more segments mean a larger contact force", std::nullopt,
                               last / first, "of the force with one segment",
                               last > first ? Holding::holds : Holding::does_not_hold,
                               "the contact stiffness does not depend on the segments, and the "
                               "light end segment yields: the "
                               "peak force of SS1 falls",
                               "0.5 m/s, one to fifty segments of the ball, four of the cylinder"});
}

/// Which figure a section belongs to, "Figures 2.7 to 2.10" by the last; tables of the chapter come
/// first.
int figure_number(const PageSection& section) {
  const std::string title = std::visit([](const auto& own) { return own.title; }, section);
  if (!title.starts_with("Figure")) return 0;
  const std::size_t dot = title.substr(0, title.find_first_of(":,")).rfind("2.");
  return std::stoi(title.substr(dot + 2));
}

}  // namespace

Comparison alluhydan_chapter_2(const StopRequest& stop) {
  const Dataset dataset = dataset_named("alluhydan2019");
  Comparison comparison;
  comparison.title = "Alluhydan 2019, chapter 2: balls and cylinders";
  comparison.sections.emplace_back(local_table(dataset));
  add_pairs(comparison, dataset, false, stop);
  add_pairs(comparison, dataset, true, stop);
  comparison.sections.emplace_back(model_loops(dataset));
  add_models(comparison, dataset, stop);
  add_rule(comparison, dataset, stop);
  add_validation_rule(comparison, dataset);
  add_saturation(comparison, dataset);
  stop.heed();
  add_words(comparison, dataset);
  std::ranges::stable_sort(comparison.sections, {}, figure_number);
  return comparison;
}

}  // namespace carom
