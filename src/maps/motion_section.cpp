#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/compiled_model.hpp"
#include "dynamics/state_variables.hpp"
#include "maps/constraint_slopes.hpp"
#include "maps/section_map.hpp"

namespace carom {
namespace {

/// A return is known as well as its motion.
constexpr double motion_accuracy = 1e-9;

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
                std::string& problem, const ParameterSlopes* parameter, const SectionMap* like)
      : map_(map),
        tree_(map.model().compiled().tree),
        n_(tree_.degrees_of_freedom()),
        about_(about),
        parameter_(parameter),
        variables_(tree_),
        space_(tree_, ContactSpace<double>::Small::refused),
        slopes_(tree_) {
    find_constraints();
    choose(map.model().mechanism(), period, problem, like);
  }

  double accuracy() const override { return motion_accuracy; }
  std::optional<DirectionHindrance> hindrance() const override { return hindrance_; }
  std::span<const double> parameter_slope() const override { return parameter_slope_; }

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
  std::optional<std::vector<double>> next(std::span<const double> x, double& time) override {
    const State from = point(x).state;
    const auto to = map_.next(from);
    if (!to) return std::nullopt;
    time += to->time - from.time;
    return coordinates(*to);
  }
  std::optional<std::vector<double>> next(std::span<const double> x, double& time,
                                          Eigen::MatrixXd& derivative) override {
    hindrance_.reset();
    parameter_slope_.clear();
    const State from = point(x).state;
    const auto found = map_.next(from, directions(numbers(from)));
    if (!found) return std::nullopt;
    time += found->state.time - from.time;
    const std::vector<double> image = coordinates(found->state);
    const std::size_t first = parameter_ != nullptr ? 1 : 0;
    derivative.resize(size(), size());
    for (std::size_t k = 0; k < free_.size(); ++k) {
      if (!hindrance_) hindrance_ = found->hindered[first + k];
      for (std::size_t r = 0; r < free_.size(); ++r)
        derivative(static_cast<int>(r), static_cast<int>(k)) =
            slope_of(*found, first + k, free_[r]);
    }
    if (hindrance_ && !differences(x, image, derivative)) return std::nullopt;
    if (first == 1 && !found->hindered[0])
      for (const int i : free_) parameter_slope_.push_back(slope_of(*found, 0, i));
    return image;
  }

  std::optional<OrbitCourse> course(std::span<const double> x) override {
    return map_.course(point(x).state);
  }

