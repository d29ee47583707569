#include "sweeps/sweep_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <ranges>

#include "data/strike_table.hpp"
#include "sweeps/coordinate_labels.hpp"
#include "sweeps/strike_solver.hpp"
#include "sweeps/sweep_columns.hpp"

namespace carom {
namespace {

/// Two laws agree where their velocities differ by less than this fraction of the largest.
constexpr double agreement = 1e-11;
/// Nor do they part where the difference is this many times what counts as no velocity at all.
constexpr double rounding_floors = 10;

/// What a point has before any law is asked.
const std::vector<SweepQuantity<StrikePointSolver>>& quantities_of_a_point() {
  using Solver = StrikePointSolver;
  static const std::vector<SweepQuantity<Solver>> all{
      swept_numbers<Solver>("kinetic_energy_before", "J", "kinetic energy before the impact", {},
                            &Solver::energy_before),
      swept<Solver, StruckContact, "velocity_before">(
          {"contact", "component"}, [](const Solver& solver) {
            return std::views::iota(0, 2 * solver.contacts()) |
                   std::views::transform(
                       [&solver](int i) { return solver.velocity_before(i / 2, i % 2); });
          })};
  return all;
}

std::vector<SweepQuantity<StrikePointLaw>> made_strike_quantities() {
  using Own = StrikePointLaw;
  const std::vector<std::string_view> contact{"contact"}, component{"contact", "component"};
  std::vector<SweepQuantity<Own>> all{
      swept<Own, StruckLaw, "verdict">({}, &Own::verdict),
      swept_words<Own>(together_column,
                       "whether several contacts struck at once and a law that takes several "
                       "answered in place of this one",
                       {}, {"no", "yes"}, &Own::together),
      swept<Own, StruckAnswer, "energy_loss">({}, &Own::energy_loss),
      swept_numbers<Own>(
          "generalized_velocity_after", "m/s, rad/s",
          "generalized velocity after: the base's, a rate a link, yielding surfaces' speeds",
          {"coordinate"}, &Own::coordinates),
      swept<Own, StruckContact, "velocity_after">(component, &Own::velocity),
      swept<Own, StruckContact, "impulse">(component, &Own::impulse),
      swept<Own, StruckContact, "outcome">(contact, &Own::outcome),
      swept<Own, StruckContact, "interacted">(contact, &Own::interacted),
      {"history",
       "1",
       "modes of each contact in compression | restitution; none for algebraic laws",
       {"contact"},
       [](const Own& law, Row& row, std::size_t column, ChunkTexts& texts) {
         for (std::size_t k = 0; k < law.history.size(); ++k)
           row.text(column, k, texts.code(law.history[k]));
       },
       ColumnType::text},
      swept<Own, EnergyCertificate, "makes_energy">({}, &Own::makes_energy),
      swept<Own, StruckLaw, "impulses_determined">({}, &Own::impulses_determined),
      swept<Own, StruckContact, "determined">(contact, &Own::determined)};
  all[0].known = all[1].known = Known::always;
  return all;
}

const std::vector<SweepQuantity<StrikePointLaw>>& strike_quantities_of_a_law() {
  static const std::vector<SweepQuantity<StrikePointLaw>> all = made_strike_quantities();
  return all;
}

class StrikeTask : public SweepTask {
 public:
  explicit StrikeTask(const SweepSubject& subject) : subject_(subject) {
    for (const std::string& law : subject.laws) laws_.push_back(subject.tree.laws->find(law));
    for (const Contact& contact : subject.scenario.mechanism.contacts)
      contacts_.push_back(contact.name);
    const std::map<std::string_view, std::vector<std::string>> labels{
        {"contact", contacts_},
        {"component", {"tangential", "normal"}},
        {"coordinate", coordinate_labels(subject.scenario, subject.tree, "rate.")}};
    const auto is_wanted = [this](std::string_view name) { return wanted(name); };
    of_a_point_ = std::make_unique<SweepColumns<StrikePointSolver>>(quantities_of_a_point(), labels,
                                                                    is_wanted);
    of_a_law_ = std::make_unique<SweepColumns<StrikePointLaw>>(strike_quantities_of_a_law(), labels,
                                                               is_wanted);
  }

  std::vector<Column> columns() const override;
  std::vector<Watch> watches() const override;
  std::unique_ptr<SweepSolver> solver() const override;
  /// A law takes about a microsecond for a few contacts; a link and a contact add their share.
  double expected_rate() const override {
    const double contacts = static_cast<double>(contacts_.size());
    return 1 /
           (1e-6 * static_cast<double>(laws_.size()) * (1 + contacts * contacts * contacts / 8) +
            1e-7 * static_cast<double>(subject_.tree.links.size()));
  }

  bool wanted(std::string_view quantity) const {
    if (quantity == together_column) return subject_.several != nullptr;
    return quantity == "verdict" || asked_for(subject_, quantity);
  }
  const SweepSubject& subject() const { return subject_; }
  std::span<const Law* const> laws() const { return laws_; }
  const SweepColumns<StrikePointSolver>& of_a_point() const { return *of_a_point_; }
  const SweepColumns<StrikePointLaw>& of_a_law() const { return *of_a_law_; }
  std::size_t contacts() const { return contacts_.size(); }

