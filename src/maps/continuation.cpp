#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "maps/orbits.hpp"

namespace carom {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Differences by the parameter.
constexpr double parameter_step = 1e-5;
/// Slopes on both sides of a smooth map differ by less, of the larger.
constexpr double sides_agree = 0.1;
/// Bifurcations are located to this, of the parameter.
constexpr double located = 1e-12;
/// So far beyond a change of modes it is over.
constexpr double clear_of_change = 1e-7;
/// Orbits of one branch are known to this.
constexpr double aside = 1e-9;
/// Where no orbit is found at a distance less than this the branch ends.
constexpr double shortest_step = 1e-6;

/// One branch: orbits of a period as points (x, λ), x of the first return.
class Follower {
 public:
  /// `scales`: of coordinates, the same all along the branch.
  Follower(const MapAt& map_at, const ContinuationOptions& options, int period,
           const std::vector<double>& scales)
      : map_at_(map_at),
        options_(options),
        period_(period),
        range_(options.to - options.from),
        scales_(scales) {}

  struct Place {
    VectorXd z;  ///< x in units of the scales, and λ in units of its range
    Orbit orbit;
  };

  /// x − image and its derivative by z.
  bool evaluate(const VectorXd& z, VectorXd& miss, MatrixXd& j, Orbit& orbit) {
    const int n = static_cast<int>(z.size()) - 1;
    SectionMap* map = map_at_(options_.from + z[n] * range_);
    if (map == nullptr || map->size() != n) return false;
    if (!iterate(*map, z, miss, &j, orbit)) return false;
    j.conservativeResize(n, n + 1);
    if (by_parameter_) {
      j.col(n) = *by_parameter_ * range_;
      return true;
    }
    return difference(z, miss, j);
  }

  /// The slope by the parameter where the map does not know it: on one side alone where the other
  /// is beyond a jump of the map.
  bool difference(const VectorXd& z, const VectorXd& miss, MatrixXd& j) {
    const auto n = z.size() - 1;
    std::optional<VectorXd> slope;
    for (const double side : {1.0, -1.0}) {
      VectorXd moved = z, there;
      Orbit ignored;
      moved[n] += side * parameter_step;
      SectionMap* const map = map_at_(options_.from + moved[n] * range_);
      if (map == nullptr || !iterate(*map, moved, there, nullptr, ignored)) continue;
      const VectorXd own = (there - miss) / (side * parameter_step);
      if (!slope)
        slope = own;
      else if ((own - *slope).norm() <= sides_agree * std::max(own.norm(), slope->norm()))
        slope = (own + *slope) / 2;
      else if (own.norm() < slope->norm())
        slope = own;
    }
    if (slope) j.col(n) = *slope;
    return slope.has_value();
  }

  /// Onto the branch along `normal`.
  bool correct(Place& place, const VectorXd& from, const VectorXd& normal, double step) {
    VectorXd miss;
    MatrixXd j;
    const int n = static_cast<int>(place.z.size()) - 1;
    for (int pass = 0; pass < 12; ++pass) {
      if (!evaluate(place.z, miss, j, place.orbit)) return false;
      MatrixXd whole(n + 1, n + 1);
      whole.topRows(n) = j;
      whole.row(n) = normal.transpose();
      VectorXd rest(n + 1);
      rest.head(n) = miss;
      rest[n] = normal.dot(place.z - from) - step;
      const VectorXd move = whole.colPivHouseholderQr().solve(-rest);
      if (!move.allFinite() || move.norm() > 1) return false;
      if (pass > 0 && miss.norm() <= 1e-11 && move.norm() <= 1e-9) break;
      place.z += move;
      if (pass == 11) return miss.norm() < 1e-8;
    }
    tangent_ = tangent(j, normal);
    return place.orbit.residual < 1e-8;
  }

  static VectorXd tangent(const MatrixXd& j, const VectorXd& along) {
    const Eigen::FullPivLU<MatrixXd> lu(j);
    MatrixXd kernel = lu.kernel();
    VectorXd t = kernel.col(0).normalized();
    return t.dot(along) < 0 ? VectorXd(-t) : t;
  }

  double parameter(const Place& place) const {
    return options_.from + place.z[place.z.size() - 1] * range_;
  }
  BranchPoint told(const Place& place) const { return {parameter(place), place.orbit}; }
  const VectorXd& tangent() const { return tangent_; }

  /// At −1 (doubling), at +1 (fold), or of a pair on the circle.
  static double passes(const Place& place, BranchEvent event, double along) {
    double product = 1;
    if (event == BranchEvent::fold) return along;
    if (event == BranchEvent::doubling) {
      for (const auto& m : place.orbit.multipliers)
        product *= m.imag() == 0 ? m.real() + 1 : std::abs(m + 1.0);
      return product;
    }
    product = -1;
    for (const auto& m : place.orbit.multipliers)
      if (m.imag() > 0) product = std::max(product, std::abs(m) - 1);
    return product;
  }

