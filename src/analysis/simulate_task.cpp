#include "analysis/simulate_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "analysis/coordinate_labels.hpp"
#include "analysis/scenario_point.hpp"
#include "carom/simulate.hpp"
#include "dynamics/drive_check.hpp"
#include "laws/registry.hpp"
#include "motion/impact.hpp"
#include "motion/simulation.hpp"

namespace carom {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr int nobody = -1;

/// One motion by one law.
struct Moved {
  Motion motion;
  double first_impact = not_a_number;  ///< s
  int first_contact = nobody;
  std::vector<double> lasting_since;  ///< s; a contact: when contact that lasts last began
};

/// Keeps of the events what the columns need.
class FirstsAndLasts : public MotionSink {
 public:
  explicit FirstsAndLasts(Moved& moved) : moved_(moved) {}
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::impact && moved_.first_contact == nobody) {
      moved_.first_impact = event.time;
      moved_.first_contact = event.contact;
    }
    if (event.kind == MotionEventKind::contact)
      moved_.lasting_since[static_cast<std::size_t>(event.contact)] = event.time;
  }

 private:
  Moved& moved_;
};

/// What there is one of.
enum class Per { motion, coordinate, contact, energy };

constexpr std::string_view energies[] = {"kinetic",  "gravity", "springs", "dampers",
                                         "friction", "impacts", "inputs",  "surfaces"};

double energy_of(const Moved& moved, std::size_t i) {
  const MotionEnergy& e = moved.motion.energy;
  const double parts[] = {e.kinetic,  e.gravity, e.springs, e.dampers,
                          e.friction, e.impacts, e.inputs,  e.surfaces};
  return parts[i];
}

template <auto member>
double of_motion(const Moved& moved, std::size_t /*i*/) {
  return static_cast<double>(moved.motion.*member);
}

double time_of(const Moved& moved, std::size_t /*i*/) {
  return moved.motion.final.time;
}
double position_of(const Moved& moved, std::size_t i) {
  return moved.motion.final.positions[i];
}
double velocity_of(const Moved& moved, std::size_t i) {
  return moved.motion.final.velocities[i];
}
double first_impact_of(const Moved& moved, std::size_t /*i*/) {
  return moved.first_impact;
}
double lasting_since_of(const Moved& moved, std::size_t i) {
  return moved.lasting_since[i];
}

/// A column of numbers: what it is, and where it is in a motion.
struct Quantity {
  std::string_view name, unit, description;
  Per per;
  double (*value)(const Moved& moved, std::size_t i);
};

constexpr Quantity quantities[] = {
    {"time", "s", "when the motion ended", Per::motion, time_of},
    {"position", "m, rad", "at the end: the base's, an angle a link, yielding surfaces'",
     Per::coordinate, position_of},
    {"velocity", "m/s, rad/s", "at the end: the base's, a rate a link, yielding surfaces'",
     Per::coordinate, velocity_of},
    {"energy", "J", "where it is at the end, and where it went (docs/theory/motion.md)",
     Per::energy, energy_of},
    {"energy_error", "J", "the most by which the ledger failed to close", Per::motion,
     of_motion<&Motion::energy_error>},
    {"impacts", "1", "that were followed one by one", Per::motion, of_motion<&Motion::impacts>},
    {"simultaneous", "1", "impacts of several contacts at once, by the law moreau", Per::motion,
     of_motion<&Motion::simultaneous_impacts>},
    {"making_energy", "1",
     "impacts whose contacts put energy into the chain; no passive contact can", Per::motion,
     of_motion<&Motion::gains>},
    {"energy_made", "J", "in those impacts, by the contacts", Per::motion,
     of_motion<&Motion::energy_made>},
    {"undetermined", "1", "impacts whose impulses are not determined", Per::motion,
     of_motion<&Motion::open_impacts>},
    {"limits", "1", "infinite sequences of bounces that ended", Per::motion,
     of_motion<&Motion::limits>},
    {"steps", "1", "of the integration", Per::motion, of_motion<&Motion::steps>},
    {"first_impact", "s", "when the first impact was; none without one", Per::motion,
     first_impact_of},
    {"lasting_since", "s", "when contact that lasts last began, though it may have ended since",
     Per::contact, lasting_since_of}};

/// Columns that are not numbers.
constexpr std::string_view words_of_a_law[] = {"end", "first_contact", "mode"};

