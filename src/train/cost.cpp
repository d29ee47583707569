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
    time += whole_contact_time(line, c);
  }
  for (const LineBody& body : line.bodies)
    if (body.count > 1)
      time += 4 * static_cast<double>(body.count) * std::sqrt(body.mass / body.stiffness);
  constexpr double step = 2.5;
  return 3.0 * static_cast<double>(line.segments()) * series_order *
         (time / step + 60.0 * static_cast<double>(line.contacts.size()));
}

}  // namespace carom
