#include "analysis/strike_task.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/coordinate_labels.hpp"
#include "analysis/strike_solver.hpp"
#include "laws/registry.hpp"

namespace carom {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// An energy loss below this fraction of the energies is rounding.
constexpr double energy_rounding = 1e-12;
/// Two laws agree where their velocities differ by less than this fraction of the largest.
constexpr double agreement = 1e-11;
/// Nor do they part where the difference is this many times what counts as no velocity at all.
constexpr double rounding_floors = 10;

/// Columns of a table that has some of the quantities only.
class Places {
 public:
  static constexpr std::size_t absent = std::numeric_limits<std::size_t>::max();

  /// Place of the next column, or `absent` where it is not wanted.
  std::size_t add(bool wanted) { return wanted ? next_++ : absent; }

 private:
  std::size_t next_ = 0;
};

struct PointPlaces {
  std::size_t point = 0, energy = 0, velocity = 0;
};
struct LawPlaces {
  std::size_t verdict = 0, energy_loss = 0, coordinates = 0, velocity = 0, impulse = 0;
  std::size_t outcome = 0, interacted = 0, history = 0, makes_energy = 0, impulses_determined = 0,
              determined = 0;
};

/// The quantities in the order of their columns; those from `verdict` on are a law's.
constexpr std::string_view quantity_names[] = {"point",
                                               "kinetic_energy_before",
                                               "velocity_before",
                                               "verdict",
                                               "energy_loss",
                                               "generalized_velocity_after",
                                               "velocity_after",
                                               "impulse",
                                               "outcome",
                                               "interacted",
                                               "history",
                                               "makes_energy",
                                               "impulses_determined",
                                               "determined"};

template <class Enum, std::size_t count>
std::vector<std::string> words(const Enum (&values)[count]) {
  std::vector<std::string> all;
  for (const Enum value : values) all.emplace_back(name(value));
  return all;
}

class StrikeTask : public SweepTask {
 public:
  explicit StrikeTask(const SweepSubject& subject) : subject_(subject) {
    for (const std::string& law : subject.laws) laws_.push_back(find_law(law));
    for (const Contact& contact : subject.scenario.mechanism.contacts)
      contacts_.push_back(contact.name);
    Places places;
    point_places_ = {places.add(wanted("point")), places.add(wanted("kinetic_energy_before")),
                     places.add(wanted("velocity_before"))};
    for (std::size_t i = 0; i < laws_.size(); ++i)
      law_places_.push_back({places.add(wanted("verdict")), places.add(wanted("energy_loss")),
                             places.add(wanted("generalized_velocity_after")),
                             places.add(wanted("velocity_after")), places.add(wanted("impulse")),
                             places.add(wanted("outcome")), places.add(wanted("interacted")),
                             places.add(wanted("history")), places.add(wanted("makes_energy")),
                             places.add(wanted("impulses_determined")),
                             places.add(wanted("determined"))});
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
    const auto& asked = subject_.quantities;
    const auto& always = strike_task().always;
    return asked.empty() || std::ranges::find(asked, quantity) != asked.end() ||
           std::ranges::find(always, quantity) != always.end();
  }
  const SweepSubject& subject() const { return subject_; }
  std::span<const Law* const> laws() const { return laws_; }
  const PointPlaces& point_places() const { return point_places_; }
  std::span<const LawPlaces> law_places() const { return law_places_; }
  std::size_t contacts() const { return contacts_.size(); }

