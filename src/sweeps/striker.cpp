#include "sweeps/striker.hpp"

#include <algorithm>

namespace carom {

int named_striker(const Scenario& scenario) {
  const auto& contacts = scenario.mechanism.contacts;
  if (!scenario.impact.colliding) return -1;
  return static_cast<int>(std::ranges::find(contacts, *scenario.impact.colliding, &Contact::name) -
                          contacts.begin());
}

Striker striker(const Scenario& scenario, const ImpactSolver<double>& solver) {
  if (const int named = named_striker(scenario); named >= 0) return {named, 0};
  const std::vector<int> found = solver.strikers();
  return {found.size() == 1 ? found.front() : -1, static_cast<int>(found.size())};
}

}  // namespace carom
