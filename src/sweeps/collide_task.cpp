#include "sweeps/sweep_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "data/collide_table.hpp"
#include "sweeps/report_columns.hpp"
#include "train/collide.hpp"
#include "train/cost.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

/// The order of tables that exist.
constexpr std::string_view published[] = {"verdict",
                                          "velocity_before",
                                          "segments",
                                          "velocity_after",
                                          "restitution",
                                          "energy_before",
                                          "energy_after",
                                          "vibration",
                                          "lost",
                                          "body_vibration",
                                          "body_lost",
                                          "peak_force",
                                          "indentation",
                                          "permanent",
                                          "first_touch",
                                          "last_touch",
                                          "duration",
                                          "impulse",
                                          "contact_lost",
                                          "touches",
                                          "passed_through",
                                          "time",
                                          "alternatives",
                                          "energy_residual",
                                          "momentum_residual"};

/// With every body and contact, before anything happens.
CollideReport named_collision(const Train& train) {
  CollideReport report;
  report.train = train;
  report.result.bodies.resize(train.bodies.size());
  report.result.contacts.resize(train.bodies.size() - 1);
  return report;
}

class CollideTask : public SweepTask {
 public:
  explicit CollideTask(const SweepSubject& subject) : subject_(subject) {
    const Train& train = *subject.scenario.train;
    const CollideReport sample = named_collision(train);
    for (const ToldTrainContact& contact : told_contacts(sample.result, sample))
      contacts_.push_back(label_of(contact, sample));
    // Only rigid contacts can have alternatives.
    const bool any = train.model == ContactModel::rigid || !subject.quantities.empty();
    columns_.emplace(sample, published, [&](std::string_view name) {
      return name == "verdict" || (asked_for(subject, name) &&
                                   ((name != "alternatives" && name != "simultaneous") || any));
    });
  }

  std::vector<Column> columns() const override {
    std::vector<Column> all{point_column()};
    all.insert(all.end(), columns_->columns().begin(), columns_->columns().end());
    return all;
  }

  std::vector<Watch> watches() const override {
    std::vector<Watch> all{{BoundaryKind::point}, {BoundaryKind::verdict}};
    for (const std::string& contact : contacts_)
      all.push_back({BoundaryKind::touches, "", "", contact});
    return all;
  }

  std::unique_ptr<SweepSolver> solver() const override;

  double expected_rate() const override {
    return work_a_second /
           std::max(1.0, estimated_work(line_of(segmented(*subject_.scenario.train))));
  }

  const SweepSubject& subject() const { return subject_; }
  const ReportColumns<CollideReport>& filled() const { return *columns_; }
  std::size_t contacts() const { return contacts_.size(); }

 private:
  SweepSubject subject_;
  std::vector<std::string> contacts_;
  std::optional<ReportColumns<CollideReport>> columns_;
};

class CollideSolver : public SweepSolver {
 public:
  explicit CollideSolver(const CollideTask& task)
      : task_(task), scenario_(task.subject().scenario) {
    for (const Parameter& parameter : scenario_.parameters) values_.push_back(parameter.value);
    for (const std::string& each : task.subject().swept) {
      const auto found = std::ranges::find(scenario_.parameters, each, &Parameter::name);
      swept_.push_back(static_cast<std::size_t>(found - scenario_.parameters.begin()));
    }
  }

  void solve(std::span<const double> swept) override {
    for (std::size_t i = 0; i < swept_.size(); ++i) values_[swept_[i]] = swept[i];
    status_ = PointStatus::not_finite;
    if (!evaluate(scenario_, values_)) return;
    status_ = PointStatus::out_of_range;
    if (!train_faults(*scenario_.train).empty()) return;
    status_ = PointStatus::solved;
    report_.train = segmented(*scenario_.train);
    report_.result = patient_collision(report_.train, default_patience);
  }

  void fill(Row& row, ChunkTexts&) const override {
    row.category(0, 0, static_cast<std::uint8_t>(status_));
    task_.filled().fill(solved() ? &report_ : nullptr, row, 1);
  }

  void label(std::span<int> labels) override {
    std::ranges::fill(labels, nothing);
    labels[0] = texts_.number_of(name(status_));
    if (!solved()) return;
    labels[1] = texts_.number_of(name(verdict()));
    if (verdict() == TrainVerdict::too_long) return;
    for (std::size_t c = 0; c < task_.contacts(); ++c) {
      const int touches = report_.result.contacts[c].touches;
      labels[2 + c] = texts_.number_of(touches == 0   ? "no touch"
                                       : touches == 1 ? "1 touch"
                                                      : fmt::format("{} touches", touches));
    }
  }

  const NumberedTexts& texts() const override { return texts_; }

 private:
  bool solved() const { return status_ == PointStatus::solved; }
  TrainVerdict verdict() const { return report_.result.verdict; }

  const CollideTask& task_;
  Scenario scenario_;
  std::vector<std::size_t> swept_;  // places among the parameters
  std::vector<double> values_;
  PointStatus status_ = PointStatus::failed;
  CollideReport report_;
  NumberedTexts texts_;
};

std::unique_ptr<SweepSolver> CollideTask::solver() const {
  return std::make_unique<CollideSolver>(*this);
}

std::vector<std::string_view> collide_quantity_names() {
  std::vector<std::string_view> names = ReportColumns<CollideReport>::names(published);
  names.insert(names.begin(), "point");
  return names;
}

}  // namespace

const SweepTaskEntry& collide_task() {
  static const SweepTaskEntry entry{"collide",
                                    "one collision of an in-line train a point",
                                    collide_quantity_names(),
                                    {"point", "verdict"},
                                    made_task<CollideTask>,
                                    true};
  return entry;
}

}  // namespace carom
