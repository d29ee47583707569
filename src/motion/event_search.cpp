#include "motion/event_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "numerics/bernstein.hpp"

namespace carom {
namespace {

int direction(const Regime& regime) {
  return regime.mode == Mode::slides_plus ? 1 : regime.mode == Mode::slides_minus ? -1 : 0;
}

/// Whether the end of the slip means anything: friction changes.
bool watches_slip(const Tree& tree, int contact, const Regime& regime) {
  return direction(regime) != 0 && tree.contacts[contact].static_friction > 0;
}

/// The first `order` of a function's derivatives at the start are zero, whatever rounding left
/// there.
template <std::size_t n>
std::array<double, n> started(std::array<double, n> values, int order) {
  for (std::size_t k = 0; k < n && static_cast<int>(k) < order; ++k) values[k] = 0;
  return values;
}

std::optional<double> gap_closes(const ContactRates& at_0, const ContactRates& at_1, double h,
                                 int order, double allowance) {
  const Bernstein p = hermite_quintic(
      started<3>({at_0.gap + allowance, h * at_0.velocity[1], h * h * at_0.acceleration[1]}, order),
      {at_1.gap + allowance, h * at_1.velocity[1], h * h * at_1.acceleration[1]});
  if (order == 0 && p.c[0] < 0) return 0.0;
  return first_fall(deflated(p, order));
}

std::optional<double> slip_stops(const ContactRates& at_0, const ContactRates& at_1, double h,
                                 int sign, int order) {
  const Bernstein p =
      hermite_cubic(started<2>({sign * at_0.velocity[0], sign * h * at_0.acceleration[0]}, order),
                    {sign * at_1.velocity[0], sign * h * at_1.acceleration[0]});
  if (order == 0 && p.c[0] < 0) return 0.0;
  return first_fall(deflated(p, order));
}

}  // namespace

double watched_value(const Tree& tree, int contact, const Regime& regime, Watched watched,
                     const ContactRates& rates, const EventScales& scales) {
  switch (watched) {
    case Watched::gap:
      return rates.gap + (regime.mode == Mode::separates ? scales.gap : 0);
    case Watched::slip:
      return direction(regime) * rates.velocity[0];
    case Watched::normal_force:
      return rates.force[1];
    case Watched::friction_cone:
      return tree.contacts[contact].static_friction * rates.force[1] - std::abs(rates.force[0]);
    case Watched::wedge:
      return rates.wedge;
    case Watched::formula:
      break;
  }
  return 0;
}

std::optional<FoundEvent> first_event(
    const Tree& tree, std::span<const Regime> regimes, std::span<const StartOrder> orders,
    std::span<const ContactRates> at_0, std::span<const ContactRates> at_1, double h,
    const EventScales& scales,
    const std::function<std::span<const ContactRates>(double share)>& between,
    std::span<const FoundEvent> ignored) {
  std::optional<FoundEvent> first;
  const auto consider = [&](const FoundEvent& found) {
    const bool left_out = std::ranges::any_of(ignored, [&](const FoundEvent& other) {
      return other.contact == found.contact && other.watched == found.watched;
    });
    if (!left_out && (!first || found.at < first->at)) first = found;
  };
  bool any_pressed = false;
  for (int i = 0; i < static_cast<int>(regimes.size()); ++i) {
    const Regime& regime = regimes[i];
    if (orders[i].asleep) continue;
    if (regime.pressed()) {
      any_pressed = true;
      if (!watches_slip(tree, i, regime) || orders[i].slip > 2) continue;
      if (const auto at = slip_stops(at_0[i], at_1[i], h, direction(regime), orders[i].slip))
        consider({i, Watched::slip, 0, *at, 1});
    } else if (orders[i].gap <= 3) {
      const double allowance = regime.mode == Mode::separates ? scales.gap : 0;
      if (const auto at = gap_closes(at_0[i], at_1[i], h, orders[i].gap, allowance))
        consider({i, Watched::gap, 0, *at, 1});
    }
  }
  if (!any_pressed) return first;
  constexpr std::array shares = {0.0, 0.25, 0.5, 0.75, 1.0};
  std::vector<ContactRates> previous(at_0.begin(), at_0.end());
  for (std::size_t k = 1; k < shares.size(); ++k) {
    if (first && first->at <= shares[k - 1]) break;
    const auto now = k + 1 == shares.size() ? at_1 : between(shares[k]);
    for (int i = 0; i < static_cast<int>(regimes.size()); ++i) {
      if (!regimes[i].pressed() || orders[i].asleep) continue;
      const auto watch = [&](Watched watched) {
        const bool wedge = watched == Watched::wedge;
        const double after = watched_value(tree, i, regimes[i], watched, now[i], scales);
        if (after >= -(wedge ? scales.acceleration : scales.force)) return;
        const double before = watched_value(tree, i, regimes[i], watched, previous[i], scales);
        if (wedge && (orders[i].stays || !std::isfinite(before))) return;
        const double width = shares[k] - shares[k - 1];
        const double at =
            before <= 0 ? shares[k - 1] : shares[k - 1] + width * before / (before - after);
        consider({i, watched, shares[k - 1], at, shares[k]});
      };
      watch(Watched::normal_force);
      // Where the force would pull, that is the event, not the cone that shrank with it; where it
      // has just come to zero, friction that is left has been too much before.
      if (regimes[i].fixed() && now[i].force[1] > -scales.force) watch(Watched::friction_cone);
      watch(Watched::wedge);
    }
    std::ranges::copy(now, previous.begin());
  }
  return first;
}

}  // namespace carom
