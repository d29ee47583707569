#include "particles/critical_system.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "dynamics/contact_space.hpp"
#include "dynamics/drive_check.hpp"
#include "numerics/complementarity.hpp"
#include "numerics/dense_algebra.hpp"
#include "particles/transmission_rates.hpp"
#include "sweeps/scenario_point.hpp"

namespace carom {

double AxisRange::value(double s) const {
  return logarithmic ? from * std::pow(to / from, s) : from + s * (to - from);
}

double AxisRange::slope(double s) const {
  return logarithmic ? value(s) * std::log(to / from) : to - from;
}

AxisRange axis_range(const Scenario& scenario, const SweepAxis& axis) {
  AxisRange range;
  range.name = axis.parameter;
  const auto found = std::ranges::find(scenario.parameters, axis.parameter, &Parameter::name);
  range.parameter = static_cast<int>(found - scenario.parameters.begin());
  if (axis.values.empty()) {
    range.from = std::min(axis.from, axis.to);
    range.to = std::max(axis.from, axis.to);
    range.logarithmic = axis.spacing == Spacing::log;
  } else {
    const auto [low, high] = std::ranges::minmax(axis.values);
    range.from = low;
    range.to = high;
  }
  return range;
}

struct CriticalSystem::Parts {
  Scenario scenario;                  ///< as it is given
  std::optional<ScenarioPoint> here;  ///< as it is at the point
  std::vector<AxisRange> axes;
  int striker;
  std::vector<int> resting;
  double ratio;
  bool frictional = false;         ///< friction at a resting contact beside others
  std::string obstacle;            ///< why it is not a particle tree all along; empty: it is
  int broken_drive = -1;           ///< one that some point does not keep
  std::vector<double> parameters;  ///< at the scenario's own point

  std::vector<double> at;  ///< s of the point
  bool valid = false;
  ParticleTree particles;
  ParticleImpulse impulse;
  Eigen::MatrixXd inertia;  ///< W of resting contacts, then the striker

  std::vector<CriticalFactor> factors;  ///< of `factored`
  std::vector<std::vector<int>> of_contact;
  ClosedContacts factored;
  bool has_factored = false;

  double entry(int i, int row, int j, int column) const {
    return inertia(2 * i + row, 2 * j + column);
  }
  int count() const { return static_cast<int>(resting.size()); }
  /// Normal velocity of contact j per unit impulse with everything open.
  double open(int j) const {
    const int s = count();
    return entry(j, 1, s, 1) + ratio * entry(j, 1, s, 0);
  }
  /// The striking contact's own response along the impulse.
  double own() const {
    const int s = count();
    return entry(s, 1, s, 1) + 2 * ratio * entry(s, 1, s, 0) + ratio * ratio * entry(s, 0, s, 0);
  }
  /// How a contact answers in both directions together. It does not vanish with its answer along
  /// its normal, where what passes between contacts is zero, and not of order one.
  double mobility(int i) const { return entry(i, 0, i, 0) + entry(i, 1, i, 1); }
  double scale(int j) const {
    return std::sqrt(mobility(j) * mobility(count()) * (1 + ratio * ratio));
  }
  /// A velocity in units of the largest that a strike of this size could give. What cannot move (a
  /// pivot, a driven link) has none.
  double scaled(double velocity, int j) const { return scale(j) > 0 ? velocity / scale(j) : 0; }

  bool compute() {
    std::vector<double> values;
    for (std::size_t i = 0; i < axes.size(); ++i) values.push_back(axes[i].value(at[i]));
    if (here->move_to(values) != PointStatus::solved) return false;
    const Tree& tree = here->tree();
    const State& state = here->scenario().state;
    if (const int drive = drive_with_another_angle(tree, state.positions, state.time); drive >= 0) {
      broken_drive = drive;
      return false;
    }
    if (!is_particle()) return compute_inertia();
    const ParticleReading reading = particle_layout(here->scenario().mechanism, tree);
    if (!reading.layout) return false;
    particles = particle_tree(*reading.layout, tree, state.positions, resting);
    const TreeSurface& surface = tree.surfaces[tree.contacts[striker].surface];
    impulse = {reading.layout->contact_mass[striker], surface.normal + ratio * surface.tangent};
    return true;
  }

