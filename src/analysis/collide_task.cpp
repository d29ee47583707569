#include "analysis/collide_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "analysis/sweep_columns.hpp"
#include "data/collide_table.hpp"
#include "train/collide.hpp"
#include "train/cost.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// One train collided.
struct Collided {
  Train train;
  TrainResult result;
};
using Quantity = SweepQuantity<Collided>;

template <auto member>
Quantity of_result(std::string_view name, std::string_view unit, std::string_view description) {
  return swept_number<Collided>(name, unit, description,
                                [](const Collided& c) { return c.result.*member; });
}

/// A number of each of a list: values(collided) gives the list, `member` the number.
template <auto member, class List>
Quantity of_each(std::string_view name, std::string_view unit, std::string_view description,
                 std::string_view per, List list, Known known = Known::with_answer) {
  return {name,
          unit,
          description,
          {per},
          [list](const Collided& collided, Row& row, std::size_t column, ChunkTexts&) {
            std::size_t i = 0;
            for (const auto& each : list(collided))
              row.real(column, i++, static_cast<double>(each.*member));
          },
          ColumnType::real,
          {},
          known};
}

/// Of the train as it was collided, which is known where there is no answer too.
template <auto member>
Quantity of_train(std::string_view name, std::string_view unit, std::string_view description) {
  return of_each<member>(
      name, unit, description, "body", [](const Collided& c) -> auto& { return c.train.bodies; },
      Known::always);
}
template <auto member>
Quantity of_bodies(std::string_view name, std::string_view unit, std::string_view description) {
  return of_each<member>(
      name, unit, description, "body", [](const Collided& c) -> auto& { return c.result.bodies; });
}
template <auto member>
Quantity of_contacts(std::string_view name, std::string_view unit, std::string_view description) {
  return of_each<member>(
      name, unit, description, "contact",
      [](const Collided& c) -> auto& { return c.result.contacts; });
}
/// A rigid contact has no forces and no indentation.
template <auto member>
Quantity of_soft_contacts(std::string_view name, std::string_view unit,
                          std::string_view description) {
  Quantity quantity = of_contacts<member>(name, unit, description);
  quantity.fill = [](const Collided& collided, Row& row, std::size_t column, ChunkTexts&) {
    const bool rigid = collided.train.model == ContactModel::rigid;
    std::size_t i = 0;
    for (const TrainContactResult& contact : collided.result.contacts)
      row.real(column, i++, rigid ? not_a_number : contact.*member);
  };
  return quantity;
}

