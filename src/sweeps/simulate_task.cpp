#include "sweeps/sweep_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/certificate.hpp"
#include "data/simulation_table.hpp"
#include "dynamics/drive_check.hpp"
#include "motion/impact.hpp"
#include "motion/simulation.hpp"
#include "sweeps/coordinate_labels.hpp"
#include "sweeps/scenario_point.hpp"
#include "sweeps/sweep_columns.hpp"

namespace carom {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr int nobody = -1;

/// One motion by one law.
struct Moved {
  Motion motion;
  double first_impact = not_a_number;  ///< s
  int first_contact = nobody;
  int first_name = nothing;  ///< number of its name
  MadeBy made_by = MadeBy::nobody;
  std::vector<double> lasting_since;  ///< s; a contact: when contact that lasts last began
  // A contact that yields; none without a collision.
  std::vector<double> peak_force, indentation;          ///< the largest of its collisions
  std::vector<double> collision_duration, restitution;  ///< of its first; kinematic
};

/// Those of contacts that yield.
constexpr std::string_view yielding_columns[] = {"peak_force", "indentation", "collision_duration",
                                                 "restitution"};

/// Keeps of the events what the columns need.
class FirstsAndLasts : public MotionSink {
 public:
  FirstsAndLasts(Moved& moved, const Law& law) : moved_(moved), law_(law) {}
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::impact && moved_.first_contact == nobody) {
      moved_.first_impact = event.time;
      moved_.first_contact = event.contact;
    }
    if (event.kind == MotionEventKind::impact && event.makes_energy)
      moved_.made_by =
          both_of(moved_.made_by, event.law == law_.name ? MadeBy::law : MadeBy::moreau);
    if (event.yields) keep(event.collision, static_cast<std::size_t>(event.contact));
    if (event.kind == MotionEventKind::contact)
      moved_.lasting_since[static_cast<std::size_t>(event.contact)] = event.time;
  }

 private:
  void keep(const CompliantCollision& collision, std::size_t contact) {
    // fmax: what is not a number yet gives way.
    moved_.peak_force[contact] = std::fmax(moved_.peak_force[contact], collision.peak_force);
    moved_.indentation[contact] = std::fmax(moved_.indentation[contact], collision.indentation[0]);
    if (!std::isnan(moved_.collision_duration[contact])) return;
    moved_.collision_duration[contact] = collision.duration;
    moved_.restitution[contact] = collision.kinematic.value_or(not_a_number);
  }

  Moved& moved_;
  const Law& law_;
};

using Quantity = SweepQuantity<Moved>;

std::vector<Quantity> made_simulate_quantities() {
  std::vector<Quantity> all{
      swept<Moved, SimulationReport, "end">({}, path(&Moved::motion, &Motion::end)),
      swept<Moved, SimulationReport, "time">(
          {}, [](const Moved& moved) { return moved.motion.final.time; }),
      swept_numbers<Moved>(
          "position", "m, rad", "at the end: the base's, an angle a link, yielding surfaces'",
          {"coordinate"}, [](const Moved& moved) -> auto& { return moved.motion.final.positions; }),
      swept_numbers<Moved>(
          "velocity", "m/s, rad/s", "at the end: the base's, a rate a link, yielding surfaces'",
          {"coordinate"},
          [](const Moved& moved) -> auto& { return moved.motion.final.velocities; }),
      swept_numbers<Moved>("energy", "J",
                           "where it is at the end, and where it went (docs/theory/motion.md)",
                           {"part"}, [](const Moved& moved) {
                             std::vector<double> parts;
                             for (const Number<MotionEnergy>& part : numbers_of<MotionEnergy>())
                               parts.push_back(part.value(moved.motion.energy, 0));
                             return parts;
                           })};
  for (const Number<Motion>& number : numbers_of<Motion>())
    all.push_back(swept_numbers<Moved>(
        number.name, number.unit, number.description, {},
        [&number](const Moved& moved) { return number.value(moved.motion, 0); }));
  all.push_back(swept_numbers<Moved>("first_impact", "s",
                                     "when the first impact was; none without one", {},
                                     &Moved::first_impact));
  all.push_back(swept_numbers<Moved>(
      "lasting_since", "s", "when contact that lasts last began, though it may have ended since",
      {"contact"}, &Moved::lasting_since));
  all.push_back(swept_numbers<Moved>("peak_force", "N",
                                     "the largest normal force in collisions of a contact that "
                                     "yields; none without one",
                                     {"contact"}, &Moved::peak_force));
  all.push_back(swept_numbers<Moved>("indentation", "m", "the largest in those collisions",
                                     {"contact"}, &Moved::indentation));
  all.push_back(swept_numbers<Moved>("collision_duration", "s", "of the first of them", {"contact"},
                                     &Moved::collision_duration));
  all.push_back(swept_numbers<Moved>("restitution", "1",
                                     "of the first of them, by velocities: −v_n⁺/v_n⁻", {"contact"},
                                     &Moved::restitution));
  all.push_back(swept_numbers<Moved>(
      passed_column, "1", "ends of links and surfaces that passed each other without a contact", {},
      [](const Moved& moved) { return moved.motion.passed.size(); }));
  all.push_back(swept_words<Moved>(made_by_column,
                                   "whose impacts made energy: the law asked for, or moreau "
                                   "where several contacts struck at once",
                                   {}, made_by_words(), &Moved::made_by));
  all.push_back({"first_contact",
                 "1",
                 "whose the first impact was",
                 {},
                 [](const Moved& moved, Row& row, std::size_t column, ChunkTexts& texts) {
                   row.text(column, 0, texts.code(moved.first_name));
                 },
                 ColumnType::text});
  all.push_back(swept_words<Moved>("mode", "what each contact does at the end", {"contact"},
                                   {std::begin(motion_modes), std::end(motion_modes)},
                                   [](const Moved& moved) {
                                     std::vector<Mode> modes;
                                     for (const ContactMotion& contact : moved.motion.contacts)
                                       modes.push_back(contact.mode);
                                     return modes;
                                   }));
  return all;
}

