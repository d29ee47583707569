#include "analysis/collide_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "train/collide.hpp"
#include "train/cost.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// What there is one of.
enum class Per { point, body, contact };

/// One train collided.
struct Collided {
  Train train;
  TrainResult result;
};

/// A column of numbers: what it is, and where it is in a result.
struct Quantity {
  std::string_view name, unit, description;
  Per per;
  double (*value)(const Collided& collided, std::size_t i);
  bool before = false;  ///< known where there is no answer too
};

template <double TrainResult::*member>
double of_result(const Collided& collided, std::size_t /*i*/) {
  return collided.result.*member;
}

template <auto member>
double of_body(const Collided& collided, std::size_t i) {
  return static_cast<double>(collided.result.bodies[i].*member);
}

template <auto member>
double of_contact(const Collided& collided, std::size_t i) {
  return static_cast<double>(collided.result.contacts[i].*member);
}

/// A rigid contact has no forces and no indentation.
template <auto member>
double of_soft_contact(const Collided& collided, std::size_t i) {
  return collided.train.model == ContactModel::rigid ? not_a_number
                                                     : of_contact<member>(collided, i);
}

double restitution_of(const Collided& collided, std::size_t /*i*/) {
  return collided.result.restitution.value_or(not_a_number);
}

double alternatives_of(const Collided& collided, std::size_t /*i*/) {
  return static_cast<double>(collided.result.alternatives.size());
}

double velocity_before_of(const Collided& collided, std::size_t i) {
  return collided.train.bodies[i].velocity;
}

double segments_of(const Collided& collided, std::size_t i) {
  return collided.train.bodies[i].segments;
}

constexpr Quantity quantities[] = {
    {"velocity_before", "m/s", "of each body, before", Per::body, velocity_before_of, true},
    {"segments", "1", "of each body", Per::body, segments_of, true},
    {"velocity_after", "m/s", "of each body's mass centre, after", Per::body,
     of_body<&TrainBodyResult::velocity_after>},
    {"restitution", "1", "effective restitution of two bodies that approach; none of more",
     Per::point, restitution_of},
    {"energy_before", "J", "kinetic energy of the mass centres before", Per::point,
     of_result<&TrainResult::energy_before>},
    {"energy_after", "J", "kinetic energy of the mass centres after", Per::point,
     of_result<&TrainResult::energy_after>},
    {"vibration", "J", "left in the bodies", Per::point, of_result<&TrainResult::vibration>},
    {"lost", "J", "in contacts and interiors", Per::point, of_result<&TrainResult::lost>},
    {"body_vibration", "J", "left in each body", Per::body, of_body<&TrainBodyResult::vibration>},
    {"body_lost", "J", "in each body's interior", Per::body,
     of_body<&TrainBodyResult::interior_loss>},
    {"peak_force", "N", "at the deepest indentation; none of rigid contacts", Per::contact,
     of_soft_contact<&TrainContactResult::peak_force>},
    {"indentation", "m", "the deepest; none of rigid contacts", Per::contact,
     of_soft_contact<&TrainContactResult::largest>},
    {"permanent", "m", "indentation that stays; none of rigid contacts", Per::contact,
     of_soft_contact<&TrainContactResult::permanent>},
    {"first_touch", "s", "when each contact first closes", Per::contact,
     of_contact<&TrainContactResult::from>},
    {"last_touch", "s", "when each contact opens for the last time", Per::contact,
     of_contact<&TrainContactResult::to>},
    {"duration", "s", "with contact", Per::contact, of_contact<&TrainContactResult::duration>},
    {"impulse", "N s", "of each contact", Per::contact, of_contact<&TrainContactResult::impulse>},
    {"contact_lost", "J", "in each contact", Per::contact, of_contact<&TrainContactResult::lost>},
    {"touches", "1", "how often each contact closes", Per::contact,
     of_contact<&TrainContactResult::touches>},
    {"passed_through", "1", "1 where a reset history let the bodies pass through each other",
     Per::contact, of_contact<&TrainContactResult::passed_through>},
    {"time", "s", "when no contact could close again", Per::point, of_result<&TrainResult::time>},
    {"alternatives", "1", "other outcomes that the orders of coincident hits have", Per::point,
     alternatives_of},
    {"energy_residual", "1", "what the ledger lacks, over the energy of relative motion",
     Per::point, of_result<&TrainResult::energy_residual>},
    {"momentum_residual", "1", "change of momentum over the largest of a body", Per::point,
     of_result<&TrainResult::momentum_residual>}};

constexpr std::string_view verdict_words[] = {"collided", "never_meet", "too_long", "ambiguous"};

class CollideTask : public SweepTask {
 public:
  explicit CollideTask(const SweepSubject& subject) : subject_(subject) {
    const Train& train = *subject.scenario.train;
    for (const TrainBody& body : train.bodies) bodies_.push_back(body.name);
    for (std::size_t i = 0; i + 1 < bodies_.size(); ++i)
      contacts_.push_back(bodies_[i] + "-" + bodies_[i + 1]);
    for (const Quantity& quantity : quantities)
      if (quantity.value == alternatives_of ? wanted_alternatives() : wanted(quantity.name))
        kept_.push_back(&quantity);
  }

