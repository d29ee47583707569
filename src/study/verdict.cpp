#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/certificate.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/impact.hpp"
#include "particles/particle_strike.hpp"
#include "particles/uniqueness_matrix.hpp"
#include "particles/uniqueness_search.hpp"
#include "scenarios/scenario_text.hpp"
#include "study/input_check.hpp"
#include "study/law_choice.hpp"
#include "study/notes.hpp"
#include "study/study.hpp"
#include "sweeps/striker.hpp"

namespace carom {
namespace {

/// More contacts than this are too many for dense matrices.
constexpr std::size_t most_contacts = 400;
/// With more, the search for a strike takes too long.
constexpr std::size_t most_searched = 8;

struct Judging {
  const Study& study;
  const Tree& tree;
  ImpactSolver<double>& solver;
  std::vector<int> contacts;  ///< resting, positions among the solver's touching
  int striker = -1;           ///< a contact of the mechanism, or −1

  int count() const { return static_cast<int>(solver.touching().size()); }
  const Contact& contact(int position) const {
    return study.scenario.mechanism.contacts[solver.touching()[position]];
  }
  /// Friction where it strikes, or may: none is known where nothing strikes.
  bool rough_striker() const {
    return striker >= 0 && study.scenario.mechanism.contacts[striker].friction > 0;
  }
  bool rough() const {
    return std::ranges::any_of(contacts, [&](int i) { return contact(i).friction > 0; });
  }
};

/// The striker: the one named, or the one that approaches; every other touching contact rests.
void assign_roles(Judging& j) {
  j.striker = striker(j.study.scenario, j.solver).contact;
  for (int k = 0; k < j.count(); ++k)
    if (j.solver.touching()[k] != j.striker) j.contacts.push_back(k);
}

/// Tensions that go with normal impulses of a particle tree which move nothing.
std::vector<std::pair<std::string, double>> tensions(const Judging& j,
                                                     const std::vector<double>& combination,
                                                     const std::vector<int>& rows) {
  const Mechanism& mechanism = j.study.scenario.mechanism;
  const ParticleReading reading = particle_layout(mechanism, j.tree);
  std::vector<std::pair<std::string, double>> result;
  if (!reading.layout) return result;
  std::vector<int> resting;
  for (const int i : j.contacts) resting.push_back(j.solver.touching()[i]);
  const ParticleTree tree =
      particle_tree(*reading.layout, j.tree, j.study.scenario.state.positions, resting);
  std::vector<double> sum(tree.rods.size(), 0.0);
  double largest = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (combination[r] == 0) continue;
    const auto place = std::ranges::find(j.contacts, rows[r] / 2) - j.contacts.begin();
    const ParticleContact& at = tree.contacts[place];
    const ParticleMotion motion =
        held_response(tree, ClosedContacts(tree.contacts.size(), 0),
                      {at.mass, rows[r] % 2 == 1 ? at.normal : at.tangent});
    for (std::size_t e = 0; e < sum.size(); ++e) {
      sum[e] += combination[r] * motion.tension[e];
      largest = std::max(largest, std::abs(sum[e]));
    }
  }
  for (std::size_t e = 0; e < sum.size(); ++e)
    if (std::abs(sum[e]) > 1e-9 * largest)
      result.emplace_back(mechanism.links[tree.rods[e].link].name, sum[e]);
  return result;
}

void judge_impulses(const Judging& j, UniquenessReport& report) {
  std::vector<int> normal, all;
  for (const int i : j.contacts) {
    if (j.contact(i).friction > 0) all.push_back(2 * i);
    all.push_back(2 * i + 1);
    normal.push_back(2 * i + 1);
  }
  const NullCombinations plain = null_combinations(j.count(), j.solver.inertia(), normal);
  const NullCombinations full = null_combinations(j.count(), j.solver.inertia(), all);
  report.rank = plain.rank;
  report.rows = plain.size;
  report.full_rank = full.rank;
  report.full_rows = full.size;
  const auto add = [&](const NullCombinations& found, const std::vector<int>& rows) {
    for (const std::vector<double>& combination : found.combinations) {
      SelfStress stress;
      int positive = 0, negative = 0;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        if (combination[r] == 0) continue;
        const bool tangential = rows[r] % 2 == 0;
        stress.contacts.emplace_back(
            j.contact(rows[r] / 2).name + (tangential ? " (tangential)" : ""), combination[r]);
        if (!tangential) ++(combination[r] > 0 ? positive : negative);
      }
      stress.one_sided = positive == 0 || negative == 0;
      stress.rods = tensions(j, combination, rows);
      report.self_stresses.push_back(std::move(stress));
    }
  };
  add(plain, normal);
  if (full.size - full.rank > plain.size - plain.rank) {
    report.self_stresses.clear();
    add(full, all);
  }
  const bool determined = full.rank == full.size;
  report.impulses = determined ? Determined::always : Determined::not_always;
  if (determined)
    report.impulses_why =
        "no combination of impulses at the resting contacts moves nothing, so velocities determine "
        "them";
  else if (plain.rank == plain.size)
    report.impulses_why =
        "while contacts stick, a combination of normal and tangential impulses moves nothing; "
        "normal impulses alone are determined";
  else
    report.impulses_why =
        "a combination of normal impulses is carried by the chain alone and moves nothing: where "
        "its contacts stay closed, any amount of it may be added";
}

