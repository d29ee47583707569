#include "study/force_loops.hpp"

#include <fmt/format.h>

namespace carom {
namespace {

void add_loop(std::string name, const CompliantCollision& collision, double lost,
              std::vector<ForceLoop>& loops) {
  if (collision.loop.empty()) return;
  ForceLoop loop{std::move(name), {}, {}, lost};
  for (const auto& [indentation, force] : collision.loop) {
    loop.indentation.push_back(indentation);
    loop.force.push_back(force);
  }
  loops.push_back(std::move(loop));
}

}  // namespace

std::vector<ForceLoop> force_loops(const StruckLaw& law) {
  std::vector<ForceLoop> loops;
  for (const StruckContact& contact : law.answer.contacts)
    add_loop(contact.name, contact.collision, -contact.work[1], loops);
  return loops;
}

std::vector<ForceLoop> force_loops(const SimulationReport& report) {
  std::vector<ForceLoop> loops;
  for (const MotionEvent& event : report.events)
    add_loop(fmt::format("{} at {:.6g} s", report.contacts[static_cast<std::size_t>(event.contact)],
                         event.time),
             event.collision, -event.collision.work[1], loops);
  return loops;
}

}  // namespace carom
