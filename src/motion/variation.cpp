#include "motion/variation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/state_variables.hpp"
#include "model/sloped_tree.hpp"
#include "motion/hermite.hpp"
#include "motion/thresholds.hpp"

namespace carom {
namespace {

const Law& law_for_those_at_once(const Tree& tree, const MotionOptions& options) {
  return *tree.laws->find(options.several);
}

/// Lobatto's lobatto_points of order 6, and the integrals of Lagrange's polynomials up to each.
const double lobatto_root = std::sqrt(5.0);
const std::array<double, 4> lobatto_points = {0, (5 - lobatto_root) / 10, (5 + lobatto_root) / 10,
                                              1};
const std::array<std::array<double, 4>, 4> lobatto_weights = {
    {{0, 0, 0, 0},
     {(11 + lobatto_root) / 120, (25 - lobatto_root) / 120, (25 - 13 * lobatto_root) / 120,
      (-1 + lobatto_root) / 120},
     {(11 - lobatto_root) / 120, (25 + 13 * lobatto_root) / 120, (25 + lobatto_root) / 120,
      (-1 - lobatto_root) / 120},
     {1.0 / 12, 5.0 / 12, 5.0 / 12, 1.0 / 12}}};

/// A stretch is no longer than so many steps.
constexpr std::size_t steps_of_stretch = 8;
/// Iterations within a stretch; one that needs more is halved.
constexpr int iterations_of_stretch = 20;

/// Whether a force or a torque depends on where the base is or how fast, by itself or in a gap.
bool inputs_see_base(const Tree& tree) {
  const std::size_t first = 1 + 2 * tree.links.size();
  const std::size_t last = first_gap(tree) + tree.contacts.size();
  const auto sees = [&](const Expression& formula) {
    return std::ranges::any_of(formula.variables_used(), [&](int i) {
      const auto place = static_cast<std::size_t>(i);
      return place >= first && place < last;
    });
  };
  return std::ranges::any_of(tree.torques, sees, &TreeTorque::value) ||
         std::ranges::any_of(tree.forces, sees, &TreeForce::value_x) ||
         std::ranges::any_of(tree.forces, sees, &TreeForce::value_y);
}

}  // namespace

MotionVariation::MotionVariation(const Tree& tree, const Law& law, const MotionOptions& options,
                                 MotionDirections asked)
    : tree_(tree),
      options_(options),
      asked_(std::move(asked)),
      plain_(without_slopes(tree)),
      freedom_(static_cast<std::size_t>(tree.degrees_of_freedom())),
      padded_(chunks() * lane_count),
      rule_(plain_, law, law_for_those_at_once(tree, options)),
      state_(2 * freedom_, Row(padded_)),
      event_time_(padded_),
      at_event_(state_),
      struck_(freedom_, Row(padded_)),
      approach_(padded_),
      hindered_(asked_.count),
      positions_(freedom_),
      velocities_(freedom_) {
  samples_.resize(asked_.samples.size());
  // Where a free base is, and how fast, accelerates nothing unless a formula says so.
  const std::size_t still = tree.base == BaseKind::free && !inputs_see_base(tree) ? 2 : 0;
  for (std::size_t c = 0; c < 2 * freedom_; ++c)
    if (c % freedom_ >= still) columns_.push_back(c);
  for (std::size_t j = 0; j < asked_.count; ++j) {
    for (std::size_t i = 0; i < asked_.positions[j].size(); ++i)
      state_[i][j] = asked_.positions[j][i];
    for (std::size_t i = 0; i < asked_.velocities[j].size(); ++i)
      state_[freedom_ + i][j] = asked_.velocities[j][i];
  }
}

void MotionVariation::hinder(std::size_t direction, Hindrance why, double time, int contact) {
  if (direction < hindered_.size() && !hindered_[direction])
    hindered_[direction] = DirectionHindrance{why, time, contact};
}

// ---------------------------------------------------------------- between events

void MotionVariation::open(const Tree& tree, const MotionPresent& present,
                           const FormulaSwitches* switches) {
  switches_ = switches;
  flow_.emplace(tree);
  tangent_.emplace(tree);
  node_state_.resize(flow_->size());
  node_slope_.resize(flow_->size());
  regimes_ = present.regimes;
  reached_ = present.time();
  for (auto& states : stretch_.state) states.assign(2 * freedom_, Row(padded_));
  for (auto& rates_there : stretch_.rate) rates_there.assign(2 * freedom_, Row(padded_));
  follow_sides(tree);
}

void MotionVariation::keep_knot(const MotionPresent& present) {
  knots_.push_back({present.time(), present.step.y0, present.step.slope0});
}

void MotionVariation::advance(const MotionPresent& present) {
  keep_knot(present);
  if (knots_.size() > 2 * steps_of_stretch) follow_leg(false);
}

/// The motion's state between knots.
void MotionVariation::state_at(double t, std::vector<double>& y) const {
  std::size_t k = 0;
  while (k + 2 < knots_.size() && knots_[k + 1].t < t) ++k;
  const Knot& a = knots_[k];
  const Knot& b = knots_[std::min(k + 1, knots_.size() - 1)];
  const double h = b.t - a.t;
  const double s = h > 0 ? std::clamp((t - a.t) / h, 0.0, 1.0) : 1;
  for (std::size_t i = 0; i < freedom_; ++i) {
    const std::size_t v = freedom_ + i;
    const HermitePoint here =
        hermite(s, h, {a.y[i], a.y[v], a.slope[v]}, {b.y[i], b.y[v], b.slope[v]});
    y[i] = here.position;
    y[v] = here.velocity;
  }
  for (std::size_t i = 2 * freedom_; i < y.size(); ++i)
    y[i] = cubic_hermite(s, h, a.y[i], a.slope[i], b.y[i], b.slope[i]);
}

/// S up to the last knot, or as far as stretches are whole.
void MotionVariation::follow_leg(bool whole) {
  const double end = knots_.back().t;
  // Lobatto's method of order 6 errs by (ωh)⁷/100800 in e^(iωt): a third of the tolerance.
  const double longest = std::clamp(std::pow(3e4 * options_.tolerance, 1.0 / 7), 0.1, 0.6);
  if (!known_) {
    known_.emplace();
    if (!find_node(reached_, *known_)) return;
    frequency_ = known_->frequency;
  }
  std::size_t k = 0;
  while (reached_ < end) {
    while (k + 1 < knots_.size() && knots_[k + 1].t <= reached_) ++k;
    const std::size_t far = std::min(k + steps_of_stretch, knots_.size() - 1);
    if (!whole && k + steps_of_stretch >= knots_.size()) break;
    double h = knots_[far].t - reached_;
    // Where the derivative turns faster than the motion, by itself.
    if (frequency_ * h > longest) h /= std::ceil(frequency_ * h / longest);
    if (!(h > 4 * epsilon * std::abs(end))) h = end - reached_;
    for (int shorter = 0; shorter < 12; ++shorter) {
      const bool settled = follow_stretch(reached_, h, stretch_);
      frequency_ = 0;
      for (const Node& node : stretch_.nodes) frequency_ = std::max(frequency_, node.frequency);
      if (settled && frequency_ * h <= 1.3 * longest) break;
      h = settled ? longest / frequency_ : h / 2;
    }
    keep_samples(reached_, h);
    reached_ = knots_[far].t - reached_ <= h ? knots_[far].t : reached_ + h;
    state_ = stretch_.state[3];
    *known_ = stretch_.nodes[3];
  }
  knots_.erase(knots_.begin(), knots_.begin() + static_cast<std::ptrdiff_t>(k));
}

bool MotionVariation::follow_stretch(double t, double h, Stretch& stretch) {
  stretch.nodes[0] = *known_;
  for (std::size_t p = 1; p < 4; ++p)
    if (!find_node(t + lobatto_points[p] * h, stretch.nodes[p])) return true;
  stretch.state[0] = state_;
  rates(stretch.nodes[0], stretch.state[0], stretch.rate[0]);
  for (std::size_t p = 1; p < 4; ++p) stretch.rate[p] = stretch.rate[0];
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < iterations_of_stretch; ++i) {
    double change = 0, size = 0;
    for (std::size_t p = 1; p < 4; ++p) {
      for (std::size_t r = 0; r < state_.size(); ++r)
        for (std::size_t j = 0; j < padded_; ++j) {
          double x = 0;
          for (std::size_t q = 0; q < 4; ++q) x += lobatto_weights[p][q] * stretch.rate[q][r][j];
          x = state_[r][j] + h * x;
          change = std::max(change, std::abs(x - stretch.state[p][r][j]));
          size = std::max(size, std::abs(x));
          stretch.state[p][r][j] = x;
        }
      rates(stretch.nodes[p], stretch.state[p], stretch.rate[p]);
    }
    if (i > 0 && (change <= 1e-13 * size || (change <= 1e-11 * size && change >= 0.5 * last)))
      return true;
    last = change;
  }
  return false;
}

