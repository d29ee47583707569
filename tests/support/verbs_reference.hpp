#pragma once

/// What every verb says of a scenario, and the same computed once more with dense matrices
/// (support/reference_mechanism.hpp).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <string>
#include <vector>

#include "dynamics/compiled_model.hpp"
#include "reports/report_out.hpp"
#include "scenarios/scenario_text.hpp"
#include "study/simulate.hpp"
#include "study/study.hpp"
#include "support/everything.hpp"
#include "support/reference_mechanism.hpp"
#include "support/swept.hpp"

namespace carom::testing {

using Vector = ReferenceMechanism::Vector;
using Matrix = ReferenceMechanism::Matrix;

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The scenario with the surfaces of `hit` and `rest` at the given distances below them.
inline std::string placed(const std::string& text, double below_hit, double below_rest) {
  const std::string raw = replaced(replaced(text, "POINT0", "0, 0"), "POINT1", "0, 0");
  const DescribeReport report = describe(study_from_text(raw, "raw"));
  const auto point = [&](int contact, double below) {
    const DescribedContact& c = report.contacts[static_cast<std::size_t>(contact)];
    double angle = 0;
    for (const DescribedSurface& surface : report.surfaces)
      if (surface.name == c.surface) angle = surface.angle;
    const double up = c.gap - below;
    return fmt::format("{:.17g}, {:.17g}", -up * std::sin(angle), up * std::cos(angle));
  };
  return replaced(replaced(text, "POINT0", point(0, below_hit)), "POINT1", point(1, below_rest));
}

struct Told {
  std::string describe, strike, transmit, critical, verdict, apart, touching;
};

inline Study touching_study(const std::string& text) {
  return study_from_text(placed(text, 0, 0), "both touch");
}
/// Only "hit" touches.
inline Study striking_study(const std::string& text) {
  return study_from_text(placed(text, 0, 0.05), "one touches");
}
inline Study apart_study(const std::string& text) {
  return study_from_text(placed(text, 5, 5), "none touches");
}

/// Roots to nine digits: what moves them by rounding alone does not change the answer.
inline std::string roots_and_notes(const CriticalReport& report) {
  std::string text =
      report.title + report.striker + fmt::format("{}", fmt::join(report.notes, " "));
  for (const CriticalPoint& point : report.critical)
    text += fmt::format(" {} at {:.9f}: {}", point.contact, point.at, name(point.above));
  return text;
}

inline Told told(const std::string& text) {
  const Study both = touching_study(text);
  UniquenessReport judged = verdict(both);
  judged.example.reset();  // it has the whole mechanism in it
  judged.strikes_tried = 0;
  SimulateRequest first_answer;
  first_answer.on_ambiguous = OnAmbiguous::first;
  return {json(describe(both)),
          json(strike(striking_study(text), {})),
          json(transmit(both)),
          roots_and_notes(critical(both)),
          json(judged),
          json(simulate(apart_study(text))),
          json(simulate(striking_study(text), first_answer))};
}

inline std::string changed(const Told& a, const Told& b) {
  std::string letters;
  if (a.describe != b.describe) letters += 'D';
  if (a.strike != b.strike) letters += 'S';
  if (a.transmit != b.transmit) letters += 'T';
  if (a.critical != b.critical) letters += 'C';
  if (a.verdict != b.verdict) letters += 'V';
  if (a.apart != b.apart) letters += 'M';
  if (a.touching != b.touching) letters += 'N';
  return letters;
}

// ---------------------------------------------------------------------------------------------
// The answers, computed once more.

inline Vector vector_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), static_cast<long>(numbers.size()));
}

class Reference {
 public:
  explicit Reference(const Study& study)
      : study_(study),
        mechanism_(study.scenario.mechanism),
        q_(vector_of(study.scenario.state.positions)),
        v_(vector_of(study.scenario.state.velocities)) {
    mechanism_.expression_outline = [](double theta) { return 0.05 + 0.004 * std::cos(2 * theta); };
    const int contacts = static_cast<int>(study.scenario.mechanism.contacts.size());
    jacobian_.resize(2 * contacts, mechanism_.size());
    still_.resize(2 * contacts);
    for (int i = 0; i < contacts; ++i) {
      const auto touch =
          mechanism_.touch(static_cast<std::size_t>(i), q_, study.scenario.state.time);
      jacobian_.middleRows(2 * i, 2) = touch.jacobian;
      still_.segment(2 * i, 2) = touch.still;
      gaps_.push_back(touch.gap);
    }
    w_ = jacobian_ * mechanism_.response(q_) * jacobian_.transpose();
  }

