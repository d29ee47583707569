#include "reproductions/wang_course.hpp"

#include <limits>

#include "carom/simulate.hpp"

namespace carom::wang {
namespace {

Instant instant_of(const Engine& engine, const PairState& p) {
  Instant at;
  at.t = p.t;
  at.theta = p.theta;
  at.omega = p.omega;
  at.gap = p.gap;
  at.u = p.u;
  at.y = p.gap + engine.body.h(p.theta);
  at.v = p.u + engine.body.d1(p.theta) * p.omega;
  return at;
}

class Drawer : public MotionSink {
 public:
  Drawer(const Engine& engine, Course& course) : engine_(engine), course_(course) {}
  void sample(const MotionSample& s) override {
    course_.curve.push_back(at(s.time, s.positions, s.velocities));
  }
  void event(const MotionEvent& e) override {
    if (e.kind != MotionEventKind::impact) return;
    course_.before.push_back(at(e.time, e.positions, e.velocities_before));
    course_.after.push_back(at(e.time, e.positions, e.velocities_after));
    course_.curve.push_back(course_.before.back());
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    course_.curve.push_back({none, none, none, none, none, none, none});
    course_.curve.push_back(course_.after.back());
  }

 private:
  Instant at(double t, std::span<const double> q, std::span<const double> v) const {
    return instant_of(engine_,
                      pair_state(engine_.pair, {t, {q.begin(), q.end()}, {v.begin(), v.end()}}));
  }
  const Engine& engine_;
  Course& course_;
};

}  // namespace

Course course(const Engine& engine, const PairState& launch, double duration, double every) {
  Course found;
  Drawer drawer(engine, found);
  simulate(engine.model, mechanism_state(engine.pair, launch),
           {.duration = duration, .every = every, .tolerance = 1e-11}, drawer);
  return found;
}

PanelSeries series(const std::string& name, const std::vector<Instant>& points, double Instant::*x,
                   double Instant::*y, Drawn drawn) {
  PanelSeries made{name};
  made.drawn = drawn;
  for (const Instant& each : points) {
    made.x.push_back(each.*x);
    made.y.push_back(each.*y);
  }
  return made;
}

Body shown_body() {
  Body body;
  body.q1 = {-9.81, 1.5, 7, 0.3};
  body.q2 = {2, 3, 5, -0.4};
  body.plate = {0.004, 40, 0.2};
  return body;
}

PairState shown_launch() {
  PairState launch;
  launch.u = 0.8;
  launch.theta = 0.4;
  launch.omega = 1.5;
  return launch;
}

}  // namespace carom::wang
