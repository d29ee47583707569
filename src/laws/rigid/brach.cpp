/// Brach's law: Whittaker's answer where that does not make energy. Where it does, the tangential
/// impulse at the striking contact is reduced until the loss is zero.
///
/// With p = τ_t at the striker given, each combination of modes at the other contacts makes the
/// impulses affine, τ = α + βp, and with S = v⁻ + v⁺|_{p=0}
///
///     −2·loss(p) = α·S + (β·S + α·Wβ) p + (β·Wβ) p²
///
/// A root is an answer when the other contacts' modes are consistent, τ_n > 0 at the striker, and
/// the ratio τ_t/τ_n there has the sign of Whittaker's and is smaller. With e = 1 and no work at
/// the other contacts the only such root is p = 0, which has no sign: it is the limit of the roots
/// as e rises to 1, and is taken where there is no other. There may be none at all: then the
/// verdict is `inconsistent`.
///
/// Where there are too many combinations to try, p is followed from Whittaker's value to zero in 32
/// steps, with the other contacts' modes by pivoting, and the quadratic is solved for the modes met
/// on the way. Where the loss changes sign without a root among them, the change is bisected for
/// the modes in between.

#include <algorithm>
#include <cmath>

#include "laws/rigid/algebraic.hpp"
#include "laws/rigid/combinations.hpp"
#include "laws/rigid/outcomes.hpp"
#include "laws/rigid/pair_algebraic.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {
namespace {

/// The striker's mode in an answer whose tangential impulse is a root, not a mode's.
constexpr Mode root_mark = Mode::apart;

/// Roots of a x² + b x + c without cancellation; the number of them.
template <class T>
int roots(const T& a, const T& b, const T& c, T* x) {
  using std::sqrt;
  if (plain(a) == 0) {
    if (plain(b) == 0) return 0;
    x[0] = -c / b;
    return 1;
  }
  const T discriminant = b * b - T(4) * a * c;
  if (plain(discriminant) < 0) return 0;
  if (plain(discriminant) == 0) {
    x[0] = T(-0.5) * b / a;
    return 1;
  }
  const T root = sqrt(discriminant);
  const T q = T(-0.5) * (plain(b) < 0 ? b - root : b + root);
  x[0] = q / a;
  x[1] = c / q;
  return 2;
}

/// The impulses and velocities for one combination of modes, as functions of p.
template <class T>
struct Line {
  T *force, *rate;              ///< at p = 0
  T *force_slope, *rate_slope;  ///< per unit of p

  T force_at(int r, const T& p) const { return force[r] + force_slope[r] * p; }
  T rate_at(int r, const T& p) const { return rate[r] + rate_slope[r] * p; }
};

/// False when the combination's system is singular. `striking` is the posed problem with the
/// striker's slip given; `prescribed` its values, of which the striker's two are set here.
template <class T>
bool line_of(const ModeProblem<T>& striking, int striker, T* prescribed, const T* zeros,
             const Mode* modes, ModeSystem<T>& system, const Line<T>& line) {
  const int t = 2 * striker;
  const T rebound = prescribed[t + 1];
  prescribed[t] = T(0);
  bool solved = mode_forces(striking, modes, line.force, system);
  if (solved) {
    mode_rates(striking, modes, line.force, line.rate);
    ModeProblem<T> slope = striking;
    slope.offset = zeros;
    prescribed[t] = T(1);
    prescribed[t + 1] = T(0);
    solved = mode_forces(slope, modes, line.force_slope, system);
    if (solved) mode_rates(slope, modes, line.force_slope, line.rate_slope);
  }
  prescribed[t] = T(0);
  prescribed[t + 1] = rebound;
  return solved;
}

/// The values of p at which no energy is lost. Where p moves nothing (it does so where W is
/// singular) the terms in p are rounding, and there is no such value; where nothing is lost without
/// it (e = 1) the constant is, and p = 0 is one.
template <class T>
int lossless(const ModeProblem<T>& problem, const Line<T>& line, T* p) {
  T a(0), b(0), c(0);
  double slope_size = 0;
  double b_size = 0;
  double c_size = 0;
  for (int r = 0; r < 2 * problem.count; ++r) {
    const T sum = problem.offset[r] + line.rate[r];
    c += line.force[r] * sum;
    b += line.force_slope[r] * sum + line.force[r] * line.rate_slope[r];
    a += line.force_slope[r] * line.rate_slope[r];
    slope_size += plain(line.force_slope[r]) * plain(line.force_slope[r]);
    const double sum_size = std::abs(plain(problem.offset[r])) + std::abs(plain(line.rate[r]));
    b_size += std::abs(plain(line.force_slope[r])) * sum_size;
    c_size += std::abs(plain(line.force[r])) * sum_size;
  }
  for (int r = 0; r < 2 * problem.count; ++r)
    b_size += std::abs(plain(line.force[r])) * std::sqrt(slope_size);
  if (std::abs(plain(a)) <= energy_rounding * slope_size) a = T(0);
  if (std::abs(plain(b)) <= energy_rounding * b_size) b = T(0);
  if (std::abs(plain(c)) <= energy_rounding * c_size) c = value_removed(c);
  return roots(a, b, c, p);
}

template <class T>
struct Brach {
  const LawOptions& options;
  LawWorkspace<T>& w;
  const ScaledProblem<T>& scaled = w.scaled;
  int count = scaled.count;
  int striker = scaled.striker;
  int t = 2 * striker;
  int n = t + 1;
  bool zero_allowed = false;  ///< p = 0 counts as a root of Whittaker's sign
  Line<double> plain_line{w.plain_force.data(), w.plain_rate.data(), w.plain_force_slope.data(),
                          w.plain_rate_slope.data()};

