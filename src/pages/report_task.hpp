#pragma once

/// pages/report_task.hpp
///
/// A sweep of any verb that makes a report of a mechanism: the verb is run at every point, and the
/// columns are the numbers of its report's table (sweeps/report_columns.hpp). For verbs that take
/// longer than their scenario takes to be compiled; strikes, collisions and motions, of which there
/// are millions, have tasks of their own (src/sweeps).

#include <optional>

#include "pages/verb.hpp"
#include "study/study_point.hpp"
#include "sweeps/report_columns.hpp"

namespace carom {

/// `run(study)` gives the report.
template <auto run>
class ReportTask : public SweepTask {
 public:
  using Report = std::remove_cvref_t<decltype(run(std::declval<const Study&>()))>;

  explicit ReportTask(const SweepSubject& subject)
      : subject_(subject),
        study_{subject.scenario, Model(subject.scenario.mechanism), {}, {}, {}},
        columns_(run(study_), {}, [&](std::string_view name) { return asked_for(subject, name); }) {
  }

  std::vector<Column> columns() const override {
    std::vector<Column> all{point_column()};
    all.insert(all.end(), columns_.columns().begin(), columns_.columns().end());
    return all;
  }
  std::vector<Watch> watches() const override { return {{BoundaryKind::point}}; }
  std::unique_ptr<SweepSolver> solver() const override { return std::make_unique<Solver>(*this); }
  double expected_rate() const override { return 100; }

 private:
  class Solver : public SweepSolver {
   public:
    explicit Solver(const ReportTask& task) : task_(task) {}

    void solve(std::span<const double> swept) override {
      report_.reset();
      try {
        if (const auto there = study_at(task_.study_, task_.subject_.swept, swept))
          report_.emplace(run(*there));
      } catch (const InputError&) {  // what the verb refuses there
      }
    }
    void fill(Row& row, ChunkTexts& /*texts*/) const override {
      row.category(0, 0, static_cast<std::uint8_t>(status()));
      task_.columns_.fill(report_ ? &*report_ : nullptr, row, 1);
    }
    void label(std::span<int> labels) override { labels[0] = texts_.number_of(name(status())); }
    const NumberedTexts& texts() const override { return texts_; }

   private:
    PointStatus status() const { return report_ ? PointStatus::solved : PointStatus::out_of_range; }

    const ReportTask& task_;
    std::optional<Report> report_;
    NumberedTexts texts_;
  };

  SweepSubject subject_;
  Study study_;
  ReportColumns<Report> columns_;
};

/// The entry of a verb that is swept so.
template <auto run>
SweepTaskEntry report_task(std::string_view verb, std::string_view description) {
  using Task = ReportTask<run>;
  SweepTaskEntry entry;
  entry.verb = verb;
  entry.description = description;
  entry.quantities = ReportColumns<typename Task::Report>::names({});
  entry.quantities.insert(entry.quantities.begin(), "point");
  entry.always = {"point"};
  entry.task = made_task<Task>;
  entry.takes_laws = entry.takes_method = false;
  return entry;
}

}  // namespace carom
