#include "laws/rigid/stage_slopes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {

extern const Law kinematic_law;
extern const Law kinetic_law;
extern const Law energetic_law;
extern const Law whittaker_law;
extern const Law brach_law;
extern const Law moreau_law;

std::optional<Ending> ending_of(const Law& law) {
  if (&law == &kinematic_law) return Ending::kinematic;
  if (&law == &kinetic_law) return Ending::kinetic;
  if (&law == &energetic_law) return Ending::energetic;
  if (&law == &whittaker_law || &law == &moreau_law) return Ending::algebraic;
  if (&law == &brach_law) return Ending::brach;
  return std::nullopt;
}

namespace {

constexpr int lanes = Lanes::count;
/// Forces within this share of the cone's edge, rates below this share: in doubt.
constexpr double edge = 1e-6;

void add(Lanes& to, double factor, const Lanes& x) {
  for (int d = 0; d < lanes; ++d) to.at[d] += factor * x.at[d];
}
void add(Lanes& to, const Lanes& factor, const Lanes& x) {
  for (int d = 0; d < lanes; ++d) to.at[d] += factor.at[d] * x.at[d];
}

/// The modes of a stage as a linear system.
template <int rows>
struct StageSystem {
  int held = 0;
  int row[3];              ///< U
  double tie[3];           ///< F_t of the contact per F[row]: of one that slides
  double column[3][rows];  ///< of W, per F[row]
  double inverse[3][3];    ///< of S
  double force[rows];
  double rate[rows];

  /// False: singular.
  bool invert();
};

template <int rows>
bool StageSystem<rows>::invert() {
  double s[3][3];
  for (int a = 0; a < held; ++a)
    for (int b = 0; b < held; ++b) s[a][b] = column[b][row[a]];
  if (held == 1) {
    inverse[0][0] = 1 / s[0][0];
  } else if (held == 2) {
    const double over = 1 / (s[0][0] * s[1][1] - s[0][1] * s[1][0]);
    inverse[0][0] = s[1][1] * over;
    inverse[0][1] = -s[0][1] * over;
    inverse[1][0] = -s[1][0] * over;
    inverse[1][1] = s[0][0] * over;
  } else if (held == 3) {
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const int i = (b + 1) % 3, j = (b + 2) % 3, k = (a + 1) % 3, l = (a + 2) % 3;
        inverse[a][b] = s[i][k] * s[j][l] - s[i][l] * s[j][k];
      }
    const double over =
        1 / (s[0][0] * inverse[0][0] + s[0][1] * inverse[1][0] + s[0][2] * inverse[2][0]);
    for (auto& entries : inverse)
      for (double& entry : entries) entry *= over;
  }
  for (int a = 0; a < held; ++a)
    for (int b = 0; b < held; ++b)
      if (!std::isfinite(inverse[a][b])) return false;
  return true;
}

template <int contacts>
class Replay {
 public:
  static constexpr int rows = 2 * contacts;

  Replay(const ContactProblem<double>& problem, const Solution<double>& solution, Ending ending,
         const StageDirections& directions, StageChanges& changes)
      : w_(problem.inertia.data()),
        solution_(solution),
        ending_(ending),
        directions_(directions),
        velocity_(changes.velocity),
        impulse_(changes.impulse),
        striker_(solution.colliding),
        n_(2 * solution.colliding + 1),
        e_(problem.restitution()[static_cast<std::size_t>(solution.colliding)]),
        friction_(problem.friction()) {}

  bool run() {
    for (int r = 0; r < rows; ++r) {
      velocity_[static_cast<std::size_t>(r)] = directions_.velocity[static_cast<std::size_t>(r)];
      impulse_[static_cast<std::size_t>(r)] = {};
    }
    const int stages = static_cast<int>(solution_.stages.size());
    if (stages == 0) return false;
    for (int k = 0; k < stages; ++k)
      if (!follow(k)) return false;
    return solution_.stages.back().ends_with == Event::impact_ends ||
           (solution_.stages.back().ends_with == Event::compression_ends && e_ == 0);
  }

 private:
  double w(int r, int s) const { return w_[r * rows + s]; }
  static std::size_t at(int r) { return static_cast<std::size_t>(r); }