  std::vector<Column> columns() const override {
    std::vector<Column> all{point_column(),
                            {"",
                             "verdict",
                             "1",
                             "whether the train collided; where it would take too long there is no "
                             "answer, where it is ambiguous the one given is a choice",
                             ColumnType::category,
                             {},
                             {std::begin(verdict_words), std::end(verdict_words)}}};
    for (const Quantity* quantity : kept_) {
      Column& column = all.emplace_back();
      column.name = quantity->name;
      column.unit = quantity->unit;
      column.description = quantity->description;
      if (quantity->per == Per::body) column.extents.push_back({"body", bodies_});
      if (quantity->per == Per::contact) column.extents.push_back({"contact", contacts_});
    }
    return all;
  }

  std::vector<Watch> watches() const override {
    std::vector<Watch> all{{"point", "", "", ""}, {"verdict", "", "", ""}};
    for (const std::string& contact : contacts_) all.push_back({"touches", "", "", contact});
    return all;
  }

  std::unique_ptr<SweepSolver> solver() const override;

  double expected_rate() const override {
    return work_a_second /
           std::max(1.0, estimated_work(line_of(segmented(*subject_.scenario.train))));
  }

  /// Only rigid contacts can have any.
  bool wanted_alternatives() const {
    const bool rigid = subject_.scenario.train->model == ContactModel::rigid;
    return (rigid || !subject_.quantities.empty()) && wanted("alternatives");
  }
  bool wanted(std::string_view quantity) const {
    const auto& asked = subject_.quantities;
    return asked.empty() || std::ranges::find(asked, quantity) != asked.end();
  }
  const SweepSubject& subject() const { return subject_; }
  std::span<const Quantity* const> kept() const { return kept_; }
  std::size_t count(Per per) const {
    return per == Per::point ? 1 : per == Per::body ? bodies_.size() : contacts_.size();
  }

 private:
  SweepSubject subject_;
  std::vector<std::string> bodies_, contacts_;
  std::vector<const Quantity*> kept_;
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
    collided_.train = segmented(*scenario_.train);
    double seconds = 0;
    collided_.result = patient_collision(collided_.train, default_patience, seconds);
  }

  void fill(Row& row, ChunkTexts& /*texts*/) const override {
    row.category(0, 0, static_cast<std::uint8_t>(status_));
    row.category(1, 0, solved() ? static_cast<std::uint8_t>(verdict()) : no_category);
    const bool answered = solved() && verdict() != TrainVerdict::too_long;
    std::size_t column = 2;
    for (const Quantity* quantity : task_.kept()) {
      const bool known = answered || (solved() && quantity->before);
      for (std::size_t i = 0; i < task_.count(quantity->per); ++i)
        row.real(column, i, known ? quantity->value(collided_, i) : not_a_number);
      ++column;
    }
  }

  void label(std::span<int> labels) override {
    std::ranges::fill(labels, nothing);
    labels[0] = texts_.number_of(name(status_));
    if (!solved()) return;
    labels[1] = texts_.number_of(verdict_words[static_cast<std::size_t>(verdict())]);
    if (verdict() == TrainVerdict::too_long) return;
    for (std::size_t c = 0; c < task_.count(Per::contact); ++c) {
      const int touches = collided_.result.contacts[c].touches;
      labels[2 + c] = texts_.number_of(touches == 0   ? "no touch"
                                       : touches == 1 ? "1 touch"
                                                      : fmt::format("{} touches", touches));
    }
  }

  const NumberedTexts& texts() const override { return texts_; }

 private:
  bool solved() const { return status_ == PointStatus::solved; }
  TrainVerdict verdict() const { return collided_.result.verdict; }

  const CollideTask& task_;
  Scenario scenario_;
  std::vector<std::size_t> swept_;  // places among the parameters
  std::vector<double> values_;
  PointStatus status_ = PointStatus::failed;
  Collided collided_;
  NumberedTexts texts_;
};

std::unique_ptr<SweepSolver> CollideTask::solver() const {
  return std::make_unique<CollideSolver>(*this);
}

std::vector<std::string_view> quantity_names() {
  std::vector<std::string_view> names{"point", "verdict"};
  for (const Quantity& quantity : quantities) names.push_back(quantity.name);
  return names;
}

}  // namespace

const SweepTaskEntry& collide_task() {
  static const SweepTaskEntry entry{"collide",
                                    "one collision of an in-line train a point",
                                    quantity_names(),
                                    {"point", "verdict"},
                                    [](const SweepSubject& subject) -> std::unique_ptr<SweepTask> {
                                      return std::make_unique<CollideTask>(subject);
                                    },
                                    true};
  return entry;
}

}  // namespace carom