/// Those within the stretch, by Hermite's polynomial of degree 7 through S and Ṡ at its points.
void MotionVariation::keep_samples(double t, double h) {
  constexpr std::size_t nodes = 8;  // each point twice
  while (sampled_ < samples_.size() && asked_.samples[sampled_] < t) ++sampled_;
  for (; sampled_ < samples_.size() && asked_.samples[sampled_] <= t + h; ++sampled_) {
    const double s = (asked_.samples[sampled_] - t) / h;
    std::vector<Row>& kept = samples_[sampled_];
    kept.assign(2 * freedom_, Row(padded_));
    for (std::size_t r = 0; r < 2 * freedom_; ++r)
      for (std::size_t j = 0; j < padded_; ++j) {
        // Newton's divided differences; of a point with itself the rate.
        std::array<double, nodes> table;
        for (std::size_t i = 0; i < nodes; ++i) table[i] = stretch_.state[i / 2][r][j];
        for (std::size_t order = 1; order < nodes; ++order)
          for (std::size_t i = nodes; i-- > order;) {
            const double apart = lobatto_points[i / 2] - lobatto_points[(i - order) / 2];
            table[i] =
                apart == 0 ? h * stretch_.rate[i / 2][r][j] : (table[i] - table[i - 1]) / apart;
          }
        double x = 0;
        for (std::size_t i = nodes; i-- > 0;) x = x * (s - lobatto_points[i / 2]) + table[i];
        kept[r][j] = x;
      }
  }
}