  /// The system of a stage's modes, F and Ψ.
  bool pose(int stage, StageSystem<rows>& system) const {
    const std::span<const Mode> modes = solution_.modes(stage);
    const std::span<const double> before = solution_.velocities(stage);
    std::fill_n(system.force, rows, 0.0);
    for (int i = 0; i < contacts; ++i) {
      const int t = 2 * i;
      const Mode mode = modes[at(i)];
      const bool strikes = i == striker_;
      if (mode == Mode::apart || mode == Mode::separates) continue;
      const double mu = std::min(friction_[at(i)], largest_friction);
      const bool sticks = mode == Mode::sticks && mu > 0;
      // One that slides from rest: the other way it would be stopped first.
      if (!sticks && mu > 0 && before[at(t)] == 0) return false;
      const double tie = sticks || mu == 0 ? 0 : mode == Mode::slides_plus ? -mu : mu;
      const auto hold = [&](int row, double tied) {
        system.row[system.held] = row;
        system.tie[system.held] = tied;
        for (int r = 0; r < rows; ++r)
          system.column[system.held][r] = w(r, row) + (tied != 0 ? tied * w(r, t) : 0);
        ++system.held;
      };
      if (sticks) hold(t, 0);
      if (strikes) {
        system.force[t + 1] = 1;
        system.force[t] = tie;
      } else {
        hold(t + 1, tie);
      }
    }
    if (system.held > 0 && !system.invert()) return false;
    double given[rows];
    for (int r = 0; r < rows; ++r) {
      given[r] = 0;
      for (int s = 0; s < rows; ++s) given[r] += w(r, s) * system.force[s];
    }
    for (int r = 0; r < rows; ++r) system.rate[r] = given[r];
    for (int a = 0; a < system.held; ++a) {
      double force = 0;
      for (int b = 0; b < system.held; ++b) force -= system.inverse[a][b] * given[system.row[b]];
      put_force(system, a, force);
      for (int r = 0; r < rows; ++r) system.rate[r] += system.column[a][r] * force;
    }
    for (int a = 0; a < system.held; ++a) system.rate[system.row[a]] = 0;
    return clear_of_edges(modes, system);
  }

  static void put_force(StageSystem<rows>& system, int a, double force) {
    const int row = system.row[a];
    system.force[row] += force;
    if (system.tie[a] != 0) system.force[row - 1] += system.tie[a] * force;
  }

  bool clear_of_edges(std::span<const Mode> modes, const StageSystem<rows>& system) const {
    for (int i = 0; i < contacts; ++i) {
      const double normal = system.force[2 * i + 1];
      if (modes[at(i)] == Mode::apart || modes[at(i)] == Mode::separates) continue;
      if (!(normal > edge)) return false;
      if (modes[at(i)] == Mode::sticks && friction_[at(i)] > 0 &&
          std::abs(system.force[2 * i]) > friction_[at(i)] * normal * (1 - edge))
        return false;
    }
    return system.rate[n_] > 0;
  }

  /// Held velocities that a direction makes are stopped before anything else.
  void stop(const StageSystem<rows>& system) {
    Lanes p[3] = {};
    for (int a = 0; a < system.held; ++a)
      for (int b = 0; b < system.held; ++b)
        add(p[a], -system.inverse[a][b], velocity_[at(system.row[b])]);
    for (int a = 0; a < system.held; ++a) {
      give(system, a, p[a], 1);
      for (int r = 0; r < rows; ++r) add(velocity_[at(r)], system.column[a][r], p[a]);
    }
  }

  void give(const StageSystem<rows>& system, int a, const Lanes& force, double factor) {
    const int row = system.row[a];
    add(impulse_[at(row)], factor, force);
    if (system.tie[a] != 0) add(impulse_[at(row - 1)], factor * system.tie[a], force);
  }

  bool follow(int stage) {
    const Stage<double>& told = solution_.stages[at(stage)];
    const double h = told.to - told.from;
    if (!(h > 0)) return false;
    StageSystem<rows> system;
    if (!pose(stage, system)) return false;
    if (stage == 0) stop(system);
    // dW F
    Lanes along{}, across{};
    for (int r = 0; r < rows; ++r) {
      add(along, system.force[r], directions_.z[at(r)]);
      add(across, system.force[r], directions_.g[at(r)]);
    }
    Lanes rate[rows] = {};
    for (int r = 0; r < rows; ++r) {
      add(rate[r], along, directions_.g[at(r)]);
      add(rate[r], across, directions_.z[at(r)]);
    }
    Lanes force[3] = {};
    for (int a = 0; a < system.held; ++a)
      for (int b = 0; b < system.held; ++b)
        add(force[a], -system.inverse[a][b], rate[system.row[b]]);
    for (int a = 0; a < system.held; ++a)
      for (int r = 0; r < rows; ++r) add(rate[r], system.column[a][r], force[a]);

    const double left = solution_.velocities(stage)[at(n_)] + h * system.rate[n_];
    Lanes step{};
    if (!step_of(told, system, rate, h, left, step)) return false;
    // ∫v_n dη of the striking contact.
    Lanes& work = told.phase == Phase::compression ? compression_ : restitution_;
    add(work, h, velocity_[at(n_)]);
    add(work, 0.5 * h * h, rate[n_]);
    add(work, left, step);
    for (int r = 0; r < rows; ++r) {
      add(velocity_[at(r)], h, rate[r]);
      add(velocity_[at(r)], system.rate[r], step);
      add(impulse_[at(r)], system.force[r], step);
    }
    for (int a = 0; a < system.held; ++a) give(system, a, force[a], h);
    add(eta_, 1, step);
    if (told.ends_with == Event::compression_ends) compressed_ = eta_;
    return true;
  }

