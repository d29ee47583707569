#include "study/fit_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

constexpr std::string_view time_column = "time";

/// Columns of the table as [fit] names them; faults where it does not have them.
class Columns {
 public:
  Columns(const Scenario& scenario, const MeasuredTable& table,
          const std::function<Place(const Where&)>& place_of)
      : scenario_(scenario), table_(table), place_of_(place_of) {}

  MeasuredColumn find(const std::string& text, const std::string& key, const std::string& what) {
    std::string problem;
    MeasuredColumn column = measured_column(table_, text, problem);
    if (!problem.empty()) fault(key, fmt::format("{}: {}", what, problem));
    return column;
  }
  void fault(const std::string& key, std::string message) {
    const Where where{"fit", -1, key, -1};
    Place place = place_of_(where);
    if (place == Place{}) place = place_of_({"fit", -1, "", -1});
    faults_.push_back({where, "fit: " + std::move(message), place});
  }
  void refuse() {
    if (!faults_.empty()) throw InputError(scenario_.path, std::move(faults_));
  }

 private:
  const Scenario& scenario_;
  const MeasuredTable& table_;
  const std::function<Place(const Where&)>& place_of_;
  std::vector<Fault> faults_;
};

template <class List>
auto entry_named(const List& list, const std::string& name) -> decltype(&list.front()) {
  const auto found =
      std::ranges::find_if(list, [&](const auto& each) { return each.name == name; });
  return found == list.end() ? nullptr : &*found;
}

/// Where something is measured: in a column of its own name, if nothing else is said.
MeasuredColumn column_of(Columns& columns, const FitChoice& choice, const std::string& name) {
  const NamedText* other = entry_named(choice.columns, name);
  return columns.find(other != nullptr ? other->text : name,
                      other != nullptr ? "columns" : "compare", name);
}

}  // namespace

FitRows fit_rows(const Scenario& scenario, const MeasuredTable& table,
                 const std::function<Place(const Where&)>& place_of) {
  const FitChoice& choice = *scenario.fit;
  Columns columns(scenario, table, place_of);
  FitRows rows;
  rows.task.free = choice.free;
  for (const std::string& each : choice.compare)
    rows.task.quantities.push_back(*fit_quantity(scenario, each));
  const bool samples = rows.task.quantities.front().subject == FitSubject::sample;

  std::vector<MeasuredColumn> compared, given, deviations;
  for (const FitQuantity& quantity : rows.task.quantities) {
    compared.push_back(column_of(columns, choice, quantity.name));
    const NamedWeight* weight = entry_named(choice.weights, quantity.name);
    deviations.push_back(weight != nullptr && !weight->text.empty()
                             ? columns.find(weight->text, "weights", quantity.name)
                             : MeasuredColumn{});
  }
  for (const NamedText& each : choice.given) {
    rows.task.given.push_back(each.name);
    given.push_back(columns.find(each.text, "given", each.name));
  }
  if (samples && !choice.given.empty())
    columns.fault(
        "given",
        "given sets a motion for every row, but rows are samples of one motion; its start "
        "can be free parameters of [state]");
  const MeasuredColumn time =
      samples ? column_of(columns, choice, std::string(time_column)) : MeasuredColumn{};
  const MeasuredColumn where =
      choice.where ? columns.find(*choice.where, "where", "where") : MeasuredColumn{};
  columns.refuse();

  std::vector<Fault> faults;
  rows.measured.resize(compared.size());
  rows.weights.resize(compared.size());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (choice.where && !(where(table, i) > 0)) {
      ++rows.left_out;
      continue;
    }
    const auto gap = [&](std::string why) {
      rows.gaps.push_back({static_cast<long>(i) + 1, table.lines[i], std::move(why)});
    };
    std::vector<double> inputs;
    for (const MeasuredColumn& each : given) inputs.push_back(each(table, i));
    if (const auto empty = std::ranges::find_if(inputs, [](double x) { return !std::isfinite(x); });
        empty != inputs.end()) {
      gap("no value of " + choice.given[static_cast<std::size_t>(empty - inputs.begin())].name);
      continue;
    }
    if (samples && !std::isfinite(time(table, i))) {
      gap("no time");
      continue;
    }
    bool any = false;
    for (const MeasuredColumn& each : compared) any = any || std::isfinite(each(table, i));
    if (!any) {
      gap("nothing measured");
      continue;
    }
    for (std::size_t q = 0; q < compared.size(); ++q) {
      const NamedWeight* weight = entry_named(choice.weights, choice.compare[q]);
      double w = weight != nullptr ? weight->value : 1;
      if (weight != nullptr && !weight->text.empty()) {
        const double sigma = deviations[q](table, i);
        if (!(sigma > 0 && std::isfinite(sigma)))
          faults.push_back(
              {{},
               fmt::format("{} is {}; a standard deviation must be > 0", weight->text, sigma),
               {table.lines[i], 1}});
        w = 1 / (sigma * sigma);
      }
      const double value = compared[q](table, i);
      rows.measured[q].push_back(std::isfinite(value) ? value
                                                      : std::numeric_limits<double>::quiet_NaN());
      rows.weights[q].push_back(w);
    }
    rows.rows.push_back(i);
    rows.task.inputs.push_back(std::move(inputs));
    if (samples) rows.task.times.push_back(time(table, i));
  }
  if (faults.size() > 50) faults.resize(50);
  if (rows.rows.empty())
    faults.push_back({{},
                      fmt::format("no row can be used: of {}, {} are left out by `where` and {} "
                                  "lack a number",
                                  table.rows(), rows.left_out, rows.gaps.size()),
                      {}});
  if (!faults.empty()) throw InputError(table.name, std::move(faults));
  return rows;
}

}  // namespace carom
