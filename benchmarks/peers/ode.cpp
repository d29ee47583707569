/// ODE 0.16: doubles, maximal coordinates in space. Work: collide, dWorldStep (a direct solver,
/// cubic in the number of constraints) or dWorldQuickStep (projected Gauss–Seidel with a fixed
/// number of sweeps), and emptying the contacts. Newton's restitution, friction boxes along given
/// directions.

#include <ode/ode.h>

#include "harness.hpp"

namespace peers {
namespace {

class Ode : public Peer {
 public:
  explicit Ode(int sweeps) : sweeps_(sweeps) {}
  ~Ode() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }

  void build(const Case& c, double time_step) override {
    case_ = c;
    step_ = time_step;
    dWorldSetERP(world_, 0);  // no correction of positions in the impact's velocities
    dWorldSetCFM(world_, 1e-10);
    if (sweeps_ > 0) dWorldSetQuickStepNumIterations(world_, sweeps_);
    dCreatePlane(space_, 0, 1, 0, 1e-7);
    for (std::size_t k = 0; k < c.bodies.size(); ++k) {
      dBodyID const body = dBodyCreate(world_);
      dMass mass;
      dMassSetParameters(&mass, 1, 0, 0, 0, 1.0 / 12, 1.0 / 12, 1.0 / 12, 0, 0, 0);
      dBodySetMass(body, &mass);
      dBodySetGyroscopicMode(body, 0);
      bodies_.push_back(body);
    }
    reset();
    for (const Touch& touch : c.contacts) {
      const Vec2 at = sphere_centre(c, touch);
      dGeomID const sphere = dCreateSphere(space_, contact_radius);
      dGeomSetBody(sphere, bodies_[static_cast<std::size_t>(touch.body)]);
      dGeomSetOffsetPosition(sphere, at.x, at.y, 0);
    }
    for (std::size_t k = 0; k < c.bodies.size(); ++k) {
      const Body& body = c.bodies[k];
      if (body.parent < 0) {  // holds the first body, and by the hinges all, in the plane
        dJointAttach(dJointCreatePlane2D(world_, nullptr), bodies_[k], nullptr);
        continue;
      }
      dJointID const hinge = dJointCreateHinge(world_, nullptr);
      dJointAttach(hinge, bodies_[k], bodies_[static_cast<std::size_t>(body.parent)]);
      dJointSetHingeAnchor(hinge, body.near_end.x, body.near_end.y, 0);
      dJointSetHingeAxis(hinge, 0, 0, 1);
    }
  }

  void reset() override {
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Body& body = case_.bodies[k];
      dMatrix3 rotation;
      dRFromAxisAndAngle(rotation, 0, 0, 1, body.angle);
      dBodySetPosition(bodies_[k], body.centre.x, body.centre.y, 0);
      dBodySetRotation(bodies_[k], rotation);
      dBodySetLinearVel(bodies_[k], body.velocity.x, body.velocity.y, 0);
      dBodySetAngularVel(bodies_[k], 0, 0, body.rate);
    }
  }

  void step() override {
    dSpaceCollide(space_, this, touch);
    if (sweeps_ > 0)
      dWorldQuickStep(world_, step_);
    else
      dWorldStep(world_, step_);
    dJointGroupEmpty(contacts_);
  }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    for (std::size_t k = 0; k < result.size(); ++k) {
      const dReal* const v = dBodyGetLinearVel(bodies_[k]);
      result[k].velocity = {v[0], v[1]};
      result[k].rate = dBodyGetAngularVel(bodies_[k])[2];
    }
    return result;
  }

 private:
  static void touch(void* self, dGeomID a, dGeomID b) {
    Ode& ode = *static_cast<Ode*>(self);
    if ((dGeomGetBody(a) != nullptr) == (dGeomGetBody(b) != nullptr)) return;
    dContact contact{};
    if (dCollide(a, b, 1, &contact.geom, sizeof contact) == 0) return;
    contact.surface.mode = dContactBounce | dContactApprox1 | dContactFDir1 | dContactMu2;
    contact.surface.mu = ode.case_.friction;
    contact.surface.bounce = ode.case_.restitution;
    contact.fdir1[0] = 1;
    dJointID const joint = dJointCreateContact(ode.world_, ode.contacts_, &contact);
    dJointAttach(joint, dGeomGetBody(contact.geom.g1), dGeomGetBody(contact.geom.g2));
  }

  int sweeps_;
  double step_ = 0;
  Case case_;
  dWorldID world_ = dWorldCreate();
  dSpaceID space_ = dSimpleSpaceCreate(nullptr);
  dJointGroupID contacts_ = dJointGroupCreate(0);
  std::vector<dBodyID> bodies_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  dInitODE2(0);
  return run("ODE",
             {{"direct", [] { return std::make_unique<Ode>(0); }, 256},
              {"10 sweeps", [] { return std::make_unique<Ode>(10); }},
              {"20 sweeps", [] { return std::make_unique<Ode>(20); }},
              {"40 sweeps", [] { return std::make_unique<Ode>(40); }, 256},
              {"100 sweeps", [] { return std::make_unique<Ode>(100); }, 256}},
             argc, argv);
}
