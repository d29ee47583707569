/// Carom itself in the peers' table, by every law, and the kernel written by hand
/// (hand_written.hpp), timed in the same run. Work: carom::strike, state in, velocities out.

#include <memory>

#include "carom/strike.hpp"
#include "hand_written.hpp"
#include "harness.hpp"
#include "mechanisms.hpp"

namespace peers {
namespace {

constexpr const char* laws[] = {"energetic", "kinetic", "kinematic", "whittaker", "brach"};

/// Several calls a sample: one is too short for the clock.
template <class Call>
Times timed_calls(const Call& call) {
  const double start = now();
  call();
  const int calls = std::max(1, static_cast<int>(2e4 / std::max(now() - start, 50.0)));
  Times times = timed([] {},
                      [&] {
                        for (int k = 0; k < calls; ++k) call();
                      });
  return {times.best / calls, times.median / calls};
}

/// Two rows: given unit vectors and velocities of mass centres; given what Carom is given.
void run_kernel(const Case& c) {
  if (c.contacts.size() != 2 || !c.name.starts_with("chain")) return;
  const bool near_sticks = c.links() > 3;
  const std::vector<Body> right = exact(c, "whittaker");
  carom::benchmarks::RodChain chain(c.links());
  std::vector<double> velocities(c.velocities.size());
  const auto strike_state = [&] {
    chain.strike_state(c.positions.data(), c.velocities.data(), c.friction, c.restitution,
                       near_sticks, velocities.data());
    asm volatile("" : : "r"(&chain) : "memory");
  };
  const Times from_state = timed_calls(strike_state);
  // Leaves the unit vectors; velocities change from call to call, but not the work.
  const Times from_vectors = timed_calls([&] {
    chain.strike(c.friction, c.restitution, near_sticks);
    asm volatile("" : : "r"(&chain) : "memory");
  });
  strike_state();
  std::vector<Body> after = c.bodies;
  for (std::size_t k = 0; k < after.size(); ++k) {
    after[k].velocity = {chain.vx[k], chain.vy[k]};
    after[k].rate = velocities[2 + k];
  }
  print("kernel by hand", "one mode", c, from_vectors, after, right);
  print("kernel by hand", "one mode, state in", c, from_state, after, right);
}

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  for (const Case& c : chosen_cases(argc > 1 ? argv[1] : "all")) {
    run_kernel(c);
    const int contacts = static_cast<int>(c.contacts.size());
    const carom::Model model(c.name.starts_with("comb") ? carom::benchmarks::comb(contacts)
                                                        : carom::benchmarks::arch(c.links()));
    carom::Workspace workspace(model);
    const carom::State state{0, c.positions, c.velocities};
    for (const char* law : laws) {
      const Times times = timed_calls([&] {
        const carom::Impact impact = carom::strike(model, state, {.law = law}, workspace);
        asm volatile("" : : "r"(&impact) : "memory");
      });
      const std::vector<Body> after = exact(c, law);
      if (after.empty()) continue;
      print("Carom", law, c, times, after, after);
    }
  }
}