 private:
  SweepSubject subject_;
  std::vector<const Law*> laws_;
  std::vector<std::string> contacts_;
  std::unique_ptr<SweepColumns<StrikePointSolver>> of_a_point_;
  std::unique_ptr<SweepColumns<StrikePointLaw>> of_a_law_;
};

std::vector<Column> StrikeTask::columns() const {
  std::vector<Column> all{point_column()};
  of_a_point_->add_to(all, "");
  for (const Law* law : laws_) of_a_law_->add_to(all, std::string(law->name));
  return all;
}

std::vector<Watch> StrikeTask::watches() const {
  std::vector<Watch> all{{BoundaryKind::point}};
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const std::string law(laws_[i]->name);
    all.push_back({BoundaryKind::verdict, law});
    all.push_back({BoundaryKind::energy, law});
    for (const std::string& contact : contacts_)
      for (const BoundaryKind kind :
           {BoundaryKind::outcome, BoundaryKind::interaction, BoundaryKind::history})
        all.push_back({kind, law, "", contact});
    for (std::size_t k = 0; k < i; ++k)
      all.push_back({BoundaryKind::laws, std::string(laws_[k]->name), law});
  }
  return all;
}

class StrikeSolver : public SweepSolver {
 public:
  explicit StrikeSolver(const StrikeTask& task)
      : task_(task),
        solver_(task.subject().scenario, task.subject().tree, task.subject().swept, task.laws(),
                task.subject().method, task.wanted("history") || task.subject().watched,
                task.subject().several) {
    NumberedTexts& texts = solver_.texts();
    const auto numbers = [&](const std::vector<std::string>& words) {
      std::vector<int> all;
      for (const std::string& word : words) all.push_back(texts.number_of(word));
      return all;
    };
    statuses_ = numbers(words_of<PointStatus>());
    verdicts_ = numbers(words_of<Verdict>());
    outcomes_ = numbers(words_of<Outcome>());
    interactions_ = numbers({"does not interact", "interacts"});
    energies_ = numbers(words_of<EnergyChange>());
    apart_ = texts.number_of("does not touch");
    agreements_ = numbers(words_of<Agreement>());
  }

  void solve(std::span<const double> swept) override { status_ = solver_.solve(swept); }
  void fill(Row& row, ChunkTexts& texts) const override;
  void label(std::span<int> labels) override;
  const NumberedTexts& texts() const override { return solver_.texts(); }

 private:
  bool solved() const { return status_ == PointStatus::solved; }
  int energy_label(const StrikePointLaw& law) const;
  int agreement_label(const StrikePointLaw& a, const StrikePointLaw& b) const;

  const StrikeTask& task_;
  StrikePointSolver solver_;
  PointStatus status_ = PointStatus::failed;
  int apart_ = nothing;
  std::vector<int> statuses_, verdicts_, outcomes_, interactions_, energies_, agreements_;
};

void StrikeSolver::fill(Row& row, ChunkTexts& texts) const {
  row.category(0, 0, static_cast<std::uint8_t>(status_));
  std::size_t column = 1;
  task_.of_a_point().fill(solver_, solved(), solved(), row, column, texts);
  for (const StrikePointLaw& law : solver_.laws())
    task_.of_a_law().fill(law, solved(), solved() && law.answered, row, column, texts);
}

int StrikeSolver::energy_label(const StrikePointLaw& law) const {
  const double rounding = energy_rounding * (solver_.energy_before() + law.energy_after);
  const EnergyChange change = law.energy_loss > rounding    ? EnergyChange::loses
                              : law.energy_loss < -rounding ? EnergyChange::gains
                                                            : EnergyChange::keeps;
  return energies_[static_cast<std::size_t>(change)];
}

int StrikeSolver::agreement_label(const StrikePointLaw& a, const StrikePointLaw& b) const {
  double largest = 0;
  double difference = 0;
  for (std::size_t i = 0; i < a.velocity.size(); ++i) {
    largest = std::max({largest, std::abs(a.velocity[i]), std::abs(b.velocity[i])});
    difference = std::max(difference, std::abs(a.velocity[i] - b.velocity[i]));
  }
  const double tolerance = std::max(agreement * largest, rounding_floors * solver_.speed_floor());
  return agreements_[static_cast<std::size_t>(difference <= tolerance ? Agreement::agree
                                                                      : Agreement::part)];
}

/// In the order of StrikeTask::watches.
void StrikeSolver::label(std::span<int> labels) {
  std::ranges::fill(labels, nothing);
  labels[0] = statuses_[static_cast<std::size_t>(status_)];
  if (!solved()) return;
  std::size_t next = 1;
  const auto laws = solver_.laws();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const StrikePointLaw& law = laws[i];
    labels[next++] = verdicts_[static_cast<std::size_t>(law.verdict)];
    labels[next++] = law.answered ? energy_label(law) : nothing;
    for (std::size_t k = 0; k < task_.contacts(); ++k) {
      const bool known = law.answered && law.outcome[k] != no_category;
      labels[next++] = known ? outcomes_[law.outcome[k]] : law.answered ? apart_ : nothing;
      labels[next++] = known ? interactions_[law.interacted[k]] : nothing;
      labels[next++] = known ? law.history[k] : nothing;
    }
    for (std::size_t k = 0; k < i; ++k)
      labels[next++] = law.answered && laws[k].answered ? agreement_label(laws[k], law) : nothing;
  }
}

std::unique_ptr<SweepSolver> StrikeTask::solver() const {
  return std::make_unique<StrikeSolver>(*this);
}

std::vector<std::string_view> strike_quantity_names() {
  std::vector<std::string_view> names{"point"};
  add_names(quantities_of_a_point(), names);
  add_names(strike_quantities_of_a_law(), names);
  return names;
}

}  // namespace

const SweepTaskEntry& strike_task() {
  static const SweepTaskEntry entry{"strike",
                                    "one impact a point, by every law asked for",
                                    strike_quantity_names(),
                                    {"point", "verdict"},
                                    made_task<StrikeTask>};
  return entry;
}

}  // namespace carom