  /// dh of the event that ends the stage.
  bool step_of(const Stage<double>& told, const StageSystem<rows>& system, const Lanes* rate,
               double h, double left, Lanes& step) const {
    const auto stops = [&](int r) {
      if (system.rate[r] == 0) return false;
      const double over = -1 / system.rate[r];
      add(step, over, velocity_[at(r)]);
      add(step, over * h, rate[r]);
      return true;
    };
    switch (told.ends_with) {
      case Event::slip_stops:
        return stops(2 * told.contact);
      case Event::contact_returns:
        return stops(2 * told.contact + 1);
      case Event::compression_ends:
        return stops(n_);
      case Event::impact_ends:
        break;
      default:
        return false;
    }
    if (ending_ == Ending::kinematic) {
      if (!stops(n_)) return false;
      add(step, -e_ / system.rate[n_], directions_.velocity[at(n_)]);
      return true;
    }
    if (ending_ == Ending::kinetic) {
      add(step, 1 + e_, compressed_);
      add(step, -1, eta_);
      return true;
    }
    // W_r + v h + ½Ψh² = −e²W_c
    if (!(left > 0)) return false;
    const double over = -1 / left;
    add(step, over, restitution_);
    add(step, over * e_ * e_, compression_);
    add(step, over * h, velocity_[at(n_)]);
    add(step, over * 0.5 * h * h, rate[n_]);
    return true;
  }

  const double* w_;
  const Solution<double>& solution_;
  Ending ending_;
  const StageDirections& directions_;
  std::array<Lanes, 4>& velocity_;
  std::array<Lanes, 4>& impulse_;
  int striker_, n_;
  double e_;
  std::span<const double> friction_;
  Lanes eta_{}, compressed_{}, compression_{}, restitution_{};
};

/// The inverse of S by elimination with row pivoting; false: singular.
template <int most>
bool invert(int n, double (&s)[most][most], double (&inverse)[most][most]) {
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) inverse[a][b] = a == b ? 1 : 0;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int a = k + 1; a < n; ++a)
      if (std::abs(s[a][k]) > std::abs(s[pivot][k])) pivot = a;
    std::swap(s[k], s[pivot]);
    std::swap(inverse[k], inverse[pivot]);
    const double over = 1 / s[k][k];
    if (!std::isfinite(over)) return false;
    for (int b = 0; b < n; ++b) {
      s[k][b] *= over;
      inverse[k][b] *= over;
    }
    for (int a = 0; a < n; ++a) {
      if (a == k) continue;
      const double factor = s[a][k];
      for (int b = 0; b < n; ++b) {
        s[a][b] -= factor * s[k][b];
        inverse[a][b] -= factor * inverse[k][b];
      }
    }
  }
  return true;
}

