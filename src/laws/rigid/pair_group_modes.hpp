#pragma once

/// laws/rigid/pair_group_modes.hpp
///
/// Problems abreast (pair_group.hpp), scaled, the modes of a stage, and the answer: line by line
/// pair_problem.hpp and pair_modes.hpp, where the reasons are. For pair_group_stages.hpp alone.

#include <limits>

#include "base/wide.hpp"
#include "laws/rigid/pair_group.hpp"
#include "laws/rigid/pair_problem.hpp"

namespace carom::CAROM_PROCESSOR {

/// Modes as numbers, so that they can be selected. Slips of the striker need no name.
inline constexpr double mode_apart = 0, mode_separates = 1, mode_sticks = 2, mode_slides_plus = 3,
                        mode_slides_minus = 4;

/// PairContact, PairPart and PairBlock of each problem.
struct GroupContact {
  Wide unit, friction;
  WideBoth velocity, start, impulse, work;
  Truths apart, smooth, plus, minus;  ///< none of the last three: the slip is open

  Truths open() const { return !(smooth | plus | minus); }
  Wide slope() const { return select(smooth, 0, select(plus, -friction, friction)); }
  Wide sliding() const { return select(minus, mode_slides_minus, mode_slides_plus); }
};
struct GroupPart {
  Wide mode;
  WideBoth force, rate;
};
struct GroupBlock {
  WideBoth tangential, normal;
};

inline GroupPart select(const Truths& which, const GroupPart& yes, const GroupPart& no) {
  return {select(which, yes.mode, no.mode), select(which, yes.force, no.force),
          select(which, yes.rate, no.rate)};
}

template <int count>
struct Group {
  GroupBlock own, handed_on, handed_back, others;
  GroupContact contact[count];
  GroupPart part[count];
  Wide size, speed_scale;
  Truths going;    ///< neither at their ends nor left to the plain path
  Truths second;   ///< the striker is the problem's second contact
  std::size_t at;  ///< which part of those abreast

  void pose(const PairGroup& problem, std::size_t part);
  /// Modes of those of `which` whose answer is beyond doubt; the others go no further.
  void choose(const Truths& which);
  void conclude(const Truths& ended, PairGroup& problem) const;