  /// Adds the roots of one combination (in the scratch's trial) that reduce Whittaker's ratio.
  void add_roots(const ModeProblem<double>& problem, double whittaker_ratio) {
    Mode* const trial = w.mode_scratch.trial.data();
    if (!line_of(problem, striker, w.plain_prescribed.data(), w.plain_zeros.data(), trial,
                 w.mode_scratch.system, plain_line))
      return;
    double p[2];
    const int number = lossless(problem, plain_line, p);
    for (int k = 0; k < number; ++k) {
      double* const force = w.mode_scratch.force.data();
      double* const rate = w.mode_scratch.rate.data();
      for (int r = 0; r < 2 * count; ++r) {
        force[r] = plain_line.force_at(r, p[k]);
        rate[r] = plain_line.rate_at(r, p[k]);
      }
      const double size = mode_size(problem, force);
      if (force[n] <= consistency_tolerance * size) continue;
      const double share = force[t] / force[n] / whittaker_ratio;
      const double least = zero_allowed ? -rest_tolerance : rest_tolerance;
      if (share <= least || share >= 1) continue;
      double worst = -1;
      for (int i = 0; i < count; ++i)
        if (i != striker)
          worst = std::max(worst, mode_violation(problem, i, trial[i], force, rate, size));
      if (worst > consistency_tolerance) continue;
      const Mode striking = trial[striker];
      trial[striker] = root_mark;
      w.root_answers.add(problem, trial, force, rate, worst);
      trial[striker] = striking;
    }
  }

  /// The loss with the other contacts' modes by pivoting; the modes stay in the scratch's trial.
  bool pivoted_loss(const ModeProblem<double>& problem, double p, double& loss) {
    w.plain_prescribed[t] = p;
    w.path_answers.clear(count);
    pivot_modes(problem, nullptr, true, w.path_answers, w.mode_scratch);
    w.plain_prescribed[t] = 0;
    if (w.path_answers.count == 0) return false;
    loss = plain_loss(problem, w.path_answers.force_of(0), w.path_answers.rate_of(0)).loss;
    return true;
  }

  void follow_roots(const ModeProblem<double>& problem, double whittaker_impulse,
                    double whittaker_ratio) {
    constexpr int steps = 32;
    const auto add_roots_here = [&] {
      std::copy(w.path_answers.modes_of(0), w.path_answers.modes_of(0) + count,
                w.mode_scratch.trial.begin());
      add_roots(problem, whittaker_ratio);
    };
    double outer = 1;  // share of Whittaker's impulse at which energy is still made
    for (int step = steps; step >= 0; --step) {
      const double share = static_cast<double>(step) / steps;
      double loss = 0;
      if (!pivoted_loss(problem, share * whittaker_impulse, loss)) continue;
      add_roots_here();
      if (loss < 0) {
        outer = share;
        continue;
      }
      // The root may lie in a narrow range of modes between two steps.
      double inner = share;
      for (int halving = 0; halving < 50 && w.root_answers.count == 0; ++halving) {
        const double middle = 0.5 * (inner + outer);
        if (!pivoted_loss(problem, middle * whittaker_impulse, loss)) break;
        add_roots_here();
        (loss < 0 ? outer : inner) = middle;
      }
      outer = share;
    }
  }

