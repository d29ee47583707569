#include "laws/rigid/stages.hpp"

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "laws/rigid/list_procedure.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {
namespace {

/// An impact on its way. With slopes it is, along direction 0, one at x + ε: what is zero there but
/// has a slope is taken as on that side (a contact that begins to slip or to leave slides or leaves
/// first, for a stage of no extent; friction or restitution that begins is there). So the slopes
/// along direction 0 are the one-sided derivative wherever modes change; along the other directions
/// they are those of the modes met.
template <class T>
struct Impact {
  const LawOptions& options;
  EndRule<T> end_rule;
  LawWorkspace<T>& w;
  const ScaledProblem<T>& scaled = w.scaled;
  Solution<T>& solution = w.solution;
  int count = scaled.count;
  int striker_n = 2 * scaled.striker + 1;

  Phase phase = Phase::compression;
  int stage = 0;
  int branches = 0;  ///< stages so far with several continuations
  double size = 1;   ///< of this stage's forces
  T eta{};
  RestitutionState<T> at_striker{};
  bool have_modes = false;
  double slope_floor = 0;  ///< slopes of velocities along direction 0 below this are rounding

  int sign(const T& velocity) const;
  bool before(const T& one, const T& other) const;
  bool begins(const T& coefficient) const;
  void begin();
  void classify();
  bool choose_modes();
  bool choose_by_lists(const ModeProblem<double>& problem);
  void take(int answer, const ModeProblem<double>& problem);
  void note_open(int answer);
  bool locked() const;
  void label();
  bool stage_end(Event& event, int& contact, T& step);
  void advance(Event event, int contact, const T& step);
  void record_boundary();
  void record_stage(Event event, int contact, const T& from);
  void fail(Verdict verdict, Reason reason);
  void run();
};

/// Slopes are differences of terms of their largest size, amplified by a few stages.
constexpr double slope_rounding = 1e-10;

/// Of a scaled velocity; of zero, that of its slope.
template <class T>
int Impact<T>::sign(const T& velocity) const {
  const auto of = [](double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
  if constexpr (std::is_same_v<T, double>)
    return of(velocity);
  else if (velocity.value != 0 || std::abs(velocity.slope[0]) <= slope_floor)
    return of(velocity.value);
  else
    return of(velocity.slope[0]);
}

/// Whether a step is shorter than another; of those without extent, by their slopes.
template <class T>
bool Impact<T>::before(const T& one, const T& other) const {
  if constexpr (!std::is_same_v<T, double>)
    if (one.value == 0 && other.value == 0) return one.slope[0] < other.slope[0];
  return plain(one) < plain(other);
}

/// Whether friction or restitution that is zero is above it on the side that slopes look at.
template <class T>
bool Impact<T>::begins(const T& coefficient) const {
  if constexpr (std::is_same_v<T, double>)
    return false;
  else
    return coefficient.value == 0 && coefficient.slope[0] > 0;
}

template <class T>
void Impact<T>::begin() {
  if constexpr (!std::is_same_v<T, double>) {
    double velocities = 0, inertia = 0;
    for (int r = 0; r < 2 * count; ++r)
      velocities = std::max(velocities, std::abs(scaled.velocity[r].slope[0]));
    for (int k = 0; k < 4 * count * count; ++k)
      inertia = std::max(inertia, std::abs(scaled.inertia[k].slope[0]));
    slope_floor = slope_rounding * (velocities + inertia * scaled.speed_scale);
  }
  for (int r = 0; r < 2 * count; ++r) {
    w.velocity[r] = scaled.velocity[r];
    w.impulse[r] = T(0);
    w.work[r] = T(0);
    w.prescribed[r] = T(0);
    if constexpr (!std::is_same_v<T, double>) w.plain_prescribed[r] = 0;
  }
  w.prescribed[striker_n] = T(1);
  if constexpr (!std::is_same_v<T, double>) w.plain_prescribed[striker_n] = 1;
  at_striker.approach = w.velocity[striker_n];
  at_striker.restitution = scaled.restitution;
  clear_answer(solution);
}

template <class T>
void Impact<T>::classify() {
  std::copy(w.contacts.begin(), w.contacts.begin() + count, w.last_contacts.begin());
  for (int i = 0; i < count; ++i) {
    const int tangential = sign(w.velocity[2 * i]);
    ModeContact& contact = w.contacts[i];
    contact.friction = scaled.friction[i];
    if (i == scaled.striker)
      contact.normal = NormalRule::impulse;
    else if (scaled.inert[i] || sign(w.velocity[2 * i + 1]) > 0)
      contact.normal = NormalRule::apart;
    else
      contact.normal = NormalRule::unilateral;
    // The lists test every contact for sticking, also one without friction.
    const bool frictionless =
        contact.friction == 0 && !begins(scaled.frictions()[i]) && options.method != Method::paper;
    if (frictionless || (scaled.tangential_inert[i] && tangential == 0))
      contact.slip = SlipRule::smooth;
    else
      contact.slip = tangential > 0   ? SlipRule::plus
                     : tangential < 0 ? SlipRule::minus
                                      : SlipRule::open;
  }
}

/// The forces and rates of the chosen answer, with derivatives where T has them.
template <class T>
void Impact<T>::take(int answer, const ModeProblem<double>& problem) {
  const Mode* const modes = w.answers.modes_of(answer);
  std::copy(modes, modes + count, w.modes.begin());
  size = mode_size(problem, w.answers.force_of(answer));
  if (w.answers.impulses_determined[answer] == 0) solution.impulses_determined = false;
  if (!scaled.regular) note_open(answer);
  if (scaled.may_be_loose && solution.loose < 0)
    solution.loose =
        loose_contact(problem, w.answers.force_of(answer), w.answers.rate_of(answer), w.loose);
  if constexpr (std::is_same_v<T, double>) {
    std::copy(w.answers.force_of(answer), w.answers.force_of(answer) + 2 * count, w.force.begin());
    std::copy(w.answers.rate_of(answer), w.answers.rate_of(answer) + 2 * count, w.rate.begin());
  } else {
    const ModeProblem<T> full{count,
                              scaled.inertia.data(),
                              scaled.no_offset.data(),
                              w.prescribed.data(),
                              w.contacts.data(),
                              1,
                              scaled.single,
                              nullptr,
                              nullptr,
                              scaled.frictions()};
    mode_forces(full, w.modes.data(), w.force.data(), w.system);
    mode_rates(full, w.modes.data(), w.force.data(), w.rate.data());
  }
}

/// What other forces than those of the chosen answer would do the same.
template <class T>
void Impact<T>::note_open(int answer) {
  const double* const force = w.answers.force_of(answer);
  const double* const rate = w.answers.rate_of(answer);
  for (int i = 0; i < count; ++i) {
    const ModeContact& contact = w.contacts[i];
    CarryingContact& carried = w.determinacy.carrying[i];
    const bool strikes = i == scaled.striker;
    if (contact.normal == NormalRule::apart || (!strikes && rate[2 * i + 1] > still_share * size)) {
      carried = {};
      continue;
    }
    const double slip = rate[2 * i];
    const int direction = contact.slip == SlipRule::plus         ? 1
                          : contact.slip == SlipRule::minus      ? -1
                          : std::abs(slip) <= still_share * size ? 0
                          : slip > 0                             ? 1
                                                                 : -1;
    carried = carrying(contact.slip == SlipRule::smooth ? 0 : contact.friction, direction);
    carried.given = strikes;
  }
  if (find_open(count, scaled.decisions_inertia(), w.determinacy.carrying.data(), force,
                solution.open.data(), w.determinacy))
    solution.impulses_determined = false;
}

/// Whether the striking contact is at rest and what presses it moves nothing at all: WF = 0.
template <class T>
bool Impact<T>::locked() const {
  if (plain(w.velocity[striker_n]) != 0) return false;
  for (int r = 0; r < 2 * count; ++r)
    if (std::abs(plain(w.rate[r])) > flat_share * size) return false;
  return true;
}

template <class T>
bool Impact<T>::choose_by_lists(const ModeProblem<double>& problem) {
  w.answers.clear(count);
  if (!list_procedure(problem, w.answers, w.mode_scratch)) {
    fail(Verdict::inconsistent, Reason::singular_lists);
    return false;
  }
  solution.exhaustive = false;
  take(0, problem);
  for (int i = 0; i < count; ++i) {
    const double violation =
        mode_violation(problem, i, w.modes[i], w.answers.force_of(0), w.answers.rate_of(0), size);
    if (violation > consistency_tolerance &&
        solution.violations.size() < solution.violations.capacity())
      solution.violations.push_back({stage, i});
  }
  return true;
}

/// Sets w.modes, w.force, w.rate for the stage; false when there is no consistent choice.
template <class T>
bool Impact<T>::choose_modes() {
  classify();
  const bool same_problem = have_modes && std::equal(w.contacts.begin(), w.contacts.begin() + count,
                                                     w.last_contacts.begin());
  // Nothing about the contacts has changed (compression ended): the modes go on.
  if (same_problem) return true;
  const double* prescribed = nullptr;
  if constexpr (std::is_same_v<T, double>)
    prescribed = w.prescribed.data();
  else
    prescribed = w.plain_prescribed.data();
  ModeProblem<double> problem{count,        scaled.decisions_inertia(), scaled.decisions_zero(),
                              prescribed,   w.contacts.data(),          1,
                              scaled.single};
  if constexpr (std::is_same_v<T, double>)
    if (have_modes) {
      problem.near_force = w.force.data();
      problem.near_rate = w.rate.data();
    }
  if (options.method == Method::paper) {
    have_modes = choose_by_lists(problem);
    return have_modes;
  }
  select_modes(problem, have_modes ? w.modes.data() : nullptr, options.method, w.answers,
               w.mode_scratch);
  have_modes = true;
  if (!w.answers.exhaustive) solution.exhaustive = false;
  if (w.answers.count == 0) {
    fail(Verdict::inconsistent, Reason::no_consistent_modes);
    return false;
  }
  int choice = 0;
  if (w.answers.count > 1) {
    if (branches < w.path.length) {
      choice = w.path.choice[branches];
    } else {
      w.path.choice[branches] = 0;
      w.path.choices[branches] = static_cast<std::uint8_t>(w.answers.count);
      w.path.length = branches + 1;
    }
    ++branches;
  }
  take(w.answers.order[choice], problem);
  return true;
}

/// What each contact does in this stage, in the words of the account: a contact that could slide
/// but does not move sticks.
template <class T>
void Impact<T>::label() {
  for (int i = 0; i < count; ++i) {
    Mode mode = w.modes[i];
    const double velocity = plain(w.velocity[2 * i]);
    const double rate = plain(w.rate[2 * i]);
    if (mode == Mode::slides_plus || mode == Mode::slides_minus) {
      const double direction = velocity != 0                         ? velocity
                               : std::abs(rate) <= flat_share * size ? 0
                                                                     : rate;
      mode = direction > 0 ? Mode::slides_plus : direction < 0 ? Mode::slides_minus : Mode::sticks;
    }
    w.labels[i] = mode;
  }
}

/// The first event. False: nothing ends the stage.
template <class T>
bool Impact<T>::stage_end(Event& event, int& contact, T& step) {
  event = Event::none;
  contact = -1;
  const auto consider = [&](Event kind, int i, const T& value) {
    if (event != Event::none && !before(value, step)) return;
    event = kind;
    contact = i;
    step = value;
  };
  for (int i = 0; i < count; ++i) {
    const int t = 2 * i;
    const int n = t + 1;
    const Mode mode = w.modes[i];
    if (mode == Mode::apart) {
      if (!scaled.inert[i] && plain(w.rate[n]) < -flat_share * size)
        consider(Event::contact_returns, i, -w.velocity[n] / w.rate[n]);
      continue;
    }
    if (mode == Mode::separates) continue;
    const int velocity = sign(w.velocity[t]);
    const double rate = plain(w.rate[t]);
    const bool slows =
        (velocity > 0 && rate < -flat_share * size) || (velocity < 0 && rate > flat_share * size);
    const bool interacts = plain(w.force[n]) > flat_share * size;
    // Without friction nothing changes when the slip turns round, but the account should say so.
    if (slows && interacts) consider(Event::slip_stops, i, -w.velocity[t] / w.rate[t]);
  }

  T slope = w.rate[striker_n];
  if (std::abs(plain(slope)) <= flat_share * size) slope = value_removed(slope);
  T phase_step{};
  bool phase_ends = false;
  if (phase == Phase::compression) {
    phase_ends = plain(slope) > 0;
    if (phase_ends) phase_step = -w.velocity[striker_n] / slope;
  } else {
    at_striker.velocity = w.velocity[striker_n];
    at_striker.slope = slope;
    at_striker.impulse = eta;
    at_striker.locked = locked();
    phase_ends = end_rule(at_striker, phase_step);
    if (at_striker.locked && phase_ends) {
      // Wedged: nothing that follows changes a velocity. A law that does not say how much impulse
      // that is leaves it open.
      solution.wedged = true;
      const bool said = plain(phase_step) > 0;
      if (!said) solution.impulses_determined = false;
      for (int r = 0; r < 2 * count; ++r) {
        w.rate[r] = value_removed(w.rate[r]);
        if (!said && std::abs(plain(w.force[r])) > flat_share * size) solution.open[r] = 1;
      }
      event = Event::impact_ends;
      contact = scaled.striker;
      step = phase_step;
      return true;
    }
  }
  // A phase that ends with another event, but for rounding, ends first: its end is an event
  // nothing may hide.
  const auto left_at = [&](const T& at) {
    return std::abs(plain(w.velocity[striker_n]) + plain(slope) * plain(at));
  };
  const bool at_once = plain(step) == 0 && plain(phase_step) == 0;
  const bool first =
      event == Event::none ||
      (at_once ? !before(step, phase_step) : plain(phase_step) <= plain(step) * (1 + flat_share)) ||
      (phase == Phase::compression && left_at(step) <= coincidence_share * scaled.speed_scale);
  if (phase_ends && first) {
    event = phase == Phase::compression ? Event::compression_ends : Event::impact_ends;
    contact = scaled.striker;
    step = phase_step;
    return true;
  }
  if (phase == Phase::restitution && plain(slope) < 0) {
    const double back = -plain(w.velocity[striker_n]) / plain(slope);
    // An event at which v_n is zero, but for rounding, changes the modes in time.
    const bool too_late =
        event == Event::none ||
        (back < plain(step) && left_at(step) > coincidence_share * scaled.speed_scale);
    if (too_late) {
      fail(Verdict::jammed, Reason::restitution_cannot_end);
      return false;
    }
  }
  if (event == Event::none) {
    fail(Verdict::jammed, phase == Phase::compression ? Reason::compression_cannot_end
                                                      : Reason::restitution_cannot_end);
    return false;
  }
  return true;
}

template <class T>
void Impact<T>::advance(Event event, int contact, const T& step) {
  // Nothing follows the end of the impact: what is left there is left.
  const double rounding = event == Event::impact_ends ? -1 : coincidence_share * scaled.speed_scale;
  const T striker_before = w.velocity[striker_n];
  for (int i = 0; i < count; ++i) {
    const int t = 2 * i;
    const int n = t + 1;
    const Mode mode = w.modes[i];
    const bool pressed = mode != Mode::apart && mode != Mode::separates;
    // A velocity that the mode holds at zero stays there exactly.
    const bool holds_tangential = pressed && mode == Mode::sticks;
    const bool holds_normal = pressed && i != scaled.striker;
    for (const int r : {t, n}) {
      const T before = w.velocity[r];
      if (!(r == t ? holds_tangential : holds_normal)) w.velocity[r] += w.rate[r] * step;
      w.impulse[r] += w.force[r] * step;
      w.work[r] += w.force[r] * step * (before + w.velocity[r]) * T(0.5);
    }
    if (std::abs(plain(w.velocity[t])) <= rounding) {
      const bool stopped =
          pressed && w.contacts[i].slip != SlipRule::open && w.contacts[i].slip != SlipRule::smooth;
      if (stopped && !(event == Event::slip_stops && contact == i)) solution.events_coincide = true;
      w.velocity[t] = value_removed(w.velocity[t]);
    }
    const bool free_normal = i != scaled.striker || phase == Phase::restitution;
    if (free_normal && std::abs(plain(w.velocity[n])) <= rounding) {
      if (mode == Mode::apart && !scaled.inert[i] &&
          !(event == Event::contact_returns && contact == i))
        solution.events_coincide = true;
      w.velocity[n] = value_removed(w.velocity[n]);
    }
  }
  // The event's own velocity is zero with all its derivatives.
  if (event == Event::slip_stops) w.velocity[2 * contact] = T(0);
  if (event == Event::contact_returns) w.velocity[2 * contact + 1] = T(0);
  if (event == Event::compression_ends) w.velocity[striker_n] = T(0);
  const T done = step * (striker_before + w.velocity[striker_n]) * T(0.5);
  (phase == Phase::compression ? at_striker.compression_work : at_striker.restitution_work) += done;
  eta += step;
  if (event == Event::compression_ends) at_striker.compression_impulse = eta;
}

template <class T>
void Impact<T>::record_boundary() {
  if (!options.record) return;
  const std::size_t from = solution.stage_velocities.size();
  solution.stage_velocities.resize(from + static_cast<std::size_t>(2 * count));
  solution.stage_impulses.resize(from + static_cast<std::size_t>(2 * count));
  T* const velocities = solution.stage_velocities.data() + from;
  T* const impulses = solution.stage_impulses.data() + from;
  for (int r = 0; r < 2 * count; ++r) {
    velocities[r] = w.velocity[r] / T(scaled.unit[r / 2]);
    impulses[r] = T(scaled.unit[r / 2]) * w.impulse[r];
  }
}

template <class T>
void Impact<T>::record_stage(Event event, int contact, const T& from) {
  if (!options.record) return;
  const T unit(scaled.unit[scaled.striker]);
  solution.stages.push_back({phase, unit * from, unit * eta, event, contact});
  solution.stage_modes.insert(solution.stage_modes.end(), w.labels.begin(),
                              w.labels.begin() + count);
}

template <class T>
void Impact<T>::fail(Verdict verdict, Reason reason) {
  solution.verdict = verdict;
  solution.reason = reason;
  solution.reason_contact = scaled.striker;
  solution.reason_stage = stage;
}

template <class T>
void Impact<T>::run() {
  begin();
  record_boundary();
  const int limit = stage_limit(count);
  for (stage = 0; stage < limit; ++stage) {
    if (!choose_modes()) return;
    Event event;
    int contact;
    T step{};
    const T from = eta;
    if (!stage_end(event, contact, step)) {
      if (options.record) label();
      record_stage(Event::none, -1, from);
      record_boundary();
      return;
    }
    // A wedged contact's restitution may have no extent: then it is no stage.
    const bool extends = !solution.wedged || plain(step) > 0;
    if (options.record && extends) label();
    advance(event, contact, step);
    if (extends) {
      record_stage(event, contact, from);
      record_boundary();
    }
    if (event == Event::compression_ends) {
      phase = Phase::restitution;
      if (scaled.restitution == 0 && !begins(scaled.restitution)) event = Event::impact_ends;
    }
    if (event == Event::impact_ends) {
      conclude(w);
      return;
    }
  }
  fail(Verdict::jammed, Reason::too_many_stages);
}

}  // namespace

template <class T>
void run_stages(const LawOptions& options, EndRule<T> end_rule, LawWorkspace<T>& workspace) {
  Impact<T>{options, end_rule, workspace}.run();
}

template void run_stages(const LawOptions&, EndRule<double>, LawWorkspace<double>&);
template void run_stages(const LawOptions&, EndRule<Sloped>, LawWorkspace<Sloped>&);

}  // namespace carom
