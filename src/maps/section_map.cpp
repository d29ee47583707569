#include "maps/section_map.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/compiled_model.hpp"
#include "dynamics/state_variables.hpp"

namespace carom {
namespace {

/// Differences of fourth order: the error of a motion over the step, and of the fourth power, which
/// is large where a heel strikes slowly (the simplest walker's multipliers were 1e-5 off with
/// 1e-3).
constexpr double difference_step = 2e-4;

double wrapped(double x, double period) {
  return period > 0 ? x - period * std::round(x / period) : x;
}

}  // namespace

std::optional<std::vector<double>> SectionMap::next(std::span<const double> x, double& time,
                                                    Eigen::MatrixXd& derivative) {
  auto image = next(x, time);
  if (!image) return image;
  derivative.resize(size(), size());
  std::vector<double> moved(x.begin(), x.end());
  for (int i = 0; i < size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double step = difference_step * scales_[k];
    Eigen::VectorXd column = Eigen::VectorXd::Zero(size());
    constexpr std::array<std::pair<double, double>, 4> points = {
        {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}}};
    for (const auto& [at, weight] : points) {
      moved[k] = x[k] + at * step;
      double ignored = 0;
      const auto there = next(moved, ignored);
      if (!there) return std::nullopt;
      const std::vector<double> change = difference(*there, *image);
      for (int r = 0; r < size(); ++r)
        column[r] += weight * change[static_cast<std::size_t>(r)] / step;
    }
    derivative.col(i) = column;
    moved[k] = x[k];
  }
  return image;
}

std::vector<double> SectionMap::difference(std::span<const double> b,
                                           std::span<const double> a) const {
  std::vector<double> d(b.size());
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = wrapped(b[i] - a[i], periods_[i]);
  return d;
}

std::vector<double> SectionMap::reduced(std::span<const double> x) const {
  std::vector<double> r(x.begin(), x.end());
  for (std::size_t i = 0; i < r.size(); ++i) {
    if (!(periods_[i] > 0)) continue;
    const double turns = r[i] / periods_[i];
    r[i] -= periods_[i] * (names_[i] == "time" ? std::floor(turns + 1e-9) : std::round(turns));
  }
  return r;
}

std::vector<std::string> state_names(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const std::string kind : {"position", "velocity"}) {
    const std::string angle = kind == "position" ? "angle." : "rate.";
    if (mechanism.base.kind == BaseKind::free)
      names.insert(names.end(), {kind + ".x", kind + ".y"});
    if (mechanism.base.kind == BaseKind::slider)
      names.push_back(kind == "position" ? "displacement" : "velocity");
    for (const Link& link : mechanism.links) names.push_back(angle + link.name);
    for (const Surface& surface : mechanism.surfaces)
      if (surface.body)
        names.push_back((kind == "position" ? "surface." : "surface_velocity.") + surface.name);
  }
  return names;
}

namespace {

class PairSection : public SectionMap {
 public:
  PairSection(const ImpactPair& pair, const std::string& link, std::optional<double> period,
              double within)
      : pair_(pair), solver_(pair), within_(within) {
    const bool round = !pair.turns;
    const double g = std::max(std::abs(pair_acceleration(pair, {})), 1e-300);
    const double time = period ? *period : std::sqrt(2 * std::sqrt(pair.rho2) / g);
    speed_ = g * time;
    const bool symmetric =
        pair.outline.kind == OutlineKind::ellipse && pair.offset.x == 0 && pair.offset.y == 0;
    const auto add = [&](int which, const std::string& name, double scale, double wraps) {
      which_.push_back(which);
      names_.push_back(name);
      scales_.push_back(scale);
      periods_.push_back(wraps);
    };
    if (period) add(0, "time", time, *period);
    add(1, "normal velocity", speed_, 0);
    if (!round) add(2, "angle." + link, 1, (symmetric ? 1 : 2) * std::numbers::pi);
    if (!round || !pair.simple) add(3, "rate." + link, 1 / time, 0);
    if (!pair.simple) add(4, "velocity", speed_, 0);
  }

  bool exact() const override { return true; }