std::vector<Quantity> made_quantities() {
  using Result = TrainResult;
  using Body = TrainBodyResult;
  using Touch = TrainContactResult;
  std::vector<Quantity> all{
      swept_words<Collided>("verdict",
                            "whether the train collided; where it would take too long there is no "
                            "answer, where it is ambiguous the one given is a choice",
                            {}, words_of<TrainVerdict>(),
                            path(&Collided::result, &TrainResult::verdict)),
      of_train<&TrainBody::velocity>("velocity_before", "m/s", "of each body, before"),
      of_train<&TrainBody::segments>("segments", "1", "of each body"),
      of_bodies<&Body::velocity_after>("velocity_after", "m/s",
                                       "of each body's mass centre, after"),
      swept_number<Collided>(
          "restitution", "1", "effective restitution of two bodies that approach; none of more",
          [](const Collided& c) { return c.result.restitution.value_or(not_a_number); }),
      of_result<&Result::energy_before>("energy_before", "J",
                                        "kinetic energy of the mass centres before"),
      of_result<&Result::energy_after>("energy_after", "J",
                                       "kinetic energy of the mass centres after"),
      of_result<&Result::vibration>("vibration", "J", "left in the bodies"),
      of_result<&Result::lost>("lost", "J", "in contacts and interiors"),
      of_bodies<&Body::vibration>("body_vibration", "J", "left in each body"),
      of_bodies<&Body::interior_loss>("body_lost", "J", "in each body's interior"),
      of_soft_contacts<&Touch::peak_force>("peak_force", "N",
                                           "at the deepest indentation; none of rigid contacts"),
      of_soft_contacts<&Touch::largest>("indentation", "m", "the deepest; none of rigid contacts"),
      of_soft_contacts<&Touch::permanent>("permanent", "m",
                                          "indentation that stays; none of rigid contacts"),
      of_contacts<&Touch::from>("first_touch", "s", "when each contact first closes"),
      of_contacts<&Touch::to>("last_touch", "s", "when each contact opens for the last time"),
      of_contacts<&Touch::duration>("duration", "s", "with contact"),
      of_contacts<&Touch::impulse>("impulse", "N s", "of each contact"),
      of_contacts<&Touch::lost>("contact_lost", "J", "in each contact"),
      of_contacts<&Touch::touches>("touches", "1", "how often each contact closes"),
      of_contacts<&Touch::passed_through>(
          "passed_through", "1", "1 where a reset history let the bodies pass through each other"),
      of_result<&Result::time>("time", "s", "when no contact could close again"),
      swept_number<Collided>("alternatives", "1",
                             "other outcomes that the orders of coincident hits have",
                             [](const Collided& c) { return c.result.alternatives.size(); }),
      of_result<&Result::energy_residual>(
          "energy_residual", "1", "what the ledger lacks, over the energy of relative motion"),
      of_result<&Result::momentum_residual>("momentum_residual", "1",
                                            "change of momentum over the largest of a body")};
  all.front().known = Known::always;
  return all;
}

const std::vector<Quantity>& quantities_of_a_train() {
  static const std::vector<Quantity> all = made_quantities();
  return all;
}

class CollideTask : public SweepTask {
 public:
  explicit CollideTask(const SweepSubject& subject) : subject_(subject) {
    const Train& train = *subject.scenario.train;
    std::vector<std::string> bodies;
    for (const TrainBody& body : train.bodies) bodies.push_back(body.name);
    for (std::size_t i = 0; i + 1 < bodies.size(); ++i)
      contacts_.push_back(bodies[i] + "-" + bodies[i + 1]);
    // Only rigid contacts can have alternatives.
    const bool any = train.model == ContactModel::rigid || !subject.quantities.empty();
    columns_ = std::make_unique<SweepColumns<Collided>>(
        quantities_of_a_train(),
        SweepColumns<Collided>::Labels{{"body", bodies}, {"contact", contacts_}},
        [&](std::string_view name) {
          return name == "verdict" || (asked_for(subject, name) && (name != "alternatives" || any));
        });
  }

  std::vector<Column> columns() const override {
    std::vector<Column> all{point_column()};
    columns_->add_to(all, "");
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

  const SweepSubject& subject() const { return subject_; }
  const SweepColumns<Collided>& filled() const { return *columns_; }
  std::size_t contacts() const { return contacts_.size(); }

 private:
  SweepSubject subject_;
  std::vector<std::string> contacts_;
  std::unique_ptr<SweepColumns<Collided>> columns_;
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

  void fill(Row& row, ChunkTexts& texts) const override {
    row.category(0, 0, static_cast<std::uint8_t>(status_));
    const bool answered = solved() && verdict() != TrainVerdict::too_long;
    std::size_t column = 1;
    task_.filled().fill(collided_, solved(), answered, row, column, texts);
  }

  void label(std::span<int> labels) override {
    std::ranges::fill(labels, nothing);
    labels[0] = texts_.number_of(name(status_));
    if (!solved()) return;
    labels[1] = texts_.number_of(name(verdict()));
    if (verdict() == TrainVerdict::too_long) return;
    for (std::size_t c = 0; c < task_.contacts(); ++c) {
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
  std::vector<std::string_view> names{"point"};
  add_names(quantities_of_a_train(), names);
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
