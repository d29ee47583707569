#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/certificate.hpp"
#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "laws/rigid/least_impulses.hpp"
#include "motion/impact.hpp"
#include "study/compliant_strike.hpp"
#include "study/input_check.hpp"
#include "study/law_choice.hpp"
#include "study/notes.hpp"
#include "study/passing_words.hpp"
#include "study/strike_ratios.hpp"
#include "study/strike_sensitivity.hpp"
#include "study/struck_joints.hpp"
#include "study/struck_springs.hpp"
#include "study/study.hpp"
#include "study/suited.hpp"
#include "sweeps/striker.hpp"

namespace carom {
namespace {

/// Books that close to this fraction of the energies in them are closed: rounding, also on long
/// chains, stays far below.
constexpr double closing_tolerance = 1e-9;

std::vector<StruckContact> struck_contacts(const Striking& s, const Solution<double>& solution) {
  std::vector<StruckContact> contacts;
  for (std::size_t i = 0; i < s.tree.contacts.size(); ++i) {
    const int index = static_cast<int>(i);
    StruckContact contact;
    contact.name = s.contact_name(index);
    for (int axis = 0; axis < 2; ++axis) {
      contact.velocity_before[axis] = s.solver.contact_velocity_before(index, axis);
      contact.velocity_after[axis] = s.solver.contact_velocity_after(s.tree, index, axis);
    }
    contacts.push_back(std::move(contact));
  }
  for (int k = 0; k < solution.count; ++k) {
    StruckContact& contact = contacts[s.solver.touching()[k]];
    contact.role = solution.approaching[k] != 0 ? ContactRole::colliding : ContactRole::resting;
    contact.determined = {solution.open[2 * k] == 0, solution.open[2 * k + 1] == 0};
    contact.outcome = solution.outcome[k];
    contact.interacted = solution.interacted[k] != 0;
    for (int axis = 0; axis < 2; ++axis) {
      contact.velocity_after[axis] = solution.velocity_after[2 * k + axis];
      contact.impulse[axis] = solution.impulse[2 * k + axis];
      contact.work[axis] = solution.work[2 * k + axis];
    }
  }
  return contacts;
}

EnergyCertificate certificate(const Striking& s, const Solution<double>& solution, double before,
                              double after) {
  EnergyCertificate books;
  double turnover = before + after;
  for (int k = 0; k < solution.count; ++k) {
    const auto moved = moved_velocity(s, k);
    for (int axis = 0; axis < 2; ++axis) {
      const double work = solution.work[2 * k + axis];
      const double by_surface = solution.impulse[2 * k + axis] * moved[axis];
      books.contact_work += work;
      books.surface_work += by_surface;
      turnover += std::abs(work) + std::abs(by_surface);
    }
  }
  if (!s.tree.drives.empty()) {
    books.drive_work = drive_work(s);
    turnover += std::abs(*books.drive_work);
  }
  books.change = after - before;
  books.residual =
      books.change - books.contact_work - books.surface_work - books.drive_work.value_or(0);
  books.closes = std::abs(books.residual) <= closing_tolerance * turnover;
  books.makes_energy = solution.makes_energy;
  return books;
}

/// The answer of a solution. Velocities follow from the impulses that the law gave, so that they
/// are what every impact has; what is told of impulses that are not determined are the least ones.
StruckAnswer struck_answer(const Striking& s, const Solution<double>& solution,
                           std::span<const double> given) {
  s.solver.apply(s.tree, given);
  StruckAnswer answer;
  const double before = s.solver.kinetic_energy_before();
  const double after = s.solver.kinetic_energy_after();
  answer.after = struck_state(s.tree, s.solver.velocities_after(), after);
  answer.energy_loss = before - after;
  answer.contacts = struck_contacts(s, solution);
  if (s.request.joints || !s.tree.drives.empty()) s.solver.apply_to_links(s.tree, solution.impulse);
  answer.energy = certificate(s, solution, before, after);
  if (s.request.joints) answer.joints = passed_on(s);
  if (!solution.impulses_determined) mark_open(s, solution, answer);
  return answer;
}

std::string ending(const Striking& s, const Stage<double>& stage) {
  switch (stage.ends_with) {
    case Event::slip_stops:
    case Event::contact_returns:
    case Event::contact_leaves:
    case Event::slip_begins:
    case Event::yields_again:
      if (stage.contact >= 0)
        return fmt::format("{} {}", s.touching_name(stage.contact), name(stage.ends_with));
      break;
    case Event::compression_ends:
    case Event::impact_ends:
    case Event::none:
      break;
  }
  return std::string(name(stage.ends_with));
}

/// The compression of one of several springs.
std::string ending_of_springs(const Striking& s, const Stage<double>& stage) {
  if (stage.ends_with == Event::compression_ends && stage.contact >= 0)
    return fmt::format("{} of {}", name(stage.ends_with), s.touching_name(stage.contact));
  return ending(s, stage);
}

std::vector<StruckStage> struck_stages(const Striking& s, const Solution<double>& solution) {
  std::vector<StruckStage> stages;
  for (std::size_t i = 0; i < solution.stages.size(); ++i) {
    const int index = static_cast<int>(i);
    const Stage<double>& stage = solution.stages[i];
    const bool springs = !solution.springs.contacts.empty() && solution.count > 1;
    StruckStage struck{.phase = stage.phase,
                       .from = stage.from,
                       .to = stage.to,
                       .modes = {},
                       .ends_with = springs ? ending_of_springs(s, stage) : ending(s, stage),
                       .energy_loss = 0};
    struck.modes.assign(s.tree.contacts.size(), Mode::apart);
    for (int k = 0; k < solution.count; ++k)
      struck.modes[s.solver.touching()[k]] = solution.modes(index)[k];
    std::vector<double> gained(2 * static_cast<std::size_t>(solution.count));
    for (int row = 0; row < 2 * solution.count; ++row) {
      const double absolute =
          0.5 * (solution.velocities(index)[row] + solution.velocities(index + 1)[row]) +
          moved_velocity(s, row / 2)[row % 2];
      gained[static_cast<std::size_t>(row)] =
          solution.impulses(index + 1)[row] - solution.impulses(index)[row];
      struck.energy_loss -= absolute * gained[static_cast<std::size_t>(row)];
    }
    if (!s.tree.drives.empty()) {
      s.solver.apply_to_links(s.tree, gained);
      struck.energy_loss -= drive_work(s);
    }
    stages.push_back(std::move(struck));
  }
  return stages;
}

ImpulseDrawing impulse_drawing(const Striking& s, const std::string& title,
                               const Solution<double>& solution, const StruckLaw& struck) {
  const std::span<const StruckStage> stages = struck.stages;
  ImpulseDrawing drawing;
  drawing.title = title;
  if (!struck.why.empty())
    drawing.notes.push_back(std::string(name(struck.verdict)) + ": " + struck.why);
  drawing.notes.insert(drawing.notes.end(), struck.notes.begin(), struck.notes.end());
  if (stages.empty() || solution.colliding < 0) return drawing;
  drawing.striking = s.touching_name(solution.colliding);
  drawing.of_all = struck.springs && solution.count > 1;
  if (struck.springs)
    drawing.notes.emplace_back("springs: between events the curves are bent, not straight");
  for (std::size_t i = 0; i <= stages.size(); ++i)
    drawing.impulse.push_back(i < stages.size() ? stages[i].from : stages[i - 1].to);
  for (int k = 0; k < solution.count; ++k) {
    DrawnImpact contact;
    contact.name = s.touching_name(k);
    contact.determined = {solution.open[2 * k] == 0, solution.open[2 * k + 1] == 0};
    for (std::size_t i = 0; i <= stages.size(); ++i) {
      const int boundary = static_cast<int>(i);
      contact.tangential_velocity.push_back(solution.velocities(boundary)[2 * k]);
      contact.normal_velocity.push_back(solution.velocities(boundary)[2 * k + 1]);
      contact.tangential_impulse.push_back(solution.impulses(boundary)[2 * k]);
      contact.normal_impulse.push_back(solution.impulses(boundary)[2 * k + 1]);
    }
    drawing.contacts.push_back(std::move(contact));
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    DrawnStage drawn;
    drawn.phase =
        stages[i].phase == Phase::compression ? ImpactPhase::compression : ImpactPhase::restitution;
    drawn.from = stages[i].from;
    drawn.to = stages[i].to;
    drawn.ends_with = stages[i].ends_with;
    for (int k = 0; k < solution.count; ++k)
      drawn.modes.emplace_back(name(solution.modes(static_cast<int>(i))[k]));
    drawing.stages.push_back(std::move(drawn));
  }
  return drawing;
}

std::string why(const Striking& s, const Solution<double>& solution) {
  std::string text(name(solution.reason));
  if (solution.reason == Reason::several_approach) {
    std::string list;
    for (int k = 0; k < solution.count; ++k)
      if (solution.approaching[k] != 0)
        list += fmt::format("{}\"{}\" at {:.6g} m/s", list.empty() ? "" : ", ", s.touching_name(k),
                            -s.solver.velocity()[2 * k + 1]);
    text += fmt::format(": {}; the law {} takes several", list, law_for_several);
  } else if (solution.reason == Reason::named_has_a_gap) {
    const int named = named_striker(s.study.scenario);
    text += fmt::format(" (\"{}\", gap {:.6g} m)", s.contact_name(named), s.solver.gap(named));
  } else if (solution.reason_contact >= 0) {
    text += fmt::format(" (contact \"{}\")", s.touching_name(solution.reason_contact));
  }
  return text;
}

/// Why a search for answers was not complete.
std::string_view search_note(const Striking& s) {
  constexpr std::size_t enumerated = 5;  // contacts, see laws/rigid/mode_problem.hpp
  switch (s.request.method) {
    case Method::paper:
      return "the published list procedure does not look for other answers";
    case Method::pivot:
      return "the method pivot looks for one answer and not for others";
    default:
      break;
  }
  return s.solver.touching().size() > enumerated
             ? "with so many contacts not every combination of modes was tried: there may be other "
               "answers"
             : "there are so many ways to go on that not all were followed: there may be other "
               "answers";
}

/// Which of the impulses that do the same are given.
std::string_view which_are_given(Least least) {
  switch (least) {
    case Least::whole:
      return "those given have the least sum of squares";
    case Least::by_stages:
      return "those given have the least sum of squares in every stage";
    case Least::beside_striker:
      return "of those with the striking contact's impulse the given ones have the least sum of "
             "squares";
    case Least::as_found:
      break;
  }
  return "those given are the first that were found";
}

std::vector<std::string> notes(const Striking& s, const Solution<double>& solution,
                               const StruckLaw& struck, Least least) {
  std::vector<std::string> lines;
  if (struck.has_answer && struck.answer.energy.makes_energy)
    lines.push_back(
        energy_made(struck.answer.energy.contact_work, s.solver.kinetic_energy_before()));
  if (struck.has_answer && !struck.answer.energy.closes)
    lines.push_back(fmt::format("the energy books do not close: {:.3g} J are unaccounted for",
                                struck.answer.energy.residual));
  if (struck.has_answer && solution.wedged) lines.emplace_back(wedged_words);
  if (struck.has_answer && solution.loose >= 0)
    lines.push_back(loose_words(s.touching_name(solution.loose)));
  if (struck.has_answer && !solution.impulses_determined)
    lines.push_back(fmt::format("{}; {}", impulses_open(solution.verdict == Verdict::unique),
                                which_are_given(least)));
  if (struck.has_answer && struck.answer.energy.surface_work > 0 && struck.answer.energy_loss < 0)
    lines.push_back(
        fmt::format("the kinetic energy rises because moved surfaces put {:.6g} J into "
                    "the chain",
                    struck.answer.energy.surface_work));
  if (struck.has_answer && struck.answer.energy.drive_work.value_or(0) > 0 &&
      struck.answer.energy_loss < 0)
    lines.push_back(
        fmt::format("the kinetic energy rises because drives put {:.6g} J into the chain",
                    *struck.answer.energy.drive_work));
  if (struck.has_answer && struck.springs && std::ranges::count(solution.interacted, 1) > 1)
    lines.emplace_back(
        "the outcome depends on the ratios of the contacts' stiffness, which are rarely known; "
        "--ratios shows how much");
  if (const int counted = solution.springs.counted_plastic; counted > 0)
    lines.push_back(fmt::format(
        "{} counted as 0, which changes velocities by no more than about that: pressed contacts "
        "would tremble too often to be followed",
        counted == 1 ? "a contact's restitution, below 0.001, is"
                     : fmt::format("restitution of {} contacts, below 0.001, is", counted)));
  if (!solution.exhaustive && (struck.has_answer || solution.verdict == Verdict::inconsistent))
    lines.emplace_back(search_note(s));
  if (!struck.has_answer)
    for (const Solution<double>& other : solution.alternatives)
      lines.push_back(fmt::format("another way to go on ends without an answer too: {}: {}",
                                  name(other.verdict), why(s, other)));
  for (const Violation& violation : solution.violations)
    lines.push_back(
        fmt::format("the list procedure's modes are inconsistent in stage {} at contact \"{}\"",
                    violation.stage + 1, s.touching_name(violation.contact)));
  return lines;
}

/// Another way in which an ambiguous impact can go; it may end without an answer.
StruckAnswer struck_alternative(const Striking& s, const Solution<double>& other,
                                std::span<const double> given) {
  if (other.verdict == Verdict::unique) return struck_answer(s, other, given);
  StruckAnswer none;
  none.exists = false;
  none.verdict = other.verdict;
  none.why = why(s, other);
  return none;
}

StruckLaw struck_law(const Striking& s, const Law& law, int colliding) {
  LawOptions options;
  options.method = s.request.method;
  options.alternatives = true;
  Solution<double> solution = s.solver.solve(s.tree, law, options, colliding);
  const std::vector<double> given = solution.impulse;
  std::vector<std::vector<double>> others_given;
  for (const Solution<double>& other : solution.alternatives) others_given.push_back(other.impulse);
  Least least = Least::as_found;
  if (s.solver.has_answer() && !solution.impulses_determined)
    least = take_least_impulses(s.solver.problem(), solution);
  // The other end of a family keeps what holds its contacts.
  for (Solution<double>& other : solution.alternatives)
    if (other.verdict == Verdict::unique && !other.impulses_determined && other.loose < 0)
      take_least_impulses(s.solver.problem(), other);
  StruckLaw struck;
  struck.law = law.name;
  struck.algebraic = law.algebraic;
  struck.can_make_energy = law.can_make_energy;
  struck.verdict = solution.verdict;
  struck.exhaustive = solution.exhaustive;
  struck.impulses_determined = solution.impulses_determined;
  struck.wedged = solution.wedged;
  struck.events_coincide = solution.events_coincide;
  if (solution.verdict != Verdict::unique) struck.why = why(s, solution);
  struck.has_answer = s.solver.has_answer();
  if (struck.has_answer) {
    struck.answer = struck_answer(s, solution, given);
    for (std::size_t i = 0; i < solution.alternatives.size(); ++i)
      struck.alternatives.push_back(
          struck_alternative(s, solution.alternatives[i], others_given[i]));
  }
  struck.stages = struck_stages(s, solution);
  add_springs(s, solution, struck);
  struck.notes = notes(s, solution, struck, least);
  const std::string& title = s.study.scenario.title;
  struck.drawing = impulse_drawing(
      s, title.empty() ? struck.law : fmt::format("{} ({})", title, struck.law), solution, struck);
  return struck;
}

/// By a force model, in the same terms.
StruckLaw struck_force_model(const Striking& s, const std::string& law) {
  CompliantStrike found = compliant_strike(s, law);
  const Solution<double>& solution = found.solution;
  StruckLaw struck;
  struck.law = law;
  struck.verdict = solution.verdict;
  struck.exhaustive = solution.exhaustive;
  struck.why = found.why;
  struck.has_answer = solution.verdict == Verdict::unique;
  struck.notes = std::move(found.notes);
  if (!struck.has_answer) return struck;
  struck.answer = struck_answer(s, solution, solution.impulse);
  // Contacts that hold each other can be parted by nothing but rounding: that is no answer.
  if (!struck.answer.energy.closes) {
    struck.verdict = Verdict::inconsistent;
    struck.has_answer = false;
    struck.why = fmt::format("the energy books do not close: {:.3g} J are unaccounted for",
                             struck.answer.energy.residual);
    return struck;
  }
  for (std::size_t k = 0; k < found.collisions.size(); ++k) {
    StruckContact& contact =
        struck.answer.contacts[static_cast<std::size_t>(s.solver.touching()[k])];
    contact.yields = true;
    contact.collision = std::move(found.collisions[k]);
  }
  struck.stages = struck_stages(s, solution);
  for (std::size_t i = 0; i < struck.stages.size(); ++i)
    struck.stages[i].ends_with = found.endings[i];
  const std::string& title = s.study.scenario.title;
  struck.drawing = impulse_drawing(s, title.empty() ? law : fmt::format("{} ({})", title, law),
                                   solution, struck);
  return struck;
}

/// The laws asked for: rigid ones, and force models by their names, which come after them.
struct Asked {
  std::vector<const Law*> rigid;
  std::vector<std::string> force_models;
};

Asked asked_laws(const Study& study, const std::vector<std::string>& names) {
  Asked asked;
  std::vector<std::string> rigid;
  std::vector<Fault> faults;
  for (const std::string& each : names) {
    if (!names_force_model(each)) {
      rigid.push_back(each);
    } else if (std::ranges::find(asked.force_models, each) == asked.force_models.end()) {
      asked.force_models.push_back(each);
      check_force_model(study, each, faults);
    }
  }
  if (!faults.empty()) throw InputError("", std::move(faults));
  if (asked.force_models.empty() || !rigid.empty()) asked.rigid = chosen_laws(study, rigid);
  return asked;
}

}  // namespace

StrikeReport strike(const Study& study, const StrikeRequest& request) {
  const Tree& tree = study.model.compiled().tree;
  const State& state = study.scenario.state;
  const auto& contacts = study.scenario.mechanism.contacts;
  if (request.sensitivity) check_sensitivity(study, *request.sensitivity);
  Asked asked = asked_laws(study, request.laws);
  ImpactSolver<double> solver(tree);
  if (!solver.prepare_with_links(tree, state.positions, state.velocities, state.time)) {
    const Where where{"state", -1, "", -1};
    throw InputError(study.scenario.path,
                     {{where, "state: positions, velocities or formulas at its time are not finite",
                       study.place_of(where)}});
  }
  check_above_surfaces(study, request.in_motion ? Pressed::where_it_yields : Pressed::nowhere);
  // Nobody asked for a law, and the usual one knows one striking contact.
  std::string instead;
  if (request.laws.empty() && asked.rigid.front()->needs_one_striker &&
      solver.strikers().size() > 1) {
    instead = asked.rigid.front()->name;
    asked.rigid = {
        tree.laws->find(study.scenario.impact.several.value_or(std::string(law_for_several)))};
  }
  const Striking striking{study, tree, solver, request};
  const int colliding = named_striker(study.scenario);
  StrikeReport report;
  report.title = study.scenario.title;
  report.method = name(request.method);
  report.size = tree.size;
  report.before = struck_state(tree, state.velocities, solver.kinetic_energy_before());
  for (const Contact& contact : contacts) report.contact_names.push_back(contact.name);
  for (const Surface& surface : study.scenario.mechanism.surfaces)
    if (surface.body) report.surface_names.push_back(surface.name);
  for (const Law* law : asked.rigid)
    report.results.push_back(struck_law(striking, *law, colliding));
  if (!instead.empty()) {
    std::string words = fmt::format(
        "several contacts strike at once: resolved by the law {}, because the {} law knows one "
        "striking contact",
        asked.rigid.front()->name, instead);
    StruckLaw& answered = report.results.front();
    answered.drawing.notes.push_back(words);
    answered.notes.insert(answered.notes.begin(), std::move(words));
  }
  if (request.sensitivity) add_sensitivity(study, request, asked.rigid, report);
  if (request.ratios) report.ratios = struck_ratios(striking);
  for (const std::string& law : asked.force_models)
    report.results.push_back(struck_force_model(striking, law));
  if (request.sensitivity && !asked.force_models.empty())
    report.warnings.emplace_back("force models have no derivatives; the rigid laws do");
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double gap = solver.gap(static_cast<int>(i));
    if (gap > touching_tolerance * tree.size && gap < nearly_touching * tree.size)
      report.warnings.push_back(fmt::format(
          "contact \"{}\" nearly touches surface \"{}\" (gap {:.3g} m) and takes no part",
          contacts[i].name, contacts[i].surface, gap));
  }
  add_passing_warnings(study, ends_behind(tree, state), report.warnings);
  add_closing_note(study, report.warnings);
  if (asked.force_models.empty()) add_compliance_notes(study.scenario, report.warnings);
  if (std::ranges::all_of(report.results, [](const StruckLaw& law) {
        return law.verdict == Verdict::not_colliding;
      }))
    report.warnings.push_back("no impact here; " + where_nothing_strikes(study.scenario));
  return report;
}

}  // namespace carom