 private:
  SweepSubject subject_;
  std::vector<const Law*> laws_;
  std::vector<std::string> contacts_;
  PointPlaces point_places_;
  std::vector<LawPlaces> law_places_;
};

std::vector<Column> StrikeTask::columns() const {
  const ColumnExtent contact{"contact", contacts_};
  const ColumnExtent component{"component", {"tangential", "normal"}};
  const ColumnExtent coordinate{"coordinate",
                                coordinate_labels(subject_.scenario, subject_.tree, "rate.")};
  const std::vector<std::string> verdicts =
      words({Verdict::unique, Verdict::ambiguous, Verdict::jammed, Verdict::inconsistent,
             Verdict::not_colliding, Verdict::several_colliding});
  const std::vector<std::string> outcomes =
      words({Outcome::rebounds, Outcome::rests, Outcome::slides});

  std::vector<Column> all{point_column(),
                          {"",
                           "kinetic_energy_before",
                           "J",
                           "kinetic energy before the impact",
                           ColumnType::real,
                           {},
                           {}},
                          {"",
                           "velocity_before",
                           "m/s",
                           "of each contact relative to its surface, before",
                           ColumnType::real,
                           {contact, component},
                           {}}};
  for (const Law* law : laws_) {
    const std::string group(law->name);
    const std::vector<Column> of_law{
        {group,
         "verdict",
         "1",
         "whether there is a single answer",
         ColumnType::category,
         {},
         verdicts},
        {group,
         "energy_loss",
         "J",
         "kinetic energy before minus after; below zero: made",
         ColumnType::real,
         {},
         {}},
        {group,
         "generalized_velocity_after",
         "m/s, rad/s",
         "generalized velocity after: the base's, a rate a link, yielding surfaces' speeds",
         ColumnType::real,
         {coordinate},
         {}},
        {group,
         "velocity_after",
         "m/s",
         "of each contact relative to its surface, after",
         ColumnType::real,
         {contact, component},
         {}},
        {group,
         "impulse",
         "N s",
         "on the chain at each contact",
         ColumnType::real,
         {contact, component},
         {}},
        {group,
         "outcome",
         "1",
         "what each contact does after; none where it has a gap",
         ColumnType::category,
         {contact},
         outcomes},
        {group,
         "interacted",
         "1",
         "whether the contact's normal impulse is above zero",
         ColumnType::category,
         {contact},
         {"no", "yes"}},
        {group,
         "history",
         "1",
         "modes of each contact in compression | restitution; none for algebraic laws",
         ColumnType::text,
         {contact},
         {}},
        {group,
         "makes_energy",
         "1",
         "whether the contacts put energy into the chain; no passive contact can",
         ColumnType::category,
         {},
         {"no", "yes"}},
        {group,
         "impulses_determined",
         "1",
         "no: other impulses at the contacts give the same velocities",
         ColumnType::category,
         {},
         {"no", "yes"}},
        {group,
         "determined",
         "1",
         "whether the contact's impulse is the only one that gives these velocities",
         ColumnType::category,
         {contact},
         {"no", "yes"}}};
    all.insert(all.end(), of_law.begin(), of_law.end());
  }
  std::erase_if(all, [&](const Column& column) { return !wanted(column.name); });
  return all;
}

std::vector<Watch> StrikeTask::watches() const {
  std::vector<Watch> all{{"point", "", "", ""}};
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const std::string law(laws_[i]->name);
    all.push_back({"verdict", law, "", ""});
    all.push_back({"energy", law, "", ""});
    for (const std::string& contact : contacts_)
      for (const char* kind : {"outcome", "interaction", "history"})
        all.push_back({kind, law, "", contact});
    for (std::size_t k = 0; k < i; ++k)
      all.push_back({"laws", std::string(laws_[k]->name), law, ""});
  }
  return all;
}

