#include "laws/rigid/pair_algebraic.hpp"

#include "laws/rigid/pair_problem.hpp"

namespace carom {
namespace {

/// By which share of the work exchanged a loss must be one to be beyond doubt.
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

/// Whether a pressed contact's impulse and velocity fit its mode, by `doubt`.
bool fits(const PairContact& contact, const Whole& mode, const Both& impulse, double after_t,
          double doubt) {
  if (!(impulse[1] > doubt)) return false;
  if (mode.kind == Whole::sticks)
    return std::abs(impulse[0]) < contact.friction * impulse[1] - doubt;
  return contact.friction == 0 || (mode.slope < 0 ? after_t > doubt : after_t < -doubt);
}

void leave_with(PairContact& contact, const Both& impulse, const Both& after) {
  contact.velocity = after;
  contact.impulse = impulse;
  contact.work = 0.5 * impulse * (contact.start + after);
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
    const double after_t =
        mode.kind == Whole::sticks
            ? 0
            : seen.velocity[0] + seen.inertia.tangential[0] * p[0] + seen.inertia.normal[0] * p[1];
    double size = std::max({speed_scale, std::abs(p[0]), std::abs(p[1])});
    Both response{};
    Both other_after{};
    if constexpr (count == 2) {
      const Both q = pair.contact[other].velocity + pair.handed_on.tangential * p[0] +
                     pair.handed_on.normal * p[1];
      other_after = q;
      if (beside.kind != Whole::leaves) {
        response = impulse_of(pair.others, q, beside, 0);
        const double t = q[0] + pair.others.tangential[0] * response[0] +
                         pair.others.normal[0] * response[1];
        other_after = Both{beside.kind == Whole::sticks ? 0 : t, 0};
      }
      size = std::max({size, std::abs(response[0]), std::abs(response[1])});
    }
    const double doubt = clear * size;
    if (!fits(striking, mode, p, after_t, doubt)) continue;
    if constexpr (count == 2) {
      const bool other_fits =
          beside.kind == Whole::leaves
              ? other_after[1] > doubt
              : fits(pair.contact[other], beside, response, other_after[0], doubt);
      if (!other_fits) return false;  // the certificate lets the striker have one mode here
      leave_with(pair.contact[other], response, other_after);
    }
    leave_with(striking, p, Both{after_t, c});
    return true;
  }
  return false;
}

template <int count>
[[gnu::flatten]] bool solve(const ContactProblem<double>& problem, const LawOptions& options,
                            bool lossy, Solution<double>& solution) {
  PairProblem<count> pair;
  double speed_scale = 0;
  if (!pose(problem, options, pair, speed_scale)) return false;
  const PairContact& striking = pair.contact[striker];
  const double c = -problem.restitution[striking.index] * striking.velocity[1];
  const Felt unaided{pair.own, striking.velocity};
  if (!positive(pair.own, pair.own, striking.friction)) return false;
  bool answered = false;
  if constexpr (count == 1) {
    answered = answer(pair, unaided, {Whole::leaves}, c, speed_scale);
  } else {
    const PairContact& here = pair.contact[other];
    if (!positive(pair.others, pair.others, here.friction)) return false;
    const Choices choices(here.friction);
    Felt seen[3];
    for (int k = 0; k < choices.count; ++k) {
      seen[k] = felt(pair, choices.mode[k]);
      if (!positive(seen[k].inertia, pair.own, striking.friction)) return false;
    }
    answered = answer(pair, unaided, {Whole::leaves}, c, speed_scale);
    for (int k = 0; k < choices.count && !answered; ++k)
      answered = answer(pair, seen[k], choices.mode[k], c, speed_scale);
  }
  if (!answered) return false;
  if (lossy) {
    double work = 0;
    double exchanged = 0;
    for (const PairContact& contact : pair.contact) {
      work += sum(contact.work);
      exchanged += sum(magnitude(contact.impulse) *
                       (magnitude(contact.start) + magnitude(contact.velocity) +
                        magnitude(contact.impulse)));
    }
    if (!(-work > certain_loss * exchanged)) return false;
  }
  make_room(count, solution);
  solution.colliding = striking.index;
  conclude(pair, speed_scale, solution);
  return true;
}

}  // namespace

bool solve_algebraic_pair(const ContactProblem<double>& problem, const LawOptions& options,
                          bool lossy, LawWorkspace<double>& workspace) {
  if (options.method != Method::consistent) return false;
  if (problem.count == 2) return solve<2>(problem, options, lossy, workspace.solution);
  if (problem.count == 1) return solve<1>(problem, options, lossy, workspace.solution);
  return false;
}

}  // namespace carom
