#include "maps/motion_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/compiled_model.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

/// How well a mechanism must fit itself after a symmetry, of its size.
constexpr double fits = 1e-9;

/// Notes the returns of a motion, and stops when there are enough.
class SectionSink : public MotionSink {
 public:
  SectionSink(const Model& model, const Section& section, double start, long returns,
              SectionRun& run, MotionSink* next)
      : model_(model),
        section_(section),
        start_(start),
        returns_(returns),
        run_(run),
        next_(next) {}

  void event(const MotionEvent& event) override {
    if (next_ != nullptr) next_->event(event);
    if (event.kind == MotionEventKind::limit && !run_.limit)
      run_.limit = MotionLimit{
          {event.time, event.positions_after, event.velocities_after}, event.contact, event.since};
    if (section_.kind == SectionKind::separation) {
      if (event.kind == MotionEventKind::separation && meant(event.contact))
        add({{event.time, event.positions, event.velocities_after},
             event.contact,
             event.velocity_after});
      return;
    }
    const bool struck =
        event.kind == MotionEventKind::impact &&
        (meant(event.contact) || event.impulses[static_cast<std::size_t>(section_.contact)][1] > 0);
    if (section_.kind == SectionKind::formula || !struck) return;
    const bool pre = section_.kind == SectionKind::pre;
    if (pre && event.time == start_) return;  // the one at which it was left
    SectionReturn found;
    found.state = pre ? State{event.time, event.positions, event.velocities_before}
                      : State{event.time, event.positions_after, event.velocities_after};
    found.contact = event.contact;
    found.velocity = pre ? event.velocity_before : event.velocity_after;
    found.struck = true;
    found.verdict = event.verdict;
    found.impulses_determined = event.impulses_determined;
    found.makes_energy = event.makes_energy;
    if (!event.simultaneous && !event.yields) found.mode = mode(event);
    add(std::move(found));
  }
  void crossing(const State& state) override {
    if (section_.kind == SectionKind::formula) add({state});
  }
  void sample(const MotionSample& sample) override {
    if (next_ != nullptr) next_->sample(sample);
  }
  bool stop() override {
    return static_cast<long>(run_.returns.size()) >= returns_ ||
           (next_ != nullptr && next_->stop());
  }

 private:
  bool meant(int contact) const { return section_.contact < 0 || section_.contact == contact; }
  void add(SectionReturn found) {
    if (static_cast<long>(run_.returns.size()) < returns_) run_.returns.push_back(std::move(found));
  }
  /// Where nothing else touched.
  std::optional<PairMode> mode(const MotionEvent& event) const {
    for (std::size_t i = 0; i < event.impulses.size(); ++i)
      if (static_cast<int>(i) != event.contact && event.impulses[i] != std::array{0.0, 0.0})
        return std::nullopt;
    const Tree& tree = model_.compiled().tree;
    ImpactSolver<double> solver(tree, ImpactSolver<double>::Small::refused);
    const std::array set{event.contact};
    if (!solver.prepare(tree, event.positions, event.velocities_before, event.time, set))
      return std::nullopt;
    const auto w = solver.inertia();
    const auto v = solver.velocity();
    return pair_mode(
        std::span<const double, 4>(w.data(), 4), std::span<const double, 2>(v.data(), 2),
        tree.contacts[static_cast<std::size_t>(event.contact)].friction,
        event.impulses[static_cast<std::size_t>(event.contact)][1], 1e-12 * std::abs(v[1]));
  }

  const Model& model_;
  const Section& section_;
  double start_;
  long returns_;
  SectionRun& run_;
  MotionSink* next_;
};

bool carries(const Tree& tree, int ancestor, int link) {
  for (int i = link; i >= 0; i = tree.links[static_cast<std::size_t>(i)].parent)
    if (i == ancestor) return true;
  return false;
}

/// The angle nearest to another, whole turns away from its own.
double nearest(double angle, double to) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle + turn * std::round((to - angle) / turn);
}

}  // namespace

MotionMap::MotionMap(const Model& model, Section section, const MotionOptions& options)
    : model_(model), section_(std::move(section)), options_(options) {
  options_.section = section_.kind == SectionKind::formula ? std::string_view(section_.formula)
                                                           : std::string_view();
}

SectionRun MotionMap::run(const State& start, long returns, MotionSink* sink) {
  SectionRun run;
  if (single()) {
    MotionOptions options = options_;
    options.section = section_.kind == SectionKind::formula ? std::string_view(section_.formula)
                                                            : std::string_view();
    // The duration is from one return to the next: where there was one, the motion goes on.
    for (State from = start;;) {
      const std::size_t had = run.returns.size();
      SectionSink seen(model_, section_, -std::numeric_limits<double>::infinity(), returns, run,
                       sink);
      run.motion = simulate(model_, from, options, seen);
      if (run.motion.end != MotionEnd::duration || run.returns.size() == had) return run;
      from = run.motion.final;
      options.duration = run.returns.back().state.time + options_.duration - from.time;
      if (!(options.duration > 0)) return run;
    }
  }
  State from = start;
  while (static_cast<long>(run.returns.size()) < returns) {
    const std::size_t had = run.returns.size();
    SectionSink seen(model_, section_, run.returns.empty() ? start.time - 1 : from.time,
                     static_cast<long>(had) + 1, run, sink);
    run.motion = simulate(model_, from, options_, seen);
    if (run.returns.size() == had || (sink != nullptr && sink->stop())) return run;
    from = run.returns.back().state;
    if (!apply_symmetry(from, run.problem)) return run;
  }
  return run;
}