bool at_end(const Judging& j, int position) {
  const TreeContact& contact = j.tree.contacts[j.solver.touching()[position]];
  const TreeLink& link = j.tree.links[contact.link];
  const auto children = std::ranges::count(j.tree.links, contact.link, &TreeLink::parent);
  const double tolerance = 1e-9 * std::max(link.length, 1e-300);
  const bool far = std::abs(contact.centre.x - link.length) <= tolerance;
  const bool near = std::abs(contact.centre.x) <= tolerance;
  if (far && children == 0) return true;
  return near && link.parent < 0 && j.tree.base == BaseKind::free &&
         std::ranges::count(j.tree.links, -1, &TreeLink::parent) == 1;
}

void judge_friction(const Judging& j, UniquenessReport& report) {
  for (const int i : j.contacts) {
    const CriticalFriction found = critical_friction(j.count(), j.solver.inertia(), i);
    FrictionVerdict verdict;
    verdict.contact = j.contact(i).name;
    verdict.end = at_end(j, i);
    verdict.friction = j.contact(i).friction;
    if (std::isfinite(found.any)) verdict.critical = found.any;
    if (std::isfinite(found.here)) verdict.critical_here = found.here;
    verdict.slip = found.slip;
    report.friction.push_back(std::move(verdict));
  }
  if (!j.rough()) return;
  std::vector<double> friction;
  for (int k = 0; k < j.count(); ++k) friction.push_back(j.contact(k).friction);
  for (const SlidingTest& test :
       sliding_tests(j.count(), j.solver.inertia(), friction, j.contacts)) {
    SlidingVerdict verdict;
    for (std::size_t k = 0; k < j.contacts.size(); ++k)
      if (test.signs[k] != 0)
        verdict.signs.emplace_back(j.contact(j.contacts[k]).name, test.signs[k]);
    verdict.unique = test.unique;
    verdict.minor = test.minor;
    for (const int failing : test.failing) verdict.failing.push_back(j.contact(failing).name);
    report.sliding.push_back(std::move(verdict));
  }
}

ShownStrike shown(const FoundStrike& found, const State& state) {
  ShownStrike strike;
  strike.striker = found.mechanism.contacts[found.striker].name;
  strike.verdict = found.verdict;
  strike.answers = found.answers;
  for (std::size_t k = 0; k < found.contacts.size(); ++k)
    strike.slips.emplace_back(found.mechanism.contacts[found.contacts[k]].name, found.slip[k]);
  strike.added = found.added;
  strike.mechanism = found.mechanism;
  strike.state = state;
  strike.state.velocities = found.velocities;
  return strike;
}

void judge_velocities(const Judging& j, UniquenessReport& report) {
  const bool rough_anywhere = j.rough();
  if (!rough_anywhere) {
    report.velocities = Determined::always;
    report.velocities_why =
        "without friction at the resting contacts the velocities minimise a convex function: an "
        "answer exists and is the only one, for every strike";
    if (j.rough_striker())
      report.velocities_why +=
          ", by laws that follow the striking contact's normal impulse; its friction, within "
          "bounds that this impulse sets, keeps the function convex";
    return;
  }
  const bool tested = !report.sliding.empty();
  const bool all_sliding = tested && std::ranges::all_of(report.sliding, &SlidingVerdict::unique);
  if (j.contacts.size() <= most_searched) {
    const StrikeSearch search =
        search_strike(j.study.scenario.mechanism, j.study.scenario.state, j.striker, !all_sliding);
    report.strikes_tried = search.tried;
    if (search.found) {
      ShownStrike& strike = report.example.emplace(shown(*search.found, j.study.scenario.state));
      strike.scenario = scenario_text(
          strike.mechanism, strike.state,
          {"A strike found by carom verdict.", report.title, strike.striker, "energetic"});
    }
  } else {
    report.notes.push_back(
        fmt::format("more than {} contacts rest: no strike was searched for", most_searched));
  }
  if (report.example) {
    report.velocities = Determined::not_always;
    report.velocities_why = report.example->verdict == Verdict::ambiguous
                                ? "there is a strike with several answers (below)"
                                : "there is a strike with no answer (below)";
    return;
  }
  const ParticleReading reading = particle_layout(j.study.scenario.mechanism, j.tree);
  const bool ends_only =
      reading.layout && std::ranges::all_of(report.friction, [](const FrictionVerdict& verdict) {
        return verdict.end || verdict.friction == 0;
      });
  report.velocities = Determined::not_known;
  if (all_sliding && ends_only && !j.rough_striker()) {
    report.velocities = Determined::always;
    report.velocities_why =
        "every combination of sliding directions has a P-matrix, and particles that rest at ends "
        "of "
        "rods have one answer from rest";
  } else if (all_sliding) {
    report.velocities_why =
        "while contacts slide there is one answer (every matrix is a P-matrix); for contacts that "
        "stick there is no proof, and no strike with two answers or none was found";
  } else if (tested) {
    report.velocities_why =
        "some combination of sliding directions has no P-matrix, so some push has two answers or "
        "none; none of the strikes tried is such a push";
  } else {
    report.velocities_why = "there are too many contacts to test every combination";
  }
}

