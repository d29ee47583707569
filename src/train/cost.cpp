#include "train/cost.hpp"

#include <cmath>

#include "train/taylor.hpp"

namespace carom {

double estimated_work(const Line& line) {
  // In units of T, the shortest time: contacts as if the bodies were whole, and waves going to and
  // fro twice in each body.
  double time = 0;
  for (std::size_t c = 0; c < line.contacts.size(); ++c) {
    if (line.model == ContactModel::rigid) break;
    const LineBody &left = line.bodies[c], &right = line.bodies[c + 1];
    const Bimodal& law = line.contacts[c].law;
    const double n = law.exponent;
    const double reduced = 1 / (1 / (left.mass * static_cast<double>(left.count)) +
                                1 / (right.mass * static_cast<double>(right.count)));
    const double depth = std::pow(0.5 * (n + 1) * reduced / law.stiffness, 1 / (n + 1));
    time += 2.94 * depth;
  }
  for (const LineBody& body : line.bodies)
    if (body.count > 1)
      time += 4 * static_cast<double>(body.count) * std::sqrt(body.mass / body.stiffness);
  constexpr double step = 2.5;
  return 3.0 * static_cast<double>(line.segments()) * series_order *
         (time / step + 60.0 * static_cast<double>(line.contacts.size()));
}

}  // namespace carom
