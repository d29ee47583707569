#include "support/motion_watch.hpp"

#include <algorithm>
#include <cmath>

namespace carom::testing {

void Watch::note(const MotionEnergy& e) {
  for (const double x :
       {e.kinetic, e.springs, e.dampers, e.friction, e.impacts, e.inputs, e.surfaces})
    energy = std::max(energy, std::abs(x));
}

void Watch::sample(const MotionSample& s) {
  const State state{
      s.time, {s.positions.begin(), s.positions.end()}, {s.velocities.begin(), s.velocities.end()}};
  const DenseState d = mechanics.at(state);
  note(s.energy);
  for (const double x : s.positions)
    if (!std::isfinite(x)) say("not finite", fmt::format("t {}", s.time));
  speed = std::max(speed, d.velocity.cwiseAbs().maxCoeff());
  Vector forces(2 * mechanics.contacts());
  for (int k = 0; k < mechanics.contacts(); ++k) {
    forces[2 * k] = s.contacts[k].force[0];
    forces[2 * k + 1] = s.contacts[k].force[1];
  }
  force = std::max(force, forces.cwiseAbs().maxCoeff());
  const Vector rates = d.free_rates + d.contact_mobility * forces;
  const double size = std::max({d.free_rates.cwiseAbs().maxCoeff(), 1e-3,
                                (d.contact_mobility.cwiseAbs() * forces.cwiseAbs()).maxCoeff()});
  for (int k = 0; k < mechanics.contacts(); ++k) {
    const ContactMotion& c = s.contacts[k];
    const auto at = fmt::format(
        "t {} contact {} gap {:.3e} v ({:.3e}, {:.3e}) force ({:.3e}, {:.3e}) mode {}", s.time, k,
        d.gap[k], d.velocity[2 * k], d.velocity[2 * k + 1], c.force[0], c.force[1], name(c.mode));
    // Gaps: the tolerance is 1e-9 of the size, times what a motion multiplies errors by.
    if (d.gap[k] < -1e-6 * mechanics.size() && mechanics.takes_part(k, state, d))
      say("penetrates", at);
    if (std::abs(c.velocity[1] - d.velocity[2 * k + 1]) > 1e-6 * (1 + speed))
      say("velocity differs", at);
    const bool pressed = c.mode != Mode::apart && c.mode != Mode::separates;
    if (!pressed) {
      if (c.force[0] != 0 || c.force[1] != 0) say("apart with a force", at);
      continue;
    }
    const Contact& described = mechanics.mechanism().contacts[k];
    const double mu = described.static_friction.value_or(described.friction);
    if (c.force[1] < -1e-7 * force) say("pressed with a pull", at);
    if (std::abs(c.force[0]) > mu * c.force[1] + 1e-6 * force) say("outside the friction cone", at);
    if (std::abs(rates[2 * k + 1]) > 1e-5 * size)
      say("pressed but accelerates away", at + fmt::format(" {:.3e}", rates[2 * k + 1]));
    if (c.mode == Mode::sticks && std::abs(d.velocity[2 * k]) > 1e-5 * (1e-3 + speed))
      say("sticks but slips", at);
  }
}

void Watch::event(const MotionEvent& e) {
  ++events;
  note(e.energy);
  for (const double x : e.velocities_after)
    if (!std::isfinite(x)) say("not finite", fmt::format("t {}", e.time));
  speed = std::max({speed, std::abs(e.velocity_before[0]), std::abs(e.velocity_before[1])});
  force = std::max({force, std::abs(e.force[0]), std::abs(e.force[1])});
  const auto at = fmt::format("t {} {} contact {} force ({:.3e}, {:.3e})", e.time, name(e.kind),
                              e.contact, e.force[0], e.force[1]);
  const bool begins = e.kind == MotionEventKind::contact || e.kind == MotionEventKind::sticks ||
                      e.kind == MotionEventKind::slides;
  if (begins && e.force[1] < -1e-12 * force) say("event pressed with a pull", at);
  // The last force of one that leaves, as found to rounding where it came to zero.
  const Contact& described = mechanics.mechanism().contacts[e.contact];
  const double mu = std::max(described.friction, described.static_friction.value_or(0));
  if (e.force[1] < 0) say("event with a pull", at);
  // Loads of some 100 N are known to some 1e-14 N, and of no share of one is more.
  constexpr double rounding = 1e-12;
  if (std::abs(e.force[0]) > mu * e.force[1] + 1e-6 * force + rounding)
    say("event outside the friction cone", at);
  if (e.kind != MotionEventKind::impact) return;
  const State state{e.time, e.positions, e.velocities_before};
  const DenseState d = mechanics.at(state);
  const double momentum = d.inertia.diagonal().maxCoeff() * (1 + speed);
  double largest = 0;
  for (const auto& i : e.impulses) largest = std::max({largest, std::abs(i[0]), std::abs(i[1])});
  const int n = 2 * e.contact + 1;
  const double yields = d.contact_mobility.block(n - 1, n - 1, 2, 2).cwiseAbs().maxCoeff();
  const double free =
      (d.jacobian.row(n) * d.inertia.ldlt().solve(d.jacobian.row(n).transpose()))(0);
  // Beside a wedge, or where a drive forces links through a dead point, W asks for any impulse.
  const auto own = d.contact_mobility.block(n - 1, n - 1, 2, 2);
  const double least = own.determinant() / own.trace();
  const double asked = least > 0 ? 1e3 * speed / least : 0;
  if (!(largest < std::max(1e7 * momentum, asked)))
    say("absurd impulse", at + fmt::format(" {:.3e} N s", largest));
  if (yields <= 1e-12 * free) say("impact on what cannot move", at);
  const bool gives = !mechanics.mechanism().drives.empty() ||
                     std::ranges::any_of(mechanics.mechanism().surfaces,
                                         [](const Surface& s) { return s.motion.has_value(); });
  if (!gives && !e.simultaneous && e.energy_loss < -1e-8 * (energy + 1e-3))
    say("impact makes energy", at + fmt::format(" {:.3e} J", e.energy_loss));
}

}  // namespace carom::testing