/// The strike of the file by its law: whatever holds of every strike, this one is known.
void judge_own(Judging& j, UniquenessReport& report) {
  const Scenario& scenario = j.study.scenario;
  const Law& law = *chosen_laws(j.study, {}).front();
  const Solution<double>& solution =
      j.solver.solve(j.tree, law, LawOptions{}, named_striker(scenario));
  if (solution.verdict == Verdict::not_colliding) {
    report.notes.push_back(fmt::format("{}: the file has no strike of its own, others are judged",
                                       name(solution.reason)));
    return;
  }
  OwnStrike& own = report.own.emplace();
  own.law = law.name;
  own.verdict = solution.verdict;
  own.impulses_determined = solution.impulses_determined;
  const auto contact = [&](int k) -> const std::string& {
    return scenario.mechanism.contacts[j.solver.touching()[k]].name;
  };
  if (solution.verdict == Verdict::unique) return;
  own.why = name(solution.reason);
  if (solution.reason_contact >= 0)
    own.why += fmt::format(" (contact \"{}\")", contact(solution.reason_contact));
  if (solution.verdict == Verdict::several_colliding) return;
  if (solution.loose >= 0) own.why += "; " + loose_words(contact(solution.loose));
  if (report.velocities == Determined::not_always) return;
  report.velocities = Determined::not_always;
  report.velocities_why =
      fmt::format("the file's own strike is {} by law {} (below)", name(own.verdict), own.law);
}

/// What friction at the striking contact takes no part in.
void note_striker(const Judging& j, UniquenessReport& report) {
  if (!j.rough_striker() || j.contacts.empty()) return;
  report.notes.push_back(fmt::format(
      "friction {:.6g} at the striking contact \"{}\" is in {}; ranks{} are of the resting "
      "contacts",
      j.study.scenario.mechanism.contacts[j.striker].friction, report.striker,
      report.strikes_tried > 0 ? "the strikes tried and in the file's own"
                               : "the file's own strike",
      report.sliding.empty() ? "" : " and sliding combinations"));
}

void judge(Judging& judging, UniquenessReport& report) {
  if (judging.contacts.empty()) {
    report.velocities = report.impulses = Determined::always;
    report.velocities_why = report.impulses_why = "no contact rests beside the striking one";
    return;
  }
  if (judging.contacts.size() > most_contacts) {
    report.velocities = judging.rough() ? Determined::not_known : Determined::always;
    report.velocities_why = judging.rough()
                                ? "there are too many contacts with friction to test"
                                : "without friction the velocities minimise a convex function";
    report.impulses = Determined::not_known;
    report.impulses_why = fmt::format("more than {} contacts rest", most_contacts);
    return;
  }
  judge_impulses(judging, report);
  judge_friction(judging, report);
  judge_velocities(judging, report);
}

}  // namespace

UniquenessReport verdict(const Study& study) {
  refuse_active(study, "verdict");
  const Tree& tree = study.model.compiled().tree;
  const State& state = study.scenario.state;
  ImpactSolver<double> solver(tree);
  const Where where{"state", -1, "", -1};
  if (!solver.prepare(tree, state.positions, state.velocities, state.time))
    throw InputError(study.scenario.path,
                     {{where, "state: positions, velocities or formulas at its time are not finite",
                       study.place_of(where)}});
  Judging judging{study, tree, solver, {}, -1};
  assign_roles(judging);
  UniquenessReport report;
  report.title = study.scenario.title;
  if (judging.striker >= 0)
    report.striker = study.scenario.mechanism.contacts[judging.striker].name;
  for (const int i : judging.contacts) report.contacts.push_back(judging.contact(i).name);
  add_closing_note(study, report.notes);
  add_compliance_notes(study.scenario, report.notes);
  judge(judging, report);
  judge_own(judging, report);
  note_striker(judging, report);
  return report;
}

}  // namespace carom