constexpr Mode modes[] = {Mode::apart, Mode::separates, Mode::sticks, Mode::slides_plus,
                          Mode::slides_minus};

bool in_range(const MotionChoice& choice) {
  return choice.duration > 0 && choice.tolerance >= 1e-13 && choice.tolerance <= 1e-2 &&
         (!choice.step || *choice.step > 0) &&
         (!choice.every || (*choice.every > 0 && choice.duration / *choice.every <= 1e8));
}

class SimulateTask : public SweepTask {
 public:
  explicit SimulateTask(const SweepSubject& subject) : subject_(subject) {
    for (const std::string& law : subject.laws) laws_.push_back(find_law(law));
    for (const Contact& contact : subject.scenario.mechanism.contacts)
      contacts_.push_back(contact.name);
    coordinates_ = coordinate_labels(subject.scenario, subject.tree, "link.");
    for (const Quantity& quantity : quantities)
      if (wanted(quantity.name)) kept_.push_back(&quantity);
  }

  std::vector<Column> columns() const override;
  std::vector<Watch> watches() const override;
  std::unique_ptr<SweepSolver> solver() const override;
  /// Motions take from tenths of a millisecond to tenths of a second.
  double expected_rate() const override { return 200 / static_cast<double>(laws_.size()); }

  bool wanted(std::string_view quantity) const {
    const auto& asked = subject_.quantities;
    return asked.empty() || std::ranges::find(asked, quantity) != asked.end();
  }
  const SweepSubject& subject() const { return subject_; }
  std::span<const Law* const> laws() const { return laws_; }
  std::span<const std::string> contacts() const { return contacts_; }
  std::span<const Quantity* const> kept() const { return kept_; }
  std::size_t count(Per per) const {
    switch (per) {
      case Per::motion:
        return 1;
      case Per::coordinate:
        return coordinates_.size();
      case Per::contact:
        return contacts_.size();
      case Per::energy:
        return std::size(energies);
    }
    return 0;
  }

 private:
  SweepSubject subject_;
  std::vector<const Law*> laws_;
  std::vector<std::string> contacts_, coordinates_;
  std::vector<const Quantity*> kept_;
};

std::vector<Column> SimulateTask::columns() const {
  std::vector<std::string> statuses, ends, mode_names;
  for (int i = 0; i < point_statuses; ++i) statuses.emplace_back(name(static_cast<PointStatus>(i)));
  for (int i = 0; i <= static_cast<int>(MotionEnd::below_surface); ++i)
    ends.emplace_back(name(static_cast<MotionEnd>(i)));
  for (const Mode mode : modes) mode_names.emplace_back(name(mode));
  const ColumnExtent contact{"contact", contacts_};
  std::vector<Column> all{{"",
                           "point",
                           "1",
                           "what became of the point; all but \"solved\" are holes",
                           ColumnType::category,
                           {},
                           statuses}};
  for (const Law* law : laws_) {
    const std::string group(law->name);
    all.push_back({group, "end", "1", "why the motion ended", ColumnType::category, {}, ends});
    for (const Quantity* quantity : kept_) {
      Column& column = all.emplace_back();
      column.group = group;
      column.name = quantity->name;
      column.unit = quantity->unit;
      column.description = quantity->description;
      if (quantity->per == Per::coordinate) column.extents = {{"coordinate", coordinates_}};
      if (quantity->per == Per::contact) column.extents = {contact};
      if (quantity->per == Per::energy)
        column.extents = {{"part", {std::begin(energies), std::end(energies)}}};
    }
    if (wanted("first_contact"))
      all.push_back(
          {group, "first_contact", "1", "whose the first impact was", ColumnType::text, {}, {}});
    if (wanted("mode"))
      all.push_back({group,
                     "mode",
                     "1",
                     "what each contact does at the end",
                     ColumnType::category,
                     {contact},
                     mode_names});
  }
  return all;
}

std::vector<Watch> SimulateTask::watches() const {
  std::vector<Watch> all{{"point", "", "", ""}};
  for (const Law* each : laws_) {
    const std::string law(each->name);
    all.push_back({"end", law, "", ""});
    all.push_back({"impacts", law, "", ""});
    for (const std::string& contact : contacts_) all.push_back({"mode", law, "", contact});
  }
  return all;
}

class SimulateSolver : public SweepSolver {
 public:
  explicit SimulateSolver(const SimulateTask& task)
      : task_(task),
        point_(task.subject().scenario, task.subject().tree, task.subject().swept),
        start_(task.subject().tree),
        moved_(task.laws().size()) {
    for (const std::string& contact : task.contacts())
      contacts_.push_back(texts_.number_of(contact));
  }

