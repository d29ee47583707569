#include "laws/rigid/pair_stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/rigid/preparation.hpp"
#include "laws/rigid/scaling.hpp"

namespace carom {
namespace {

/// By which share of the stage's size an inequality must hold to be beyond doubt.
constexpr double clear = 1e-7;
/// By which share the pivots of the certificate must.
constexpr double regular = 1e-3;
/// Impacts with more stages than this go the plain way.
constexpr int usual_stages = 12;

enum Role { striker, other };

/// What a contact does in a stage, and what comes of it.
struct Part {
  Mode mode;
  double force_t, force_n;
  double rate_t, rate_n;
};

/// One contact, scaled as in ScaledProblem.
struct Contact {
  int index;        ///< in the problem
  double unit;      ///< s
  double friction;  ///< μ
  double velocity[2];
  double start[2];  ///< u⁻
  double impulse[2];
  double work[2];
  // As the stage found it.
  bool apart = false;
  SlipRule slip = SlipRule::smooth;
};

struct Block {
  double tt, tn, nt, nn;
};

/// An impact of `count` contacts on its way.
template <int count>
struct Pair {
  static constexpr bool alone = count == 1;
  Block own, coupling, others;  ///< of W: striker; its rows against the other's; other
  Contact contact[count];
  Part part[2];
  double size;  ///< of the stage's forces