  /// Which way can be gone all along: a mass or a friction may be zero at the scenario's own
  /// parameters alone. Looked at are the axes from end to end, the others where they are, and the
  /// corners.
  void choose_way() {
    constexpr int samples = 9;
    std::vector<std::vector<double>> points{parameters};
    const auto add = [&](std::vector<double> point, std::size_t axis, double s) {
      point[axes[axis].parameter] = axes[axis].value(s);
      points.push_back(std::move(point));
    };
    for (std::size_t i = 0; i < axes.size(); ++i)
      for (int k = 0; k < samples; ++k) add(parameters, i, static_cast<double>(k) / (samples - 1));
    if (axes.size() == 2)
      for (const double first : {0.0, 1.0})
        for (const double second : {0.0, 1.0}) {
          add(parameters, 0, first);
          add(points.back(), 1, second);
        }
    for (const std::vector<double>& point : points) {
      Scenario there = scenario;
      if (!evaluate(there, point)) continue;
      std::vector<Fault> faults;
      const Tree compiled_there = compiled(there.mechanism, faults);
      if (!faults.empty()) continue;
      if (resting.size() > 1)
        for (const int i : resting)
          frictional = frictional || there.mechanism.contacts[i].friction > 0;
      if (obstacle.empty()) obstacle = particle_layout(there.mechanism, compiled_there).obstacle;
    }
  }

  bool is_particle() const { return obstacle.empty() && !frictional; }

  bool compute_inertia() {
    std::vector<int> chosen = resting;
    chosen.push_back(striker);
    // W wants its contacts in rising order.
    std::vector<int> sorted = chosen;
    std::ranges::sort(sorted);
    const int width = 2 * static_cast<int>(sorted.size());
    std::vector<double> w(width * width);
    const Tree& tree = here->tree();
    const State& state = here->scenario().state;
    const std::span<const double> positions(state.positions);
    if (!ContactSpace<double>(tree).inertia_at(tree, positions, state.time, sorted, w))
      return false;
    inertia.resize(width, width);
    for (std::size_t i = 0; i < chosen.size(); ++i)
      for (std::size_t j = 0; j < chosen.size(); ++j) {
        const long from_i = std::ranges::find(sorted, chosen[i]) - sorted.begin();
        const long from_j = std::ranges::find(sorted, chosen[j]) - sorted.begin();
        for (int r = 0; r < 2; ++r)
          for (int c = 0; c < 2; ++c)
            inertia(2 * static_cast<int>(i) + r, 2 * static_cast<int>(j) + c) =
                w[(2 * from_i + r) * width + 2 * from_j + c];
      }
    return inertia.allFinite();
  }

  /// F of the complementarity problem without friction; false where pivoting fails.
  bool normal_impulses(std::vector<double>& force) const {
    const int k = count();
    force.assign(k, 0.0);
    if (k == 0 || own() == 0) return true;  // what cannot be moved passes nothing on
    std::vector<double> matrix(k * k), offset(k), cover(k, 1.0), unit(k);
    for (int i = 0; i < k; ++i) unit[i] = 1 / std::sqrt(std::max(entry(i, 1, i, 1), 1e-300));
    for (int i = 0; i < k; ++i) {
      offset[i] = unit[i] * open(i) / std::sqrt(own());
      for (int j = 0; j < k; ++j) matrix[i * k + j] = unit[i] * unit[j] * entry(i, 1, j, 1);
    }
    PivotingWorkspace workspace;
    workspace.reserve(k);
    if (complementary_solution(k, matrix, offset, cover, force, workspace) != PivotingEnd::solved)
      return false;
    for (int i = 0; i < k; ++i) force[i] *= unit[i] * std::sqrt(own());
    return true;
  }