 private:
  /// Of one of (t, q, q̇) in a direction.
  double slope_of(const SlopedReturn& found, std::size_t direction, int i) const {
    return i == 0    ? found.times[direction]
           : i <= n_ ? found.positions[direction][static_cast<std::size_t>(i - 1)]
                     : found.velocities[direction][static_cast<std::size_t>(i - 1 - n_)];
  }
  /// Along the section: a coordinate moves, and what is solved for with it.
  ReturnDirections directions(const std::vector<double>& all) {
    const Eigen::MatrixXd whole = jacobian(all);
    Eigen::MatrixXd j(whole.rows(), static_cast<int>(solved_.size()));
    for (std::size_t k = 0; k < solved_.size(); ++k)
      j.col(static_cast<int>(k)) = whole.col(solved_[k]);
    std::optional<Eigen::ColPivHouseholderQR<Eigen::MatrixXd>> qr;
    if (j.size() > 0) qr.emplace(j);
    ReturnDirections along{.parameter = parameter_};
    const auto add = [&](int moved, const Eigen::VectorXd& off) {
      std::vector<double> slope(all.size(), 0.0);
      if (moved >= 0) slope[static_cast<std::size_t>(moved)] = 1;
      if (qr) {
        const Eigen::VectorXd follow = qr->solve(-off);
        for (std::size_t k = 0; k < solved_.size(); ++k)
          slope[static_cast<std::size_t>(solved_[k])] = follow[static_cast<int>(k)];
      }
      along.times.push_back(slope[0]);
      along.positions.emplace_back(slope.begin() + 1, slope.begin() + 1 + n_);
      along.velocities.emplace_back(slope.begin() + 1 + n_, slope.end());
    };
    if (parameter_ != nullptr) add(-1, slopes_.by_parameter(*parameter_, rows_, all));
    for (const int i : free_) add(i, whole.col(i));
    return along;
  }

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
      c[r] = contact < 0
                 ? map_.formula()(variables_.at(tree_, at.positions, at.velocities, at.time))
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
    return slopes_.by_state(map_.formula(), rows_, all);
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
    return !names_place(map_.formula()) &&
           std::ranges::none_of(tree_.contacts, [&](const TreeContact& c) {
             return c.conditional && names_place(c.active);
           });
  }

  /// Whether a link may stand at any angle: a wheel about its own centre, round where it touches,
  /// with nothing that asks how it stands.
  bool spins_freely(int link) const {
    const TreeLink& own = tree_.links[static_cast<std::size_t>(link)];
    const auto at_centre = [](const Vec2& at) { return at == Vec2{}; };
    const auto of_link = [&](const auto& each) { return each.link == link; };
    const int place = 1 + 2 * own.file;
    const auto names_angle = [&](const Expression& f) {
      const auto used = f.variables_used();
      return std::ranges::find(used, place) != used.end();
    };
    const auto carried = [&](const TreeLink& each) { return each.parent == link; };
    const auto turned = [&](const auto& each) { return each.link == link || each.against == link; };
    return at_centre(own.com) && std::ranges::none_of(tree_.links, carried) &&
           std::ranges::none_of(tree_.springs, turned) &&
           std::ranges::none_of(tree_.drives, turned) && !names_angle(map_.formula()) &&
           std::ranges::none_of(tree_.torques, names_angle, &TreeTorque::value) &&
           std::ranges::none_of(tree_.forces,
                                [&](const TreeForce& f) {
                                  return names_angle(f.value_x) || names_angle(f.value_y) ||
                                         (of_link(f) && !at_centre(f.at));
                                }) &&
           std::ranges::none_of(tree_.contacts, [&](const TreeContact& c) {
             return (c.conditional && names_angle(c.active)) ||
                    (of_link(c) && (c.outline.kind != OutlineKind::disc || !at_centre(c.centre)));
           });
  }

  void choose(const Mechanism& mechanism, std::optional<double> period, std::string& problem,
              const SectionMap* like) {
    const std::vector<double> all = numbers(about_);
    std::vector<int> candidates;
    const bool timed = names_time(tree_);
    if (timed && !period)
      problem = "the formulas in t have no period that is known: [map] period gives it";
    if (timed) candidates.push_back(0);
    const bool gauge = shifts();
    const bool steep =
        gauge && !tree_.surfaces.empty() && std::abs(tree_.surfaces[0].tangent.x) < 0.5;
    std::vector<int> left_out;
    if (gauge) left_out.push_back(steep ? 2 : 1);
    for (int k = 0; k < static_cast<int>(tree_.links.size()); ++k)
      if (spins_freely(k)) left_out.push_back(1 + tree_.angle_coordinate(k));
    for (int i = 1; i < static_cast<int>(all.size()); ++i)
      if (std::ranges::find(left_out, i) == left_out.end()) candidates.push_back(i);
    const Eigen::MatrixXd whole = jacobian(all);
    Eigen::MatrixXd j(whole.rows(), static_cast<int>(candidates.size()));
    // Time, angles and rates are coordinates sooner than the base, which follows from them.
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      const int i = candidates[k];
      const int within = i == 0 ? -1 : (i - 1) % n_;
      const bool base = within >= 0 && within < tree_.base_coordinates();
      j.col(static_cast<int>(k)) = whole.col(i) * (base ? 1e3 : i == 0 ? 1e-6 : 1);
    }
    std::vector<std::string> names{"time"};
    const std::vector<std::string> own = state_names(mechanism);
    names.insert(names.end(), own.begin(), own.end());
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(j);
    const int rank = rows_.empty() ? 0 : static_cast<int>(qr.rank());
    const bool same = like != nullptr && like->size() == static_cast<int>(candidates.size()) - rank;
    std::vector<std::uint8_t> dependent(all.size(), 0);
    const auto solve_for = [&](int i) {
      solved_.push_back(i);
      dependent[static_cast<std::size_t>(i)] = 1;
    };
    if (same) {
      for (const int i : candidates)
        if (std::ranges::find(like->names(), names[static_cast<std::size_t>(i)]) ==
            like->names().end())
          solve_for(i);
    } else {
      for (int r = 0; r < rank; ++r)
        solve_for(candidates[static_cast<std::size_t>(qr.colsPermutation().indices()[r])]);
    }
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
    if (same) scales_ = like->scales();
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
  const ParameterSlopes* parameter_;
  std::optional<DirectionHindrance> hindrance_;
  std::vector<double> parameter_slope_;
  mutable StateVariables variables_;
  mutable ContactSpace<double> space_;
  mutable ConstraintSlopes slopes_;
  std::vector<SectionRow> rows_;
  std::vector<int> solved_, free_;  ///< of (t, q, q̇)
};

}  // namespace

std::unique_ptr<SectionMap> motion_section(MotionMap& map, const State& about,
                                           std::optional<double> period, std::string& problem,
                                           const ParameterSlopes* parameter,
                                           const SectionMap* like) {
  return std::make_unique<MotionSection>(map, about, period, problem, parameter, like);
}

}  // namespace carom
