#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "laws/rigid/impact_orders.hpp"
#include "study/either_study.hpp"
#include "study/read_study.hpp"
#include "study/suited.hpp"
#include "study/train_sensitivity.hpp"
#include "train/collide.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

double fastest_approach(const Train& train) {
  double low = train.bodies.front().velocity, high = low;
  for (const TrainBody& body : train.bodies) {
    low = std::min(low, body.velocity);
    high = std::max(high, body.velocity);
  }
  return high - low;
}

void add_notes(CollideReport& report, double patience) {
  const TrainResult& result = report.result;
  auto& notes = report.notes;
  switch (result.verdict) {
    case TrainVerdict::collided:
      if (result.simultaneous > 0)
        notes.push_back(fmt::format(
            "rigid contacts that feel each other struck in one instant{}: decided together by the "
            "law simultaneous; the outcome depends on the ratios of their stiffness ([[pair]] "
            "stiffness), which are rarely known{}",
            result.simultaneous > 1 ? fmt::format(" ({} times)", result.simultaneous)
                                    : std::string(),
            report.ratios ? "" : "; --ratios shows how much"));
      break;
    case TrainVerdict::ambiguous:
      notes.emplace_back(
          "rigid contacts hit in one instant, too many for the law simultaneous, and Newton's rule "
          "for a pair does not say in which order; in the outcome given all pairs that approach "
          "strike together, each parts with "
          "its own restitution times its approach, and so on until none approaches; the "
          "alternatives are what orders one after the other lead to");
      break;
    case TrainVerdict::never_meet:
      notes.push_back("no two bodies meet: the velocities stay as they are");
      return;
    case TrainVerdict::too_long:
      notes.push_back(
          result.bodies.empty()
              ? fmt::format(
                    "not begun: it would take about {:.2g} s ({:.2g} h), more than the {:g} "
                    "s of --patience; twice the segments are four times the work",
                    result.estimated_seconds, result.estimated_seconds / 3600, patience)
              : fmt::format("given up after the {:g} s of --patience, at t = {:.4g} s with {} "
                            "events: contacts still bounce, or bodies part so slowly that their "
                            "vibration may close a contact again",
                            patience, result.time, result.events));
      return;
  }
  if (!result.exhaustive)
    notes.push_back(fmt::format(
        "the orders of coincident hits are too many to follow all of them; {}",
        result.verdict == TrainVerdict::ambiguous || !result.alternatives.empty()
            ? "the alternatives are of some, and there may be others"
            : "some were followed, from both sides and at random, and all of them agree"));
  for (std::size_t c = 0; c < result.contacts.size(); ++c)
    if (result.contacts[c].passed_through)
      notes.push_back(fmt::format(
          "{} and {} passed through each other: history \"{}\" forgets the indentation at the "
          "separation; this is not physical",
          report.train.bodies[c].name, report.train.bodies[c + 1].name,
          report.train.history == History::reset ? "reset" : "latched"));
  const double relative = result.energy_before - result.energy_after;
  if (relative > 0 && result.vibration > 0.05 * relative)
    notes.push_back(
        fmt::format("{:.3g} % of the energy that left the motion of the mass centres is vibration "
                    "of the bodies",
                    100 * result.vibration / relative));
  if (report.train.model != ContactModel::rigid &&
      std::ranges::any_of(report.train.pairs,
                          [](const TrainPair& pair) { return pair.stiffness != 1; }))
    notes.emplace_back(
        "stiffness in [[pair]] is a ratio of rigid contacts, and is not used here: contacts with "
        "force have that of their bodies (contact_stiffness)");
  if (report.train.history == History::latched && report.train.model != ContactModel::rigid)
    notes.push_back(
        "peak force and deepest indentation are those where loading ended; a latched contact may "
        "go "
        "beyond them on its unloading curve");
  if (report.train.interior == Interior::dissipating)
    notes.push_back(
        "interior \"dissipating\" is a hypothesis: the published equations have lossless springs");
  if (report.train.model == ContactModel::rigid &&
      std::ranges::any_of(report.train.bodies,
                          [](const TrainBody& body) { return body.segments > 1; }) &&
      std::any_of(result.contacts.begin(), result.contacts.end(),
                  [](const TrainContactResult& contact) { return contact.touches > 20; }))
    notes.push_back(
        "rigid contacts of segmented bodies strike again and again; the answer may depend strongly "
        "on the stiffnesses");
}

