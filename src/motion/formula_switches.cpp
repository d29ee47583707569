#include "motion/formula_switches.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/dual.hpp"
#include "dynamics/contacts.hpp"
#include "dynamics/driven_joints.hpp"
#include "motion/thresholds.hpp"

namespace carom {
namespace {

bool of_time(const Expression& formula) {
  return std::ranges::all_of(formula.variables_used(), [](int i) { return i == 0; });
}

bool is_gentle_load(const Expression& formula, bool input) {
  return input && !formula.is_constant() && of_time(formula) && formula.may_be_flat();
}

int sign_of(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/// The last number before the condition ends that holds at `from` and not at `to`.
template <class Holds>
double last_held(double from, double to, const Holds& holds) {
  while (true) {
    const double middle = from + 0.5 * (to - from);
    if (!(middle > from && middle < to)) return from;
    (holds(middle) ? from : to) = middle;
  }
}

/// A step is looked at in so many parts.
constexpr int parts = 8;

}  // namespace

bool FormulaSwitches::in(const Tree& tree) {
  bool any = false;
  each_formula(tree, [&](const Expression& formula, bool input) {
    any = any || formula.switches() > 0 || is_gentle_load(formula, input);
  });
  return any || std::ranges::any_of(tree.contacts, &TreeContact::conditional);
}

FormulaSwitches::FormulaSwitches(Tree& tree, double duration)
    : tree_(tree),
      duration_(duration),
      velocity_jumps_(tree.surfaces.size()),
      displacement_jumps_(tree.surfaces.size()),
      places_(tree.surfaces.size()),
      drives_(tree.drives.size()),
      variables_(tree) {
  int index = -1;
  each_formula(tree, [&](Expression& formula, bool input) {
    const auto count = static_cast<std::size_t>(formula.switches());
    ++index;
    if (is_gentle_load(formula, input)) loads_.push_back(&formula);
    if (count == 0) return;
    scratch_.resize(std::max(scratch_.size(), count));
    if (of_time(formula)) {
      timed_.push_back({&formula, std::vector<double>(count)});
      return;
    }
    state_formulas_.push_back(&formula);
    variables_.serve(formula);
    // Angles and rates: what is far below a radian, and one within the duration, is rounding.
    const double least = least_speed_share * std::min(1.0, 1 / duration);
    for (int k = 0; k < static_cast<int>(count); ++k)
      state_switches_.push_back({&formula, index, k, least});
  });
  for (int i = 0; i < static_cast<int>(tree.contacts.size()); ++i)
    if (tree.contacts[i].conditional) add_whole(tree.contacts[i].active, i);
}

void FormulaSwitches::add_whole(const Expression& formula, int contact) {
  state_switches_.push_back(
      {.largest = std::numeric_limits<double>::min(), .whole = &formula, .contact = contact});
  variables_.serve(formula);
}

void FormulaSwitches::watch(const Expression& section) {
  section_ = in_state();
  add_whole(section, -1);
}

bool FormulaSwitches::sleeps(int contact) const {
  return std::ranges::any_of(state_switches_, [&](const StateSwitch& one) {
    return one.contact == contact && one.side <= 0;
  });
}

/// How near to zero is zero, of the largest. What says where a force bends need not be as sharp as
/// what says where a contact begins, and where a section is.
double FormulaSwitches::share_of(const StateSwitch& one) {
  return one.whole != nullptr ? switch_rounding : rest_tolerance;
}

void FormulaSwitches::begin(double t) {
  for (TimeFormula& watched : timed_) take_sides(watched, t);
}

/// The sides of right after t, inner switches first: the sign there is known once their own are.
/// Where a function is zero for long (a max of equals), either side will do.
void FormulaSwitches::take_sides(TimeFormula& watched, double t) {
  const double rounding = switch_rounding * std::max(std::abs(t), duration_);
  for (int k = 0; k < static_cast<int>(watched.values.size()); ++k) {
    watched.formula->set_side(k, 0);
    int side = 0;
    for (double ahead = rounding; side == 0 && ahead < switch_outlook * duration_; ahead *= 8) {
      const double then = t + ahead;
      watched.formula->switch_values(std::span<const double>(&then, 1), std::span(watched.values));
      side = sign_of(watched.values[static_cast<std::size_t>(k)]);
    }
    watched.formula->set_side(k, side != 0 ? side : 1);
  }
}

bool FormulaSwitches::on_sides(TimeFormula& watched, double t) {
  watched.formula->switch_values(std::span<const double>(&t, 1), std::span(watched.values));
  for (int k = 0; k < static_cast<int>(watched.values.size()); ++k)
    if (watched.formula->side(k) * watched.values[static_cast<std::size_t>(k)] < 0) return false;
  return true;
}

/// The last instant on its sides, or infinity where it stays on them throughout. Between two looks
/// a function that falls and rises again is followed to its least value.
double FormulaSwitches::first_off(TimeFormula& watched, double from, double to) {
  const auto on = [&](double t) { return on_sides(watched, t); };
  const std::size_t count = watched.values.size();
  std::vector<Dual<double>> before(count), after(count);
  const auto look = [&](double t, std::vector<Dual<double>>& values) {
    const Dual<double> now(t, {1.0});
    watched.formula->switch_values(std::span<const Dual<double>>(&now, 1),
                                   std::span<Dual<double>>(values));
  };
  look(from, before);
  double earlier = from;
  for (int part = 1; part <= parts; ++part) {
    const double later = part == parts ? to : from + (to - from) * part / parts;
    if (!on(later)) return last_held(earlier, later, on);
    look(later, after);
    for (std::size_t k = 0; k < count; ++k) {
      const int side = watched.formula->side(static_cast<int>(k));
      if (!(side * before[k].slope[0] < 0 && side * after[k].slope[0] > 0)) continue;
      double a = earlier, b = later;
      const auto value = [&](double t) {
        on(t);
        return side * watched.values[k];
      };
      for (int i = 0; i < 60 && b - a > switch_rounding * std::max(std::abs(b), duration_); ++i) {
        const double left = a + (b - a) / 3, right = b - (b - a) / 3;
        const double at_left = value(left), at_right = value(right);
        if (at_left < 0 || at_right < 0) return last_held(earlier, at_left < 0 ? left : right, on);
        (at_left < at_right ? b : a) = at_left < at_right ? right : left;
      }
    }
    std::swap(before, after);
    earlier = later;
  }
  return std::numeric_limits<double>::infinity();
}

/// The last instant before a load changes its sign, or its second derivative does, where its slope
/// is zero; or infinity. The second is where a force that the load balances, but for a constant,
/// may change its sign (9.81/2 + 30(t − 0.3)⁵): its value is lost in the constant's rounding then,
/// its derivatives are not.
double FormulaSwitches::first_zero(const Expression& load, double from, double to) const {
  const auto seen_at = [&](double t) {
    const Dual<Dual<double>> now(Dual<double>(t, {1.0}), {Dual<double>(1.0)});
    const Dual<Dual<double>> f = load(std::span<const Dual<Dual<double>>>(&now, 1));
    return std::array{f.value.value, f.value.slope[0], f.slope[0].slope[0]};
  };
  constexpr std::array watched = {0, 2};
  const auto start = seen_at(from);
  std::array<double, 2> earlier = {from, from};
  std::array<int, 2> sign = {sign_of(start[0]), sign_of(start[2])};
  double largest = std::abs(start[0]), bent = std::abs(start[2]);
  for (int part = 1; part <= parts; ++part) {
    const double later = part == parts ? to : from + (to - from) * part / parts;
    const auto then = seen_at(later);
    largest = std::max(largest, std::abs(then[0]));
    bent = std::max(bent, std::abs(then[2]));
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < watched.size(); ++k) {
      const auto which = static_cast<std::size_t>(watched[k]);
      if (then[which] == 0 || !std::isfinite(then[which])) continue;
      if (sign[k] * sign_of(then[which]) < 0) {
        const double last = last_held(
            earlier[k], later, [&](double t) { return sign_of(seen_at(t)[which]) == sign[k]; });
        const double change = std::abs(seen_at(last)[1]) * (to - from);
        const double size = k == 0 ? largest : bent * (to - from) * (to - from);
        if (change <= gentle_share * size) first = std::min(first, last);
      }
      sign[k] = sign_of(then[which]);
      earlier[k] = later;
    }
    if (std::isfinite(first)) return first;
  }
  return std::numeric_limits<double>::infinity();
}

double FormulaSwitches::last_before(double t, double h, bool loads) {
  double first = std::numeric_limits<double>::infinity();
  for (TimeFormula& watched : timed_)
    first = std::min(first, first_off(watched, t, std::min(t + h, first)));
  if (loads)
    for (const Expression* load : loads_)
      first = std::min(first, first_zero(*load, t, std::min(t + h, first)));
  return first;
}

FormulaSwitches::Place FormulaSwitches::place(int surface, double t) const {
  const TreeSurface& s = tree_.surfaces[surface];
  if (!s.moved) return {};
  return {surface_displacement(s, t), surface_velocity(s, t)};
}

void FormulaSwitches::forget_jumps() {
  jumping_drive_ = -1;
  std::ranges::fill(velocity_jumps_, 0);
  std::ranges::fill(displacement_jumps_, 0);
}

double FormulaSwitches::cross(double t) {
  const int surfaces = static_cast<int>(tree_.surfaces.size());
  const double then = std::nextafter(t, std::numeric_limits<double>::infinity());
  for (int i = 0; i < surfaces; ++i) places_[i] = place(i, t);
  for (std::size_t d = 0; d < drives_.size(); ++d) drives_[d] = prescribed(tree_.drives[d], t);
  for (TimeFormula& watched : timed_) take_sides(watched, t);
  forget_jumps();
  // Formulas are known to rounding; what is below is none.
  const double length = event_gap_share * tree_.size, speed = length / duration_;
  for (int i = 0; i < surfaces; ++i) {
    const Place now = place(i, then);
    const Place& was = places_[i];
    const double fastest = std::max({std::abs(was.velocity[0]), std::abs(was.velocity[1]),
                                     std::abs(now.velocity[0]), std::abs(now.velocity[1])});
    const double change = std::max(std::abs(now.velocity[0] - was.velocity[0]),
                                   std::abs(now.velocity[1] - was.velocity[1]));
    velocity_jumps_[i] = change > std::max(speed, speed_rounding * fastest) ? 1 : 0;
    displacement_jumps_[i] = std::abs(now.displacement - was.displacement) > length ? 1 : 0;
  }
  for (std::size_t d = 0; d < drives_.size(); ++d) {
    const auto now = prescribed(tree_.drives[d], then);
    const double fastest = std::max(std::abs(now[1]), std::abs(drives_[d][1]));
    if (std::abs(now[0] - drives_[d][0]) > event_gap_share ||
        std::abs(now[1] - drives_[d][1]) >
            std::max(event_gap_share / duration_, speed_rounding * fastest))
      jumping_drive_ = static_cast<int>(d);
  }
  return then;
}

std::span<const double> FormulaSwitches::seen(std::span<const double> positions,
                                              std::span<const double> velocities, double t) const {
  return variables_.at(tree_, positions, velocities, t);
}

void FormulaSwitches::state_values(std::span<const double> positions,
                                   std::span<const double> velocities, double t,
                                   std::span<double> values) const {
  const std::span<const double> variables = seen(positions, velocities, t);
  std::size_t at = 0;
  for (const Expression* formula : state_formulas_) {
    const auto count = static_cast<std::size_t>(formula->switches());
    formula->switch_values(variables, std::span(scratch_).first(count));
    for (std::size_t k = 0; k < count; ++k, ++at) {
      const int side = formula->side(static_cast<int>(k));
      values[at] = side == 0 ? std::numeric_limits<double>::infinity()
                             : side * scratch_[k] + rest_tolerance * state_switches_[at].largest;
    }
  }
  for (; at < state_switches_.size(); ++at) {
    const StateSwitch& one = state_switches_[at];
    values[at] = one.side == 0 ? std::numeric_limits<double>::infinity()
                               : one.side * (*one.whole)(variables) + share_of(one) * one.largest;
  }
}

bool FormulaSwitches::follow_state(std::span<const double> positions,
                                   std::span<const double> velocities, double t) {
  const std::span<const double> variables = seen(positions, velocities, t);
  bool any = false;
  for (std::size_t i = 0; i < state_switches_.size(); ++i) {
    StateSwitch& one = state_switches_[i];
    double value = 0;
    if (one.whole != nullptr) {
      value = (*one.whole)(variables);
    } else {
      const auto values =
          std::span(scratch_).first(static_cast<std::size_t>(one.formula->switches()));
      one.formula->switch_values(variables, values);
      value = values[static_cast<std::size_t>(one.which)];
    }
    const int was = state_side(static_cast<int>(i));
    one.largest = std::max(one.largest, std::abs(value));
    const double beyond = (was == 0 ? chatter_share : share_of(one)) * one.largest;
    if (sign_of(value) == was || std::abs(value) <= beyond) continue;
    set_state_side(static_cast<int>(i), sign_of(value));
    any = true;
  }
  return any;
}

FormulaSwitches::StateFunction FormulaSwitches::state_function(int which) const {
  const StateSwitch& one = state_switches_[which];
  return {one.place, one.which, one.formula == nullptr ? 0 : one.formula->switches(), one.whole};
}

int FormulaSwitches::state_side(int which) const {
  const StateSwitch& one = state_switches_[which];
  return one.whole != nullptr ? one.side : one.formula->side(one.which);
}

void FormulaSwitches::set_state_side(int which, int side) {
  StateSwitch& one = state_switches_[which];
  if (one.whole != nullptr)
    one.side = side;
  else
    one.formula->set_side(one.which, side);
}

}  // namespace carom
