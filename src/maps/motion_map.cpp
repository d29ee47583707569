#include "maps/motion_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/compiled_model.hpp"
#include "maps/symmetry.hpp"
#include "model/sloped_tree.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

constexpr long most_steps = std::numeric_limits<long>::max();

/// Of an impact; none where something else touched.
std::optional<PairMode> mode_of(const Model& model, const MotionEvent& event) {
  if (event.simultaneous || event.yields) return std::nullopt;
  for (std::size_t i = 0; i < event.impulses.size(); ++i)
    if (static_cast<int>(i) != event.contact && event.impulses[i] != std::array{0.0, 0.0})
      return std::nullopt;
  const Tree& tree = model.compiled().tree;
  ImpactSolver<double> solver(tree, ImpactSolver<double>::Small::refused);
  const std::array set{event.contact};
  if (!solver.prepare(tree, event.positions, event.velocities_before, event.time, set))
    return std::nullopt;
  const auto w = solver.inertia();
  const auto v = solver.velocity();
  return pair_mode(std::span<const double, 4>(w.data(), 4), std::span<const double, 2>(v.data(), 2),
                   tree.contacts[static_cast<std::size_t>(event.contact)].friction,
                   event.impulses[static_cast<std::size_t>(event.contact)][1],
                   1e-12 * std::abs(v[1]));
}

/// What happens, as an orbit's course.
class CourseSink : public MotionSink {
 public:
  explicit CourseSink(const Model& model) : model_(model) {}

  void event(const MotionEvent& event) override {
    const Tree& tree = model_.compiled().tree;
    const TreeContact& contact = tree.contacts[static_cast<std::size_t>(event.contact)];
    CourseEvent& told = course.emplace_back();
    told.kind = event.kind;
    told.contact = event.contact;
    told.time = event.time;
    told.after = event.mode;
    // Where it does not rub, which way it slides changes nothing.
    if (contact.friction == 0 && event.mode == Mode::slides_minus) told.after = Mode::slides_plus;
    if (event.kind != MotionEventKind::impact) return;
    told.approach = -event.velocity_before[1];
    told.how = mode_of(model_, event);
    for (std::size_t i = 0; i < event.impulses.size(); ++i)
      if (event.impulses[i][1] > 0) told.struck.push_back(static_cast<int>(i));
  }

  OrbitCourse course;

 private:
  const Model& model_;
};

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
    found.mode = mode_of(model_, event);
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
  const Model& model_;
  const Section& section_;
  double start_;
  long returns_;
  SectionRun& run_;
  MotionSink* next_;
};

}  // namespace

MotionMap::MotionMap(const Model& model, Section section, const MotionOptions& options)
    : model_(model),
      section_(std::move(section)),
      options_(options),
      plain_(without_slopes(model.compiled().tree)) {
  if (section_.kind == SectionKind::formula)
    formula_ = parsed_expression(section_.formula, state_variables(model.mechanism()),
                                 model.mechanism().parameters)
                   .expression;
  options_.section = section_.kind == SectionKind::formula ? std::string_view(section_.formula)
                                                           : std::string_view();
}