std::optional<State> MotionMap::next(const State& start) {
  SectionRun run;
  SectionSink seen(model_, section_, start.time, 1, run, nullptr);
  run.motion = simulate(model_, start, options_, seen);
  if (run.returns.empty()) return std::nullopt;
  State state = run.returns[0].state;
  if (section_.symmetric() && !apply_symmetry(state, run.problem)) return std::nullopt;
  return state;
}

bool MotionMap::apply_symmetry(State& state, std::string& problem) const {
  const Tree& tree = model_.compiled().tree;
  const auto base = static_cast<std::size_t>(tree.base_coordinates());
  std::vector<double>&q = state.positions, &v = state.velocities;
  TreePose<double> pose(tree), then(tree);
  TreeMotion<double> motion(tree);
  place(tree, std::span<const double>(q), pose);
  move(tree, pose, std::span<const double>(v), motion);
  const auto near = [&](const TreePose<double>& at, int link) {
    return at.links[static_cast<std::size_t>(link)].joint;
  };
  const auto far = [&](const TreePose<double>& at, int link) {
    const auto i = static_cast<std::size_t>(link);
    return at.links[i].joint + tree.links[i].length * at.links[i].direction;
  };
  std::vector<std::array<int, 2>> reversed;
  for (const auto& [one, other] : section_.swap) {
    const std::size_t i = base + static_cast<std::size_t>(one);
    const std::size_t k = base + static_cast<std::size_t>(other);
    const int a = tree.tree_index[static_cast<std::size_t>(one)];
    const int b = tree.tree_index[static_cast<std::size_t>(other)];
    const bool chain = carries(tree, a, b) || carries(tree, b, a);
    const double flip = chain ? std::numbers::pi : 0;
    const double was_i = q[i], was_k = q[k];
    q[i] = chain ? nearest(was_k + flip, was_i) : was_k;
    q[k] = chain ? nearest(was_i + flip, was_k) : was_i;
    std::swap(v[i], v[k]);
    if (!chain) continue;
    reversed.push_back({a, b});
    for (const auto& [root, end] : {std::pair{a, b}, {b, a}}) {
      if (tree.links[static_cast<std::size_t>(root)].parent >= 0) continue;
      if (tree.base != BaseKind::free) {
        problem = "swap moves the base to the other end of the chain, and it is not free";
        return false;
      }
      const auto e = static_cast<std::size_t>(end);
      const Vec2 place_of_end = far(pose, end);
      const Vec2 speed =
          motion.links[e].joint +
          motion.links[e].rate * perpendicular(tree.links[e].length * pose.links[e].direction);
      q[0] = place_of_end.x;
      q[1] = place_of_end.y;
      v[0] = speed.x;
      v[1] = speed.y;
    }
  }
  if (!reversed.empty()) {
    place(tree, std::span<const double>(q), then);
    for (const auto& [a, b] : reversed)
      for (const auto& [one, other] : {std::pair{a, b}, {b, a}}) {
        const Vec2 miss = near(then, one) - far(pose, other);
        if (std::hypot(miss.x, miss.y) <= fits * tree.size) continue;
        problem = fmt::format(
            "swap: links \"{}\" and \"{}\" cannot change places, the chain from its other end is "
            "another one",
            model_.mechanism()
                .links[static_cast<std::size_t>(tree.links[static_cast<std::size_t>(a)].file)]
                .name,
            model_.mechanism()
                .links[static_cast<std::size_t>(tree.links[static_cast<std::size_t>(b)].file)]
                .name);
        return false;
      }
  }
  if (section_.turn != 0) {
    place(tree, std::span<const double>(q), pose);
    move(tree, pose, std::span<const double>(v), motion);
    Vec2 centre{}, speed{};
    double mass = 0;
    for (std::size_t k = 0; k < tree.links.size(); ++k) {
      const double m = tree.links[k].mass;
      const Vec2& arm = pose.links[k].com;
      mass += m;
      centre += m * (pose.links[k].joint + arm);
      speed += m * (motion.links[k].joint + motion.links[k].rate * perpendicular(arm));
    }
    const Vec2 back{std::cos(section_.turn), -std::sin(section_.turn)};
    for (std::size_t i = 0; i < tree.links.size(); ++i) q[base + i] -= section_.turn;
    if (tree.base == BaseKind::free) {
      const Vec2 c = 1 / mass * centre, u = 1 / mass * speed;
      const Vec2 joint = c + rotated(Vec2{q[0], q[1]} - c, back);
      const Vec2 rate = u + rotated(Vec2{v[0], v[1]} - u, back);
      q[0] = joint.x;
      q[1] = joint.y;
      v[0] = rate.x;
      v[1] = rate.y;
    }
  }
  return true;
}

}  // namespace carom