  void expect_described(const DescribeReport& report) const {
    const Matrix m = mechanism_.mass(q_);
    EXPECT_NEAR(report.kinetic_energy, 0.5 * v_.dot(m * v_), 1e-9 * report.kinetic_energy);
    EXPECT_EQ(report.degrees_of_freedom,
              mechanism_.size() - Eigen::FullPivLU<Matrix>(mechanism_.drives()).rank());
    ASSERT_EQ(report.contact_inertia.contacts.size(), gaps_.size());
    for (int r = 0; r < w_.rows(); ++r)
      for (int c = 0; c < w_.cols(); ++c)
        // The outline's slope is a central difference here.
        EXPECT_NEAR(report.contact_inertia.matrix[static_cast<std::size_t>(r * w_.cols() + c)],
                    w_(r, c), 1e-8);
    const Vector rates = jacobian_ * v_ + still_;
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      EXPECT_NEAR(report.contacts[i].gap, gaps_[i], 1e-12);
      for (int axis = 0; axis < 2; ++axis)
        // The outline's slope and the surface's velocity are central differences here.
        EXPECT_NEAR(report.contacts[i].velocity[static_cast<std::size_t>(axis)],
                    rates[2 * static_cast<int>(i) + axis], 1e-8);
    }
  }

  /// Routh's method for the one contact that touches, with Poisson's restitution.
  void expect_struck(const StrikeReport& report, int contact) const {
    const StruckLaw& law = report.results.front();
    if ((jacobian_ * v_ + still_)[2 * contact + 1] >= 0) {
      EXPECT_EQ(law.verdict, Verdict::not_colliding);
      return;
    }
    ASSERT_EQ(law.verdict, Verdict::unique) << law.why;
    const Contact& c = study_.scenario.mechanism.contacts[static_cast<std::size_t>(contact)];
    const Eigen::Matrix2d w = w_.block<2, 2>(2 * contact, 2 * contact);
    Eigen::Vector2d v = (jacobian_ * v_ + still_).segment<2>(2 * contact);
    Eigen::Vector2d p = Eigen::Vector2d::Zero();
    double end = std::numeric_limits<double>::infinity();
    for (int stage = 0; stage < 6 && p[1] < end; ++stage) {
      double slope = -std::copysign(c.friction, v[0]);
      if (std::abs(v[0]) < 1e-13) {
        const double sticking = -w(0, 1) / w(0, 0);
        slope = std::clamp(sticking, -c.friction, c.friction);
      }
      const Eigen::Vector2d rate = w * Eigen::Vector2d(slope, 1);
      double step = end - p[1];
      const bool compressing = v[1] < 0;
      if (compressing) step = -v[1] / rate[1];
      const bool stops = std::abs(v[0]) > 1e-13 && -v[0] / rate[0] > 0 && -v[0] / rate[0] < step;
      if (stops) step = -v[0] / rate[0];
      p += step * Eigen::Vector2d(slope, 1);
      v += step * rate;
      if (stops) v[0] = 0;
      if (compressing && !stops) {
        v[1] = 0;
        end = (1 + c.restitution) * p[1];
      }
    }
    const StruckContact& struck = law.answer.contacts[static_cast<std::size_t>(contact)];
    EXPECT_NEAR(struck.impulse[0], p[0], 1e-8);
    EXPECT_NEAR(struck.impulse[1], p[1], 1e-8);
    EXPECT_TRUE(law.answer.energy.closes) << law.answer.energy.residual;
    double lost = 0;
    for (const StruckStage& stage : law.stages) lost += stage.energy_loss;
    EXPECT_NEAR(lost, law.answer.energy_loss, 1e-9);
    const Vector after =
        v_ + mechanism_.response(q_) * jacobian_.middleRows(2 * contact, 2).transpose() * p;
    std::vector<double> told = law.answer.after.velocity;
    told.insert(told.end(), law.answer.after.rates.begin(), law.answer.after.rates.end());
    told.insert(told.end(), law.answer.after.surfaces.begin(), law.answer.after.surfaces.end());
    for (int i = 0; i < after.size(); ++i)
      EXPECT_NEAR(told[static_cast<std::size_t>(i)], after[i], 1e-8);
  }

  /// y = V − W_jj F of the resting contact per unit of the striking one's normal impulse, from
  /// rest.
  double outcome(int striker, int rest) const {
    const double friction =
        study_.scenario.mechanism.contacts[static_cast<std::size_t>(rest)].friction;
    const Eigen::Matrix2d w = w_.block<2, 2>(2 * rest, 2 * rest);
    const Eigen::Vector2d open = w_.block<2, 1>(2 * rest, 2 * striker + 1);
    if (open[1] >= 0) return open[1];
    Eigen::Vector2d force = -w.inverse() * open;
    if (!(std::abs(force[0]) <= friction * force[1]))
      for (const double slope : {-friction, friction}) {
        const double normal = -open[1] / (w(1, 1) + slope * w(1, 0));
        const double slip = open[0] + (w(0, 1) + slope * w(0, 0)) * normal;
        if (slip * slope <= 0) force = {slope * normal, normal};
      }
    return -w(1, 1) * force[1];
  }

  void expect_transmitted(const TransmissionReport& report, int striker, int rest) const {
    ASSERT_EQ(report.contacts.size(), 1U);
    const TransmittedContact& contact = report.contacts.front();
    EXPECT_NEAR(contact.open, w_(2 * rest + 1, 2 * striker + 1), 1e-9);
    EXPECT_NEAR(contact.self_response, w_(2 * rest + 1, 2 * rest + 1), 1e-9);
    EXPECT_NEAR(contact.signed_outcome, outcome(striker, rest), 1e-8);
  }

  void expect_judged(const UniquenessReport& report, int rest) const {
    ASSERT_EQ(report.friction.size(), 1U);
    const double normal = w_(2 * rest + 1, 2 * rest + 1), coupling = w_(2 * rest, 2 * rest + 1);
    ASSERT_TRUE(report.friction[0].critical_here);
    EXPECT_NEAR(*report.friction[0].critical_here / (normal / std::abs(coupling)), 1, 1e-7);
  }

  double between(int striker, int rest) const {
    return w_(2 * rest + 1, 2 * striker + 1) /
           std::sqrt(w_(2 * rest + 1, 2 * rest + 1) * w_(2 * striker + 1, 2 * striker + 1));
  }

  /// Runge and Kutta's fourth order, no contact in reach.
  void expect_moved(const SimulationReport& report) const {
    const double start = study_.scenario.state.time;
    constexpr int steps = 100;
    const double h = study_.scenario.simulate->duration / steps;
    Vector q = q_, v = v_;
    for (int i = 0; i < steps; ++i) {
      const double t = start + i * h;
      const Vector a1 = mechanism_.acceleration(q, v, t);
      const Vector a2 = mechanism_.acceleration(q + h / 2 * v, v + h / 2 * a1, t + h / 2);
      const Vector a3 =
          mechanism_.acceleration(q + h / 2 * v + h * h / 4 * a1, v + h / 2 * a2, t + h / 2);
      const Vector a4 = mechanism_.acceleration(q + h * v + h * h / 2 * a2, v + h * a3, t + h);
      q += h * v + h * h / 6 * (a1 + a2 + a3);
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    ASSERT_EQ(report.motion.end, MotionEnd::duration);
    for (int i = 0; i < q.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      EXPECT_NEAR(report.motion.final.positions[k], q[i], 1e-7);
      EXPECT_NEAR(report.motion.final.velocities[k], v[i], 1e-6);
    }
  }

 private:
  const Study& study_;
  ReferenceMechanism mechanism_;
  Vector q_, v_, still_;
  Matrix jacobian_, w_;
  std::vector<double> gaps_;
};