  std::vector<double> with_friction() const {
    const int k = count();
    const Eigen::Matrix<double, -1, -1, Eigen::RowMajor> w = inertia;
    std::vector<double> friction;
    for (const int i : resting) friction.push_back(here->tree().contacts[i].friction);
    friction.push_back(0);
    const std::vector<int> slip(k + 1, 0);
    const RateAnswers rates = strike_rates(
        {k + 1, {w.data(), static_cast<std::size_t>(w.size())}, friction, slip, k, ratio});
    std::vector<double> y(k, std::numeric_limits<double>::quiet_NaN());
    if (!rates.single()) return y;
    const RateAnswer& only = rates.answers.front();
    for (int j = 0; j < k; ++j)
      y[j] = scaled(only.velocity[2 * j + 1] - entry(j, 1, j, 1) * only.impulse[2 * j + 1], j);
    return y;
  }

  void factorise(const ClosedContacts& closed) {
    if (has_factored && closed == factored) return;
    CriticalFactors found = critical_factors(particles, impulse, closed);
    factors = std::move(found.factors);
    of_contact = std::move(found.of_contact);
    factored = closed;
    has_factored = true;
  }

  const std::string& link(int rod) const {
    return scenario.mechanism.links[particles.rods[rod].link].name;
  }
  const Contact& contact(int j) const { return scenario.mechanism.contacts[resting[j]]; }

  CriticalCause cause(const CriticalFactor& factor) const;
};

CriticalCause CriticalSystem::Parts::cause(const CriticalFactor& factor) const {
  using Kind = CriticalCauseKind;
  const std::string in =
      factor.rod_in < 0 ? std::string("the impulse") : "rod " + link(factor.rod_in);
  const std::string out = factor.rod_out < 0
                              ? fmt::format("surface \"{}\"", contact(factor.contact).surface)
                              : "rod " + link(factor.rod_out);
  const CriticalCause balance{factor.rod_in < 0 ? Kind::strike_balance : Kind::balance, in, out};
  switch (factor.kind) {
    case FactorKind::joint:
      if (factor.branches) return balance;
      // In the order of the file.
      return {Kind::rods_perpendicular, link(std::min(factor.rod_in, factor.rod_out)),
              link(std::max(factor.rod_in, factor.rod_out))};
    case FactorKind::impulse:
      if (factor.branches) return balance;
      return {factor.rod_out < 0 ? Kind::impulse_along_surface : Kind::rod_across_impulse, out};
    case FactorKind::surface:
      if (factor.branches) return balance;
      return {Kind::rod_along_surface, in, out};
    case FactorKind::held_inward:
    case FactorKind::held_outward:
      return {Kind::held,
              factor.holder >= 0
                  ? fmt::format("contact \"{}\", which is pressed,", contact(factor.holder).name)
                  : "a rigid part",
              factor.kind == FactorKind::held_inward ? in : out};
    case FactorKind::wedged:
      return {Kind::wedged};
  }
  return {};
}

CriticalSystem::CriticalSystem(const Scenario& scenario, std::vector<AxisRange> axes, int striker,
                               std::vector<int> resting, double ratio)
    : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.scenario = scenario;
  p.axes = std::move(axes);
  p.striker = striker;
  p.resting = std::move(resting);
  p.ratio = ratio;
  for (const Parameter& parameter : scenario.parameters) p.parameters.push_back(parameter.value);
  std::vector<Fault> faults;
  std::vector<std::string> names;
  for (const AxisRange& axis : p.axes) names.push_back(axis.name);
  p.here.emplace(scenario, compiled(scenario.mechanism, faults), names);
  p.choose_way();
}

CriticalSystem::~CriticalSystem() = default;

bool CriticalSystem::place(std::span<const double> s) {
  Parts& p = *parts_;
  if (std::ranges::equal(s, p.at)) return p.valid;
  p.at.assign(s.begin(), s.end());
  p.valid = p.compute();
  return p.valid;
}

bool CriticalSystem::is_particle_tree() const {
  return parts_->is_particle();
}

