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

void run_kernel(const Case& c) {
  if (c.contacts.size() != 2 || !c.name.starts_with("chain")) return;
  carom::benchmarks::RodChain chain(c.links());
  for (std::size_t k = 0; k < c.bodies.size(); ++k) {
    chain.c[k] = std::cos(c.bodies[k].angle);
    chain.s[k] = std::sin(c.bodies[k].angle);
  }
  const auto put_back = [&] {
    for (std::size_t k = 0; k < c.bodies.size(); ++k) {
      chain.vx[k] = c.bodies[k].velocity.x;
      chain.vy[k] = c.bodies[k].velocity.y;
      chain.w[k] = c.bodies[k].rate;
    }
  };
  const auto strike_once = [&] {
    chain.strike(c.friction, c.restitution, c.links() > 3);
    asm volatile("" : : "r"(&chain) : "memory");
  };
  put_back();
  Times times = timed_calls(strike_once);
  put_back();
  strike_once();
  std::vector<Body> after = c.bodies;
  for (std::size_t k = 0; k < after.size(); ++k) {
    after[k].velocity = {chain.vx[k], chain.vy[k]};
    after[k].rate = chain.w[k];
  }
  print("kernel by hand", "one mode", c, times, after, exact(c, "whittaker"));
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