/// Every root is one of the reference, and none of its changes of sign is missed.
inline void expect_critical(const std::string& text, int striker, int rest) {
  const CriticalReport report = critical(touching_study(text));
  const SweepAxis axis = touching_study(text).scenario.sweep.front();
  const auto between = [&](double at) {
    const std::string set = fmt::format("{}={:.17g}", axis.parameter, at);
    const Study there = study_from_text(placed(text, 0, 0), "there", std::vector{set});
    return Reference(there).between(striker, rest);
  };
  int flips = 0;
  for (const CriticalPoint& point : report.critical) {
    EXPECT_NEAR(between(point.at), 0, 1e-7) << point.at;
    flips += point.multiplicity % 2;
  }
  int seen = 0;
  constexpr int samples = 60;
  double before = between(axis.from);
  for (int i = 1; i <= samples; ++i) {
    const double now = between(axis.from + (axis.to - axis.from) * i / samples);
    seen += (now < 0) != (before < 0) ? 1 : 0;
    before = now;
  }
  EXPECT_EQ(flips, seen);
  EXPECT_GE(seen, 1) << "nothing to be found: the scenario is no test";
}

/// All verbs against the reference. `striker` is the one that [impact] names.
inline void expect_all(const std::string& text, int striker = 0, int rest = 1) {
  const Study both = touching_study(text), one = striking_study(text), none = apart_study(text);
  Reference(both).expect_described(describe(both));
  Reference(both).expect_transmitted(transmit(both), striker, rest);
  Reference(both).expect_judged(verdict(both), rest);
  Reference(one).expect_struck(strike(one, {}), 0);
  Reference(none).expect_moved(simulate(none));
}

}  // namespace carom::testing
