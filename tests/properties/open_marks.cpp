/// What follows from impulses and forces that the rigid model leaves open is open too, unless it is
/// the same for all of them: impulses that joints pass on, drives' couples, rods. Judged by an
/// independent rule: impulses τ and τ + d give the same velocities where Jᵀd = 0; a joint then
/// passes on what holds the links beyond it at rest, −Σ d of their contacts.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <nlohmann/json.hpp>

#include "facade/rendering.hpp"
#include "reports/report_out.hpp"
#include "study/simulate.hpp"
#include "study/study.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Random;

StruckLaw struck(const std::string& scenario, const std::string& law) {
  return strike(study_from_text(scenario, "test"), {{law}, Method::consistent, true}).results[0];
}

const StruckJoint& joint_of(const StruckLaw& law, const std::string& link) {
  for (const StruckJoint& joint : law.answer.joints)
    if (joint.link == link) return joint;
  throw std::out_of_range(link);
}

/// A pinned chain of rods of length 1 whose last rod strikes; the others rest on contacts, some of
/// them on more than they need.
struct Propped {
  std::vector<double> angles;
  struct Prop {
    int link;
    double at, angle;
  };
  std::vector<Prop> props;  ///< the last one strikes

  Vec2 direction(int k) const { return {std::cos(angles[k]), std::sin(angles[k])}; }
  Vec2 point(const Prop& prop) const {
    Vec2 at;
    for (int k = 0; k < prop.link; ++k) at += direction(k);
    return at + prop.at * direction(prop.link);
  }
  /// d(point)/dθ_k
  Vec2 lever(const Prop& prop, int k) const {
    if (k > prop.link) return {};
    return (k < prop.link ? 1.0 : prop.at) * perpendicular(direction(k));
  }
};

std::string text_of(const Propped& chain, double approach) {
  std::string text = "[base]\nkind = \"pinned\"\n";
  std::string angles, rates;
  for (std::size_t k = 0; k < chain.angles.size(); ++k) {
    text += fmt::format("[[link]]\nname = \"L{}\"\nlength = 1\nmass = 1\n", k);
    const bool last = k + 1 == chain.angles.size();
    angles += fmt::format("{}{:.17g}", k > 0 ? ", " : "", chain.angles[k]);
    rates += fmt::format("{}{:.17g}", k > 0 ? ", " : "", last ? approach : 0.0);
  }
  for (std::size_t i = 0; i < chain.props.size(); ++i) {
    const Propped::Prop& prop = chain.props[i];
    const Vec2 at = chain.point(prop);
    const bool strikes = i + 1 == chain.props.size();
    text += fmt::format(
        "[[surface]]\nname = \"S{0}\"\nangle = {1:.17g}\npoint = [{2:.17g}, {3:.17g}]\n"
        "[[contact]]\nname = \"C{0}\"\nlink = \"L{4}\"\nat = {5:.17g}\nsurface = \"S{0}\"\n"
        "friction = {6}\nrestitution = {7}\n",
        i, prop.angle, at.x, at.y, prop.link, prop.at, strikes ? 0 : 20, strikes ? 0.5 : 0);
  }
  return text + fmt::format("[state]\nangles = [{}]\nrates = [{}]\n[impact]\ncolliding = \"C{}\"\n",
                            angles, rates, chain.props.size() - 1);
}

