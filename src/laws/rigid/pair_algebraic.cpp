#include "laws/rigid/pair_algebraic.hpp"

#include "laws/rigid/pair_problem.hpp"

namespace carom {
namespace {

/// By which share of the work exchanged energy must be lost or made to be beyond doubt.
constexpr double certain_loss = 1e-9;

/// A mode of a contact over the whole impact: p_t = slope·p_n, or sticks.
struct Whole {
  enum Kind { leaves, slides, sticks } kind;
  double slope = 0;
};

/// The modes that a pressed contact can take.
struct Choices {
  int count = 0;
  Whole mode[3];

  explicit Choices(double friction) {
    if (friction == 0) {
      mode[count++] = {Whole::slides, 0};
    } else {
      mode[count++] = {Whole::sticks};
      mode[count++] = {Whole::slides, -friction};
      mode[count++] = {Whole::slides, friction};
    }
  }
};

/// What the striker feels beside the other contact's mode.
struct Felt {
  PairBlock inertia;  ///< Ã
  Both velocity;      ///< ũ
};

/// B⁻¹x for a block, given 1/det B.
Both solved(const PairBlock& block, double inverse, const Both& x) {
  return inverse * Both{block.normal[1] * x[0] - block.normal[0] * x[1],
                        block.tangential[0] * x[1] - block.tangential[1] * x[0]};
}

double determinant(const PairBlock& block) {
  return block.tangential[0] * block.normal[1] - block.tangential[1] * block.normal[0];
}

/// Whether det and the pivots with ±μ are positive by `regular` of those of `whole`.
bool positive(const PairBlock& block, const PairBlock& whole, double friction) {
  const double least = regular * whole.normal[1];
  return block.normal[1] + friction * block.tangential[1] > least &&
         block.normal[1] - friction * block.tangential[1] > least &&
         determinant(block) > regular * whole.tangential[0] * whole.normal[1];
}

Felt felt(const PairProblem<2>& pair, const Whole& mode) {
  const Both& u = pair.contact[other].velocity;
  if (mode.kind == Whole::leaves) return {pair.own, pair.contact[striker].velocity};
  if (mode.kind == Whole::slides) {
    const Both handed = mode.slope * pair.handed_back.tangential + pair.handed_back.normal;
    const Both given = handed / (pair.others.normal[1] + mode.slope * pair.others.tangential[1]);
    return {{pair.own.tangential - given * pair.handed_on.tangential[1],
             pair.own.normal - given * pair.handed_on.normal[1]},
            pair.contact[striker].velocity - given * u[1]};
  }
  const double inverse = 1 / determinant(pair.others);
  const auto back = [&](const Both& x) {
    const Both force = solved(pair.others, inverse, x);
    return pair.handed_back.tangential * force[0] + pair.handed_back.normal * force[1];
  };
  return {{pair.own.tangential - back(pair.handed_on.tangential),
           pair.own.normal - back(pair.handed_on.normal)},
          pair.contact[striker].velocity - back(u)};
}

/// The impulse of a contact with inertia A and velocity u that leaves with u_n⁺ = c.
Both impulse_of(const PairBlock& inertia, const Both& u, const Whole& mode, double c) {
  if (mode.kind == Whole::sticks)
    return solved(inertia, 1 / determinant(inertia), Both{-u[0], c - u[1]});
  const double normal = (c - u[1]) / (inertia.normal[1] + mode.slope * inertia.tangential[1]);
  return Both{mode.slope * normal, normal};
}

/// By how much a contact's impulse and velocity hold the inequalities of its mode; below zero: not.
double margin(const PairContact& contact, const Whole& mode, const Both& impulse,
              const Both& after) {
  if (mode.kind == Whole::leaves) return after[1];
  if (mode.kind == Whole::sticks)
    return std::min(impulse[1], contact.friction * impulse[1] - std::abs(impulse[0]));
  if (contact.friction == 0) return impulse[1];
  return std::min(impulse[1], mode.slope < 0 ? after[0] : -after[0]);
}

/// The other contact's impulse and velocity after, where it has the velocity q without impulse.
struct Reply {
  Both impulse{};
  Both after{};
};

/// Linear in q.
Reply reply(const PairBlock& others, const Whole& mode, const Both& q) {
  if (mode.kind == Whole::leaves) return {Both{}, q};
  const Both p = impulse_of(others, q, mode, 0);
  if (mode.kind == Whole::sticks) return {p, Both{}};
  return {p, Both{q[0] + others.tangential[0] * p[0] + others.normal[0] * p[1], 0}};
}

void leave_with(PairContact& contact, const Both& impulse, const Both& after) {
  contact.velocity = after;
  contact.impulse = impulse;
  contact.work = 0.5 * impulse * (contact.start + after);
}

double largest(const Both& x) {
  return std::max(std::abs(x[0]), std::abs(x[1]));
}

/// The striker's answer beside one mode of the other contact; false where no mode of it fits, or
/// the other's does not.
template <int count>
bool answer(PairProblem<count>& pair, const Felt& seen, const Whole& beside, double c,
            double speed_scale) {
  PairContact& striking = pair.contact[striker];
  const Choices choices(striking.friction);
  for (int k = 0; k < choices.count; ++k) {
    const Whole& mode = choices.mode[k];
    const Both p = impulse_of(seen.inertia, seen.velocity, mode, c);
    const Both moved = seen.velocity + seen.inertia.tangential * p[0] + seen.inertia.normal * p[1];
    const Both after{mode.kind == Whole::sticks ? 0 : moved[0], c};
    double size = std::max(speed_scale, largest(p));
    Reply replied;
    if constexpr (count == 2) {
      replied = reply(pair.others, beside,
                      pair.contact[other].velocity + pair.handed_on.tangential * p[0] +
                          pair.handed_on.normal * p[1]);
      size = std::max(size, largest(replied.impulse));
    }
    if (!(margin(striking, mode, p, after) > clear * size)) continue;
    if constexpr (count == 2) {
      PairContact& here = pair.contact[other];
      // If not: the certificate lets the striker have one mode here.
      if (!(margin(here, beside, replied.impulse, replied.after) > clear * size)) return false;
      leave_with(here, replied.impulse, replied.after);
    }
    leave_with(striking, p, after);
    return true;
  }
  return false;
}

/// −2 × the energy lost, and the size of the terms that make it up.
struct Exchange {
  double gain = 0;
  double size = 0;
};

template <int count>
Exchange exchange(const PairProblem<count>& pair) {
  Exchange sums;
  for (const PairContact& contact : pair.contact) {
    sums.gain += 2 * sum(contact.work);
    sums.size +=
        sum(magnitude(contact.impulse) *
            (magnitude(contact.start) + magnitude(contact.velocity) + magnitude(contact.impulse)));
  }
  return sums;
}

/// How many of Brach's roots there are beside one mode of the other contact, the last of them left
/// in `pair`; −1: something is in doubt. `ratio` is Whittaker's τ_t/τ_n at the striker. With
/// τ_t = p there, τ_n and the other's impulse are affine in p, and the loss is quadratic.
template <int count>
int take_roots(PairProblem<count>& pair, const Felt& seen, const Whole& beside, double c,
               double ratio, double speed_scale) {
  PairContact& striking = pair.contact[striker];
  const double nn = seen.inertia.normal[1];
  const Both force{0, (c - seen.velocity[1]) / nn};
  const Both force_slope{1, -seen.inertia.tangential[1] / nn};
  const Both rate{seen.velocity[0] + seen.inertia.normal[0] * force[1], c};
  const Both rate_slope{seen.inertia.tangential[0] + seen.inertia.normal[0] * force_slope[1], 0};
  Both constant = force * (striking.start + rate);
  Both linear = force_slope * (striking.start + rate) + force * rate_slope;
  Both square = force_slope * rate_slope;
  Both rounding = magnitude(force) * (magnitude(striking.start) + magnitude(rate));
  Reply at_zero, slope;
  if constexpr (count == 2) {
    const PairContact& here = pair.contact[other];
    at_zero = reply(pair.others, beside, here.start + pair.handed_on.normal * force[1]);
    slope = reply(pair.others, beside,
                  pair.handed_on.tangential + pair.handed_on.normal * force_slope[1]);
    constant += at_zero.impulse * (here.start + at_zero.after);
    linear += slope.impulse * (here.start + at_zero.after) + at_zero.impulse * slope.after;
    square += slope.impulse * slope.after;
    rounding += magnitude(at_zero.impulse) * (magnitude(here.start) + magnitude(at_zero.after));
  }
  const double a = sum(square);
  const double b = sum(linear);
  const double at_rest = sum(constant);
  if (!(a > regular * seen.inertia.tangential[0]) || std::abs(at_rest) < clear * sum(rounding))
    return -1;
  const double discriminant = b * b - 4 * a * at_rest;
  if (std::abs(discriminant) < clear * (b * b + std::abs(4 * a * at_rest))) return -1;
  if (discriminant < 0) return 0;
  const double q = -0.5 * (b < 0 ? b - std::sqrt(discriminant) : b + std::sqrt(discriminant));
  int taken = 0;
  for (const double p : {q / a, at_rest / q}) {
    const Both impulse = force + force_slope * p;
    const Reply replied{at_zero.impulse + slope.impulse * p, at_zero.after + slope.after * p};
    const double size = std::max({speed_scale, largest(impulse), largest(replied.impulse)});
    // In shares of the size: what must be positive.
    double least = impulse[1] / size;
    if (least > clear) {
      const double share = impulse[0] / impulse[1] / ratio;
      least = std::min({least, share, 1 - share});
    }
    if constexpr (count == 2)
      least = std::min(least,
                       margin(pair.contact[other], beside, replied.impulse, replied.after) / size);
    if (least < -clear) continue;
    if (!(least > clear)) return -1;
    ++taken;
    leave_with(striking, impulse, rate + rate_slope * p);
    if constexpr (count == 2) leave_with(pair.contact[other], replied.impulse, replied.after);
  }
  return taken;
}

template <int count>
CAROM_IN_ONE bool solve(const ContactProblem<double>& problem, const LawOptions& options,
                        AlgebraicLaw law, Solution<double>& solution) {
  PairProblem<count> pair;
  double speed_scale = 0;
  if (!pose(problem, options, pair, speed_scale)) return false;
  const PairContact& striking = pair.contact[striker];
  const double c = -problem.restitution()[striking.index] * striking.velocity[1];
  // Beside each mode of the other contact, of which an only contact has one.
  int modes = 1;
  Whole beside[4] = {{Whole::leaves}};
  Felt seen[4] = {{pair.own, striking.velocity}};
  if constexpr (count == 2) {
    const PairContact& here = pair.contact[other];
    if (!positive(pair.others, pair.others, here.friction)) return false;
    const Choices choices(here.friction);
    for (int k = 0; k < choices.count; ++k) {
      beside[modes] = choices.mode[k];
      seen[modes++] = felt(pair, choices.mode[k]);
    }
  }
  for (int k = 0; k < modes; ++k)
    if (!positive(seen[k].inertia, pair.own, striking.friction)) return false;
  int k = 0;
  while (!answer(pair, seen[k], beside[k], c, speed_scale))
    if (++k == modes) return false;

  if (law == AlgebraicLaw::brach) {
    const Exchange whittaker = exchange(pair);
    if (!(std::abs(whittaker.gain) > certain_loss * whittaker.size)) return false;
    if (whittaker.gain > 0) {
      const double ratio = striking.impulse[0] / striking.impulse[1];
      if (!(std::abs(ratio) > clear)) return false;
      int roots = 0;
      for (k = 0; k < modes; ++k) {
        const int taken = take_roots(pair, seen[k], beside[k], c, ratio, speed_scale);
        if (taken < 0) return false;
        roots += taken;
      }
      if (roots != 1) return false;
    }
  }
  make_room(count, solution);
  solution.colliding = striking.index;
  conclude(pair, speed_scale, solution);
  return true;
}

}  // namespace

bool solve_algebraic_pair(const ContactProblem<double>& problem, const LawOptions& options,
                          AlgebraicLaw law, LawWorkspace<double>& workspace) {
  if (options.method != Method::consistent) return false;
  if (problem.count == 2) return solve<2>(problem, options, law, workspace.solution);
  if (problem.count == 1) return solve<1>(problem, options, law, workspace.solution);
  return false;
}

}  // namespace carom