/// Ṡ = A S + B.
void MotionVariation::rates(const Node& node, const std::vector<Row>& state,
                            std::vector<Row>& rate) const {
  const std::size_t n = freedom_;
  const std::size_t width = 2 * n + asked_.of_tree;
  for (std::size_t i = 0; i < n; ++i) {
    std::ranges::copy(state[n + i], rate[i].begin());
    Row& to = rate[n + i];
    std::ranges::fill(to, 0.0);
    const double* const row = node.slopes.data() + i * width;
    for (std::size_t c = 0; c < 2 * n; ++c) {
      const double slope = row[c];
      if (slope == 0) continue;
      const double* const from = state[c].data();
      for (std::size_t j = 0; j < padded_; ++j) to[j] += slope * from[j];
    }
    for (std::size_t c = 0; c < asked_.of_tree; ++c) to[c] += row[2 * n + c];
  }
}

void MotionVariation::evaluate_at(std::span<const double> y, double t,
                                  std::span<const Regime> regimes) {
  flow_->set_regimes(regimes);
  std::ranges::copy(y, node_state_.begin());
  (*flow_)(node_state_, node_slope_, t);
  tangent_->prepare(*flow_, node_state_, node_slope_);
}

/// A and B at a time between the knots.
bool MotionVariation::find_node(double t, Node& node) {
  if (knots_.empty()) return false;
  std::vector<double> y(flow_->size());
  state_at(t, y);
  evaluate_at(y, t, regimes_);
  const std::size_t n = freedom_;
  const std::size_t width = 2 * n + asked_.of_tree;
  node.slopes.assign(n * width, 0.0);
  const auto put = [&](std::size_t column, std::size_t lane) {
    for (std::size_t i = 0; i < n; ++i)
      node.slopes[i * width + column] = tangent_->accelerations()[i].of[lane];
  };
  const auto plainly = [&] {
    for (std::size_t i = 0; i < n; ++i) {
      positions_[i] = Sloped(y[i]);
      velocities_[i] = Sloped(y[n + i]);
    }
  };
  time_ = Sloped(t);
  for (std::size_t first = 0; first < columns_.size(); first += lane_count) {
    plainly();
    for (std::size_t l = 0; l < lane_count && first + l < columns_.size(); ++l) {
      const std::size_t c = columns_[first + l];
      (c < n ? positions_[c] : velocities_[c - n]).slope[l] = 1;
    }
    tangent_->find(plain_, positions_, velocities_, time_);
    for (std::size_t l = 0; l < lane_count && first + l < columns_.size(); ++l)
      put(columns_[first + l], l);
  }
  plainly();
  for (std::size_t k = 0; k < asked_.trees.size(); ++k) {
    tangent_->find(asked_.trees[k], positions_, velocities_, time_);
    for (std::size_t l = 0; l < lane_count && k * lane_count + l < asked_.of_tree; ++l)
      put(2 * n + k * lane_count + l, l);
  }
  // How fast slopes turn, lengths measured in the mechanism's size.
  const auto unit = [&](std::size_t i) {
    const auto base = static_cast<std::size_t>(tree_.base_coordinates());
    return i >= base && i < base + tree_.links.size() ? 1.0 : tree_.size;
  };
  double by_places = 0, by_rates = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double places = 0, rate = 0;
    for (std::size_t c = 0; c < n; ++c) {
      places += std::abs(node.slopes[i * width + c]) * unit(c) / unit(i);
      rate += std::abs(node.slopes[i * width + n + c]) * unit(c) / unit(i);
    }
    by_places = std::max(by_places, places);
    by_rates = std::max(by_rates, rate);
  }
  node.frequency = std::max(std::sqrt(by_places), by_rates);
  return std::isfinite(node.frequency);
}

MotionSensitivity MotionVariation::take() {
  MotionSensitivity told;
  told.instants = std::move(instants_);
  const bool reached = end_ == MotionEnd::duration;
  for (std::size_t j = 0; j < asked_.count; ++j) {
    if (!reached) hinder(j, Hindrance::end, end_time_, -1);
    std::vector<double> positions, velocities;
    bool finite = true;
    for (std::size_t i = 0; i < freedom_; ++i) {
      positions.push_back(state_[i][j]);
      velocities.push_back(state_[freedom_ + i][j]);
      finite = finite && std::isfinite(positions.back()) && std::isfinite(velocities.back());
    }
    if (!finite) hinder(j, Hindrance::not_followed, end_time_, -1);
    if (hindered_[j]) positions.clear(), velocities.clear();
    told.positions.push_back(std::move(positions));
    told.velocities.push_back(std::move(velocities));
    for (InstantSlopes& instant : told.instants)
      if (hindered_[j] && instant.time >= hindered_[j]->time)
        instant.slopes[j] = std::numeric_limits<double>::quiet_NaN();
  }
  told.hindered = std::move(hindered_);
  return told;
}

}  // namespace carom