TEST(OpenMarks, AJointIsOpenWhereSomeAdmissibleImpulsesChangeIt) {
  Random random(14);
  int compared = 0, open = 0, closed_beside_open = 0;
  for (int trial = 0; trial < 400; ++trial) {
    SCOPED_TRACE(trial);
    Propped chain;
    const int links = 2 + random.below(3);
    for (int k = 0; k < links; ++k) chain.angles.push_back(random.in(-1, 1));
    const int count = 1 + random.below(3);
    for (int i = 0; i < count; ++i)
      chain.props.push_back({random.below(links - 1), random.in(0.2, 1), random.in(-3, 3)});
    chain.props.push_back({links - 1, random.in(0.5, 1), random.in(-3, 3)});
    const Propped::Prop& hit = chain.props.back();
    const Vec2 normal{-std::sin(hit.angle), std::cos(hit.angle)};
    const double along = dot(normal, chain.lever(hit, links - 1));
    if (std::abs(along) < 0.1) continue;
    const StruckLaw law = struck(text_of(chain, along > 0 ? -1 : 1), "moreau");
    if (law.verdict != Verdict::unique) continue;
    // Contacts that stay carry in the inside of their cones, those that leave nothing.
    std::vector<std::pair<int, Vec2>> rows;  // a contact and a direction
    bool clear = true;
    double hardest = 0;
    for (const StruckContact& c : law.answer.contacts) hardest = std::max(hardest, c.impulse[1]);
    for (int i = 0; i <= count; ++i) {
      const StruckContact& c = law.answer.contacts[static_cast<std::size_t>(i)];
      const Vec2 t{std::cos(chain.props[i].angle), std::sin(chain.props[i].angle)};
      if (i == count) {
        rows.emplace_back(i, perpendicular(t));
        continue;
      }
      const bool carries = c.impulse[1] > 1e-3 * hardest;
      if (c.outcome == Outcome::rebounds && !carries) continue;
      clear = clear && carries && c.outcome == Outcome::rests &&
              std::abs(c.impulse[0]) < 19 * c.impulse[1];
      rows.emplace_back(i, t);
      rows.emplace_back(i, perpendicular(t));
    }
    if (!clear) continue;
    ++compared;
    const auto width = static_cast<int>(rows.size());
    Eigen::MatrixXd held(links, width);
    for (int r = 0; r < width; ++r)
      for (int k = 0; k < links; ++k)
        held(k, r) = dot(rows[r].second, chain.lever(chain.props[rows[r].first], k));
    Eigen::FullPivLU<Eigen::MatrixXd> factors(held);
    factors.setThreshold(1e-9);
    // Of a kernel that is nothing Eigen gives a zero.
    const Eigen::MatrixXd null = factors.kernel();
    const double size = null.cwiseAbs().maxCoeff();
    for (int k = 0; k < links; ++k)
      for (int axis = 0; axis < 2; ++axis) {
        Eigen::RowVectorXd passed = Eigen::RowVectorXd::Zero(width);
        for (int r = 0; r < width; ++r)
          if (chain.props[rows[r].first].link >= k)
            passed[r] = -(axis == 0 ? rows[r].second.x : rows[r].second.y);
        const double change = size > 0 ? (passed * null).cwiseAbs().maxCoeff() / size : 0;
        if (change > 1e-9 && change < 1e-3) continue;  // too near to judge
        const bool determined = joint_of(law, fmt::format("L{}", k)).determined[axis];
        EXPECT_EQ(determined, change <= 1e-9) << "link " << k << " axis " << axis;
        open += determined ? 0 : 1;
        closed_beside_open += determined && !law.impulses_determined ? 1 : 0;
      }
  }
  EXPECT_GT(compared, 60);
  EXPECT_GT(open, 40);
  EXPECT_GT(closed_beside_open, 40);
}

/// A driven arm that lies on the floor, and a rod on its end that strikes a wall: how hard the arm
/// presses the floor is open, and with it the drive's couple and what the base passes up.
std::string driven_arm(double floor) {
  return fmt::format(R"toml([world]
gravity = [0.0, -10.0]
[base]
kind = "pinned"
[[link]]
name = "arm"
length = 1.0
mass = 1.0
[[link]]
name = "rod"
length = 1.0
mass = 1.0
[[drive]]
link = "arm"
angle = "0"
[[surface]]
name = "floor"
point = [0.0, {}]
[[surface]]
name = "wall"
angle = "pi/2"
point = [1.0, 0.0]
[[contact]]
name = "elbow"
link = "arm"
at = 1.0
surface = "floor"
[[contact]]
name = "tip"
link = "rod"
at = 1.0
surface = "wall"
restitution = 0.5
[state]
angles = [0.0, "pi/2"]
rates = [0.0, -1.0]
[simulate]
duration = 0.01
)toml",
                     floor);
}