class StrikeSolver : public SweepSolver {
 public:
  explicit StrikeSolver(const StrikeTask& task)
      : task_(task),
        solver_(task.subject().scenario, task.subject().tree, task.subject().swept, task.laws(),
                task.subject().method, task.wanted("history") || task.subject().watched) {
    NumberedTexts& texts = solver_.texts();
    for (int i = 0; i < point_statuses; ++i)
      statuses_.push_back(texts.number_of(name(static_cast<PointStatus>(i))));
    for (int i = 0; i <= static_cast<int>(Verdict::several_colliding); ++i)
      verdicts_.push_back(texts.number_of(name(static_cast<Verdict>(i))));
    for (int i = 0; i <= static_cast<int>(Outcome::slides); ++i)
      outcomes_.push_back(texts.number_of(name(static_cast<Outcome>(i))));
    for (const char* word : {"does not interact", "interacts"})
      interactions_.push_back(texts.number_of(word));
    for (const char* word : {"gains energy", "keeps energy", "loses energy"})
      energies_.push_back(texts.number_of(word));
    apart_ = texts.number_of("does not touch");
    for (const char* word : {"part", "agree"}) agreements_.push_back(texts.number_of(word));
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
  const auto present = [](std::size_t place) { return place != Places::absent; };
  const auto reals = [&](std::size_t place, std::span<const double> values, bool known) {
    if (!present(place)) return;
    for (std::size_t i = 0; i < values.size(); ++i)
      row.real(place, i, known ? values[i] : not_a_number);
  };
  const auto categories = [&](std::size_t place, std::span<const std::uint8_t> values, bool known) {
    if (!present(place)) return;
    for (std::size_t i = 0; i < values.size(); ++i)
      row.category(place, i, known ? values[i] : no_category);
  };
  const PointPlaces& point = task_.point_places();
  row.category(point.point, 0, static_cast<std::uint8_t>(status_));
  if (present(point.energy))
    row.real(point.energy, 0, solved() ? solver_.energy_before() : not_a_number);
  if (present(point.velocity))
    for (std::size_t i = 0; i < 2 * task_.contacts(); ++i)
      row.real(point.velocity, i,
               solved() ? solver_.velocity_before(static_cast<int>(i / 2), static_cast<int>(i % 2))
                        : not_a_number);
  for (std::size_t i = 0; i < task_.laws().size(); ++i) {
    const LawPlaces& at = task_.law_places()[i];
    const StrikePointLaw& law = solver_.laws()[i];
    const bool known = solved() && law.answered;
    row.category(at.verdict, 0, solved() ? static_cast<std::uint8_t>(law.verdict) : no_category);
    reals(at.energy_loss, {&law.energy_loss, 1}, known);
    reals(at.coordinates, law.coordinates, known);
    reals(at.velocity, law.velocity, known);
    reals(at.impulse, law.impulse, known);
    categories(at.outcome, law.outcome, known);
    categories(at.interacted, law.interacted, known);
    if (present(at.history))
      for (std::size_t k = 0; k < law.history.size(); ++k)
        row.text(at.history, k, known ? texts.code(law.history[k]) : no_text);
    categories(at.makes_energy, {&law.makes_energy, 1}, known);
    categories(at.determined, law.determined, known);
    categories(at.impulses_determined, {&law.impulses_determined, 1}, known);
  }
}

int StrikeSolver::energy_label(const StrikePointLaw& law) const {
  const double rounding = energy_rounding * (solver_.energy_before() + law.energy_after);
  const int sign = law.energy_loss > rounding ? 1 : law.energy_loss < -rounding ? -1 : 0;
  return energies_[static_cast<std::size_t>(1 + sign)];
}

int StrikeSolver::agreement_label(const StrikePointLaw& a, const StrikePointLaw& b) const {
  double largest = 0;
  double difference = 0;
  for (std::size_t i = 0; i < a.velocity.size(); ++i) {
    largest = std::max({largest, std::abs(a.velocity[i]), std::abs(b.velocity[i])});
    difference = std::max(difference, std::abs(a.velocity[i] - b.velocity[i]));
  }
  const double tolerance = std::max(agreement * largest, rounding_floors * solver_.speed_floor());
  return agreements_[difference <= tolerance ? 1 : 0];
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

}  // namespace

const SweepTaskEntry& strike_task() {
  static const SweepTaskEntry entry{"strike",
                                    "one impact a point, by every law asked for",
                                    {std::begin(quantity_names), std::end(quantity_names)},
                                    {"point", "verdict"},
                                    [](const SweepSubject& subject) -> std::unique_ptr<SweepTask> {
                                      return std::make_unique<StrikeTask>(subject);
                                    }};
  return entry;
}

}  // namespace carom
