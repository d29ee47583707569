#include "maps/section_map.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "maps/pair_slopes.hpp"

namespace carom {
namespace {

/// Differences of fourth order: the error of a motion over the step, and of the fourth power, which
/// is large where a heel strikes slowly (the simplest walker's multipliers were 1e-5 off with
/// 1e-3).
constexpr double difference_step = 2e-4;
/// Slopes over one and two steps of a smooth map differ by less, of the larger.
constexpr double same_slope = 0.1;

double wrapped(double x, double period) {
  return period > 0 ? x - period * std::round(x / period) : x;
}

}  // namespace

bool SectionMap::differences(std::span<const double> x, std::span<const double> image,
                             Eigen::MatrixXd& derivative) {
  derivative.resize(size(), size());
  std::vector<double> moved(x.begin(), x.end());
  for (int i = 0; i < size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double step = difference_step * scales_[k];
    // Two steps below, one below, one above, two above.
    std::array<Eigen::VectorXd, 4> change;
    constexpr std::array<int, 4> steps = {-2, -1, 1, 2};
    for (std::size_t p = 0; p < 4; ++p) {
      moved[k] = x[k] + steps[p] * step;
      double ignored = 0;
      const auto there = next(moved, ignored);
      if (!there) return false;
      const std::vector<double> off = difference(*there, image);
      change[p] = Eigen::Map<const Eigen::VectorXd>(off.data(), size()) / step;
    }
    moved[k] = x[k];
    const Eigen::VectorXd far = (change[3] - change[0]) / 4, near = (change[2] - change[1]) / 2;
    const Eigen::VectorXd above = 2 * change[2] - change[3] / 2;
    const Eigen::VectorXd below = change[0] / 2 - 2 * change[1];
    // Where the map jumps between them, on the side where it does not.
    const bool smooth = (far - near).norm() <= same_slope * std::max(far.norm(), near.norm());
    derivative.col(i) = smooth                        ? Eigen::VectorXd((4 * near - far) / 3)
                        : above.norm() < below.norm() ? above
                                                      : below;
  }
  return true;
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
              double within, MotionMap* motion, const ParameterSlopes* parameter)
      : pair_(pair), solver_(pair), within_(within) {
    if (motion != nullptr && parameter != nullptr) slopes_.emplace(*motion, *parameter);
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

  double accuracy() const override { return 1e-12; }
  std::span<const double> parameter_slope() const override { return parameter_slope_; }

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
    parameter_slope_.clear();
    if (!slopes_) return numbers(p);
    if (const auto slope = slopes_->image(mechanism_state(pair_, from)))
      for (const int i : which_) parameter_slope_.push_back((*slope)[static_cast<std::size_t>(i)]);
    return numbers(p);
  }
  std::optional<OrbitCourse> course(std::span<const double> x) override {
    PairState p = pair_point(x);
    PairCollision collision;
    if (!(p.u > 0) || !solver_.fly(p, within_) || !solver_.collide(p, &collision))
      return std::nullopt;
    return OrbitCourse{{.contact = 0,
                        .how = collision.mode,
                        .time = p.t,
                        .approach = -collision.velocity_before[1]}};
  }

 private:
  const ImpactPair& pair_;
  PairSolver solver_;
  double within_;
  double speed_ = 1;
  std::vector<int> which_;
  std::optional<PairSlopes> slopes_;
  std::vector<double> parameter_slope_;
};

}  // namespace

std::unique_ptr<SectionMap> pair_section(const ImpactPair& pair, const std::string& link,
                                         std::optional<double> period, double within,
                                         MotionMap* motion, const ParameterSlopes* parameter) {
  return std::make_unique<PairSection>(pair, link, period, within, motion, parameter);
}

}  // namespace carom
