#include "laws/rigid/pair_stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/rigid/pair_modes.hpp"

namespace carom {
namespace {

/// Impacts with more stages than this go the plain way.
constexpr int usual_stages = 12;

/// The account of a stage's end, in the order of the contacts.
template <int count>
[[gnu::noinline]] void record_boundary(const Pair<count>& pair, Solution<double>& solution) {
  const std::size_t from = solution.stage_velocities.size();
  solution.stage_velocities.resize(from + 2 * count);
  solution.stage_impulses.resize(from + 2 * count);
  for (const PairContact& contact : pair.contact) {
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
    const PairContact& contact = pair.contact[role];
    Mode mode = pair.part[role].mode;
    if (mode == Mode::slides_plus || mode == Mode::slides_minus) {
      const double rate = pair.part[role].rate[0];
      const double direction = contact.velocity[0] != 0              ? contact.velocity[0]
                               : std::abs(rate) <= clear * pair.size ? 0
                                                                     : rate;
      mode = direction > 0 ? Mode::slides_plus : direction < 0 ? Mode::slides_minus : Mode::sticks;
    }
    solution.stage_modes[from + static_cast<std::size_t>(contact.index)] = mode;
  }
}

/// What ends a stage, where, and after how much η.
struct StageEnd {
  Event event = Event::none;
  int at = -1;
  double step = std::numeric_limits<double>::infinity();
};

/// The first slip that stops or contact that returns; false where a rate is too nearly flat to
/// tell: that is for the plain path.
template <int count>
bool first_event(const Pair<count>& pair, double flat, StageEnd& end) {
  for (int role = 0; role < count; ++role) {
    const PairPart& part = pair.part[role];
    if (part.mode == Mode::separates) continue;
    const bool returns = part.mode == Mode::apart;
    const double u = returns ? pair.contact[role].velocity[1] : pair.contact[role].velocity[0];
    const double rate = returns ? part.rate[1] : part.rate[0];
    if (u == 0) continue;
    if (std::abs(rate) < flat) return false;
    if (u * rate > 0) continue;
    const double step = -u / rate;
    if (step < end.step) end = {returns ? Event::contact_returns : Event::slip_stops, role, step};
  }
  return true;
}

/// Velocities and impulses of a contact after a step of η.
inline void advance(PairContact& contact, const PairPart& part, double step) {
  const Both after = contact.velocity + part.rate * step;
  const Both given = part.force * step;
  contact.impulse += given;
  contact.work += 0.5 * given * (contact.velocity + after);
  contact.velocity = after;
}

/// How many velocities that change are near zero.
template <int count>
int near_zero(const Pair<count>& pair, double doubt) {
  auto near = (magnitude(pair.contact[striker].velocity) < doubt) & (pair.part[striker].rate != 0);
  if constexpr (count == 2)
    near += (magnitude(pair.contact[other].velocity) < doubt) & (pair.part[other].rate != 0);
  return -static_cast<int>(near[0] + near[1]);  // what is true is −1
}

template <int count>
CAROM_IN_ONE bool walk(const ContactProblem<double>& problem, const LawOptions& options,
                       EndRule<double> end_rule, Solution<double>& solution) {
  Pair<count> pair;
  double speed_scale = 0;
  if (!pose(problem, options, pair, speed_scale)) return false;
  PairContact& striking = pair.contact[striker];
  make_room(count, solution);
  if (options.record) record_boundary(pair, solution);

  RestitutionState<double> at_striker;
  at_striker.approach = striking.velocity[1];
  at_striker.restitution = problem.restitution()[striking.index];
  bool compression = true;
  bool choose = true;
  double eta = 0;
  const double doubt = clear * speed_scale;
  for (int stage = 0; stage < usual_stages; ++stage) {
    if (choose) {
      for (int role = 0; role < count; ++role) classify(pair.contact[role], role == striker);
      if (!pair.choose()) return false;
    }
    const double flat = clear * pair.size;
    StageEnd end;
    if (!first_event(pair, flat, end)) return false;
    const double slope = pair.part[striker].rate[1];
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
    if (phase_step <= end.step)
      end = {compression ? Event::compression_ends : Event::impact_ends, striker, phase_step};
    if (!(end.step > 0)) return false;

    if (options.record) record_modes(pair, solution);
    const double before = striking.velocity[1];
    for (int role = 0; role < count; ++role) advance(pair.contact[role], pair.part[role], end.step);
    // Only the event's own: events that coincide are for the plain path. Nothing follows the end of
    // the impact: what is small there may be so.
    if (end.event != Event::impact_ends && near_zero(pair, doubt) != 1) return false;
    Both& reached = pair.contact[end.at].velocity;
    if (end.event == Event::slip_stops)
      reached = Both{0, reached[1]};
    else if (end.event != Event::impact_ends)
      reached = Both{reached[0], 0};
    const double done = end.step * (before + striking.velocity[1]) * 0.5;
    (compression ? at_striker.compression_work : at_striker.restitution_work) += done;
    if (options.record) {
      solution.stages.push_back({compression ? Phase::compression : Phase::restitution,
                                 striking.unit * eta, striking.unit * (eta + end.step), end.event,
                                 pair.contact[end.at].index});
      record_boundary(pair, solution);
    }
    eta += end.step;
    if (end.event == Event::compression_ends) {
      at_striker.compression_impulse = eta;
      compression = false;
      if (at_striker.restitution == 0) end.event = Event::impact_ends;
    }
    if (end.event == Event::impact_ends) {
      solution.colliding = striking.index;
      conclude(pair, speed_scale, solution);
      return true;
    }
    // The end of compression changes no forces: what stuck or slid goes on, a slip that began has
    // the friction of its direction, and a contact that separates is apart.
    choose = end.event != Event::compression_ends;
    if constexpr (count == 2)
      if (pair.part[other].mode == Mode::separates) pair.part[other].mode = Mode::apart;
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
