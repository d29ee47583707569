#include "study/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "study/impact_record.hpp"
#include "study/input_check.hpp"
#include "study/law_choice.hpp"
#include "study/motion_slopes.hpp"
#include "study/notes.hpp"
#include "study/passing_words.hpp"
#include "study/suited.hpp"

namespace carom {
namespace {

/// Keeps the events and passes everything on.
class Keeper : public MotionSink {
 public:
  Keeper(SimulationReport& report, bool keeps, MotionSink* next)
      : report_(report), keeps_(keeps), next_(next) {}
  void sample(const MotionSample& sample) override {
    if (next_ != nullptr) next_->sample(sample);
  }
  void event(const MotionEvent& event) override {
    record_.note(event);
    if (keeps_) report_.events.push_back(event);
    if (next_ != nullptr) next_->event(event);
  }
  bool stop() override { return next_ != nullptr && next_->stop(); }

  /// What must be said of the impacts, and what is left open.
  void warn() const {
    for (std::string& warning : record_.warnings()) report_.warnings.push_back(std::move(warning));
    const Motion& motion = report_.motion;
    for (std::string& note : record_.notes(report_.law, motion.open_impacts))
      report_.notes.push_back(std::move(note));
    const auto open = [](const auto& each) { return !each.determined[0] || !each.determined[1]; };
    if (record_.open_forces() || std::ranges::any_of(motion.contacts, open))
      report_.notes.emplace_back(
          "forces marked as not determined are one choice among those that rigid contact allows");
  }

