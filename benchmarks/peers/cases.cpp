#include "cases.hpp"

#include "carom/strike.hpp"
#include "mechanisms.hpp"

namespace peers {
namespace {

using namespace carom;
namespace benchmarks = carom::benchmarks;
using peers::Vec2;

Case made(const std::string& name, const Mechanism& mechanism, const State& state) {
  Case c;
  c.name = name;
  c.positions = state.positions;
  c.velocities = state.velocities;
  const auto index = [&](const std::string& link) {
    int k = 0;
    while (mechanism.links[static_cast<std::size_t>(k)].name != link) ++k;
    return k;
  };
  for (std::size_t k = 0; k < mechanism.links.size(); ++k) {
    const Link& link = mechanism.links[k];
    Body body;
    body.parent = link.parent ? index(*link.parent) : static_cast<int>(k) - 1;
    body.at_far_end = !link.at || link.at->x > 0.5;
    body.angle = state.positions[2 + k];
    body.rate = state.velocities[2 + k];
    c.bodies.push_back(body);
  }
  place(c.bodies, {state.positions[0], state.positions[1]},
        {state.velocities[0], state.velocities[1]});
  for (const Contact& contact : mechanism.contacts)
    c.contacts.push_back({index(contact.link), contact.at.x > 0.5});
  return c;
}

Case chain(int n) {
  return made("chain" + std::to_string(n), benchmarks::arch(n), benchmarks::arch_state(n));
}

/// The chain of three links with rates at which it slides throughout: the laws agree.
Case sliding() {
  State state = benchmarks::arch_state(3);
  state.velocities = {0, 0, 0.1, -0.5, 1.1};
  return made("sliding3", benchmarks::arch(3), state);
}

}  // namespace

std::vector<Case> chosen_cases(const std::string& which) {
  const bool all = which != "one" && which != "links" && which != "contacts";
  std::vector<Case> cases;
  if (all || which == "one") {
    cases.push_back(chain(3));
    cases.push_back(sliding());
  }
  if (all || which == "links")
    for (const int n : {4, 16, 64, 256, 1024, 4096}) cases.push_back(chain(n));
  if (all || which == "contacts")
    for (const int n : {2, 4, 8, 16, 32, 64})
      cases.push_back(
          made("comb" + std::to_string(n), benchmarks::comb(n), benchmarks::comb_state(n)));
  return cases;
}

std::vector<Body> exact(const Case& c, const std::string& law) {
  const int contacts = static_cast<int>(c.contacts.size());
  const bool comb = c.name.rfind("comb", 0) == 0;
  const Model model(comb ? benchmarks::comb(contacts) : benchmarks::arch(c.links()));
  Workspace workspace(model);
  const Impact impact = strike(model, {0, c.positions, c.velocities}, {.law = law}, workspace);
  std::vector<Body> bodies = c.bodies;
  if (impact.velocities.empty()) return {};
  for (std::size_t k = 0; k < bodies.size(); ++k) bodies[k].rate = impact.velocities[2 + k];
  place(bodies, bodies[0].near_end, {impact.velocities[0], impact.velocities[1]});
  return bodies;
}

}  // namespace peers