TEST(OpenMarks, ADrivesCoupleFollowsFromWhatPressesItsLink) {
  for (const char* const name : {"energetic", "kinetic", "kinematic", "moreau"}) {
    SCOPED_TRACE(name);
    const StruckLaw law = struck(driven_arm(0), name);
    ASSERT_EQ(law.verdict, Verdict::unique);
    EXPECT_EQ(joint_of(law, "arm").determined, (std::array{true, false, false}));
    EXPECT_EQ(joint_of(law, "base").determined, (std::array{true, false, false}));
    EXPECT_EQ(joint_of(law, "rod").determined, (std::array{true, true, true}));
    for (const StruckJoint& joint : struck(driven_arm(-0.1), name).answer.joints)
      EXPECT_EQ(joint.determined, (std::array{true, true, true}));
  }
  const StrikeReport report =
      strike(study_from_text(driven_arm(0), "test"), {{"energetic"}, Method::consistent, true});
  EXPECT_THAT(text(report, ""), HasSubstr("y and couple not determined"));
  const json joints = json::parse(carom::json(report)).at("results")[0].at("joints");
  EXPECT_EQ(joints[0].at("link"), "arm");
  EXPECT_EQ(joints[0].at("determined"), false);
  EXPECT_EQ(joints[0].at("open"), json::array({"y", "couple"}));
  EXPECT_FALSE(joints[1].contains("determined"));
}

/// Samples tell it too.
TEST(OpenMarks, ADrivesCoupleIsMarkedWhileContactLasts) {
  struct Seen : MotionSink {
    int open = 0, all = 0;
    void sample(const MotionSample& sample) override {
      ++all;
      open += sample.couples_determined[0] == 0 ? 1 : 0;
    }
  };
  for (const double floor : {0.0, -0.1}) {
    Seen seen;
    SimulateRequest request;
    request.every = 0.001;
    simulate(study_from_text(driven_arm(floor), "test"), request, &seen);
    EXPECT_GT(seen.all, 5);
    EXPECT_EQ(seen.open, floor == 0 ? seen.all : 0);
  }
}

/// The legs of the tripod can be pressed against each other; the arm that is struck cannot.
TEST(OpenMarks, RodsAndContactsOfATransmission) {
  const Study study = study_from_file(places::examples + "/particle_tripod.toml");
  const TransmissionReport report = transmit(study, {});
  ASSERT_FALSE(report.impulses_determined);
  for (const TransmittedContact& contact : report.contacts)
    EXPECT_EQ(contact.determined, (std::array{true, false})) << contact.name;
  for (const TransmittedRod& rod : report.rods)
    EXPECT_EQ(rod.determined[0], rod.link == "arm") << rod.link;
  EXPECT_THAT(text(report), HasSubstr("normal impulse not determined"));
  const json rods = json::parse(carom::json(report)).at("rods");
  EXPECT_FALSE(rods[0].contains("determined"));
  EXPECT_EQ(rods[1].at("open"), json::array({"along"}));
}

/// A free chain: its first link has no joint at its near end, and is not said to carry nothing.
TEST(OpenMarks, AFreeEndIsNoJoint) {
  const std::string scenario = R"toml([[link]]
name = "first"
length = 1.0
mass = 1.0
[[link]]
name = "second"
length = 1.0
mass = 1.0
[[surface]]
name = "floor"
[[contact]]
name = "foot"
link = "first"
at = 0.0
surface = "floor"
[[contact]]
name = "hand"
link = "second"
at = 1.0
surface = "floor"
[state]
angles = [0.5, -0.5]
[impact]
colliding = "hand"
)toml";
  const TransmissionReport report = transmit(study_from_text(scenario, "test"), {});
  ASSERT_EQ(report.rods.size(), 2u);
  EXPECT_TRUE(report.rods[0].free);
  EXPECT_FALSE(report.rods[0].blocked);
  EXPECT_FALSE(report.rods[1].free);
  EXPECT_EQ(carried(report, report.rods[0]), Carried::no_joint);
  EXPECT_THAT(text(report), HasSubstr("its near end is free"));
  // Two links that meet at a free base have a joint there.
  std::string meeting = scenario;
  meeting.insert(meeting.find("length", meeting.find("second")), "parent = \"base\"\n");
  for (const TransmittedRod& rod : transmit(study_from_text(meeting, "test"), {}).rods)
    EXPECT_FALSE(rod.free);
}

}  // namespace
}  // namespace carom