SectionRun MotionMap::run(const State& start, long returns, MotionSink* sink) {
  SectionRun run;
  if (single()) {
    MotionOptions options = options_;
    options.section = section_.kind == SectionKind::formula ? std::string_view(section_.formula)
                                                            : std::string_view();
    // The duration is from one return to the next: where there was one, the motion goes on. So are
    // the steps.
    options.step_limit = std::min(options_.step_limit, most_steps / returns) * returns;
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

/// On the section, before a symmetry.
std::optional<State> MotionMap::first_return(const State& start, MotionDirections asked,
                                             SectionCourse& course, SectionSlopes& slopes,
                                             MotionSink* sink) {
  SectionRun run;
  SectionSink seen(model_, section_, start.time, 1, run, sink);
  course.before = section_.kind == SectionKind::pre;
  if (section_.kind == SectionKind::formula) course.formula = &formula_;
  course.met = [&] { return !run.returns.empty(); };
  MotionOptions options = options_;
  options.section = {};
  last_end_ =
      simulate_to_section(model_, start, options, seen, course, std::move(asked), slopes).end;
  if (run.returns.empty()) return std::nullopt;
  return std::move(run.returns[0].state);
}

std::optional<State> MotionMap::next(const State& start) {
  SectionCourse course;
  SectionSlopes slopes;
  auto state = first_return(start, {}, course, slopes);
  std::string problem;
  if (state && section_.symmetric() && !apply_symmetry(*state, problem)) return std::nullopt;
  return state;
}

std::optional<OrbitCourse> MotionMap::course(const State& start) {
  CourseSink sink(model_);
  SectionCourse course;
  SectionSlopes slopes;
  if (!first_return(start, {}, course, slopes, &sink)) return std::nullopt;
  put_in_order(sink.course);
  return std::move(sink.course);
}

std::optional<SlopedReturn> MotionMap::next(const State& start, const ReturnDirections& along) {
  MotionDirections asked;
  asked.count = along.times.size();
  asked.positions = along.positions;
  asked.velocities = along.velocities;
  asked.start = along.times;
  asked.duration.assign(asked.count, 0);
  SectionCourse course;
  if (along.parameter != nullptr) {
    asked.of_tree = 1;
    asked.trees.push_back(along.parameter->tree);
    if (section_.kind == SectionKind::formula) course.followed.push_back(along.parameter->section);
  }
  SectionSlopes slopes;
  auto state = first_return(start, std::move(asked), course, slopes);
  if (!state) return std::nullopt;
  SlopedReturn found{std::move(*state), std::move(slopes.times), std::move(slopes.positions),
                     std::move(slopes.velocities), std::move(slopes.hindered)};
  found.hindered.resize(along.times.size());
  if (!slopes.met) {
    const std::vector<double> none(found.state.positions.size(), 0.0);
    found.times.assign(along.times.size(), 0);
    found.positions.assign(along.times.size(), none);
    found.velocities = found.positions;
    for (auto& each : found.hindered)
      if (!each) each = DirectionHindrance{Hindrance::not_followed, found.state.time, -1};
  }
  if (section_.symmetric() && !turn_back(found, along)) return std::nullopt;
  return found;
}

/// The symmetry, of the state with its slopes.
bool MotionMap::turn_back(SlopedReturn& found, const ReturnDirections& along) const {
  const std::size_t count = found.times.size(), freedom = found.state.positions.size();
  std::vector<Sloped> positions(freedom), velocities(freedom);
  for (std::size_t first = 0; first < count; first += lane_count) {
    const std::size_t lanes = std::min(lane_count, count - first);
    for (std::size_t i = 0; i < freedom; ++i) {
      positions[i] = Sloped(found.state.positions[i]);
      velocities[i] = Sloped(found.state.velocities[i]);
      for (std::size_t l = 0; l < lanes; ++l) {
        positions[i].slope[l] = found.positions[first + l][i];
        velocities[i].slope[l] = found.velocities[first + l][i];
      }
    }
    const bool follows = first == 0 && along.parameter != nullptr;
    if (carom::apply_symmetry<Sloped>(follows ? along.parameter->tree : plain_, section_.swap,
                                      follows ? along.parameter->turn : Sloped(section_.turn),
                                      positions, velocities))
      return false;
    for (std::size_t i = 0; i < freedom; ++i)
      for (std::size_t l = 0; l < lanes; ++l) {
        found.positions[first + l][i] = positions[i].slope[l];
        found.velocities[first + l][i] = velocities[i].slope[l];
      }
  }
  std::string problem;
  return apply_symmetry(found.state, problem);
}

bool MotionMap::apply_symmetry(State& state, std::string& problem) const {
  const auto fault = carom::apply_symmetry<double>(
      model_.compiled().tree, section_.swap, section_.turn, state.positions, state.velocities);
  if (!fault) return true;
  const auto link = [&](int place) -> const std::string& {
    return model_.mechanism().links[static_cast<std::size_t>(place)].name;
  };
  problem =
      fault->base_stays
          ? "swap moves the base to the other end of the chain, and it is not free"
          : fmt::format(
                "swap: links \"{}\" and \"{}\" cannot change places, the chain from its other "
                "end is another one",
                link(fault->one), link(fault->other));
  return false;
}

}  // namespace carom