const std::string& CriticalSystem::obstacle() const {
  return parts_->obstacle;
}

int CriticalSystem::broken_drive() const {
  return parts_->broken_drive;
}

bool CriticalSystem::has_factors() const {
  return !parts_->frictional;
}

int CriticalSystem::contacts() const {
  return parts_->count();
}

const std::string& CriticalSystem::contact_name(int j) const {
  return parts_->contact(j).name;
}

ClosedContacts CriticalSystem::closed() {
  Parts& p = *parts_;
  if (p.is_particle()) return strike(p.particles, p.impulse).closed;
  std::vector<double> force;
  ClosedContacts closed(p.count(), 0);
  if (p.normal_impulses(force))
    for (int j = 0; j < p.count(); ++j) closed[j] = force[j] > 0 ? 1 : 0;
  return closed;
}

std::vector<double> CriticalSystem::outcomes() {
  Parts& p = *parts_;
  if (p.is_particle()) {
    const ParticleAnswer answer = strike(p.particles, p.impulse);
    const double own = dot(p.impulse.impulse, answer.velocity[p.impulse.mass]);
    std::vector<double> y = answer.outcome;
    for (int j = 0; j < p.count(); ++j)
      y[j] /= std::sqrt(answer.self_response[j] * std::max(own, 1e-300));
    return y;
  }
  if (p.frictional) return p.with_friction();
  std::vector<double> force;
  std::vector<double> y(p.count(), std::numeric_limits<double>::quiet_NaN());
  if (!p.normal_impulses(force)) return y;
  for (int j = 0; j < p.count(); ++j) {
    double v = p.open(j);
    for (int i = 0; i < p.count(); ++i) v += p.entry(j, 1, i, 1) * force[i];
    y[j] = p.scaled((force[j] > 0 ? 0.0 : v) - p.entry(j, 1, j, 1) * force[j], j);
  }
  return y;
}

bool CriticalSystem::is_held(int j) const {
  const Parts& p = *parts_;
  // A particle of a tree that nothing holds can be moved.
  return !p.is_particle() && !(p.entry(j, 1, j, 1) > immovable * p.mobility(j));
}

std::vector<double> CriticalSystem::factor_values(const ClosedContacts& closed) {
  Parts& p = *parts_;
  if (p.is_particle()) {
    CriticalFactors found = critical_factors(p.particles, p.impulse, closed);
    return std::move(found.values);
  }
  std::vector<double> values;
  for (int j = 0; j < p.count(); ++j) {
    std::vector<int> held;
    for (int i = 0; i < p.count(); ++i)
      if (i != j && closed[i] != 0) held.push_back(i);
    const int n = static_cast<int>(held.size());
    double value = p.open(j);
    if (n > 0) {
      Eigen::MatrixXd inner(n, n);
      Eigen::VectorXd own(n), cross(n);
      for (int a = 0; a < n; ++a) {
        own[a] = p.open(held[a]);
        cross[a] = p.entry(j, 1, held[a], 1);
        for (int b = 0; b < n; ++b) inner(a, b) = p.entry(held[a], 1, held[b], 1);
      }
      value -= cross.dot(least_norm_solution(inner, own, only_rounding));
    }
    values.push_back(p.scaled(value, j));
  }
  return values;
}

const std::vector<std::vector<int>>& CriticalSystem::factors_of(const ClosedContacts& closed) {
  Parts& p = *parts_;
  if (p.is_particle()) {
    p.factorise(closed);
  } else if (p.of_contact.empty()) {
    for (int j = 0; j < p.count(); ++j) p.of_contact.push_back({j});
  }
  return p.of_contact;
}

CriticalCause CriticalSystem::cause(const ClosedContacts& closed, int factor) {
  Parts& p = *parts_;
  if (p.is_particle()) {
    p.factorise(closed);
    return p.cause(p.factors[factor]);
  }
  return {CriticalCauseKind::nothing_passed, fmt::format("contact \"{}\"", p.contact(factor).name)};
}

}  // namespace carom