  void find_answers() {
    const ModeProblem<double> problem = algebraic_problem(w);
    w.root_answers.clear(count);
    w.root_answers.exhaustive = w.answers.exhaustive;
    const SlipRule striking_slip = w.contacts[striker].slip;
    for (int k = 0; k < w.answers.count; ++k) {
      const int answer = w.answers.order[k];
      const double* const force = w.answers.force_of(answer);
      if (!plain_loss(problem, force, w.answers.rate_of(answer)).gains()) {
        const int before = w.root_answers.count;
        w.root_answers.add(problem, w.answers.modes_of(answer), force, w.answers.rate_of(answer),
                           w.answers.violation[answer]);
        if (w.root_answers.count > before)
          w.root_answers.impulses_determined[before] = w.answers.impulses_determined[answer];
        continue;
      }
      if (force[t] == 0) continue;  // nothing to reduce
      const double ratio = force[t] / force[n];
      const int before = w.root_answers.count;
      w.contacts[striker].slip = SlipRule::given;
      const bool enumerable = options.method != Method::pivot &&
                              combinations(problem, enumeration_limit) <= enumeration_limit;
      if (!enumerable) w.root_answers.exhaustive = false;
      for (const bool zero : {false, true}) {
        if (w.root_answers.count > before) break;
        zero_allowed = zero;
        if (enumerable)
          for_each_combination(problem.contacts, count, w.mode_scratch.trial.data(),
                               w.mode_scratch.option.data(), [&] { add_roots(problem, ratio); });
        else
          follow_roots(problem, force[t], ratio);
      }
      w.contacts[striker].slip = striking_slip;
    }
  }

  /// Root answer k with derivatives: the root of its modes that is nearest to the plain one.
  void take(int k) {
    const Mode* const modes = w.root_answers.modes_of(k);
    const bool is_root = modes[striker] == root_mark;
    const SlipRule striking_slip = w.contacts[striker].slip;
    const ModeProblem<T> problem{count,
                                 scaled.inertia.data(),
                                 scaled.velocity.data(),
                                 w.prescribed.data(),
                                 w.contacts.data(),
                                 scaled.speed_scale,
                                 scaled.single,
                                 nullptr,
                                 nullptr,
                                 scaled.frictions()};
    std::copy(modes, modes + count, w.modes.begin());
    w.solution.verdict = Verdict::unique;
    w.solution.impulses_determined = w.root_answers.impulses_determined[k] != 0;
    if (is_root) {
      w.modes[striker] = Mode::slides_plus;
      w.contacts[striker].slip = SlipRule::given;
      const Line<T> line{w.force.data(), w.rate.data(), w.force_slope.data(), w.rate_slope.data()};
      line_of(problem, striker, w.prescribed.data(), scaled.no_offset.data(), w.modes.data(),
              w.system, line);
      T p[2];
      const int number = lossless(problem, line, p);
      const double wanted = w.root_answers.force_of(k)[t];
      const bool second =
          number == 2 && std::abs(plain(p[1]) - wanted) < std::abs(plain(p[0]) - wanted);
      const T root = p[second ? 1 : 0];
      for (int r = 0; r < 2 * count; ++r) {
        w.impulse[r] = line.force_at(r, root);
        w.velocity[r] = line.rate_at(r, root);
      }
      w.contacts[striker].slip = striking_slip;
    } else {
      mode_forces(problem, w.modes.data(), w.impulse.data(), w.system);
      mode_rates(problem, w.modes.data(), w.impulse.data(), w.velocity.data());
    }
    conclude_algebraic(w);
  }

  void run() {
    find_whittaker_answers(options, w);
    w.solution.exhaustive = w.answers.exhaustive;
    if (w.answers.count == 0) {
      w.solution.verdict = Verdict::inconsistent;
      w.solution.reason = Reason::no_consistent_modes;
      return;
    }
    find_answers();
    w.solution.exhaustive = w.root_answers.exhaustive;
    if (w.root_answers.count == 0) {
      w.solution.verdict = Verdict::inconsistent;
      w.solution.reason = Reason::no_root_without_gain;
      w.solution.reason_contact = striker;
      return;
    }
    w.outcomes.assign(static_cast<std::size_t>(w.root_answers.count), {Verdict::unique, 0, true});
    give_choice(options, w, [&](int k) { take(k); });
  }
};

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  if constexpr (std::is_same_v<T, double>)
    if (solve_algebraic_pair(problem, options, AlgebraicLaw::brach, workspace)) return;
  if (prepare(problem, options, workspace)) Brach<T>{options, workspace}.run();
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>};

}  // namespace

extern const Law brach_law;
constinit const Law brach_law = {
    .name = "brach",
    .title = "Algebraic, kinematic restitution, without energy gain",
    .formula =
        "Whittaker's, with |τ_t/τ_n| at the striking contact reduced until the loss is zero "
        "where it would be negative",
    .source = "Brach 1989, 1991; several contacts: Hurmuzlu & Marghitu 1994",
    .limits =
        "Never makes energy, but may have no answer. No contact can both interact and "
        "rebound, but the striking one. Needs one striking contact.",
    .can_make_energy = false,
    .algebraic = true,
    .parameters = friction_and_restitution,
    .kernel = &kernel,
};

}  // namespace carom