TrainDrawing drawing(const CollideReport& report) {
  const Train& train = report.train;
  TrainDrawing drawn;
  drawn.title = report.title;
  int next = 0;
  for (const TrainBody& body : train.bodies) {
    const int count = static_cast<int>(body.segments);
    drawn.bodies.push_back({body.name, next, count});
    next += count;
  }
  TrainTrace trace = collision_trace(train, report.result, 600);
  drawn.begin = trace.begin;
  drawn.times = std::move(trace.times);
  drawn.velocities = std::move(trace.velocities);
  if (train.model == ContactModel::rigid) return drawn;
  for (std::size_t c = 0; c + 1 < train.bodies.size(); ++c) {
    ForceLoop loop;
    loop.name = train.bodies[c].name + "–" + train.bodies[c + 1].name;
    loop.lost = report.result.contacts[c].lost;
    for (std::size_t s = 0; s < trace.forces.size(); ++s) {
      loop.indentation.push_back(trace.indentations[s][c]);
      loop.force.push_back(trace.forces[s][c]);
    }
    drawn.loops.push_back(std::move(loop));
  }
  return drawn;
}

ConvergeStep converge_step(const Train& train, const TrainResult& result) {
  ConvergeStep step;
  for (const TrainBody& body : train.bodies)
    step.segments.push_back(static_cast<int>(body.segments));
  for (const TrainBodyResult& body : result.bodies) step.velocities.push_back(body.velocity_after);
  step.restitution = result.restitution;
  return step;
}

constexpr double train_ratios_reach = 10;

/// The same train with other ratios of stiffness.
TrainRatios ratios_of(const Train& train, double patience) {
  TrainRatios told;
  told.reach = train_ratios_reach;
  std::vector<double> given;
  for (const TrainPair& pair : train.pairs) given.push_back(pair.stiffness);
  Train other = train;
  for (const std::vector<double>& stiffness : stiffnesses_around(given, told.reach)) {
    for (std::size_t p = 0; p < stiffness.size(); ++p) other.pairs[p].stiffness = stiffness[p];
    const TrainResult result = patient_collision(other, patience);
    ++told.samples;
    if (result.verdict != TrainVerdict::collided) {
      ++told.unanswered;
      continue;
    }
    const bool first = told.bodies.empty();
    const auto include = [&](std::array<double, 2>& range, double value) {
      range = first ? std::array{value, value}
                    : std::array{std::min(range[0], value), std::max(range[1], value)};
    };
    if (first)
      for (const TrainBody& body : train.bodies) told.bodies.push_back({body.name, {}});
    for (std::size_t b = 0; b < told.bodies.size(); ++b)
      include(told.bodies[b].velocity_after, result.bodies[b].velocity_after);
    include(told.lost, result.lost);
  }
  return told;
}

/// Doubles the segments of every body that has springs until two doublings in a row change no
/// velocity by more than the tolerance.
Convergence convergence(Train train, const TrainResult& first, double tolerance, double patience) {
  Convergence told;
  told.tolerance = tolerance;
  const double speed = fastest_approach(train);
  told.steps.push_back(converge_step(train, first));
  int calm = 0;
  double spent = 0;
  while (calm < 2) {
    for (TrainBody& body : train.bodies)
      if (body.stiffness > 0) body.segments *= 2;
    const TrainResult result = patient_collision(train, patience - spent);
    spent += result.estimated_seconds;
    if (result.verdict != TrainVerdict::collided && result.verdict != TrainVerdict::ambiguous) {
      told.told = fmt::format(
          "not settled to {:g} of the approach within {:g} s of work (--patience): the last change "
          "is {:.2g}",
          tolerance, patience, told.steps.back().change);
      return told;
    }
    ConvergeStep step = converge_step(train, result);
    for (std::size_t b = 0; b < step.velocities.size(); ++b)
      step.change = std::max(
          step.change, std::abs(step.velocities[b] - told.steps.back().velocities[b]) / speed);
    calm = step.change <= tolerance ? calm + 1 : 0;
    told.steps.push_back(std::move(step));
  }
  told.settled = true;
  told.told = fmt::format("settled to {:g} of the approach with {} segments", tolerance,
                          fmt::join(told.steps[told.steps.size() - 3].segments, ", "));
  return told;
}

}  // namespace

TrainStudy train_study_of(ReadScenario read, std::span<const std::string> overrides) {
  const Scenario& scenario = read.scenario;
  std::vector<Fault> found;
  if (scenario.train)
    found = train_faults(*scenario.train);
  else if (read.faults.empty())
    found.push_back({{"train", -1, "", -1},
                     "train: this scenario has no [train] and no [[body]]: it is a mechanism; " +
                         who_takes_it(scenario),
                     {}});
  std::vector<Fault> faults = merged(std::move(read.faults), std::move(found), read.place_of);
  if (!faults.empty()) throw InputError(scenario.path, std::move(faults));
  return {std::move(read.scenario), std::move(read.place_of), {overrides.begin(), overrides.end()}};
}