  PairState pair_point(std::span<const double> x) const {
    std::array<double, 5> all{};
    for (std::size_t i = 0; i < which_.size(); ++i) all[static_cast<std::size_t>(which_[i])] = x[i];
    return {all[0], 0, all[1], all[2], all[3], 0, all[4]};
  }
  std::vector<double> numbers(const PairState& p) const {
    const std::array<double, 5> all = {p.t, p.u, p.theta, p.omega, p.s};
    std::vector<double> x;
    for (const int i : which_) x.push_back(all[static_cast<std::size_t>(i)]);
    return x;
  }
  SectionPoint point(std::span<const double> x) const override {
    return {{x.begin(), x.end()}, mechanism_state(pair_, pair_point(x))};
  }
  std::vector<double> coordinates(const State& state) const override {
    return numbers(pair_state(pair_, state));
  }
  bool degenerate(std::span<const double> x) const override {
    return !(pair_point(x).u > 1e-5 * speed_);
  }
  std::optional<std::vector<double>> next(std::span<const double> x, double& time) override {
    PairState p = pair_point(x);
    const double t = p.t;
    if (!(p.u > 0) || !solver_.fly(p, within_) || !solver_.collide(p)) return std::nullopt;
    time += p.t - t;
    return numbers(p);
  }
  std::optional<std::vector<double>> next(std::span<const double> x, double& time,
                                          Eigen::MatrixXd& derivative) override {
    const PairState from = pair_point(x);
    PairState p = from;
    if (!(p.u > 0) || !solver_.fly(p, within_)) return std::nullopt;
    const PairState before = p;
    std::array<double, 25> d{};
    if (!solver_.collide(p) || !solver_.derivative(from, before, d)) return std::nullopt;
    time += p.t - from.t;
    derivative.resize(size(), size());
    for (int r = 0; r < size(); ++r)
      for (int c = 0; c < size(); ++c)
        derivative(r, c) = d[static_cast<std::size_t>(5 * which_[static_cast<std::size_t>(r)] +
                                                      which_[static_cast<std::size_t>(c)])];
    return numbers(p);
  }

 private:
  const ImpactPair& pair_;
  PairSolver solver_;
  double within_;
  double speed_ = 1;
  std::vector<int> which_;
};

bool names_time(const Tree& tree) {
  const auto timed = [](const Expression& f) {
    const auto used = f.variables_used();
    return std::ranges::find(used, 0) != used.end();
  };
  return std::ranges::any_of(tree.torques, timed, &TreeTorque::value) ||
         std::ranges::any_of(tree.forces, timed, &TreeForce::value_x) ||
         std::ranges::any_of(tree.forces, timed, &TreeForce::value_y) || !tree.drives.empty() ||
         std::ranges::any_of(tree.surfaces,
                             [&](const TreeSurface& s) {
                               return s.moved &&
                                      (timed(s.normal_motion) || timed(s.tangential_motion));
                             }) ||
         std::ranges::any_of(
             tree.contacts, [&](const TreeContact& c) { return c.conditional && timed(c.active); });
}

/// The numbers are (t, q, q̇). Constraints of the section and of contacts that last are zero; their
/// most independent numbers are solved for, the others are coordinates.
class MotionSection : public SectionMap {
 public:
  MotionSection(MotionMap& map, const State& about, std::optional<double> period,
                std::string& problem)
      : map_(map),
        tree_(map.model().compiled().tree),
        n_(tree_.degrees_of_freedom()),
        about_(about),
        variables_(tree_),
        space_(tree_, ContactSpace<double>::Small::refused) {
    const Mechanism& mechanism = map.model().mechanism();
    if (map.section().kind == SectionKind::formula) {
      section_ =
          parsed_expression(map.section().formula, state_variables(mechanism), mechanism.parameters)
              .expression;
      variables_.serve(section_);
    }
    find_constraints();
    choose(mechanism, period, problem);
  }

  bool exact() const override { return false; }

  SectionPoint point(std::span<const double> x) const override {
    std::vector<double> all = numbers(about_);
    for (std::size_t i = 0; i < free_.size(); ++i) all[static_cast<std::size_t>(free_[i])] = x[i];
    solve(all);
    return {{x.begin(), x.end()}, state(all)};
  }
  std::vector<double> coordinates(const State& state) const override {
    const std::vector<double> all = numbers(state);
    std::vector<double> x;
    for (const int i : free_) x.push_back(all[static_cast<std::size_t>(i)]);
    return x;
  }
  using SectionMap::next;
  std::optional<std::vector<double>> next(std::span<const double> x, double& time) override {
    const State from = point(x).state;
    const auto to = map_.next(from);
    if (!to) return std::nullopt;
    time += to->time - from.time;
    return coordinates(*to);
  }