  /// Follows one way; `first` must lie on the branch.
  void follow(Place first, VectorXd direction, OrbitBranch& branch,
              std::vector<std::pair<Place, VectorXd>>* doublings) {
    double step = options_.step > 0 ? options_.step / std::abs(range_) : 0.01;
    const int n = static_cast<int>(first.z.size()) - 1;
    Reached at{std::move(first), std::move(direction), {}};
    at.course = course_of(at.place);
    for (int count = 0; count < options_.most; ++count) {
      Reached next;
      if (!reach(at, step, next)) {
        step *= 0.5;
        if (step < shortest_step) return tell_end(at, 2 * step, branch);
        continue;
      }
      if (next.along.dot(at.along) < 0.9 && step > 1e-4) {
        step *= 0.5;
        continue;
      }
      double length = step;
      bool last = next.place.z[n] < 0 || next.place.z[n] > 1;
      if (last && !land(at, length, next)) return;
      if (at.course && next.course && !alike(*at.course, *next.course)) {
        if (!pass_change(at, length, next, branch, doublings)) return;
        last = false;
      } else {
        find_bifurcations(at, next, length, branch, doublings);
      }
      at = std::move(next);
      branch.points.push_back(told(at.place));
      if (last) return;
      step = std::min(1.3 * step, 0.02);
    }
  }

 private:
  bool iterate(SectionMap& map, const VectorXd& z, VectorXd& miss, MatrixXd* j, Orbit& orbit) {
    const int n = map.size();
    const auto& scale = scales_;
    std::vector<double> x(static_cast<std::size_t>(n)), at;
    for (int i = 0; i < n; ++i)
      x[static_cast<std::size_t>(i)] = z[i] * scale[static_cast<std::size_t>(i)];
    at = x;
    orbit = {};
    MatrixXd product = MatrixXd::Identity(n, n), one;
    std::optional<VectorXd> moved = VectorXd::Zero(n).eval();
    for (int k = 0; k < period_; ++k) {
      orbit.points.push_back(map.reduced(at));
      const auto image = j != nullptr ? map.next(at, orbit.time, one) : map.next(at, orbit.time);
      if (!image) return false;
      at = *image;
      if (j == nullptr) continue;
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c)
          one(r, c) *= scale[static_cast<std::size_t>(c)] / scale[static_cast<std::size_t>(r)];
      product = (one * product).eval();
      if (!orbit.hindrance) orbit.hindrance = map.hindrance();
      const std::span<const double> slope = map.parameter_slope();
      if (slope.empty()) moved.reset();
      if (!moved) continue;
      moved = (one * *moved).eval();
      for (int r = 0; r < n; ++r)
        (*moved)[r] += slope[static_cast<std::size_t>(r)] / scale[static_cast<std::size_t>(r)];
    }
    if (map.degenerate(x)) return false;
    const std::vector<double> d = map.difference(at, x);
    miss.resize(n);
    for (int i = 0; i < n; ++i)
      miss[i] = d[static_cast<std::size_t>(i)] / scale[static_cast<std::size_t>(i)];
    orbit.residual = miss.cwiseAbs().maxCoeff();
    if (j == nullptr) return true;
    *j = product - MatrixXd::Identity(n, n);
    product_ = product;
    by_parameter_ = std::move(moved);
    const Eigen::EigenSolver<MatrixXd> solver(product, false);
    for (int i = 0; i < n; ++i) orbit.multipliers.push_back(solver.eigenvalues()[i]);
    std::ranges::stable_sort(orbit.multipliers, [](const auto& a, const auto& b) {
      if (std::abs(a) != std::abs(b)) return std::abs(a) > std::abs(b);
      return a.imag() > b.imag();
    });
    judge(orbit);
    return true;
  }

  struct Reached {
    Place place;
    VectorXd along;
    std::optional<OrbitCourse> course;
  };

  std::optional<OrbitCourse> course_of(const Place& place) {
    const auto n = place.z.size() - 1;
    SectionMap* const map = map_at_(parameter(place));
    if (map == nullptr || map->size() != n) return std::nullopt;
    OrbitCourse whole;
    for (const std::vector<double>& x : place.orbit.points) {
      const auto one = map->course(x);
      if (!one) return std::nullopt;
      whole.insert(whole.end(), one->begin(), one->end());
    }
    return whole;
  }

