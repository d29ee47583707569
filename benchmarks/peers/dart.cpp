/// DART 6.12: doubles, joint coordinates, one linear complementarity problem with boxes for
/// friction, by Dantzig's method. Newton's restitution, but impacts slower than 0.1 m/s are
/// plastic, which is compiled in: the chain of three links strikes more slowly. Work: World::step.
/// Building a chain is cubic in its length.
///
/// Not to be compiled for this processor only: Eigen would align otherwise than the library does.

#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/ContactConstraint.hpp>
#include <dart/dart.hpp>

#include "harness.hpp"

namespace peers {
namespace {

namespace dynamics = dart::dynamics;

class Dart : public Peer {
 public:
  void build(const Case& c, double time_step) override {
    case_ = c;
    world_->setTimeStep(time_step);
    world_->setGravity(Eigen::Vector3d::Zero());
    world_->setConstraintSolver(std::make_unique<dart::constraint::BoxedLcpConstraintSolver>());
    world_->getConstraintSolver()->setCollisionDetector(
        dart::collision::DARTCollisionDetector::create());
    dart::constraint::ContactConstraint::setErrorReductionParameter(0);
    add_floor();
    for (const Body& body : c.bodies) add(body);
    for (const Touch& touch : c.contacts) {
      const Vec2 at = sphere_centre(c, touch);
      auto* const shape =
          bodies_[static_cast<std::size_t>(touch.body)]
              ->createShapeNodeWith<dynamics::CollisionAspect, dynamics::DynamicsAspect>(
                  std::make_shared<dynamics::SphereShape>(contact_radius));
      shape->setRelativeTranslation({at.x, at.y, 0});
      auto* const surface = shape->getDynamicsAspect();
      surface->setPrimaryFrictionCoeff(c.friction);
      surface->setSecondaryFrictionCoeff(0);
      surface->setFirstFrictionDirection(Eigen::Vector3d::UnitX());
      surface->setFirstFrictionDirectionFrame(dynamics::Frame::World());
      surface->setRestitutionCoeff(c.restitution);
    }
    world_->addSkeleton(chain_);
    positions_.resize(static_cast<int>(chain_->getNumDofs()));
    velocities_.resize(positions_.size());
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Body& body = c.bodies[k];
      const auto* const joint = bodies_[k]->getParentJoint();
      const auto at = [&](std::size_t d) {
        return static_cast<int>(joint->getDof(d)->getIndexInSkeleton());
      };
      if (body.parent < 0) {
        positions_[at(0)] = body.centre.x, velocities_[at(0)] = body.velocity.x;
        positions_[at(1)] = body.centre.y, velocities_[at(1)] = body.velocity.y;
        positions_[at(2)] = body.angle, velocities_[at(2)] = body.rate;
      } else {
        const Body& parent = c.bodies[static_cast<std::size_t>(body.parent)];
        positions_[at(0)] = body.angle - parent.angle;
        velocities_[at(0)] = body.rate - parent.rate;
      }
    }
    reset();
  }

  void reset() override {
    chain_->setPositions(positions_);
    chain_->setVelocities(velocities_);
    chain_->clearConstraintImpulses();
  }

  void step() override { world_->step(); }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    for (std::size_t k = 0; k < result.size(); ++k) {
      const Eigen::Vector3d v = bodies_[k]->getCOMLinearVelocity();
      result[k].velocity = {v.x(), v.y()};
      result[k].rate = bodies_[k]->getAngularVelocity().z();
    }
    return result;
  }

 private:
  void add_floor() {
    auto floor = dynamics::Skeleton::create("floor");
    const auto made = floor->createJointAndBodyNodePair<dynamics::WeldJoint>();
    auto* const shape =
        made.second->createShapeNodeWith<dynamics::CollisionAspect, dynamics::DynamicsAspect>(
            std::make_shared<dynamics::BoxShape>(Eigen::Vector3d(2e4, 2, 2e4)));
    shape->getDynamicsAspect()->setFrictionCoeff(case_.friction);
    shape->getDynamicsAspect()->setRestitutionCoeff(1);
    Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
    at.translation() = Eigen::Vector3d(0, -1 + 1e-7, 0);
    made.first->setTransformFromParentBodyNode(at);
    floor->setMobile(false);
    world_->addSkeleton(floor);
  }

  void add(const Body& body) {
    dynamics::BodyNode::Properties properties;
    properties.mName = "b" + std::to_string(bodies_.size());
    properties.mInertia.setMass(1);
    properties.mInertia.setMoment(1.0 / 12, 1.0 / 12, 1.0 / 12, 0, 0, 0);
    if (body.parent < 0) {
      bodies_.push_back(chain_
                            ->createJointAndBodyNodePair<dynamics::PlanarJoint>(
                                nullptr, dynamics::PlanarJoint::Properties(), properties)
                            .second);
      return;
    }
    dynamics::RevoluteJoint::Properties joint;
    joint.mName = "j" + std::to_string(bodies_.size());
    joint.mAxis = Eigen::Vector3d::UnitZ();
    joint.mT_ParentBodyToJoint.translation() = Eigen::Vector3d(body.at_far_end ? 0.5 : -0.5, 0, 0);
    joint.mT_ChildBodyToJoint.translation() = Eigen::Vector3d(-0.5, 0, 0);
    bodies_.push_back(chain_
                          ->createJointAndBodyNodePair<dynamics::RevoluteJoint>(
                              bodies_[static_cast<std::size_t>(body.parent)], joint, properties)
                          .second);
  }

  Case case_;
  dart::simulation::WorldPtr world_ = dart::simulation::World::create();
  dynamics::SkeletonPtr chain_ = dynamics::Skeleton::create("chain");
  std::vector<dynamics::BodyNode*> bodies_;
  Eigen::VectorXd positions_, velocities_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  return run("DART", {{"Dantzig", [] { return std::make_unique<Dart>(); }, 256}}, argc, argv);
}
