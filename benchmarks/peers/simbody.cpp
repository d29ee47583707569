/// Simbody 3.7: doubles, joint coordinates. Work: one step of SemiExplicitEulerTimeStepper. Its
/// default restitution is Poisson's, so that its answer is not Newton's; both are run.
///
/// Debian's library was compiled without NDEBUG (never compile against it with that: it crashes)
/// and prints at every step, which dominates its time: `run` sends the print to /dev/null, and the
/// times are an upper bound.

#include <Simbody.h>
#include <fcntl.h>
#include <unistd.h>

#include "harness.hpp"

namespace peers {
namespace {

using Stepper = SimTK::SemiExplicitEulerTimeStepper;

class Simbody : public Peer {
 public:
  explicit Simbody(Stepper::RestitutionModel restitution) : restitution_(restitution) {}

  void build(const Case& c, double time_step) override {
    case_ = c;
    step_ = time_step;
    matter_.setShowDefaultGeometry(false);
    const SimTK::Body::Rigid rod(
        SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::Inertia(1.0 / 12, 1.0 / 12, 1.0 / 12)));
    for (const Body& body : c.bodies) {
      if (body.parent < 0)
        bodies_.push_back(SimTK::MobilizedBody::Planar(matter_.Ground(), SimTK::Transform(), rod,
                                                       SimTK::Transform()));
      else
        bodies_.push_back(SimTK::MobilizedBody::Pin(
            bodies_[static_cast<std::size_t>(body.parent)],
            SimTK::Transform(SimTK::Vec3(body.at_far_end ? 0.5 : -0.5, 0, 0)), rod,
            SimTK::Transform(SimTK::Vec3(-0.5, 0, 0))));
    }
    for (const Touch& touch : c.contacts)
      matter_.adoptUnilateralContact(new SimTK::PointPlaneContact(
          matter_.Ground(), SimTK::UnitVec3(SimTK::YAxis), 0.0,
          bodies_[static_cast<std::size_t>(touch.body)],
          SimTK::Vec3(touch.far_end ? 0.5 : -0.5, 0, 0), c.restitution, c.friction, c.friction, 0));
    SimTK::State state = system_.realizeTopology();
    system_.realizeModel(state);
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Body& body = c.bodies[k];
      const bool first = body.parent < 0;
      const Body none;
      const Body& parent = first ? none : c.bodies[static_cast<std::size_t>(body.parent)];
      bodies_[k].setOneQ(state, 0, body.angle - parent.angle);
      bodies_[k].setOneU(state, 0, body.rate - parent.rate);
      if (!first) continue;
      bodies_[k].setOneQ(state, 1, body.centre.x);
      bodies_[k].setOneQ(state, 2, body.centre.y);
      bodies_[k].setOneU(state, 1, body.velocity.x);
      bodies_[k].setOneU(state, 2, body.velocity.y);
    }
    positions_ = state.getQ();
    velocities_ = state.getU();
    stepper_ = std::make_unique<Stepper>(system_);
    stepper_->setRestitutionModel(restitution_);
    stepper_->setImpulseSolverType(Stepper::PLUS);
    stepper_->setInducedImpactModel(Stepper::Simultaneous);
    stepper_->setMaxInducedImpactsPerStep(20);
    stepper_->setAccuracy(1e-4);
    stepper_->setConstraintTolerance(1e-8);
    stepper_->setDefaultImpactCaptureVelocity(1e-7);
    stepper_->setDefaultImpactMinCORVelocity(2e-7);
    stepper_->setDefaultFrictionTransitionVelocity(1e-7);
    stepper_->initialize(state);
  }

  void reset() override {
    SimTK::State& state = stepper_->updState();
    state.setTime(0);
    state.updQ() = positions_;
    state.updU() = velocities_;
  }

  void step() override { stepper_->stepTo(stepper_->getTime() + step_); }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    const SimTK::State& state = stepper_->getState();
    Vec2 base;
    for (std::size_t k = 0; k < result.size(); ++k) {
      Body& body = result[k];
      body.rate = bodies_[k].getOneU(state, 0);
      if (body.parent >= 0) {
        body.rate += result[static_cast<std::size_t>(body.parent)].rate;
        continue;
      }
      base = Vec2{bodies_[k].getOneU(state, 1), bodies_[k].getOneU(state, 2)} -
             0.5 * body.rate * perpendicular(direction(body.angle));
    }
    place(result, result[0].near_end, base);
    return result;
  }

 private:
  Stepper::RestitutionModel restitution_;
  double step_ = 0;
  Case case_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  SimTK::GeneralForceSubsystem forces_{system_};
  std::vector<SimTK::MobilizedBody> bodies_;
  SimTK::Vector positions_, velocities_;
  std::unique_ptr<Stepper> stepper_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  // Results go to where standard output went; the library's own print goes nowhere.
  const int results = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  peer_output() = fdopen(results, "w");
  return run("Simbody",
             {{"Newton", [] { return std::make_unique<Simbody>(Stepper::Newton); }, 64, 16},
              {"Poisson", [] { return std::make_unique<Simbody>(Stepper::Poisson); }, 64, 16}},
             argc, argv);
}
