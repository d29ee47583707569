#include "stores/verb_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "data/identification_table.hpp"
#include "reports/critical_csv.hpp"
#include "reports/csv.hpp"
#include "reports/csv_list.hpp"
#include "reports/map_csv.hpp"
#include "reports/report_out.hpp"

namespace carom {
namespace {

/// The segments of a body that are written, from 0.
std::vector<int> written_segments(const TrainDrawing& drawing, const TrainDrawing::Body& body) {
  const TrainDrawing::Body& last = drawing.bodies.back();
  const int all = last.first + last.count;
  const int share =
      all <= most_segments
          ? body.count
          : std::clamp(static_cast<int>(static_cast<double>(most_segments) * body.count / all), 1,
                       body.count);
  std::vector<int> places;
  for (int k = 0; k < share; ++k)
    places.push_back(
        share == 1 ? 0 : static_cast<int>(static_cast<long>(k) * (body.count - 1) / (share - 1)));
  return places;
}

std::string velocities_csv(const TrainDrawing& drawing) {
  std::vector<std::string> cells{"time"};
  std::vector<std::size_t> columns;
  for (const TrainDrawing::Body& body : drawing.bodies) cells.push_back(body.name);
  for (const TrainDrawing::Body& body : drawing.bodies)
    for (const int place : written_segments(drawing, body)) {
      cells.push_back(fmt::format("{}.{}", body.name, place + 1));
      columns.push_back(static_cast<std::size_t>(body.first + place));
    }
  std::string out = csv_line(cells);
  for (std::size_t s = 0; s < drawing.times.size(); ++s) {
    const std::vector<double>& sample = drawing.velocities[s];
    cells = {csv_number(drawing.times[s])};
    for (const TrainDrawing::Body& body : drawing.bodies) {
      const auto first = sample.begin() + body.first;
      cells.push_back(csv_number(std::accumulate(first, first + body.count, 0.0) / body.count));
    }
    for (const std::size_t column : columns) cells.push_back(csv_number(sample[column]));
    out += csv_line(cells);
  }
  return out;
}

std::string loops_csv(const TrainDrawing& drawing) {
  std::vector<std::string> cells{"time"};
  for (const ForceLoop& loop : drawing.loops) {
    cells.push_back("indentation " + loop.name);
    cells.push_back("force " + loop.name);
  }
  std::string out = csv_line(cells);
  for (std::size_t s = 0; s < drawing.times.size(); ++s) {
    cells = {csv_number(drawing.times[s])};
    for (const ForceLoop& loop : drawing.loops) {
      cells.push_back(csv_number(loop.indentation[s]));
      cells.push_back(csv_number(loop.force[s]));
    }
    out += csv_line(cells);
  }
  return out;
}

}  // namespace

void write_results(VerbFolder& folder, const CriticalReport& report) {
  folder.write("critical.csv", csv(report));
  if (report.axes.size() == 2) folder.write("regions.csv", regions_csv(report));
  folder.complete(json(report));
}

void write_results(VerbFolder& folder, const IdentificationReport& report) {
  folder.write("residuals.csv", csv_list(report.points, report));
  folder.complete(json(report));
}

void write_results(VerbFolder& folder, const MapReport& report) {
  if (!report.returns.empty()) folder.write("returns.csv", returns_csv(report));
  if (!report.fixed_points.empty()) folder.write("orbits.csv", orbits_csv(report));
  if (!report.branches.empty()) folder.write("branches.csv", branches_csv(report));
  folder.complete(json(report));
}

void write_results(VerbFolder& folder, const CollideReport& report) {
  if (report.drawing) {
    folder.write("velocities.csv", velocities_csv(*report.drawing));
    if (!report.drawing->loops.empty()) folder.write("loops.csv", loops_csv(*report.drawing));
  }
  folder.complete(json(report));
}

}  // namespace carom
