#pragma once

/// laws/rigid/pair_modes.hpp
///
/// The modes of a stage with one or two contacts, in closed form (pair_stages.hpp has the formulas
/// and the proof that the answer is the only one). In line, for pair_stages.cpp alone.

#include <algorithm>
#include <cmath>

#include "laws/rigid/pair_problem.hpp"

namespace carom {

/// What a contact does in a stage. Rates that its mode holds are exactly zero.
struct PairPart {
  Mode mode;
  Both force;
  Both rate;
};

/// An impact of `count` contacts on its way.
template <int count>
struct Pair : PairProblem<count> {
  static constexpr bool alone = count == 1;
  using PairProblem<count>::own, PairProblem<count>::handed_on, PairProblem<count>::handed_back,
      PairProblem<count>::others, PairProblem<count>::contact;
  PairPart part[count];
  double size;  ///< of the stage's forces

  /// The modes of a stage; false: not beyond doubt.
  bool choose();

 private:
  /// The other contact's rates where only the striker presses, with F_t = x.
  Both felt(double x) const { return handed_on.tangential * x + handed_on.normal; }
  bool answer_of_other(const Both& q, PairPart& answer) const;
  bool slide(Mode mode, double slope, const Both& q, PairPart& answer) const;
  PairPart strike(Mode mode, double x, const PairPart& answer) const;
  PairPart in_mode(Mode mode, const Both& q) const;
  bool hold(Mode mode);
  bool choose_open();
  bool choose_alone();
  bool certified() const;
};

inline double slope_of(const PairContact& contact) {
  return contact.slip == SlipRule::smooth ? 0
         : contact.slip == SlipRule::plus ? -contact.friction
                                          : contact.friction;
}

inline Mode sliding(SlipRule slip) {
  return slip == SlipRule::minus ? Mode::slides_minus : Mode::slides_plus;
}

/// The rules of a contact as its velocities are.
inline void classify(PairContact& contact, bool is_striker) {
  const double u = contact.velocity[0];
  contact.apart = !is_striker && contact.velocity[1] > 0;
  contact.slip = contact.friction == 0 ? SlipRule::smooth
                 : u > 0               ? SlipRule::plus
                 : u < 0               ? SlipRule::minus
                                       : SlipRule::open;
}

template <int count>
bool Pair<count>::slide(Mode mode, double slope, const Both& q, PairPart& answer) const {
  const Both response = slope * others.tangential + others.normal;
  const double force = -q[1] / response[1];
  answer = {mode, Both{slope * force, force}, Both{q[0] + response[0] * force, 0}};
  return force > clear * std::max({1.0, force, std::abs(answer.force[0])});
}

/// The other contact's answer to the rates q, and whether it is beyond doubt.
template <int count>
bool Pair<count>::answer_of_other(const Both& q, PairPart& answer) const {
  if (q[1] > clear) {
    answer = {Mode::separates, Both{}, q};
    return true;
  }
  if (!(q[1] < -clear)) return false;
  const PairContact& here = contact[other];
  if (here.slip != SlipRule::open) return slide(sliding(here.slip), slope_of(here), q, answer);
  const double tt = others.tangential[0];
  const double tn = others.tangential[1];
  const double nn = others.normal[1];
  const double inverse = 1 / (tt * nn - tn * tn);
  const double f_t = (tn * q[1] - nn * q[0]) * inverse;
  const double f_n = (tn * q[0] - tt * q[1]) * inverse;
  const double edge = here.friction * f_n;
  const double doubt = clear * std::max({1.0, std::abs(f_n), std::abs(f_t)});
  if (f_n > doubt && std::abs(f_t) < edge - doubt) {
    answer = {Mode::sticks, Both{f_t, f_n}, Both{}};
    return true;
  }
  if (f_n > -doubt && std::abs(f_t) < edge + doubt) return false;
  for (const bool minus : {f_t > 0, f_t <= 0}) {
    const Mode mode = minus ? Mode::slides_minus : Mode::slides_plus;
    if (!slide(mode, minus ? here.friction : -here.friction, q, answer)) continue;
    const double away = minus ? -answer.rate[0] : answer.rate[0];
    if (away > clear * std::max(1.0, answer.force[1])) return true;
  }
  return false;
}

/// The striker with F_t = x beside the other's answer.
template <int count>
PairPart Pair<count>::strike(Mode mode, double x, const PairPart& answer) const {
  Both rate = own.tangential * x + own.normal;
  if (answer.mode != Mode::separates)
    rate += handed_back.tangential * answer.force[0] + handed_back.normal * answer.force[1];
  if (mode == Mode::sticks) rate = Both{0, rate[1]};
  return {mode, Both{x, 1}, rate};
}

/// The certificate of uniqueness of the stage's modes.
template <int count>
bool Pair<count>::certified() const {
  const PairContact& here = contact[other];
  const bool open_striker = contact[striker].slip == SlipRule::open;
  const double own_tt = own.tangential[0];
  const double tt = others.tangential[0];
  const double tn = others.tangential[1];
  const double nn = others.normal[1];
  const double coupling_tt = handed_on.tangential[0];
  const double coupling_tn = handed_on.tangential[1];
  if (open_striker && !(own_tt > regular * own.normal[1])) return false;
  // What is left of the striker's W_tt where the other slides with this slope.
  const auto left = [&](double slope) {
    const double pivot = nn + slope * tn;
    if (!(pivot > regular * nn)) return false;
    return !open_striker ||
           (1 - regular) * own_tt * pivot > (coupling_tn + slope * coupling_tt) * coupling_tn;
  };
  if (here.slip != SlipRule::open) return left(slope_of(here));
  const double determinant = tt * nn - tn * tn;
  if (!(determinant > regular * tt * nn)) return false;
  if (open_striker) {
    const double taken = nn * coupling_tt * coupling_tt - 2 * tn * coupling_tt * coupling_tn +
                         tt * coupling_tn * coupling_tn;
    if (!(own_tt * determinant - taken > regular * own_tt * determinant)) return false;
  }
  return left(here.friction) && left(-here.friction);
}

/// The striker's modes where nothing else presses.
template <int count>
bool Pair<count>::choose_alone() {
  const PairContact& striking = contact[striker];
  Mode mode = sliding(striking.slip);
  double x = slope_of(striking);
  if (striking.slip == SlipRule::open) {
    const double tt = own.tangential[0];
    if (!(tt > regular * own.normal[1])) return false;
    x = -own.tangential[1] / tt;
    const double beyond = std::abs(x) - striking.friction;
    if (std::abs(beyond) < clear * std::max(1.0, std::abs(x))) return false;
    mode = beyond < 0 ? Mode::sticks : x > 0 ? Mode::slides_minus : Mode::slides_plus;
    if (beyond > 0) x = x > 0 ? striking.friction : -striking.friction;
  }
  const Both rate = own.tangential * x + own.normal;
  part[striker] = {mode, Both{x, 1}, mode == Mode::sticks ? Both{0, rate[1]} : rate};
  if constexpr (!alone) part[other] = {Mode::apart, Both{}, felt(x)};
  size = std::max(1.0, std::abs(x));
  return true;
}

/// The other contact's answer in this mode, whether that is consistent or not: linear in q.
template <int count>
PairPart Pair<count>::in_mode(Mode mode, const Both& q) const {
  const PairContact& here = contact[other];
  if (mode == Mode::separates) return {mode, Both{}, q};
  if (mode == Mode::sticks) {
    const double tt = others.tangential[0];
    const double tn = others.tangential[1];
    const double nn = others.normal[1];
    const double inverse = 1 / (tt * nn - tn * tn);
    return {mode, Both{(tn * q[1] - nn * q[0]) * inverse, (tn * q[0] - tt * q[1]) * inverse},
            Both{}};
  }
  const double edge = mode == Mode::slides_minus ? here.friction : -here.friction;
  PairPart answer;
  slide(mode, here.slip == SlipRule::open ? edge : slope_of(here), q, answer);
  return answer;
}

/// The striker sticks where r_t(x) = 0 with the other contact in this mode; false: not beyond
/// doubt.
template <int count>
bool Pair<count>::hold(Mode mode) {
  const double friction = contact[striker].friction;
  const double low = strike(Mode::slides_plus, -friction, in_mode(mode, felt(-friction))).rate[0];
  const double high = strike(Mode::slides_minus, friction, in_mode(mode, felt(friction))).rate[0];
  const double x = friction * (2 * (low / (low - high)) - 1);
  if (!(std::abs(x) < friction - clear * std::max(1.0, friction))) return false;
  PairPart answer;
  if (!answer_of_other(felt(x), answer) || answer.mode != mode) return false;
  part[striker] = strike(Mode::sticks, x, answer);
  part[other] = answer;
  return true;
}

/// A striker that neither slides nor is frictionless: x is where r_t(x) = 0, or at an end.
template <int count>
bool Pair<count>::choose_open() {
  const double friction = contact[striker].friction;
  PairPart far[2];  // the other contact's answers at x = −μ, μ
  PairPart ends[2];
  for (int k = 0; k < 2; ++k) {
    const double x = k == 0 ? -friction : friction;
    if (!answer_of_other(felt(x), far[k])) return false;
    ends[k] = strike(k == 0 ? Mode::slides_plus : Mode::slides_minus, x, far[k]);
  }
  const double doubt =
      clear * std::max({1.0, friction, std::abs(far[0].force[1]), std::abs(far[1].force[1]),
                        std::abs(far[0].force[0]), std::abs(far[1].force[0])});
  const double low = ends[0].rate[0];
  const double high = ends[1].rate[0];
  if (low > doubt || high < -doubt) {
    const int k = low > doubt ? 0 : 1;
    part[striker] = ends[k];
    part[other] = far[k];
    return true;
  }
  if (!(low < -doubt && high > doubt)) return false;
  // Where the other contact's mode changes between, any mode that is consistent is the one.
  if (far[0].mode != far[1].mode) {
    const PairContact& here = contact[other];
    if (here.slip != SlipRule::open) return hold(sliding(here.slip)) || hold(Mode::separates);
    return hold(Mode::sticks) || hold(Mode::slides_plus) || hold(Mode::slides_minus) ||
           hold(Mode::separates);
  }
  // With the other contact in one mode, everything is linear in x: the ranges of q of its modes are
  // convex.
  const double x = friction * (2 * (low / (low - high)) - 1);
  if (!answer_of_other(felt(x), part[other])) return false;
  part[striker] = strike(Mode::sticks, x, part[other]);
  return part[other].mode == far[0].mode;
}

template <int count>
bool Pair<count>::choose() {
  if constexpr (alone) {
    return choose_alone();
  } else {
    const PairContact& striking = contact[striker];
    if (contact[other].apart) return choose_alone();
    if (!certified()) return false;
    if (striking.slip == SlipRule::open) {
      if (!choose_open()) return false;
    } else {
      const double x = slope_of(striking);
      if (!answer_of_other(felt(x), part[other])) return false;
      part[striker] = strike(sliding(striking.slip), x, part[other]);
    }
    size = std::max({1.0, std::abs(part[striker].force[0]), std::abs(part[other].force[0]),
                     part[other].force[1]});
    return true;
  }
}

}  // namespace carom
