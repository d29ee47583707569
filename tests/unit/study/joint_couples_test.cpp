/// `--joints`: every link as a free body. Its change of momentum and of angular momentum is what
/// contacts, joints and drives gave it, all read from the report.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "scenarios/scenario_text.hpp"
#include "study/study.hpp"
#include "support/random_mechanism.hpp"

namespace carom::testing {
namespace {

struct Body {
  Vec2 near, com;        // m; in the world
  double mass = 0;       // kg
  double inertia = 0;    // kg m²
  Vec2 impulse;          // N s; received
  double moment = 0;     // N m s; received, about com
  Vec2 jump;             // m/s; of com
  double rate_jump = 0;  // rad/s
  void push(const Vec2& at, const Vec2& by) {
    impulse += by;
    moment += cross(at - com, by);
  }
};

/// A chain with a drive or two, one contact that strikes a surface put where it is.
struct Driven {
  Mechanism mechanism;
  State state;
};

Driven driven_chain(Random& random) {
  Driven made;
  Mechanism& m = made.mechanism;
  RandomOptions options;
  options.links = 2 + random.below(4);
  options.contacts = 0;
  options.massless = 0;
  options.inputs = false;
  m = random_mechanism(random, options);
  made.state = random_state(random, m);
  made.state.time = 0.5;
  const int base = static_cast<int>(made.state.positions.size()) - options.links;
  const auto drive = [&](int link, int against) {
    const auto of = [&](const std::vector<double>& q) {
      return q[base + link] - (against < 0 ? 0 : q[base + against]);
    };
    Drive made_drive{.link = link_name(link)};
    if (against >= 0) made_drive.against = link_name(against);
    // On its way through the state.
    made_drive.angle.text = fmt::format("({}) + ({})*(t - 0.5) + (t - 0.5)^2",
                                        of(made.state.positions), of(made.state.velocities));
    m.drives.push_back(made_drive);
  };
  // Numbers whose differences are exact.
  for (std::vector<double>* numbers : {&made.state.positions, &made.state.velocities})
    for (double& each : *numbers) each = std::round(each * 1024) / 1024;
  const int first = random.below(options.links);
  drive(first, random.below(first + 1) - 1);
  const int second = random.below(options.links);
  if (second != first) drive(second, random.chance(0.5) ? first : -1);
  return made;
}

/// The bodies, from the description alone.
std::vector<Body> bodies(const Mechanism& m, const State& state, const StruckState& before,
                         const StruckState& after) {
  const auto base_velocity = [&](const StruckState& s) {
    if (m.base.kind == BaseKind::free) return Vec2{s.velocity[0], s.velocity[1]};
    if (m.base.kind == BaseKind::pinned) return Vec2{};
    return s.velocity[0] * Vec2{std::cos(m.base.direction), std::sin(m.base.direction)};
  };
  const int first = static_cast<int>(state.positions.size() - m.links.size());
  std::vector<Body> all;
  std::vector<Vec2> joint_jump;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Link& link = m.links[i];
    int parent = static_cast<int>(i) - 1;
    if (link.parent) parent = *link.parent == "base" ? -1 : std::stoi(link.parent->substr(1));
    const auto turned = [&](std::size_t k, const Vec2& at) {
      const double angle = state.positions[static_cast<std::size_t>(first) + k];
      return rotated(at, Vec2{std::cos(angle), std::sin(angle)});
    };
    const auto rate_jump = [&](std::size_t k) { return after.rates[k] - before.rates[k]; };
    Body body;
    Vec2 jump;
    if (parent < 0) {
      body.near = m.base.kind == BaseKind::free ? Vec2{state.positions[0], state.positions[1]}
                                                : m.base.position;
      if (m.base.kind == BaseKind::slider)
        body.near +=
            state.positions[0] * Vec2{std::cos(m.base.direction), std::sin(m.base.direction)};
      jump = base_velocity(after) - base_velocity(before);
    } else {
      const auto p = static_cast<std::size_t>(parent);
      const Vec2 offset = turned(p, link.at.value_or(Vec2{m.links[p].length, 0}));
      body.near = all[p].near + offset;
      jump = joint_jump[p] + rate_jump(p) * perpendicular(offset);
    }
    // The link's own mass and those that ride on it.
    std::vector<std::pair<Vec2, double>> masses{
        {link.com.value_or(Vec2{link.length / 2, 0}), link.mass}};
    for (const PointMass& mass : m.masses)
      if (mass.link == link.name) masses.emplace_back(mass.at, mass.mass);
    Vec2 centre;
    for (const auto& [at, mass] : masses) {
      body.mass += mass;
      centre += mass * at;
    }
    centre = (1 / body.mass) * centre;
    body.inertia = link.inertia.value_or(link.mass * link.length * link.length / 12);
    for (const auto& [at, mass] : masses) body.inertia += mass * dot(at - centre, at - centre);
    const Vec2 arm = turned(i, centre);
    body.com = body.near + arm;
    body.jump = jump + rate_jump(i) * perpendicular(arm);
    body.rate_jump = rate_jump(i);
    joint_jump.push_back(jump);
    all.push_back(body);
  }
  return all;
}

TEST(JointCouples, EveryLinkIsAFreeBody) {
  Random random(2026);
  int struck = 0, with_couples = 0, apart = 0;
  for (int trial = 0; trial < 500; ++trial) {
    SCOPED_TRACE(trial);
    Driven made = driven_chain(random);
    Mechanism& m = made.mechanism;
    const auto last = static_cast<int>(m.links.size()) - 1;
    const Vec2 at{random.in(0, 1), random.in(-0.2, 0.2)};
    // A surface through the contact, turned against its motion.
    StruckState none;
    none.velocity.assign(2, 0);
    none.rates.assign(m.links.size(), 0);
    const Body body = bodies(m, made.state, none, none)[static_cast<std::size_t>(last)];
    const double angle = made.state.positions.back();
    const Vec2 point = body.near + rotated(at, Vec2{std::cos(angle), std::sin(angle)});
    const double facing = random.in(-3, 3);
    m.surfaces.push_back({.name = "wall", .angle = facing, .point = point});
    m.contacts.push_back({.name = "hit",
                          .link = link_name(last),
                          .at = at,
                          .surface = "wall",
                          .friction = random.in(0, 0.6),
                          .restitution = random.in(0, 1)});
    StrikeReport report;
    try {
      report = strike(study_from_text(scenario_text(m, made.state, {}), "random"),
                      {{"energetic"}, Method::consistent, true});
    } catch (const InputError&) {
      continue;  // drives that are not independent
    }
    const StruckLaw& law = report.results[0];
    // Where every freedom is driven the contact cannot move, and there is nothing to balance.
    if (!law.has_answer || law.answer.contacts[0].impulse[1] > 1e9) continue;
    ++struck;
    EXPECT_TRUE(law.answer.energy.closes) << law.answer.energy.residual;
    std::vector<Body> all = bodies(m, made.state, report.before, law.answer.after);
    std::map<std::string, Body*> named;
    for (std::size_t i = 0; i < all.size(); ++i) named[m.links[i].name] = &all[i];
    const auto& hit = law.answer.contacts[0].impulse;
    const Vec2 tangent{std::cos(facing), std::sin(facing)};
    all.back().push(point, hit[0] * tangent + hit[1] * perpendicular(tangent));
    for (const StruckJoint& joint : law.answer.joints) {
      if (joint.link == "base") continue;
      Body& to = *named.at(joint.link);
      to.push(to.near, joint.impulse);
      to.moment += joint.couple.value_or(0);
      if (joint.couple) ++with_couples;
      if (const auto from = named.find(joint.from); from != named.end()) {
        from->second->push(to.near, -joint.impulse);
        from->second->moment -= joint.couple.value_or(0);
        if (joint.impulse == Vec2{} && joint.couple) ++apart;
      }
    }
    double scale = std::hypot(hit[0], hit[1]);
    for (const StruckJoint& joint : law.answer.joints)
      scale = std::max(scale, std::abs(joint.couple.value_or(0)));
    for (const Body& each : all) {
      const Vec2 left = each.mass * each.jump - each.impulse;
      EXPECT_LT(std::hypot(left.x, left.y), 1e-9 * scale);
      EXPECT_NEAR(each.inertia * each.rate_jump, each.moment, 1e-9 * scale);
    }
  }
  EXPECT_GT(struck, 100);
  EXPECT_GT(with_couples, 100);
  EXPECT_GT(apart, 10) << "drives that are at no joint of their links";
}

}  // namespace
}  // namespace carom::testing
