/// Bullet 3.24, built with doubles. Two mechanics: btMultiBody (joint coordinates) and btRigidBody
/// with hinges (maximal coordinates), both with a fixed number of sweeps of projected Gauss–Seidel.
/// Newton's restitution, its threshold set to 0 (default 0.2 m/s); no warm starting, no correction
/// of positions. Work: stepSimulation.

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <btBulletDynamicsCommon.h>

#include "harness.hpp"

namespace peers {
namespace {

const btVector3 out_of_plane(0, 0, 1);
const btVector3 inertia(1.0 / 12, 1.0 / 12, 1.0 / 12);

class Bullet : public Peer {
 public:
  explicit Bullet(int sweeps) : sweeps_(sweeps) {}
  void step() override { world().stepSimulation(step_, 0); }

 protected:
  virtual btDiscreteDynamicsWorld& world() = 0;

  void begin(const Case& c, double time_step) {
    case_ = c;
    step_ = time_step;
    world().setGravity({0, 0, 0});
    btContactSolverInfo& solver = world().getSolverInfo();
    solver.m_numIterations = sweeps_;
    solver.m_restitutionVelocityThreshold = 0;
    solver.m_leastSquaresResidualThreshold = 0;
    solver.m_solverMode &= ~SOLVER_USE_WARMSTARTING;
    solver.m_erp = solver.m_erp2 = 0;
    shapes_.push_back(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), 1e-5));
    btRigidBody::btRigidBodyConstructionInfo fixed(0, nullptr, shapes_.back().get());
    fixed.m_friction = fixed.m_restitution = 1;  // coefficients of the two sides are multiplied
    ground_ = std::make_unique<btRigidBody>(fixed);
    world().addRigidBody(ground_.get(), 1, 2);
  }

  btCollisionShape* sphere(const Touch& touch) {
    const Vec2 at = sphere_centre(case_, touch);
    shapes_.push_back(std::make_unique<btSphereShape>(contact_radius));
    btCollisionShape* const ball = shapes_.back().get();
    auto compound = std::make_unique<btCompoundShape>(false, 1);
    compound->addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(at.x, at.y, 0)),
                            ball);
    shapes_.push_back(std::move(compound));
    return shapes_.back().get();
  }

  Case case_;
  double step_ = 0;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::unique_ptr<btRigidBody> ground_;

 private:
  int sweeps_;
};

class MultiBody : public Bullet {
 public:
  using Bullet::Bullet;
  ~MultiBody() override {
    for (auto& collider : colliders_) world_.removeCollisionObject(collider.get());
    world_.removeMultiBody(chain_.get());
    world_.removeRigidBody(ground_.get());
  }

  void build(const Case& c, double time_step) override {
    begin(c, time_step);
    chain_ = std::make_unique<btMultiBody>(c.links(), 0, btVector3(0, 0, 0), true, false);
    for (int k = 0; k < c.links(); ++k) {
      const Body& body = c.bodies[static_cast<std::size_t>(k)];
      const btQuaternion straight = btQuaternion::getIdentity();
      if (body.parent < 0)
        chain_->setupPlanar(k, 1, inertia, -1, straight, out_of_plane, {0, 0, 0}, true);
      else
        chain_->setupRevolute(k, 1, inertia, body.parent, straight, out_of_plane,
                              {body.at_far_end ? 0.5 : -0.5, 0, 0}, {0.5, 0, 0}, true);
    }
    chain_->finalizeMultiDof();
    chain_->setLinearDamping(0);
    chain_->setAngularDamping(0);
    chain_->setMaxCoordinateVelocity(1e9);
    chain_->setMaxAppliedImpulse(1e9);
    chain_->setHasSelfCollision(false);
    chain_->setCanSleep(false);
    world_.addMultiBody(chain_.get());
    for (const Touch& touch : c.contacts) {
      auto collider = std::make_unique<btMultiBodyLinkCollider>(chain_.get(), touch.body);
      collider->setCollisionShape(sphere(touch));
      collider->setFriction(c.friction);
      collider->setRestitution(c.restitution);
      world_.addCollisionObject(collider.get(), 2, 1);
      chain_->getLink(touch.body).m_collider = collider.get();
      colliders_.push_back(std::move(collider));
    }
  }