  /// A step along the branch; false where there is no orbit.
  bool reach(const Reached& from, double step, Reached& next) {
    next.place = {from.place.z + step * from.along, {}};
    const VectorXd guess = next.place.z;
    if (!correct(next.place, from.place.z, from.along, step)) return false;
    // An orbit that lies further aside is another one.
    if ((next.place.z - guess).norm() > step + aside) return false;
    next.along = tangent_;
    next.course = course_of(next.place);
    return true;
  }

  /// A step that ends where the parameter's range does, by the secant rule; false where it begins
  /// there.
  bool land(const Reached& from, double& step, Reached& next) {
    const auto n = from.place.z.size() - 1;
    const double begin = from.place.z[n], end = next.place.z[n] < 0 ? 0 : 1;
    for (int pass = 0; pass < 8 && std::abs(next.place.z[n] - end) > located; ++pass) {
      step *= (end - begin) / (next.place.z[n] - begin);
      if (!(step > located) || !reach(from, step, next)) return false;
    }
    return true;
  }

  /// Folds, doublings, tori within a step.
  void find_bifurcations(const Reached& from, const Reached& to, double step, OrbitBranch& branch,
                         std::vector<std::pair<Place, VectorXd>>* doublings) {
    const auto n = from.place.z.size() - 1;
    for (const BranchEvent event : {BranchEvent::fold, BranchEvent::doubling, BranchEvent::torus}) {
      const double before = passes(from.place, event, from.along[n]);
      const double after = passes(to.place, event, to.along[n]);
      if (!(before * after < 0)) continue;
      if (event == BranchEvent::torus && (before == -1 || after == -1)) continue;
      Place there;
      if (!locate(event, from.place, from.along, step, before, after, there)) continue;
      branch.bifurcations.push_back({event, told(there)});
      if (event == BranchEvent::doubling && doublings != nullptr)
        doublings->push_back({there, leaving(there)});
    }
  }

  /// The last orbit of this course within a step, by bisection; the first of another, if there is
  /// one.
  void part(const Reached& from, double step, Reached& last, std::optional<Reached>& first) {
    double low = 0, high = step;
    last = from;
    while (high - low > located) {
      const double middle = 0.5 * (low + high);
      if (!(middle > low && middle < high)) break;
      Reached there;
      const bool found = reach(from, middle, there) && there.course;
      if (found && alike(*there.course, *from.course)) {
        low = middle;
        last = std::move(there);
      } else {
        high = middle;
        first.reset();
        if (found) first = std::move(there);
      }
    }
    reached_ = low;
  }

  static BranchEvent kind(const CourseChange& change) {
    return change.grazing ? BranchEvent::grazing : BranchEvent::mode_change;
  }

  /// The course changes within a step: `next` becomes the first orbit beyond that. False where
  /// there is none.
  bool pass_change(const Reached& from, double step, Reached& next, OrbitBranch& branch,
                   std::vector<std::pair<Place, VectorXd>>* doublings) {
    Reached last;
    std::optional<Reached> first = next;
    part(from, step, last, first);
    if (reached_ > 0) find_bifurcations(from, last, reached_, branch, doublings);
    // Contacts of one orbit that change together do so to rounding only.
    Reached beyond;
    if (first && reach(from, std::min(step, reached_ + clear_of_change), beyond) && beyond.course)
      first = std::move(beyond);
    if (!first) {
      tell_what_follows(last, from.along, branch);
      return false;
    }
    if (const auto change = first_change(*from.course, *first->course))
      branch.bifurcations.push_back({kind(*change), told(last.place), change});
    next = std::move(*first);
    return true;
  }

  /// No orbit is found beyond: where the branch ends, and why.
  void tell_end(const Reached& from, double step, OrbitBranch& branch) {
    Reached last = from;
    std::optional<Reached> first;
    if (from.course) part(from, step, last, first);
    tell_what_follows(last, from.along, branch);
  }

  /// Beyond the end of a branch the motion from where its orbit would be goes another way: if that
  /// way has an impact more that is only just one, it is a graze.
  void tell_what_follows(const Reached& last, const VectorXd& along, OrbitBranch& branch) {
    Bifurcation end{BranchEvent::end, told(last.place)};
    end.ends = true;
    for (const double beyond : {1e-9, 1e-8, 1e-7, 1e-6, 1e-5}) {
      if (!last.course) break;
      Place guess{last.place.z + beyond * along, {}};
      VectorXd miss;
      const auto n = guess.z.size() - 1;
      SectionMap* const map = map_at_(parameter(guess));
      if (map == nullptr || map->size() != n) break;
      iterate(*map, guess.z, miss, nullptr, guess.orbit);
      if (guess.orbit.points.empty()) break;
      const auto course = course_of(guess);
      if (!course) continue;
      end.change = first_change(*last.course, *course);
      if (!end.change) continue;
      end.event = kind(*end.change);
      break;
    }
    branch.bifurcations.push_back(std::move(end));
  }