 private:
  WideBoth felt(const Wide& x) const { return handed_on.tangential * x + handed_on.normal; }
  Truths slide(const Wide& mode, const Wide& slope, const WideBoth& q, GroupPart& answer) const;
  Truths answer_of_other(const Truths& which, const WideBoth& q, GroupPart& answer) const;
  GroupPart strike(const Truths& sticks, const Wide& x, const GroupPart& answer) const;
  Truths certified() const;
  GroupPart in_mode(double mode, const WideBoth& q) const;
  Truths hold(const Truths& which, double mode, GroupPart& striking, GroupPart& answer) const;
  Truths choose_open(const Truths& which, GroupPart& striking, GroupPart& answer) const;
  void choose_alone(const Truths& which);
};

/// scaling.hpp's unit_for of normal numbers.
CAROM_WIDE Wide units_for(const Wide& x) {
  using Bits [[gnu::vector_size(register_bytes)]] = std::uint64_t;
  const Bits biased = std::bit_cast<Bits>(x.of) >> 52;
  // 1023 − ((biased − 1022) >> 1), without a sign.
  return std::bit_cast<Wide::Vector>((1535 - ((biased + 2) >> 1)) << 52);
}

template <int count>
void Group<count>::pose(const PairGroup& problem, std::size_t part_of_group) {
  constexpr int width = 2 * count;
  at = part_of_group;
  Wide w[width * width], v[width];
  for (int i = 0; i < width * width; ++i) w[i] = Wide(problem.inertia[i], at);
  for (int i = 0; i < width; ++i) v[i] = Wide(problem.velocity[i], at);
  Wide unit[count];
  Wide largest = 0;
  Wide smallest = std::numeric_limits<double>::infinity();
  Wide fastest = 0;
  speed_scale = 0;
  going = Truths(problem.asked, at);
  for (int i = 0; i < count; ++i) {
    const Wide& tangential = w[2 * i * (width + 1)];
    const Wide& normal = w[(2 * i + 1) * (width + 1)];
    const Wide either = larger(tangential, normal);
    smallest = smaller(smaller(smallest, tangential), normal);
    largest = larger(largest, either);
    going &= (either >= std::numeric_limits<double>::min()) &
             (either <= std::numeric_limits<double>::max());
    unit[i] = units_for(either);
    const Wide speed = larger(abs(v[2 * i]), abs(v[2 * i + 1]));
    fastest = larger(fastest, speed);
    speed_scale = larger(speed_scale, unit[i] * speed);
  }
  going &= smallest > regular * regular * largest;
  const Wide slowest = larger(rest_tolerance * fastest, Wide(problem.speed_floor, at));
  WideBoth velocity[count];
  Truths approaches[count];
  for (int i = 0; i < count; ++i) {
    for (int a = 0; a < 2; ++a) {
      const Wide& speed = v[2 * i + a];
      const Wide scaled = unit[i] * speed;
      const Truths still = (abs(speed) <= slowest) | (abs(scaled) <= rest_tolerance * speed_scale);
      velocity[i][a] = select(still, 0, scaled);
    }
    approaches[i] = velocity[i][1] < 0;
  }
  const auto block = [&](int i, int j) {
    const Wide units = unit[i] * unit[j];
    const Wide* const from = w + 2 * i * width + 2 * j;
    return GroupBlock{{{units * from[0], units * from[1]}},
                      {{units * from[width], units * from[width + 1]}}};
  };
  if constexpr (count == 1) {
    second = false;
    going &= approaches[0];
    own = block(0, 0);
    contact[0].unit = unit[0];
    contact[0].friction = smaller(Wide(problem.friction[0], at), largest_friction);
    contact[0].velocity = velocity[0];
  } else {
    second = approaches[1];
    going &= (approaches[0] | approaches[1]) & !(approaches[0] & approaches[1]);
    if (problem.colliding >= 0) going &= approaches[problem.colliding];
    const auto chosen = [&](const GroupBlock& one, const GroupBlock& two) {
      return GroupBlock{select(second, two.tangential, one.tangential),
                        select(second, two.normal, one.normal)};
    };
    const GroupBlock b00 = block(0, 0), b01 = block(0, 1), b10 = block(1, 0), b11 = block(1, 1);
    own = chosen(b00, b11);
    handed_on = chosen(b01, b10);
    handed_back = chosen(b10, b01);
    others = chosen(b11, b00);
    for (int role = 0; role < count; ++role) {
      const Truths which = role == striker ? second : !second;
      contact[role].unit = select(which, unit[1], unit[0]);
      contact[role].friction =
          smaller(select(which, Wide(problem.friction[1], at), Wide(problem.friction[0], at)),
                  largest_friction);
      contact[role].velocity = select(which, velocity[1], velocity[0]);
    }
  }
  for (GroupContact& each : contact) {
    each.start = each.velocity;
    each.impulse = each.work = {{0, 0}};
  }
}

/// The rules of a contact as its velocities are.
inline void classify(const Truths& which, GroupContact& contact, bool is_striker) {
  const Wide& u = contact.velocity[0];
  const Truths smooth = contact.friction == 0;
  contact.smooth = select(which, smooth, contact.smooth);
  contact.plus = select(which, (u > 0) & !smooth, contact.plus);
  contact.minus = select(which, (u < 0) & !smooth, contact.minus);
  contact.apart =
      select(which, is_striker ? Truths(false) : contact.velocity[1] > 0, contact.apart);
}

template <int count>
Truths Group<count>::slide(const Wide& mode, const Wide& slope, const WideBoth& q,
                           GroupPart& answer) const {
  const WideBoth response = slope * others.tangential + others.normal;
  const Wide force = -q[1] / response[1];
  answer = {mode, {{slope * force, force}}, {{q[0] + response[0] * force, 0}}};
  return force > clear * larger(larger(1, force), abs(answer.force[0]));
}

template <int count>
Truths Group<count>::answer_of_other(const Truths& which, const WideBoth& q,
                                     GroupPart& answer) const {
  const GroupContact& here = contact[other];
  const Truths separates = q[1] > clear;
  const Truths presses = q[1] < -clear;
  const Truths open = here.open();
  Truths sound = separates | presses;
  answer = {mode_separates, {{0, 0}}, q};

  const Truths slips = presses & !open;
  if (any(which & slips)) {
    GroupPart slid;
    const Truths pressed = slide(here.sliding(), here.slope(), q, slid);
    answer = select(slips, slid, answer);
    sound &= !slips | pressed;
  }
  const Truths holds = presses & open;
  if (!any(which & holds)) return sound;
  const Wide tt = others.tangential[0], tn = others.tangential[1], nn = others.normal[1];
  const Wide inverse = 1 / (tt * nn - tn * tn);
  const Wide f_t = (tn * q[1] - nn * q[0]) * inverse;
  const Wide f_n = (tn * q[0] - tt * q[1]) * inverse;
  const Wide edge = here.friction * f_n;
  const Wide doubt = clear * larger(larger(1, abs(f_n)), abs(f_t));
  const Truths sticks = (f_n > doubt) & (abs(f_t) < edge - doubt);
  answer = select(holds & sticks, {mode_sticks, {{f_t, f_n}}, {{0, 0}}}, answer);
  const Truths doubtful = !sticks & (f_n > -doubt) & (abs(f_t) < edge + doubt);
  sound &= !(holds & doubtful);
  Truths open_still = holds & !sticks & !doubtful;
  for (const Truths& minus : {f_t > 0, f_t <= 0}) {
    if (!any(which & open_still)) break;
    GroupPart slid;
    const Truths pressed = slide(select(minus, mode_slides_minus, mode_slides_plus),
                                 select(minus, here.friction, -here.friction), q, slid);
    const Wide away = select(minus, -slid.rate[0], slid.rate[0]);
    const Truths taken = open_still & pressed & (away > clear * larger(1, slid.force[1]));
    answer = select(taken, slid, answer);
    open_still &= !taken;
  }
  return sound & !open_still;
}

template <int count>
GroupPart Group<count>::strike(const Truths& sticks, const Wide& x, const GroupPart& answer) const {
  const WideBoth free = own.tangential * x + own.normal;
  const WideBoth pressed =
      free + (handed_back.tangential * answer.force[0] + handed_back.normal * answer.force[1]);
  WideBoth rate = select(answer.mode == mode_separates, free, pressed);
  rate[0] = select(sticks, 0, rate[0]);
  return {select(sticks, mode_sticks, mode_slides_plus), {{x, 1}}, rate};
}

template <int count>
Truths Group<count>::certified() const {
  const GroupContact& here = contact[other];
  const Truths open_striker = contact[striker].open();
  const Truths open = here.open();
  const Wide& own_tt = own.tangential[0];
  const Wide &tt = others.tangential[0], &tn = others.tangential[1], &nn = others.normal[1];
  const Wide& coupling_tt = handed_on.tangential[0];
  const Wide& coupling_tn = handed_on.tangential[1];
  Truths sound = !open_striker | (own_tt > regular * own.normal[1]);
  const auto left = [&](const Wide& slope) {
    const Wide pivot = nn + slope * tn;
    return (pivot > regular * nn) &
           (!open_striker |
            ((1 - regular) * own_tt * pivot > (coupling_tn + slope * coupling_tt) * coupling_tn));
  };
  sound &= left(select(open, here.friction, here.slope()));
  const Wide determinant = tt * nn - tn * tn;
  const Wide taken = nn * coupling_tt * coupling_tt - 2 * tn * coupling_tt * coupling_tn +
                     tt * coupling_tn * coupling_tn;
  const Truths apart =
      (determinant > regular * tt * nn) &
      (!open_striker | (own_tt * determinant - taken > regular * own_tt * determinant)) &
      left(-here.friction);
  return sound & (!open | apart);
}

template <int count>
void Group<count>::choose_alone(const Truths& which) {
  const GroupContact& striking = contact[striker];
  const Truths open = striking.open();
  const Wide& tt = own.tangential[0];
  const Wide held = -own.tangential[1] / tt;
  const Wide beyond = abs(held) - striking.friction;
  const Truths doubtful =
      !(tt > regular * own.normal[1]) | (abs(beyond) < clear * larger(1, abs(held)));
  const Truths sticks = open & (beyond < 0);
  const Wide edge = select(held > 0, striking.friction, -striking.friction);
  const Wide x = select(open, select(beyond > 0, edge, held), striking.slope());
  going &= !(which & open & doubtful);
  WideBoth rate = own.tangential * x + own.normal;
  rate[0] = select(sticks, 0, rate[0]);
  part[striker] = select(which, {mode_slides_plus, {{x, 1}}, rate}, part[striker]);
  if constexpr (count == 2)
    part[other] = select(which, {mode_apart, {{0, 0}}, felt(x)}, part[other]);
  size = select(which, larger(1, abs(x)), size);
}

/// The other contact's answer in this mode, whether that is consistent or not.
template <int count>
GroupPart Group<count>::in_mode(double mode, const WideBoth& q) const {
  if (mode == mode_separates) return {mode, {{0, 0}}, q};
  if (mode == mode_sticks) {
    const Wide &tt = others.tangential[0], &tn = others.tangential[1], &nn = others.normal[1];
    const Wide inverse = 1 / (tt * nn - tn * tn);
    return {
        mode, {{(tn * q[1] - nn * q[0]) * inverse, (tn * q[0] - tt * q[1]) * inverse}}, {{0, 0}}};
  }
  const GroupContact& here = contact[other];
  const Wide edge = mode == mode_slides_minus ? here.friction : -here.friction;
  GroupPart answer;
  slide(mode, select(here.open(), edge, here.slope()), q, answer);
  return answer;
}

/// A striker that sticks with the other contact in this mode; which are beyond doubt.
template <int count>
Truths Group<count>::hold(const Truths& which, double mode, GroupPart& striking,
                          GroupPart& answer) const {
  const Wide& friction = contact[striker].friction;
  const Wide low = strike(false, -friction, in_mode(mode, felt(-friction))).rate[0];
  const Wide high = strike(false, friction, in_mode(mode, felt(friction))).rate[0];
  const Wide x = friction * (2 * (low / (low - high)) - 1);
  const Truths inside = abs(x) < friction - clear * larger(1, friction);
  const Truths sound = answer_of_other(which & inside, felt(x), answer);
  striking = strike(true, x, answer);
  return which & inside & sound & (answer.mode == mode);
}

/// A striker whose slip is open, beside the other's answer; which are beyond doubt.
template <int count>
Truths Group<count>::choose_open(const Truths& which, GroupPart& striking,
                                 GroupPart& answer) const {
  const Wide& friction = contact[striker].friction;
  GroupPart far[2], ends[2];
  Truths sound = true;
  for (int k = 0; k < 2; ++k) {
    const Wide x = k == 0 ? -friction : friction;
    sound &= answer_of_other(which, felt(x), far[k]);
    ends[k] = strike(false, x, far[k]);
  }
  Wide largest = larger(larger(1, friction), abs(far[0].force[1]));
  for (const Wide& each : {far[1].force[1], far[0].force[0], far[1].force[0]})
    largest = larger(largest, abs(each));
  const Wide doubt = clear * largest;
  const Wide& low = ends[0].rate[0];
  const Wide& high = ends[1].rate[0];
  const Truths first = low > doubt;
  const Truths at_end = first | (high < -doubt);
  striking = select(first, ends[0], ends[1]);
  answer = select(first, far[0], far[1]);
  const Truths turns = !at_end & (low < -doubt) & (high > doubt);
  const Truths between = turns & (far[0].mode == far[1].mode);
  if (any(which & between)) {
    const Wide x = friction * (2 * (low / (low - high)) - 1);
    GroupPart its_part;
    const Truths clearly = answer_of_other(which & between, felt(x), its_part);
    striking = select(between, strike(true, x, its_part), striking);
    answer = select(between, its_part, answer);
    sound &= !between | (clearly & (its_part.mode == far[0].mode));
  }
  Truths open_still = turns & !between;
  Truths held = false;
  for (const double mode : {mode_sticks, mode_slides_plus, mode_slides_minus, mode_separates}) {
    if (!any(which & open_still)) break;
    GroupPart own_part, its_part;
    const Truths taken = hold(open_still, mode, own_part, its_part);
    striking = select(taken, own_part, striking);
    answer = select(taken, its_part, answer);
    held |= taken;
    open_still &= !taken;
  }
  return sound & (at_end | between | held);
}

template <int count>
void Group<count>::choose(const Truths& which) {
  if constexpr (count == 1) {
    choose_alone(which);
  } else {
    const Truths alone = which & contact[other].apart;
    if (any(alone)) choose_alone(alone);
    const Truths both = which & !contact[other].apart;
    if (!any(both)) return;
    Truths sound = certified();
    const Truths open = contact[striker].open();
    GroupPart striking = part[striker], answer = part[other];
    if (any(both & !open)) {
      const Wide x = contact[striker].slope();
      const Truths clearly = answer_of_other(both & !open, felt(x), answer);
      striking = strike(false, x, answer);
      sound &= open | clearly;
    }
    if (any(both & open)) {
      GroupPart held, held_by;
      const Truths clearly = choose_open(both & open, held, held_by);
      striking = select(open, held, striking);
      answer = select(open, held_by, answer);
      sound &= !open | clearly;
    }
    going &= !both | sound;
    part[striker] = select(both, striking, part[striker]);
    part[other] = select(both, answer, part[other]);
    const Wide largest =
        larger(larger(larger(1, abs(striking.force[0])), abs(answer.force[0])), answer.force[1]);
    size = select(both, largest, size);
  }
}

/// Of the numbers in memory, those of `which` become these.
CAROM_WIDE void keep(const Truths& which, const Wide& numbers, Abreast& to, std::size_t part) {
  select(which, numbers, Wide(to, part)).put(to, part);
}
CAROM_WIDE void keep(Which which, Which truths, Which& to) {
  to = (truths & which) | (to & ~which);
}

template <int count>
void Group<count>::conclude(const Truths& ended, PairGroup& problem) const {
  const Wide rest = outcome_tolerance * speed_scale;
  Wide largest = 0;
  for (const GroupContact& each : contact) largest = larger(largest, abs(each.impulse[1]));
  Wide total = 0;
  Wide exchanged = 0;
  for (int role = 0; role < count; ++role) {
    const GroupContact& each = contact[role];
    const WideBoth impulse = each.unit * each.impulse;
    const WideBoth velocity = each.velocity * (1 / each.unit);
    total += sum(each.work);
    const Wide given = exchanged_share * largest;
    exchanged +=
        0.5 * sum(magnitude(each.impulse) *
                  (magnitude(each.start) + magnitude(each.velocity) + WideBoth{{given, given}}));
    const Which rebounds = which(each.velocity[1] > rest, at);
    const Which slides = which(abs(each.velocity[0]) > rest, at) & ~rebounds;
    for (int i = 0; i < count; ++i) {
      const Truths here = ended & (role == i ? !second : second);
      for (int a = 0; a < 2; ++a) {
        keep(here, impulse[a], problem.impulse[2 * i + a], at);
        keep(here, velocity[a], problem.velocity_after[2 * i + a], at);
      }
      keep(which(here, at), rebounds, problem.rebounds[i]);
      keep(which(here, at), slides, problem.slides[i]);
    }
  }
  keep(ended, -total, problem.energy_loss, at);
  keep(which(ended, at), which(total > energy_rounding * exchanged, at), problem.makes_energy);
  problem.answered |= which(ended, at);
}

}  // namespace carom::CAROM_PROCESSOR