 private:
  ImpactRecord record_;
  SimulationReport& report_;
  bool keeps_;
  MotionSink* next_;
};

void check_choice(const Study& study) {
  if (study.scenario.simulate) return;
  throw InputError(
      study.scenario.path,
      {{{},
        "simulate: this scenario has no [simulate]; it needs one with a duration, such "
        "as duration = 2.0" +
            std::string(approaching_contacts(study) > 0 ? "; `carom strike` solves its impact"
                                                        : ""),
        {}}});
}

/// The law of the impacts, once everything has been found sound.
const Law& checked_law(const Study& study, const SimulateRequest& request) {
  check_choice(study);
  const auto laws = chosen_laws(
      study, request.law.empty() ? std::vector<std::string>{} : std::vector{request.law});
  if (laws.size() != 1)
    throw InputError("", {{{}, "--law: a motion follows one law; must be one name", {}}});
  check_above_surfaces(study, Pressed::where_it_yields);
  return *laws.front();
}

/// The formula that is not finite right after the end, with its place.
std::string formula_at_fault(const Study& study, State state) {
  const Tree& tree = study.model.compiled().tree;
  const double end = state.time;
  for (const double share : {0.0, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3}) {
    state.time = end + share * study.scenario.simulate->duration;
    std::vector<Fault> faults;
    check_inputs_at(study.scenario.mechanism, tree, state, faults);
    check_drives_at(study.scenario.mechanism, tree, state, faults);
    for (const Fault& fault : faults) {
      if (fault.kind != FaultKind::not_finite) continue;
      const Place place = study.place_of(fault.where);
      return fmt::format("{}:{}:{}: {}", study.scenario.path, place.line, place.column,
                         fault.message);
    }
  }
  return "the motion, or a formula that it follows, is not finite there";
}

std::string about_end(const Study& study, const SimulationReport& report) {
  const Motion& motion = report.motion;
  const std::string at =
      fmt::format("at t = {:.10g} s of {:g} s", motion.final.time, report.duration);
  const std::string contact =
      motion.contact >= 0 ? fmt::format("contact \"{}\"", report.contacts[motion.contact]) : "";
  switch (motion.end) {
    case MotionEnd::duration:
      return {};
    case MotionEnd::stopped:
      return fmt::format("Interrupted {}.", at);
    case MotionEnd::verdict:
      return fmt::format(
          "Stopped {}: the impact at {} is {} by the {} law: {}. The state before it is the last "
          "one.{}",
          at, contact, name(motion.verdict), motion.law, name(motion.reason),
          motion.verdict == Verdict::ambiguous
              ? " --on-ambiguous first goes on with the answer that `carom strike` gives."
              : "");
    case MotionEnd::no_modes:
      return fmt::format(
          "Stopped {}: no combination of contact modes is consistent with the accelerations{} "
          "(Painlevé's paradox: with this much friction rigid contact has no answer here).",
          at, contact.empty() ? "" : "; it began with " + contact);
    case MotionEnd::several_modes:
      return fmt::format(
          "Stopped {}: the contact forces are not determined, several combinations of contact "
          "modes with different accelerations are consistent{}. --on-ambiguous first goes on with "
          "one of them.",
          at, contact.empty() ? "" : "; it began with " + contact);
    case MotionEnd::event_limit:
      return fmt::format(
          "Stopped {}: the limit of {} events was reached ([simulate] events). The last two "
          "impacts were {:.3g} s apart{}.",
          at, report.events.size(), motion.last_impact_interval,
          motion.last_impact_interval < 1e-6 * report.duration ? "; bounces come ever faster" : "");
    case MotionEnd::step_limit:
      return fmt::format("Stopped {}: the limit of {} steps was reached ([simulate] steps).", at,
                         motion.steps);
    case MotionEnd::step_size:
      return fmt::format(
          "Stopped {}: the motion cannot be followed further, steps shrink to nothing{}; a force "
          "or an acceleration grows without bound.",
          at, contact.empty() ? "" : " at " + contact);
    case MotionEnd::not_finite:
      return fmt::format("Stopped {}: {}.", at, formula_at_fault(study, motion.final));
    case MotionEnd::below_surface:
      return fmt::format("Not begun: {} is below its surface.", contact);
    case MotionEnd::refused:
      return fmt::format("Not begun: the call is refused ({}).", name(motion.error));
    case MotionEnd::jump:
      if (motion.drive >= 0)
        return fmt::format(
            "Stopped {}: the angle of drive {} (link \"{}\"), or its rate, jumps there, which "
            "takes "
            "an impulse that nobody has asked for; a drive's formula must have a continuous rate.",
            at, motion.drive + 1,
            study.scenario.mechanism.drives[static_cast<std::size_t>(motion.drive)].link);
      return fmt::format("Stopped {}: the surface of {} jumps, and the contact is within it then.",
                         at, contact);
    case MotionEnd::active_below:
      return fmt::format(
          "Stopped {}: {} begins to take part there (active) while it is below its surface.", at,
          contact);
    case MotionEnd::singular_inertia:
      return fmt::format(
          "Stopped {}: nothing resists some motion in this configuration (massless rods).", at);
  }
  return {};
}

/// The impact that ended the motion, as `strike` tells it.
StrikeReport last_impact(const Study& study, const SimulationReport& report) {
  Study there = study;
  there.scenario.state = report.motion.final;
  there.scenario.impact.colliding = report.contacts[report.motion.contact];
  StrikeRequest request;
  request.laws = {std::string(report.motion.law)};
  request.in_motion = true;
  return strike(there, request);
}

}  // namespace

double default_interval(const Study& study) {
  const auto& choice = study.scenario.simulate;
  return choice->every.value_or(choice->duration / 1000);
}

void check_simulation(const Study& study, const SimulateRequest& request) {
  checked_law(study, request);
  if (request.sensitivity && request.controller != nullptr)
    throw InputError("", {{{}, "derivatives of a motion do not pass through a controller", {}}});
  if (request.sensitivity) motion_inputs(study, *request.sensitivity);
}

SimulationReport simulate(const Study& study, const SimulateRequest& request, MotionSink* sink) {
  const Scenario& scenario = study.scenario;
  const Law& law = checked_law(study, request);

  SimulationReport report = named_simulation(scenario);
  report.law = law.name;
  report.duration = scenario.simulate->duration;
  report.tolerance = scenario.simulate->tolerance;
  add_colliding_note(scenario, report.notes);
  add_pressed_notes(study, report.notes);
  add_closing_note(study, report.warnings);

  MotionOptions options = motion_options(*scenario.simulate);
  options.law = law.name;
  if (scenario.impact.several) options.several = *scenario.impact.several;
  options.on_ambiguous = request.on_ambiguous;
  options.every = request.every;
  options.loops = request.loops;
  options.controller = request.controller;
  Keeper keeper(report, request.keep_events, sink);
  MotionSensitivity slopes;
  std::optional<MotionInputs> inputs;
  if (request.sensitivity) {
    inputs = motion_inputs(study, *request.sensitivity);
    report.motion =
        simulate_along(study.model, scenario.state, options, keeper, inputs->along, slopes);
  } else {
    report.motion = simulate(study.model, scenario.state, options, keeper);
  }
  if (report.motion.slow_limits > 0)
    report.notes.push_back(fmt::format(
        "infinitely many bounces of several contacts came to no cycle that has a sum ({}): they "
        "were "
        "followed down to {:.1e} m/s and then taken for rest",
        report.motion.slow_limits == 1 ? std::string("once")
                                       : fmt::format("{} times", report.motion.slow_limits),
        report.motion.slowest));
  if (report.motion.choices > 0)
    report.notes.push_back(fmt::format(
        "{} had several answers; one was followed each time (--on-ambiguous first), so "
        "this motion is one of several",
        report.motion.choices == 1 ? std::string("one instant")
                                   : fmt::format("{} instants", report.motion.choices)));
  for (const int contact : report.motion.guided)
    report.notes.push_back(fmt::format(
        "contact \"{}\": nothing can move it along its normal, so how hard it presses is not "
        "determined, nor is its friction, nor the motion; it was followed without force",
        scenario.mechanism.contacts[static_cast<std::size_t>(contact)].name));
  for (const int contact : report.motion.undamped)
    report.notes.push_back(fmt::format(
        "contact \"{}\": its contact began at rest, and {} damps by the speed of approach: it was "
        "followed without damping until it left its surface",
        scenario.mechanism.contacts[static_cast<std::size_t>(contact)].name,
        scenario.mechanism.contacts[static_cast<std::size_t>(contact)].compliance->kind));
  // A collision is told when it is over, and has the time at which it began.
  std::ranges::stable_sort(report.events, {}, &MotionEvent::time);
  if (inputs) tell_slopes(*inputs, slopes, report);
  keeper.warn();
  add_passing_warnings(study, report.motion.passed, report.warnings);
  report.why = about_end(study, report);
  if (!books_close(report))
    report.warnings.push_back(fmt::format(
        "the energy books do not close: {:.3g} J are unaccounted for{}", report.motion.energy_error,
        report.motion.end == MotionEnd::step_size
            ? "; where a force or an acceleration grows without bound the last steps are not to be "
              "trusted"
            : ""));
  if (report.motion.end == MotionEnd::verdict) report.impact = last_impact(study, report);
  return report;
}

}  // namespace carom