  void reset() override {
    for (int k = 0; k < case_.links(); ++k) {
      const Body& body = case_.bodies[static_cast<std::size_t>(k)];
      const Body* const parent =
          body.parent < 0 ? nullptr : &case_.bodies[static_cast<std::size_t>(body.parent)];
      if (parent == nullptr) {  // a planar joint: (angle, y, x), velocities in the body's frame
        const Vec2 e = direction(body.angle);
        btScalar q[] = {body.angle, body.centre.y, body.centre.x};
        btScalar v[] = {body.rate, dot(perpendicular(e), body.velocity), dot(e, body.velocity)};
        chain_->setJointPosMultiDof(k, q);
        chain_->setJointVelMultiDof(k, v);
      } else {
        btScalar q = body.angle - parent->angle;
        btScalar v = body.rate - parent->rate;
        chain_->setJointPosMultiDof(k, &q);
        chain_->setJointVelMultiDof(k, &v);
      }
    }
    chain_->forwardKinematics(turns_, places_);
    chain_->updateCollisionObjectWorldTransforms(turns_, places_);
  }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    Vec2 base_velocity;
    for (int k = 0; k < case_.links(); ++k) {
      Body& body = result[static_cast<std::size_t>(k)];
      const btScalar* const v = chain_->getJointVelMultiDof(k);
      body.rate = v[0];
      if (body.parent < 0) {
        const Vec2 e = direction(body.angle);
        base_velocity = v[2] * e + (v[1] - 0.5 * v[0]) * perpendicular(e);
      } else {
        body.rate += result[static_cast<std::size_t>(body.parent)].rate;
      }
    }
    place(result, result[0].near_end, base_velocity);
    return result;
  }

 protected:
  btDiscreteDynamicsWorld& world() override { return world_; }

 private:
  btMultiBodyConstraintSolver solver_;
  btMultiBodyDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  std::unique_ptr<btMultiBody> chain_;
  std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders_;
  btAlignedObjectArray<btQuaternion> turns_;
  btAlignedObjectArray<btVector3> places_;
};

class RigidBodies : public Bullet {
 public:
  using Bullet::Bullet;
  ~RigidBodies() override {
    for (auto& joint : joints_) world_.removeConstraint(joint.get());
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
    world_.removeRigidBody(ground_.get());
  }

  void build(const Case& c, double time_step) override {
    begin(c, time_step);
    std::vector<btCollisionShape*> touching(c.bodies.size(), nullptr);
    for (const Touch& touch : c.contacts)
      touching[static_cast<std::size_t>(touch.body)] = sphere(touch);
    shapes_.push_back(std::make_unique<btEmptyShape>());
    btCollisionShape* const nothing = shapes_.back().get();
    for (std::size_t k = 0; k < c.bodies.size(); ++k) {
      const bool touches = touching[k] != nullptr;
      btRigidBody::btRigidBodyConstructionInfo info(1, nullptr, touches ? touching[k] : nothing,
                                                    inertia);
      info.m_friction = c.friction;
      info.m_restitution = c.restitution;
      bodies_.push_back(std::make_unique<btRigidBody>(info));
      btRigidBody& body = *bodies_.back();
      body.setLinearFactor({1, 1, 0});
      body.setAngularFactor({0, 0, 1});
      body.setActivationState(DISABLE_DEACTIVATION);
      body.setFlags(0);
      world_.addRigidBody(&body, touches ? 2 : 0, touches ? 1 : 0);
    }
    reset();
    for (std::size_t k = 0; k < c.bodies.size(); ++k) {
      const Body& body = c.bodies[k];
      if (body.parent < 0) continue;
      joints_.push_back(std::make_unique<btHingeConstraint>(
          *bodies_[static_cast<std::size_t>(body.parent)], *bodies_[k],
          btVector3(body.at_far_end ? 0.5 : -0.5, 0, 0), btVector3(-0.5, 0, 0), out_of_plane,
          out_of_plane));
      world_.addConstraint(joints_.back().get(), true);
    }
  }

  void reset() override {
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Body& body = case_.bodies[k];
      const btTransform at(btQuaternion(out_of_plane, body.angle),
                           btVector3(body.centre.x, body.centre.y, 0));
      bodies_[k]->setWorldTransform(at);
      bodies_[k]->setInterpolationWorldTransform(at);
      bodies_[k]->setLinearVelocity({body.velocity.x, body.velocity.y, 0});
      bodies_[k]->setAngularVelocity({0, 0, body.rate});
    }
  }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    for (std::size_t k = 0; k < result.size(); ++k) {
      const btVector3& v = bodies_[k]->getLinearVelocity();
      result[k].velocity = {v.x(), v.y()};
      result[k].rate = bodies_[k]->getAngularVelocity().z();
    }
    return result;
  }

 protected:
  btDiscreteDynamicsWorld& world() override { return world_; }

 private:
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btTypedConstraint>> joints_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  return run("Bullet",
             {{"rigid bodies, 10 sweeps", [] { return std::make_unique<RigidBodies>(10); }},
              {"rigid bodies, 40 sweeps", [] { return std::make_unique<RigidBodies>(40); }, 256},
              {"multibody, 10 sweeps", [] { return std::make_unique<MultiBody>(10); }, 1024}},
             argc, argv);
}