const std::vector<Quantity>& simulate_quantities_of_a_law() {
  static const std::vector<Quantity> all = made_simulate_quantities();
  return all;
}

class SimulateTask : public SweepTask {
 public:
  explicit SimulateTask(const SweepSubject& subject) : subject_(subject) {
    for (const std::string& law : subject.laws) laws_.push_back(subject.tree.laws->find(law));
    for (const Contact& contact : subject.scenario.mechanism.contacts)
      contacts_.push_back(contact.name);
    const bool any =
        !subject.quantities.empty() ||
        std::ranges::any_of(subject.scenario.mechanism.contacts,
                            [](const Contact& contact) { return contact.compliance.has_value(); });
    std::vector<std::string> parts;
    for (const auto& part : numbers_of<MotionEnergy>()) parts.emplace_back(part.name);
    of_a_law_ = std::make_unique<SweepColumns<Moved>>(
        simulate_quantities_of_a_law(),
        SweepColumns<Moved>::Labels{
            {"coordinate", coordinate_labels(subject.scenario, subject.tree, "link.")},
            {"contact", contacts_},
            {"part", parts}},
        [&](std::string_view name) {
          if (std::ranges::find(yielding_columns, name) != std::end(yielding_columns) && !any)
            return false;
          // Who made energy is told with how often.
          return name == "end" || asked_for(subject, name) ||
                 (name == made_by_column && asked_for(subject, "making_energy"));
        });
  }

  std::vector<Column> columns() const override;
  std::vector<Watch> watches() const override;
  std::unique_ptr<SweepSolver> solver() const override;
  /// Motions take from tenths of a millisecond to tenths of a second.
  double expected_rate() const override { return 200 / static_cast<double>(laws_.size()); }

  const SweepSubject& subject() const { return subject_; }
  std::span<const Law* const> laws() const { return laws_; }
  std::span<const std::string> contacts() const { return contacts_; }
  const SweepColumns<Moved>& of_a_law() const { return *of_a_law_; }

 private:
  SweepSubject subject_;
  std::vector<const Law*> laws_;
  std::vector<std::string> contacts_;
  std::unique_ptr<SweepColumns<Moved>> of_a_law_;
};

std::vector<Column> SimulateTask::columns() const {
  std::vector<Column> all{point_column()};
  for (const Law* law : laws_) of_a_law_->add_to(all, std::string(law->name));
  return all;
}

std::vector<Watch> SimulateTask::watches() const {
  std::vector<Watch> all{{BoundaryKind::point}};
  for (const Law* each : laws_) {
    const std::string law(each->name);
    all.push_back({BoundaryKind::end, law});
    all.push_back({BoundaryKind::impacts, law});
    for (const std::string& contact : contacts_)
      all.push_back({BoundaryKind::mode, law, "", contact});
  }
  return all;
}

class SimulateSolver : public SweepSolver {
 public:
  explicit SimulateSolver(const SimulateTask& task)
      : task_(task),
        point_(task.subject().scenario, task.subject().tree, task.subject().swept),
        moved_(task.laws().size()) {
    for (const std::string& contact : task.contacts())
      contacts_.push_back(texts_.number_of(contact));
  }