 private:
  std::vector<double> numbers(const State& state) const {
    std::vector<double> all{state.time};
    all.insert(all.end(), state.positions.begin(), state.positions.end());
    all.insert(all.end(), state.velocities.begin(), state.velocities.end());
    return all;
  }
  State state(const std::vector<double>& all) const {
    return {all[0], {all.begin() + 1, all.begin() + 1 + n_}, {all.begin() + 1 + n_, all.end()}};
  }

  /// Gaps, velocities of what lasts, the section's formula.
  Eigen::VectorXd constraints(const std::vector<double>& all) const {
    const State at = state(all);
    space_.place_links(tree_, std::span<const double>(at.positions),
                       std::span<const double>(at.velocities), at.time);
    Eigen::VectorXd c(static_cast<int>(rows_.size()));
    for (int r = 0; r < c.size(); ++r) {
      const auto& [contact, what] = rows_[static_cast<std::size_t>(r)];
      c[r] = contact < 0 ? section_(variables_.at(tree_, at.positions, at.velocities, at.time))
             : what == 2 ? space_.gap(contact)
                         : space_.velocity(contact, what);
    }
    return c;
  }

  void find_constraints() {
    const State& at = about_;
    space_.place_links(tree_, std::span<const double>(at.positions),
                       std::span<const double>(at.velocities), at.time);
    const double gap = 1e-8 * tree_.size, speed = 1e-8 * std::max(space_.speed(), 1e-300);
    for (int i = 0; i < static_cast<int>(tree_.contacts.size()); ++i) {
      const TreeContact& contact = tree_.contacts[static_cast<std::size_t>(i)];
      if (std::abs(space_.gap(i)) > gap || contact.yields != nullptr) continue;
      const bool sleeps = contact.conditional && !(contact.active(conditions(contact, at)) > 0);
      const bool lasts = !sleeps && std::abs(space_.velocity(i, 1)) <= speed;
      const bool struck =
          map_.section().kind == SectionKind::post || map_.section().kind == SectionKind::pre;
      if (!lasts && !struck) continue;
      rows_.push_back({i, 2});
      if (!lasts) continue;
      rows_.push_back({i, 1});
      if (contact.friction > 0 && std::abs(space_.velocity(i, 0)) <= speed) rows_.push_back({i, 0});
    }
    if (map_.section().kind == SectionKind::formula) rows_.push_back({-1, 0});
  }

  std::span<const double> conditions(const TreeContact& contact, const State& at) const {
    variables_.serve(contact.active);
    return variables_.at(tree_, at.positions, at.velocities, at.time);
  }

  Eigen::MatrixXd jacobian(const std::vector<double>& all) const {
    Eigen::MatrixXd j(static_cast<int>(rows_.size()), static_cast<int>(all.size()));
    std::vector<double> moved = all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double step = 1e-6 * (1 + std::abs(all[i]));
      moved[i] = all[i] + step;
      const Eigen::VectorXd above = constraints(moved);
      moved[i] = all[i] - step;
      j.col(static_cast<int>(i)) = (above - constraints(moved)) / (2 * step);
      moved[i] = all[i];
    }
    return j;
  }

  /// Whether a shift along the surfaces changes nothing.
  bool shifts() const {
    if (tree_.base != BaseKind::free) return false;
    for (const TreeSurface& s : tree_.surfaces)
      if (std::abs(cross(s.tangent, tree_.surfaces[0].tangent)) > 1e-12) return false;
    const int first = 1 + 2 * static_cast<int>(tree_.links.size());
    const auto names_place = [&](const Expression& f) {
      const auto used = f.variables_used();
      return std::ranges::any_of(used, [&](int i) { return i == first || i == first + 1; });
    };
    return !names_place(section_) &&
           std::ranges::none_of(tree_.contacts, [&](const TreeContact& c) {
             return c.conditional && names_place(c.active);
           });
  }