  /// The other contact's answer to the rates q, and whether it is beyond doubt.
  bool answer_of_other(double q_t, double q_n, Part& answer) const;
  bool slide(Mode mode, double slope, double q_t, double q_n, Part& answer) const;
  /// The striker's rates from both forces.
  void strike_rates(double x, const Part& answer, Part& striking) const;
  /// The modes of a stage; false: not beyond doubt.
  bool choose();
  bool choose_open();
  bool choose_alone();
  bool certified() const;
};

double slope_of(const Contact& contact) {
  return contact.slip == SlipRule::smooth ? 0
         : contact.slip == SlipRule::plus ? -contact.friction
                                          : contact.friction;
}

Mode sliding(SlipRule slip) {
  return slip == SlipRule::minus ? Mode::slides_minus : Mode::slides_plus;
}

template <int count>
bool Pair<count>::slide(Mode mode, double slope, double q_t, double q_n, Part& answer) const {
  const double force = -q_n / (others.nn + slope * others.tn);
  answer = {mode, slope * force, force, q_t + (slope * others.tt + others.tn) * force, 0};
  return force > clear * std::max({1.0, force, std::abs(answer.force_t)});
}

template <int count>
bool Pair<count>::answer_of_other(double q_t, double q_n, Part& answer) const {
  if (q_n > clear) {
    answer = {Mode::separates, 0, 0, q_t, q_n};
    return true;
  }
  if (!(q_n < -clear)) return false;
  const Contact& here = contact[other];
  if (here.slip != SlipRule::open)
    return slide(sliding(here.slip), slope_of(here), q_t, q_n, answer);
  const double inverse = 1 / (others.tt * others.nn - others.tn * others.tn);
  const double f_t = (others.tn * q_n - others.nn * q_t) * inverse;
  const double f_n = (others.tn * q_t - others.tt * q_n) * inverse;
  const double edge = here.friction * f_n;
  const double doubt = clear * std::max({1.0, std::abs(f_n), std::abs(f_t)});
  if (f_n > doubt && std::abs(f_t) < edge - doubt) {
    answer = {Mode::sticks, f_t, f_n, 0, 0};
    return true;
  }
  if (f_n > -doubt && std::abs(f_t) < edge + doubt) return false;
  for (const bool minus : {f_t > 0, f_t <= 0}) {
    const Mode mode = minus ? Mode::slides_minus : Mode::slides_plus;
    if (!slide(mode, minus ? here.friction : -here.friction, q_t, q_n, answer)) continue;
    const double away = minus ? -answer.rate_t : answer.rate_t;
    if (away > clear * std::max(1.0, answer.force_n)) return true;
  }
  return false;
}

template <int count>
void Pair<count>::strike_rates(double x, const Part& answer, Part& striking) const {
  striking.force_t = x;
  striking.force_n = 1;
  striking.rate_t =
      own.tt * x + own.tn + coupling.tt * answer.force_t + coupling.tn * answer.force_n;
  striking.rate_n =
      own.tn * x + own.nn + coupling.nt * answer.force_t + coupling.nn * answer.force_n;
}

/// The certificate of uniqueness of the stage's modes.
template <int count>
bool Pair<count>::certified() const {
  const Contact& here = contact[other];
  const bool open_striker = contact[striker].slip == SlipRule::open;
  if (open_striker && !(own.tt > regular * own.nn)) return false;
  // What is left of the striker's W_tt where the other slides with this slope.
  const auto left = [&](double slope) {
    const double pivot = others.nn + slope * others.tn;
    if (!(pivot > regular * others.nn)) return false;
    return !open_striker ||
           (1 - regular) * own.tt * pivot > (coupling.tn + slope * coupling.tt) * coupling.tn;
  };
  if (here.slip != SlipRule::open) return left(slope_of(here));
  const double determinant = others.tt * others.nn - others.tn * others.tn;
  if (!(determinant > regular * others.tt * others.nn)) return false;
  if (open_striker) {
    const double taken = others.nn * coupling.tt * coupling.tt -
                         2 * others.tn * coupling.tt * coupling.tn +
                         others.tt * coupling.tn * coupling.tn;
    if (!(own.tt * determinant - taken > regular * own.tt * determinant)) return false;
  }
  return left(here.friction) && left(-here.friction);
}

/// The striker's modes where nothing else presses.
template <int count>
bool Pair<count>::choose_alone() {
  const Contact& striking = contact[striker];
  Part& answer = part[striker];
  double x = 0;
  if (striking.slip != SlipRule::open) {
    x = slope_of(striking);
    answer.mode = sliding(striking.slip);
  } else {
    if (!(own.tt > regular * own.nn)) return false;
    x = -own.tn / own.tt;
    const double beyond = std::abs(x) - striking.friction;
    if (std::abs(beyond) < clear * std::max(1.0, std::abs(x))) return false;
    answer.mode = beyond < 0 ? Mode::sticks : x > 0 ? Mode::slides_minus : Mode::slides_plus;
    if (beyond > 0) x = x > 0 ? striking.friction : -striking.friction;
  }
  answer.force_t = x;
  answer.force_n = 1;
  answer.rate_t = answer.mode == Mode::sticks ? 0 : own.tt * x + own.tn;
  answer.rate_n = own.tn * x + own.nn;
  if constexpr (!alone)
    part[other] = {Mode::apart, 0, 0, coupling.tt * x + coupling.nt, coupling.tn * x + coupling.nn};
  size = std::max(1.0, std::abs(x));
  return true;
}

/// A striker that neither slides nor is frictionless: x is where r_t(x) = 0, or at an end.
template <int count>
bool Pair<count>::choose_open() {
  const double friction = contact[striker].friction;
  Part far[2];  // the other contact's answers at x = −μ, μ
  Part ends[2];
  for (int k = 0; k < 2; ++k) {
    const double x = k == 0 ? -friction : friction;
    if (!answer_of_other(coupling.tt * x + coupling.nt, coupling.tn * x + coupling.nn, far[k]))
      return false;
    strike_rates(x, far[k], ends[k]);
  }
  const double doubt =
      clear * std::max({1.0, friction, std::abs(far[0].force_n), std::abs(far[1].force_n),
                        std::abs(far[0].force_t), std::abs(far[1].force_t)});
  if (ends[0].rate_t > doubt) {
    part[striker] = ends[0];
    part[striker].mode = Mode::slides_plus;
    part[other] = far[0];
    return true;
  }
  if (ends[1].rate_t < -doubt) {
    part[striker] = ends[1];
    part[striker].mode = Mode::slides_minus;
    part[other] = far[1];
    return true;
  }
  // Between, with the other contact in one mode, everything is linear in x: the ranges of q of its
  // modes are convex.
  if (!(ends[0].rate_t < -doubt && ends[1].rate_t > doubt) || far[0].mode != far[1].mode)
    return false;
  const double share = ends[0].rate_t / (ends[0].rate_t - ends[1].rate_t);
  const double x = friction * (2 * share - 1);
  if (!answer_of_other(coupling.tt * x + coupling.nt, coupling.tn * x + coupling.nn, part[other]))
    return false;
  strike_rates(x, part[other], part[striker]);
  part[striker].mode = Mode::sticks;
  part[striker].rate_t = 0;
  return part[other].mode == far[0].mode;
}

template <int count>
bool Pair<count>::choose() {
  if constexpr (alone) {
    return choose_alone();
  } else {
    const Contact& striking = contact[striker];
    if (contact[other].apart) return choose_alone();
    if (!certified()) return false;
    if (striking.slip == SlipRule::open) {
      if (!choose_open()) return false;
    } else {
      const double x = slope_of(striking);
      if (!answer_of_other(coupling.tt * x + coupling.nt, coupling.tn * x + coupling.nn,
                           part[other]))
        return false;
      strike_rates(x, part[other], part[striker]);
      part[striker].mode = sliding(striking.slip);
    }
    size = std::max(
        {1.0, std::abs(part[striker].force_t), std::abs(part[other].force_t), part[other].force_n});
    return true;
  }
}

/// Scales W and v⁻ into `pair`; false where there is nothing to solve, or something unusual.
template <int count>
bool pose(const ContactProblem<double>& problem, const LawOptions& options, Pair<count>& pair,
          double& speed_scale) {
  constexpr int width = 2 * count;
  const double* const w = problem.inertia.data();
  const double* const v = problem.velocity.data();
  double unit[count];
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double fastest = 0;
  speed_scale = 0;
  for (int i = 0; i < count; ++i) {
    const double tangential = w[2 * i * (width + 1)];
    const double normal = w[(2 * i + 1) * (width + 1)];
    const double either = std::max(tangential, normal);
    smallest = std::min({smallest, tangential, normal});
    largest = std::max(largest, either);
    unit[i] = unit_for(either);
    const double speed = std::max(std::abs(v[2 * i]), std::abs(v[2 * i + 1]));
    fastest = std::max(fastest, speed);
    speed_scale = std::max(speed_scale, unit[i] * speed);
  }
  // Contacts that cannot move, or only with difficulty, are for the plain path.
  if (!(smallest > regular * regular * largest)) return false;
  const double slowest = std::max(rest_tolerance * fastest, options.speed_floor);
  double velocity[width];
  int approaching = -1;
  for (int r = 0; r < width; ++r) {
    velocity[r] = unit[r / 2] * v[r];
    if (std::abs(v[r]) <= slowest || std::abs(velocity[r]) <= rest_tolerance * speed_scale)
      velocity[r] = 0;
    if (r % 2 == 1 && velocity[r] < 0) {
      if (approaching >= 0) return false;
      approaching = r / 2;
    }
  }
  if (approaching < 0 || (problem.colliding >= 0 && problem.colliding != approaching)) return false;
  const auto block = [&](int i, int j) {
    const double units = unit[i] * unit[j];
    const double* const at = w + 2 * i * width + 2 * j;
    return Block{units * at[0], units * at[1], units * at[width], units * at[width + 1]};
  };
  for (int role = 0; role < count; ++role) {
    const int i = role == striker ? approaching : 1 - approaching;
    Contact& contact = pair.contact[role];
    contact.index = i;
    contact.unit = unit[i];
    contact.friction = std::min(problem.friction[i], largest_friction);
    for (int a = 0; a < 2; ++a) {
      contact.velocity[a] = contact.start[a] = velocity[2 * i + a];
      contact.impulse[a] = contact.work[a] = 0;
    }
  }
  pair.own = block(approaching, approaching);
  if constexpr (count == 2) {
    pair.coupling = block(approaching, 1 - approaching);
    pair.others = block(1 - approaching, 1 - approaching);
  }
  return true;
}

/// The account of a stage's end, in the order of the contacts.
template <int count>
[[gnu::noinline]] void record_boundary(const Pair<count>& pair, Solution<double>& solution) {
  const std::size_t from = solution.stage_velocities.size();
  solution.stage_velocities.resize(from + 2 * count);
  solution.stage_impulses.resize(from + 2 * count);
  for (const Contact& contact : pair.contact) {
    const std::size_t at = from + static_cast<std::size_t>(2 * contact.index);
    for (std::size_t a = 0; a < 2; ++a) {
      solution.stage_velocities[at + a] = contact.velocity[a] / contact.unit;
      solution.stage_impulses[at + a] = contact.unit * contact.impulse[a];
    }
  }
}

/// The modes as the account names them, before the stage's velocities change.
template <int count>
[[gnu::noinline]] void record_modes(const Pair<count>& pair, Solution<double>& solution) {
  const std::size_t from = solution.stage_modes.size();
  solution.stage_modes.resize(from + count);
  for (int role = 0; role < count; ++role) {
    const Contact& contact = pair.contact[role];
    Mode mode = pair.part[role].mode;
    if (mode == Mode::slides_plus || mode == Mode::slides_minus) {
      const double rate = pair.part[role].rate_t;
      const double direction = contact.velocity[0] != 0              ? contact.velocity[0]
                               : std::abs(rate) <= clear * pair.size ? 0
                                                                     : rate;
      mode = direction > 0 ? Mode::slides_plus : direction < 0 ? Mode::slides_minus : Mode::sticks;
    }
    solution.stage_modes[from + static_cast<std::size_t>(contact.index)] = mode;
  }
}

/// The answer, as `conclude` gives it for any number of contacts.
template <int count>
void conclude(const Pair<count>& pair, double speed_scale, Solution<double>& solution) {
  const double rest = outcome_tolerance * speed_scale;
  double largest = 0;
  for (const Contact& contact : pair.contact)
    largest = std::max(largest, std::abs(contact.impulse[1]));
  double* const impulse = solution.impulse.data();
  double* const velocity = solution.velocity_after.data();
  double* const work = solution.work.data();
  double total = 0;
  double exchanged = 0;
  for (const Contact& contact : pair.contact) {
    const auto i = static_cast<std::size_t>(contact.index);
    const double inverse = 1 / contact.unit;
    for (std::size_t a = 0; a < 2; ++a) {
      impulse[2 * i + a] = contact.unit * contact.impulse[a];
      velocity[2 * i + a] = contact.velocity[a] * inverse;
      work[2 * i + a] = contact.work[a];
      total += contact.work[a];
      exchanged += 0.5 * std::abs(contact.impulse[a]) *
                   (std::abs(contact.start[a]) + std::abs(contact.velocity[a]) + 0.01 * largest);
    }
    solution.outcome[i] = contact.velocity[1] > rest             ? Outcome::rebounds
                          : std::abs(contact.velocity[0]) > rest ? Outcome::slides
                                                                 : Outcome::rests;
    solution.interacted[i] = contact.impulse[1] > 1e-10 * largest;
    solution.approaching[i] = 0;
  }
  solution.approaching[static_cast<std::size_t>(pair.contact[striker].index)] = 1;
  solution.energy_loss = -total;
  solution.makes_energy = total > 1e-12 * exchanged;
}

/// The solution with room for an answer of so many contacts and no account.
void make_room(int count, Solution<double>& solution) {
  const auto c = static_cast<std::size_t>(count);
  if (!solution.stages.empty() || !solution.stage_velocities.empty() ||
      !solution.violations.empty() || !solution.alternatives.empty() ||
      solution.impulse.size() != 2 * c || solution.approaching.size() != c) {
    clear_answer(solution);
    solution.impulse.resize(2 * c);
    solution.velocity_after.resize(2 * c);
    solution.work.resize(2 * c);
    solution.outcome.resize(c);
    solution.interacted.resize(c);
    solution.approaching.resize(c);
  }
  solution.verdict = Verdict::unique;
  solution.reason = Reason::none;
  solution.reason_contact = -1;
  solution.reason_stage = -1;
  solution.is_choice = false;
  solution.impulses_determined = true;
  solution.events_coincide = false;
  solution.exhaustive = true;
  solution.count = count;
}

/// Whether the rules of a contact changed since the last stage.
bool classify(Contact& contact, bool is_striker) {
  const bool apart = !is_striker && contact.velocity[1] > 0;
  const double u = contact.velocity[0];
  const SlipRule slip = contact.friction == 0 ? SlipRule::smooth
                        : u > 0               ? SlipRule::plus
                        : u < 0               ? SlipRule::minus
                                              : SlipRule::open;
  const bool changed = apart != contact.apart || slip != contact.slip;
  contact.apart = apart;
  contact.slip = slip;
  return changed;
}

/// The velocities and impulses of a contact at the end of a stage; false where another velocity
/// than the event's own comes near zero: events that coincide are for the plain path.
inline bool advance(Contact& contact, const Part& part, bool holds_normal, double step,
                    bool ends_tangential, bool ends_normal, double doubt) {
  const double u_t = contact.velocity[0];
  const double u_n = contact.velocity[1];
  double after_t = part.mode == Mode::sticks ? u_t : u_t + part.rate_t * step;
  double after_n = holds_normal ? u_n : u_n + part.rate_n * step;
  const double p_t = part.force_t * step;
  const double p_n = part.force_n * step;
  contact.impulse[0] += p_t;
  contact.impulse[1] += p_n;
  contact.work[0] += p_t * (u_t + after_t) * 0.5;
  contact.work[1] += p_n * (u_n + after_n) * 0.5;
  if (ends_tangential) after_t = 0;
  if (ends_normal) after_n = 0;
  contact.velocity[0] = after_t;
  contact.velocity[1] = after_n;
  return (part.mode == Mode::sticks || ends_tangential || std::abs(after_t) >= doubt) &&
         (holds_normal || ends_normal || std::abs(after_n) >= doubt);
}

template <int count>
[[gnu::flatten]] bool walk(const ContactProblem<double>& problem, const LawOptions& options,
                           EndRule<double> end_rule, Solution<double>& solution) {
  Pair<count> pair;
  double speed_scale = 0;
  if (!pose(problem, options, pair, speed_scale)) return false;
  Contact& striking = pair.contact[striker];
  make_room(count, solution);
  if (options.record) record_boundary(pair, solution);

  RestitutionState<double> at_striker;
  at_striker.approach = striking.velocity[1];
  at_striker.restitution = problem.restitution[striking.index];
  bool compression = true;
  double eta = 0;
  const double doubt = clear * speed_scale;
  for (int stage = 0; stage < usual_stages; ++stage) {
    bool changed = classify(striking, true);
    if constexpr (count == 2) changed = classify(pair.contact[other], false) || changed;
    if ((changed || stage == 0) && !pair.choose()) return false;

    // The first event. What is too nearly flat to tell is for the plain path.
    Event event = Event::none;
    int at = -1;
    double step = std::numeric_limits<double>::infinity();
    const double flat = clear * pair.size;
    for (int role = 0; role < count; ++role) {
      const Part& part = pair.part[role];
      if (part.mode == Mode::separates) continue;
      const bool returns = part.mode == Mode::apart;
      const double u = pair.contact[role].velocity[returns ? 1 : 0];
      const double rate = returns ? part.rate_n : part.rate_t;
      if (u == 0) continue;
      if (std::abs(rate) < flat) return false;
      if (u * rate > 0) continue;
      const double value = -u / rate;
      if (value >= step) continue;
      event = returns ? Event::contact_returns : Event::slip_stops;
      at = role;
      step = value;
    }
    const double slope = pair.part[striker].rate_n;
    if (!(slope > flat)) return false;
    double phase_step = 0;
    if (compression) {
      phase_step = -striking.velocity[1] / slope;
    } else {
      at_striker.velocity = striking.velocity[1];
      at_striker.slope = slope;
      at_striker.impulse = eta;
      if (!end_rule(at_striker, phase_step)) return false;
    }
    if (phase_step <= step) {
      event = compression ? Event::compression_ends : Event::impact_ends;
      at = striker;
      step = phase_step;
    }
    if (!(step > 0)) return false;

    if (options.record) record_modes(pair, solution);
    const double before = striking.velocity[1];
    // Nothing follows the end of the impact: what is small there may be so.
    const double small = event == Event::impact_ends ? 0 : doubt;
    const bool slip_stops = event == Event::slip_stops;
    bool apart = advance(striking, pair.part[striker], false, step, slip_stops && at == striker,
                         event == Event::compression_ends, small);
    if constexpr (count == 2) {
      const Mode mode = pair.part[other].mode;
      apart = advance(pair.contact[other], pair.part[other],
                      mode != Mode::apart && mode != Mode::separates, step,
                      slip_stops && at == other, event == Event::contact_returns, small) &&
              apart;
    }
    if (!apart) return false;
    const double done = step * (before + striking.velocity[1]) * 0.5;
    (compression ? at_striker.compression_work : at_striker.restitution_work) += done;
    if (options.record) {
      solution.stages.push_back({compression ? Phase::compression : Phase::restitution,
                                 striking.unit * eta, striking.unit * (eta + step), event,
                                 pair.contact[at].index});
      record_boundary(pair, solution);
    }
    eta += step;
    if (event == Event::compression_ends) {
      at_striker.compression_impulse = eta;
      compression = false;
      if (at_striker.restitution == 0) event = Event::impact_ends;
    }
    if (event == Event::impact_ends) {
      solution.colliding = striking.index;
      conclude(pair, speed_scale, solution);
      return true;
    }
  }
  return false;
}

}  // namespace

bool solve_pair(const ContactProblem<double>& problem, const LawOptions& options,
                EndRule<double> end_rule, LawWorkspace<double>& workspace) {
  if (options.method != Method::consistent) return false;
  if (problem.count == 2) return walk<2>(problem, options, end_rule, workspace.solution);
  if (problem.count == 1) return walk<1>(problem, options, end_rule, workspace.solution);
  return false;
}

}  // namespace carom
