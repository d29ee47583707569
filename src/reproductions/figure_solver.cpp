#include "reproductions/figure_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "base/words.hpp"
#include "dynamics/compiled_model.hpp"
#include "study/law_choice.hpp"

namespace carom {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// "impulse.A0.normal" is a quantity, of a contact, in a direction; the last two may be missing.
struct FigureQuantity {
  std::string_view name, contact, direction;
};
FigureQuantity parts_of(std::string_view text) {
  std::array<std::string_view, 3> parts;
  for (std::string_view& part : parts) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    part = text.substr(0, dot);
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return {parts[0], parts[1], parts[2]};
}

}  // namespace

FigureSolver::FigureSolver(const Study& study, const std::vector<std::string>& laws,
                           Method method) {
  const std::vector<const Law*> chosen = chosen_laws(study, laws);
  for (const Law* law : chosen) laws_.emplace_back(law->name);
  for (const Contact& each : study.scenario.mechanism.contacts) contacts_.push_back(each.name);
  const std::vector<std::string> swept{study.scenario.sweep.at(0).parameter};
  solver_ = std::make_unique<StrikePointSolver>(study.scenario, study.model.compiled().tree, swept,
                                                chosen, method, true);
}

void FigureSolver::move_to(double x) {
  solved_ = solver_->solve(std::array{x}) == PointStatus::solved;
}

const StrikePointLaw* FigureSolver::answer(std::string_view law) const {
  const auto found = std::ranges::find(laws_, law);
  if (found == laws_.end())
    throw std::runtime_error(fmt::format("the figure has no law \"{}\"", law));
  const StrikePointLaw& result = solver_->laws()[static_cast<std::size_t>(found - laws_.begin())];
  return solved_ && result.answered ? &result : nullptr;
}

std::size_t FigureSolver::contact(std::string_view name) const {
  const auto found = std::ranges::find(contacts_, name);
  if (found == contacts_.end())
    throw std::runtime_error(fmt::format("the figure has no contact \"{}\"", name));
  return static_cast<std::size_t>(found - contacts_.begin());
}

double FigureSolver::real(std::string_view law, std::string_view quantity) const {
  const StrikePointLaw* found = answer(law);
  const FigureQuantity asked = parts_of(quantity);
  if (asked.name == "energy_loss") return found ? found->energy_loss : not_a_number;
  const std::size_t row = 2 * contact(asked.contact) + (asked.direction == "normal" ? 1 : 0);
  if (asked.name == "velocity_after") return found ? found->velocity[row] : not_a_number;
  if (asked.name == "impulse") return found ? found->impulse[row] : not_a_number;
  throw std::runtime_error(fmt::format("a figure has no number \"{}\"", quantity));
}

std::string FigureSolver::word(std::string_view law, std::string_view quantity) const {
  const StrikePointLaw* found = answer(law);
  const FigureQuantity asked = parts_of(quantity);
  const std::size_t place = contact(asked.contact);
  if (asked.name == "outcome") {
    if (!found || found->outcome[place] == no_category) return {};
    return std::string(name(static_cast<Outcome>(found->outcome[place])));
  }
  if (asked.name == "interacted")
    return std::string(found ? name_of(found->interacted[place] != 0) : "");
  if (asked.name == "history")
    return !found || found->history[place] == nothing
               ? ""
               : solver_->texts().text(found->history[place]);
  throw std::runtime_error(fmt::format("a figure has no word \"{}\"", quantity));
}

std::vector<double> FigureSolver::velocities(std::string_view law) const {
  const StrikePointLaw* found = answer(law);
  return found ? found->velocity : std::vector<double>{};
}

}  // namespace carom
