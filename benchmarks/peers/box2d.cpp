/// Box2D 2.4: floats, bodies and joints in maximal coordinates, sequential impulses with a fixed
/// number of sweeps; Newton's restitution. Work: b2World::Step.
///
/// Restitution's threshold is set to 0 (the default, 1 m/s, would make slow impacts plastic); warm
/// starting is off, or repetitions of one impact would converge from one to the next.

#include <box2d/box2d.h>

#include "harness.hpp"

namespace peers {
namespace {

b2Vec2 vec(const Vec2& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y)};
}

class Box2D : public Peer {
 public:
  explicit Box2D(int sweeps) : sweeps_(sweeps) {}

  void build(const Case& c, double time_step) override {
    case_ = c;
    step_ = static_cast<float>(time_step);
    world_.SetAllowSleeping(false);
    world_.SetWarmStarting(false);
    world_.SetContinuousPhysics(false);
    b2BodyDef fixed;
    b2Body* const ground = world_.CreateBody(&fixed);
    b2EdgeShape floor;  // has a skin; a hundredth of a millimetre of overlap makes contacts touch
    const float height = -b2_polygonRadius + 1e-5F;
    floor.SetTwoSided({-1e4F, height}, {1e4F, height});
    ground->CreateFixture(fixture(floor, 1, 2));
    for (const Body& body : c.bodies) {
      b2BodyDef definition;
      definition.type = b2_dynamicBody;
      definition.position = vec(body.centre);
      definition.angle = static_cast<float>(body.angle);
      b2Body* const made = world_.CreateBody(&definition);
      const b2MassData mass{1.0F, {0, 0}, 1.0F / 12};
      made->SetMassData(&mass);
      bodies_.push_back(made);
      if (body.parent < 0) continue;
      b2RevoluteJointDef joint;
      joint.bodyA = bodies_[static_cast<std::size_t>(body.parent)];
      joint.bodyB = made;
      joint.localAnchorA = {body.at_far_end ? 0.5F : -0.5F, 0};
      joint.localAnchorB = {-0.5F, 0};
      world_.CreateJoint(&joint);
    }
    for (const Touch& touch : c.contacts) {
      b2CircleShape circle;
      circle.m_radius = static_cast<float>(contact_radius);
      circle.m_p = vec(sphere_centre(c, touch));
      bodies_[static_cast<std::size_t>(touch.body)]->CreateFixture(fixture(circle, 2, 1));
    }
  }

  void reset() override {
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Body& body = case_.bodies[k];
      bodies_[k]->SetTransform(vec(body.centre), static_cast<float>(body.angle));
      bodies_[k]->SetLinearVelocity(vec(body.velocity));
      bodies_[k]->SetAngularVelocity(static_cast<float>(body.rate));
    }
  }

  void step() override { world_.Step(step_, sweeps_, 3); }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    for (std::size_t k = 0; k < result.size(); ++k) {
      const b2Vec2 v = bodies_[k]->GetLinearVelocity();
      result[k].velocity = {v.x, v.y};
      result[k].rate = bodies_[k]->GetAngularVelocity();
    }
    return result;
  }

 private:
  const b2FixtureDef* fixture(const b2Shape& shape, std::uint16_t category, std::uint16_t mask) {
    fixture_ = {};
    fixture_.shape = &shape;
    fixture_.density = 0;
    fixture_.friction = static_cast<float>(case_.friction);
    fixture_.restitution = static_cast<float>(case_.restitution);
    fixture_.restitutionThreshold = 0;
    fixture_.filter.categoryBits = category;
    fixture_.filter.maskBits = mask;
    return &fixture_;
  }

  int sweeps_;
  float step_ = 0;
  Case case_;
  b2World world_{b2Vec2{0, 0}};
  std::vector<b2Body*> bodies_;
  b2FixtureDef fixture_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  return run("Box2D",
             {{"8 sweeps", [] { return std::make_unique<Box2D>(8); }},
              {"30 sweeps", [] { return std::make_unique<Box2D>(30); }, 256},
              {"60 sweeps", [] { return std::make_unique<Box2D>(60); }, 256},
              {"1000 sweeps", [] { return std::make_unique<Box2D>(1000); }, 256}},
             argc, argv);
}