  void solve(std::span<const double> swept) override { status_ = solved_at(swept); }

  void fill(Row& row, ChunkTexts& texts) const override {
    row.category(0, 0, static_cast<std::uint8_t>(status_));
    std::size_t column = 1;
    for (const Moved& moved : moved_) {
      row.category(column++, 0,
                   solved() ? static_cast<std::uint8_t>(moved.motion.end) : no_category);
      for (const Quantity* quantity : task_.kept()) {
        for (std::size_t i = 0; i < task_.count(quantity->per); ++i)
          row.real(column, i, solved() ? quantity->value(moved, i) : not_a_number);
        ++column;
      }
      if (task_.wanted("first_contact")) {
        const bool struck = solved() && moved.first_contact != nobody;
        row.text(column++, 0,
                 struck ? texts.code(contacts_[static_cast<std::size_t>(moved.first_contact)])
                        : no_text);
      }
      if (task_.wanted("mode")) {
        for (std::size_t i = 0; i < contacts_.size(); ++i)
          row.category(
              column, i,
              solved() ? static_cast<std::uint8_t>(moved.motion.contacts[i].mode) : no_category);
        ++column;
      }
    }
  }

  /// In the order of SimulateTask::watches.
  void label(std::span<int> labels) override {
    std::ranges::fill(labels, nothing);
    labels[0] = texts_.number_of(name(status_));
    if (!solved()) return;
    std::size_t next = 1;
    for (const auto& [motion, first_impact, first_contact, lasting_since] : moved_) {
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
    if (point_.recompiles()) start_.emplace(tree);
    if (!start_->prepare(tree, state.positions, state.velocities, state.time))
      return start_->factors().regular ? PointStatus::not_finite : PointStatus::no_inertia;
    if (start_->below_surface()) return PointStatus::below_surface;
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      const PointStatus moved = move_by(*task_.laws()[i], choice, moved_[i]);
      if (moved != PointStatus::solved) return moved;
    }
    return PointStatus::solved;
  }

  PointStatus move_by(const Law& law, const MotionChoice& choice, Moved& moved) {
    moved = {};
    moved.lasting_since.assign(contacts_.size(), not_a_number);
    MotionOptions options;
    options.duration = choice.duration;
    options.tolerance = choice.tolerance;
    options.event_limit = choice.events;
    options.step_limit = choice.steps;
    options.largest_step = choice.step.value_or(0);
    const State& state = point_.scenario().state;
    FirstsAndLasts sink(moved);
    moved.motion = Simulation(point_.tree(), law, state, options, sink).run();
    const Motion& motion = moved.motion;
    // What is refused as a start is no motion.
    if (motion.end == MotionEnd::not_finite && motion.final.time == state.time)
      return PointStatus::not_finite;
    double sum = std::abs(motion.energy_error);
    for (const Quantity& quantity : quantities)
      if (quantity.per == Per::coordinate || quantity.per == Per::energy)
        for (std::size_t i = 0; i < task_.count(quantity.per); ++i)
          sum += std::abs(quantity.value(moved, i));
    return std::isfinite(sum) ? PointStatus::solved : PointStatus::failed;
  }

  const SimulateTask& task_;
  ScenarioPoint point_;
  std::optional<ImpactSolver<double>> start_;
  PointStatus status_ = PointStatus::failed;
  std::vector<Moved> moved_;   // a law
  std::vector<int> contacts_;  // numbers of their names
  NumberedTexts texts_;
};

std::unique_ptr<SweepSolver> SimulateTask::solver() const {
  return std::make_unique<SimulateSolver>(*this);
}

std::vector<std::string_view> quantity_names() {
  std::vector<std::string_view> names{"point"};
  names.insert(names.end(), std::begin(words_of_a_law), std::end(words_of_a_law));
  for (const Quantity& quantity : quantities) names.push_back(quantity.name);
  return names;
}

}  // namespace

const SweepTaskEntry& simulate_task() {
  static const SweepTaskEntry entry{
      "simulate",
      "one motion a point, by every law asked for",
      quantity_names(),
      {"point", "end"},
      [](const SweepSubject& subject) -> std::unique_ptr<SweepTask> {
        return std::make_unique<SimulateTask>(subject);
      },
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