TrainStudy train_study_from_file(const std::string& path, std::span<const std::string> overrides) {
  return train_study_of(scenario_from_file(path, overrides), overrides);
}

namespace {

EitherStudy either_study_of(ReadScenario read, std::span<const std::string> overrides) {
  if (read.scenario.train) return train_study_of(std::move(read), overrides);
  return study_of(std::move(read), overrides);
}

}  // namespace

EitherStudy either_study_from_file(const std::string& path,
                                   std::span<const std::string> overrides) {
  return either_study_of(scenario_from_file(path, overrides), overrides);
}

EitherStudy either_study_from_text(const std::string& text, const std::string& path,
                                   std::span<const std::string> overrides,
                                   std::span<const Law* const> laws) {
  return either_study_of(scenario_from_text(text, path, overrides, laws), overrides);
}

TrainStudy train_study_from_text(const std::string& text, const std::string& path,
                                 std::span<const std::string> overrides) {
  return train_study_of(scenario_from_text(text, path, overrides), overrides);
}

CollideReport collide(const TrainStudy& study, const CollideRequest& request) {
  std::vector<Fault> faults;
  if (!carom::faults(CollideOptions{.patience = request.patience}).empty())
    faults.push_back(
        {{}, fmt::format("--patience is {}; must be a number > 0", request.patience), {}});
  if (request.converge && !(*request.converge > 0 && *request.converge < 1))
    faults.push_back(
        {{}, fmt::format("--converge is {}; must be > 0 and < 1", *request.converge), {}});
  if (!faults.empty()) throw InputError("", std::move(faults));
  if (request.sensitivity) check_sensitivity(study, *request.sensitivity);

  CollideReport report;
  report.title = study.scenario.title;
  report.train = segmented(*study.scenario.train);
  report.result = patient_collision(report.train, request.patience, request.ratios);
  if (request.ratios && report.result.simultaneous > 0)
    report.ratios = ratios_of(report.train, request.patience);
  add_notes(report, request.patience);
  if (request.ratios && !report.ratios)
    report.notes.emplace_back(
        report.train.model == ContactModel::rigid
            ? "no rigid contacts strike in one instant here: ratios of stiffness do not matter"
            : "--ratios is of rigid contacts: those with force have stiffnesses of their own");
  if (request.sensitivity && report.result.verdict != TrainVerdict::too_long)
    add_sensitivity(study, *request.sensitivity, report);
  if (report.result.verdict != TrainVerdict::collided &&
      report.result.verdict != TrainVerdict::ambiguous)
    return report;
  if (request.converge)
    report.convergence =
        convergence(report.train, report.result, *request.converge, request.patience);
  if (request.drawing) {
    report.drawing = drawing(report);
    if (report.drawing->times.size() < 2) {
      report.drawing.reset();
      report.notes.emplace_back(
          "not drawn: the bodies are in contact for less than rounding of the time before it");
    }
  }
  return report;
}

SegmentReport segment(const TrainStudy& study) {
  const Train& train = *study.scenario.train;
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < train.bodies.size(); ++i)
    if (train.bodies[i].stiffness == 0)
      faults.push_back({{"body", static_cast<int>(i), "stiffness", -1},
                        fmt::format("body \"{}\": stiffness is missing; the rule of segmentation "
                                    "compares stiffnesses",
                                    train.bodies[i].name),
                        {}});
  if (!faults.empty())
    throw InputError(study.scenario.path, merged({}, std::move(faults), study.place_of));
  SegmentReport report;
  report.title = study.scenario.title;
  const SegmentCoefficients used = coefficients_of(train);
  const Segmentation chosen = segmentation(train, used);
  const NamedCoefficients* named = train.coefficients ? nullptr : find_segment_rule(train.rule);
  report.rule = {named != nullptr ? named->name : "of the scenario", used,
                 named != nullptr ? named->about : "", chosen.counts};
  for (const SegmentSet& set : chosen.sets)
    report.sets.push_back({train.bodies[set.left].name, train.bodies[set.left + 1].name,
                           train.bodies[set.soft].name, train.bodies[set.hard].name, set.ratio,
                           set.value, set.soft_segments, set.hard_segments});
  for (std::size_t i = 0; i < train.bodies.size(); ++i) {
    const TrainBody& body = train.bodies[i];
    report.bodies.push_back(
        {body.name, chosen.counts[i], chosen.reasons[i],
         body.segments_by_rule ? std::nullopt : std::optional(static_cast<int>(body.segments))});
  }
  for (const NamedCoefficients& each : segment_rules())
    if (named != &each)
      report.others.push_back({each.name, each.coefficients, each.about,
                               segmentation(train, each.coefficients).counts});
  return report;
}

}  // namespace carom
