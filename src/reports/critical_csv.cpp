#include "reports/critical_csv.hpp"

#include <string>
#include <vector>

#include "reports/csv.hpp"

namespace carom {

std::string csv(const CriticalReport& report) {
  std::string out;
  const auto add = [&out](const std::vector<std::string>& cells) { out += csv_line(cells); };
  if (report.axes.size() == 1) {
    add({report.axes[0].parameter, "contact", "cause", "multiplicity", "below", "above"});
    for (const CriticalPoint& point : report.critical)
      add({csv_number(point.at), point.contact, point.cause, std::to_string(point.multiplicity),
           std::string(name(point.below)), std::string(name(point.above))});
    return out;
  }
  add({"curve", "contact", "cause", report.axes[0].parameter, report.axes[1].parameter});
  for (std::size_t i = 0; i < report.curves.size(); ++i)
    for (const auto& [x, y] : report.curves[i].points)
      add({std::to_string(i + 1), report.curves[i].contact, report.curves[i].cause, csv_number(x),
           csv_number(y)});
  return out;
}

/// One row a cell: its middle, and what each contact does there.
std::string regions_csv(const CriticalReport& report) {
  const CriticalRegions& regions = report.regions;
  std::vector<std::string> cells{report.axes[0].parameter, report.axes[1].parameter};
  cells.insert(cells.end(), report.contacts.begin(), report.contacts.end());
  std::string out = csv_line(cells);
  const auto middle = [](const CriticalAxis& axis, int place, int count) {
    return axis.value((place + 0.5) / count);
  };
  for (int row = 0; row < regions.rows; ++row)
    for (int column = 0; column < regions.columns; ++column) {
      cells = {csv_number(middle(report.axes[0], column, regions.columns)),
               csv_number(middle(report.axes[1], row, regions.rows))};
      for (const auto& outcome : regions.outcome)
        cells.emplace_back(name(outcome[static_cast<std::size_t>(row * regions.columns + column)]));
      out += csv_line(cells);
    }
  return out;
}

}  // namespace carom