  /// By the secant rule kept between the ends (Illinois).
  bool locate(BranchEvent event, const Place& from, const VectorXd& along, double step,
              double f_low, double f_high, Place& there) {
    double low = 0, high = step;
    const int n = static_cast<int>(from.z.size()) - 1;
    int side = 0;
    for (int pass = 0; pass < 60; ++pass) {
      const double s = (low * f_high - high * f_low) / (f_high - f_low);
      there = {from.z + s * along, {}};
      if (!correct(there, from.z, along, s)) return false;
      const double f = passes(there, event, tangent_[n]);
      if (f == 0 || high - low <= located) break;
      const bool above = f * f_high > 0;
      if (above) {
        high = s;
        f_high = f;
        if (side > 0) f_low *= 0.5;
      } else {
        low = s;
        f_low = f;
        if (side < 0) f_high *= 0.5;
      }
      side = above ? 1 : -1;
      if (std::abs(f) < 1e-12) break;
    }
    return true;
  }

  /// The eigenvector at −1: where the branch of twice the period leaves.
  VectorXd leaving(const Place& there) {
    VectorXd miss;
    MatrixXd j;
    Orbit orbit;
    VectorXd direction = VectorXd::Zero(there.z.size());
    if (!evaluate(there.z, miss, j, orbit)) return direction;
    const int n = static_cast<int>(there.z.size()) - 1;
    const Eigen::JacobiSVD<MatrixXd> svd(product_ + MatrixXd::Identity(n, n), Eigen::ComputeFullV);
    direction.head(n) = svd.matrixV().col(n - 1);
    return direction;
  }

  const MapAt& map_at_;
  const ContinuationOptions& options_;
  int period_;
  double range_;
  const std::vector<double>& scales_;
  VectorXd tangent_;
  double reached_ = 0;  ///< of the last orbit of one course, along the branch
  MatrixXd product_;
  std::optional<VectorXd> by_parameter_;  ///< of the image, in the scales
};

void add_branch(const MapAt& map_at, const ContinuationOptions& options,
                const std::vector<double>& scales, int period, Follower::Place first,
                const VectorXd& guess, bool both, int doublings, std::vector<OrbitBranch>& all) {
  Follower follower(map_at, options, period, scales);
  OrbitBranch branch{period, {}, {}};
  std::vector<std::pair<Follower::Place, VectorXd>> parted;
  if (!follower.correct(first, first.z, guess, 0)) return;
  const VectorXd along = follower.tangent();
  follower.follow(first, along, branch, doublings > 0 ? &parted : nullptr);
  if (both) {
    OrbitBranch back{period, {}, {}};
    follower.follow(first, -along, back, doublings > 0 ? &parted : nullptr);
    std::ranges::reverse(back.points);
    back.points.push_back(follower.told(first));
    back.points.insert(back.points.end(), branch.points.begin(), branch.points.end());
    back.bifurcations.insert(back.bifurcations.end(), branch.bifurcations.begin(),
                             branch.bifurcations.end());
    branch = std::move(back);
  }
  all.push_back(std::move(branch));
  for (auto& [at, leaves] : parted) {
    // A little way along the eigenvector the orbit of twice the period is another one.
    Follower twice(map_at, options, 2 * period, scales);
    constexpr double away = 1e-3;
    Follower::Place start{at.z + away * leaves, {}};
    if (!twice.correct(start, at.z, leaves, away)) continue;
    add_branch(map_at, options, scales, 2 * period, start, leaves, false, doublings - 1, all);
  }
}

}  // namespace

std::vector<OrbitBranch> continuation(const MapAt& map_at, const BranchPoint& start,
                                      const ContinuationOptions& options) {
  std::vector<OrbitBranch> all;
  SectionMap* map = map_at(start.parameter);
  if (map == nullptr || start.orbit.points.empty()) return all;
  const int n = map->size();
  const std::vector<double> scales = map->scales();
  Follower::Place first{VectorXd(n + 1), {}};
  for (int i = 0; i < n; ++i)
    first.z[i] =
        start.orbit.points[0][static_cast<std::size_t>(i)] / scales[static_cast<std::size_t>(i)];
  first.z[n] = (start.parameter - options.from) / (options.to - options.from);
  VectorXd guess = VectorXd::Zero(n + 1);
  guess[n] = 1;
  add_branch(map_at, options, scales, static_cast<int>(start.orbit.points.size()), first, guess,
             true, options.doublings, all);
  return all;
}

}  // namespace carom