template <int contacts>
bool algebraic(const ContactProblem<double>& problem, const Solution<double>& solution,
               Ending ending, const StageDirections& directions, StageChanges& changes) {
  constexpr int rows = 2 * contacts;
  const double* const w = problem.inertia.data();
  double fastest = 0, hardest = 0, exchanged = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    fastest =
        std::max({fastest, std::abs(problem.velocity[r]), std::abs(solution.velocity_after[r])});
    hardest = std::max(hardest, std::abs(solution.impulse[r]));
    exchanged += std::abs(solution.work[r]);
  }
  const bool lossless =
      ending == Ending::brach && !(std::abs(solution.energy_loss) > edge * exchanged);
  int row[rows], held = 0, balance = -1;  // of the rows, that of the loss
  double column[rows][rows], tie[rows], restitution[rows];
  for (std::size_t i = 0; i < contacts; ++i) {
    const auto t = static_cast<int>(2 * i);
    const double tangential = std::abs(solution.impulse[2 * i]);
    const double normal = solution.impulse[2 * i + 1];
    const double slip = solution.velocity_after[2 * i];
    const double e = solution.approaching[i] != 0 ? problem.restitution()[i] : 0;
    const double mu = std::min(problem.friction()[i], largest_friction);
    if (!(normal > edge * hardest)) {
      // Not pressed: it must leave faster than it would have to be pressed.
      const double asked = solution.approaching[i] != 0 ? -e * problem.velocity[2 * i + 1] : 0;
      if (normal != 0 || !(solution.velocity_after[2 * i + 1] > asked + edge * fastest))
        return false;
      continue;
    }
    const bool reduced = lossless && solution.approaching[i] != 0;
    const bool sticks = !reduced && mu > 0 && slip == 0;
    if (reduced  ? !(tangential > edge * normal) || tangential > mu * normal * (1 - edge)
        : sticks ? tangential > mu * normal * (1 - edge)
                 : mu > 0 && !(std::abs(slip) > edge * fastest))
      return false;
    const auto hold = [&](int at, double tied, double asked) {
      row[held] = at;
      tie[held] = tied;
      restitution[held] = asked;
      for (int r = 0; r < rows; ++r)
        column[held][r] = w[r * rows + at] + (tied != 0 ? tied * w[r * rows + t] : 0);
      ++held;
    };
    if (reduced) balance = held;
    if (sticks || reduced) hold(t, 0, 0);
    hold(t + 1, sticks || reduced || mu == 0 ? 0 : slip > 0 ? -mu : mu, e);
  }
  double s[rows][rows], inverse[rows][rows];
  for (int a = 0; a < held; ++a)
    for (int b = 0; b < held; ++b)
      s[a][b] =
          a != balance
              ? column[b][row[a]]
              : solution.velocity_after[static_cast<std::size_t>(row[b])] +
                    (tie[b] != 0
                         ? tie[b] * solution.velocity_after[static_cast<std::size_t>(row[b] - 1)]
                         : 0);
  if (!invert(held, s, inverse)) return false;
  Lanes along{}, across{};
  for (std::size_t r = 0; r < rows; ++r) {
    add(along, solution.impulse[r], directions.z[r]);
    add(across, solution.impulse[r], directions.g[r]);
  }
  for (std::size_t r = 0; r < rows; ++r) {
    changes.impulse[r] = {};
    changes.velocity[r] = directions.velocity[r];
    add(changes.velocity[r], along, directions.g[r]);
    add(changes.velocity[r], across, directions.z[r]);
  }
  Lanes asked[rows], force[rows] = {};
  for (int a = 0; a < held; ++a) {
    const auto r = static_cast<std::size_t>(row[a]);
    asked[a] = changes.velocity[r];
    add(asked[a], restitution[a], directions.velocity[r]);
    if (a != balance) continue;
    asked[a] = {};
    for (std::size_t q = 0; q < rows; ++q) {
      add(asked[a], 0.5 * solution.impulse[q], directions.velocity[q]);
      add(asked[a], 0.5 * solution.impulse[q], changes.velocity[q]);
    }
  }
  for (int a = 0; a < held; ++a)
    for (int b = 0; b < held; ++b) add(force[a], -inverse[a][b], asked[b]);
  for (int a = 0; a < held; ++a) {
    const auto r = static_cast<std::size_t>(row[a]);
    add(changes.impulse[r], 1, force[a]);
    if (tie[a] != 0) add(changes.impulse[r - 1], tie[a], force[a]);
    for (std::size_t q = 0; q < rows; ++q) add(changes.velocity[q], column[a][q], force[a]);
  }
  return true;
}

}  // namespace

bool stage_slopes(const ContactProblem<double>& problem, const Solution<double>& solution,
                  Ending ending, const StageDirections& directions, StageChanges& changes) {
  if (solution.verdict != Verdict::unique || solution.wedged || solution.events_coincide ||
      !solution.impulses_determined)
    return false;
  if (ending >= Ending::algebraic) {
    if (problem.count == 1) return algebraic<1>(problem, solution, ending, directions, changes);
    return problem.count == 2 && algebraic<2>(problem, solution, ending, directions, changes);
  }
  if (problem.count == 1) return Replay<1>(problem, solution, ending, directions, changes).run();
  if (problem.count == 2) return Replay<2>(problem, solution, ending, directions, changes).run();
  return false;
}

}  // namespace carom