  void solve(std::span<const double> swept) override { status_ = solved_at(swept); }

  void fill(Row& row, ChunkTexts& texts) const override {
    row.category(0, 0, static_cast<std::uint8_t>(status_));
    std::size_t column = 1;
    for (const Moved& moved : moved_)
      task_.of_a_law().fill(moved, solved(), solved(), row, column, texts);
  }

  /// In the order of SimulateTask::watches.
  void label(std::span<int> labels) override {
    std::ranges::fill(labels, nothing);
    labels[0] = texts_.number_of(name(status_));
    if (!solved()) return;
    std::size_t next = 1;
    for (const Moved& moved : moved_) {
      const Motion& motion = moved.motion;
      labels[next++] = texts_.number_of(name(motion.end));
      labels[next++] =
          texts_.number_of(motion.limits > 0     ? "infinitely many impacts"
                           : motion.impacts == 0 ? "no impact"
                           : motion.impacts == 1 ? "1 impact"
                                                 : fmt::format("{} impacts", motion.impacts));
      for (const ContactMotion& contact : motion.contacts)
        labels[next++] = texts_.number_of(name(contact.mode));
    }
  }

  const NumberedTexts& texts() const override { return texts_; }

 private:
  bool solved() const { return status_ == PointStatus::solved; }

  PointStatus solved_at(std::span<const double> swept) {
    const PointStatus there = point_.move_to(swept);
    if (there != PointStatus::solved) return there;
    const Tree& tree = point_.tree();
    const State& state = point_.scenario().state;
    const MotionChoice& choice = *point_.scenario().simulate;
    if (!in_range(choice) || !drives_kept(tree, state)) return PointStatus::out_of_range;
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      const PointStatus moved = move_by(*task_.laws()[i], choice, moved_[i]);
      if (moved != PointStatus::solved) return moved;
    }
    return PointStatus::solved;
  }

  PointStatus move_by(const Law& law, const MotionChoice& choice, Moved& moved) {
    moved = {};
    for (auto* numbers : {&moved.lasting_since, &moved.peak_force, &moved.indentation,
                          &moved.collision_duration, &moved.restitution})
      numbers->assign(contacts_.size(), not_a_number);
    MotionOptions options = motion_options(choice);
    if (const auto& several = point_.scenario().impact.several) options.several = *several;
    const State& state = point_.scenario().state;
    FirstsAndLasts sink(moved, law);
    moved.motion = Simulation(point_.tree(), law, state, options, sink).run();
    const Motion& motion = moved.motion;
    // What is refused as a start is no motion.
    if (motion.final.time == state.time) {
      if (motion.end == MotionEnd::not_finite) return PointStatus::not_finite;
      if (motion.end == MotionEnd::singular_inertia) return PointStatus::no_inertia;
      if (motion.end == MotionEnd::below_surface) return PointStatus::below_surface;
    }
    if (moved.first_contact != nobody)
      moved.first_name = contacts_[static_cast<std::size_t>(moved.first_contact)];
    double sum = std::abs(motion.energy_error);
    for (const std::vector<double>* numbers : {&motion.final.positions, &motion.final.velocities})
      for (const double number : *numbers) sum += std::abs(number);
    for (const auto& part : numbers_of<MotionEnergy>())
      sum += std::abs(part.value(motion.energy, 0));
    return std::isfinite(sum) ? PointStatus::solved : PointStatus::failed;
  }

  const SimulateTask& task_;
  ScenarioPoint point_;
  PointStatus status_ = PointStatus::failed;
  std::vector<Moved> moved_;   // a law
  std::vector<int> contacts_;  // numbers of their names
  NumberedTexts texts_;
};

std::unique_ptr<SweepSolver> SimulateTask::solver() const {
  return std::make_unique<SimulateSolver>(*this);
}

std::vector<std::string_view> simulate_quantity_names() {
  std::vector<std::string_view> names{"point"};
  for (const bool numbers : {false, true})
    for (const Quantity& quantity : simulate_quantities_of_a_law())
      if ((quantity.type == ColumnType::real) == numbers) names.push_back(quantity.name);
  return names;
}

}  // namespace

const SweepTaskEntry& simulate_task() {
  static const SweepTaskEntry entry{
      "simulate",
      "one motion a point, by every law asked for",
      simulate_quantity_names(),
      {"point", "end"},
      made_task<SimulateTask>,
      false,
      false,
      [](const Scenario& scenario) -> std::string {
        return scenario.simulate
                   ? ""
                   : "this scenario has no [simulate]; it needs one with a duration, such as "
                     "duration = 2.0; `--of strike` sweeps impacts";
      }};
  return entry;
}

}  // namespace carom