  void choose(const Mechanism& mechanism, std::optional<double> period, std::string& problem) {
    const std::vector<double> all = numbers(about_);
    std::vector<int> candidates;
    const bool timed = names_time(tree_);
    if (timed && !period)
      problem = "the formulas in t have no period that is known: [map] period gives it";
    if (timed) candidates.push_back(0);
    const bool gauge = shifts();
    const bool steep =
        gauge && !tree_.surfaces.empty() && std::abs(tree_.surfaces[0].tangent.x) < 0.5;
    for (int i = 1; i < static_cast<int>(all.size()); ++i)
      if (!gauge || i != (steep ? 2 : 1)) candidates.push_back(i);
    const Eigen::MatrixXd whole = jacobian(all);
    Eigen::MatrixXd j(whole.rows(), static_cast<int>(candidates.size()));
    // Time, angles and rates are coordinates sooner than the base, which follows from them.
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      const int i = candidates[k];
      const int within = i == 0 ? -1 : (i - 1) % n_;
      const bool base = within >= 0 && within < tree_.base_coordinates();
      j.col(static_cast<int>(k)) = whole.col(i) * (base ? 1e3 : i == 0 ? 1e-6 : 1);
    }
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(j);
    const int rank = rows_.empty() ? 0 : static_cast<int>(qr.rank());
    std::vector<std::uint8_t> dependent(all.size(), 0);
    for (int r = 0; r < rank; ++r) {
      const int i = candidates[static_cast<std::size_t>(qr.colsPermutation().indices()[r])];
      solved_.push_back(i);
      dependent[static_cast<std::size_t>(i)] = 1;
    }
    std::vector<std::string> names{"time"};
    const std::vector<std::string> own = state_names(mechanism);
    names.insert(names.end(), own.begin(), own.end());
    double fastest = 0;
    for (int i = 0; i < n_; ++i)
      fastest = std::max(fastest, std::abs(about_.velocities[static_cast<std::size_t>(i)]));
    for (const int i : candidates) {
      if (dependent[static_cast<std::size_t>(i)]) continue;
      free_.push_back(i);
      names_.push_back(names[static_cast<std::size_t>(i)]);
      const bool position = i >= 1 && i <= n_;
      const int within = i == 0 ? 0 : (i - 1) % n_;
      const bool angle = position && within >= tree_.base_coordinates() &&
                         within < tree_.base_coordinates() + static_cast<int>(tree_.links.size());
      periods_.push_back(i == 0 ? period.value_or(0) : angle ? 2 * std::numbers::pi : 0);
      scales_.push_back(i == 0     ? period.value_or(1)
                        : position ? (angle ? 0.3 : tree_.size)
                                   : std::max(fastest, 1e-3));
    }
  }

  void solve(std::vector<double>& all) const {
    if (rows_.empty()) return;
    for (int pass = 0; pass < 20; ++pass) {
      const Eigen::VectorXd c = constraints(all);
      const Eigen::MatrixXd whole = jacobian(all);
      Eigen::MatrixXd j(whole.rows(), static_cast<int>(solved_.size()));
      for (std::size_t k = 0; k < solved_.size(); ++k)
        j.col(static_cast<int>(k)) = whole.col(solved_[k]);
      const Eigen::VectorXd step = j.colPivHouseholderQr().solve(-c);
      double largest = 0;
      for (std::size_t k = 0; k < solved_.size(); ++k) {
        const auto i = static_cast<std::size_t>(solved_[k]);
        all[i] += step[static_cast<int>(k)];
        largest = std::max(largest, std::abs(step[static_cast<int>(k)]) / (1 + std::abs(all[i])));
      }
      if (largest <= 4e-16) return;
    }
  }

  MotionMap& map_;
  const Tree& tree_;
  int n_;
  State about_;
  Expression section_;
  mutable StateVariables variables_;
  mutable ContactSpace<double> space_;
  std::vector<std::array<int, 2>> rows_;  ///< contact, and 0 or 1: its velocity, 2: its gap
  std::vector<int> solved_, free_;        ///< of (t, q, q̇)
};

}  // namespace

std::unique_ptr<SectionMap> pair_section(const ImpactPair& pair, const std::string& link,
                                         std::optional<double> period, double within) {
  return std::make_unique<PairSection>(pair, link, period, within);
}

std::unique_ptr<SectionMap> motion_section(MotionMap& map, const State& about,
                                           std::optional<double> period, std::string& problem) {
  return std::make_unique<MotionSection>(map, about, period, problem);
}

}  // namespace carom
