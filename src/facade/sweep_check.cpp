#include "facade/sweep_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.hpp"
#include "pages/verb.hpp"
#include "study/law_choice.hpp"
#include "study/suited.hpp"

namespace carom {
namespace {

std::vector<std::string> strings(std::span<const std::string_view> views) {
  return {views.begin(), views.end()};
}

bool rises_or_falls(const SweepAxis& axis) {
  return std::ranges::is_sorted(axis.values) ||
         std::ranges::is_sorted(axis.values, std::ranges::greater{});
}

class RequestCheck {
 public:
  RequestCheck(const Scenario& scenario, const SweepRequest& request, const SweepSetting& setting,
               const Grid& grid)
      : scenario_(scenario), request_(request), threads_(setting.threads), grid_(grid) {}

  void run() {
    if (grid_.dimensions.empty())
      fault("the scenario has no [[sweep]]: there is nothing to sweep; " + who_takes_it(scenario_));
    check_verb();
    check_laws();
    check_boundaries();
    if (request_.chunk && *request_.chunk < 1)
      fault(fmt::format("--chunk is {}; must be >= 1", *request_.chunk));
    if (threads_ && *threads_ < 1) fault(fmt::format("--threads is {}; must be >= 1", *threads_));
    if (request_.folder.empty() && (request_.resume || request_.force))
      fault("--resume and --force need a result folder: -o FOLDER");
    if (request_.resume && request_.force)
      fault("--resume goes on with results and --force replaces them: only one may be given");
    if (!faults_.empty()) throw InputError(scenario_.path, std::move(faults_));
  }

 private:
  void fault(std::string message) { faults_.push_back({{}, std::move(message), {}}); }

  void check_verb() {
    const SweepTaskEntry* entry = find_sweep_task(request_.of);
    if (entry == nullptr)
      return fault(fmt::format("--of: \"{}\" cannot be swept{}", request_.of,
                               nearest_or_all(request_.of, sweepable_verbs())));
    if (entry->lack != nullptr)
      if (const std::string lack = entry->lack(scenario_); !lack.empty())
        fault(fmt::format("--of {}: {}", request_.of, lack));
    if (!entry->of_trains && !entry->takes_method && request_.method != Method::consistent)
      fault(fmt::format("--method means nothing with --of {}", request_.of));
    const std::vector<std::string> known = strings(entry->quantities);
    for (const std::string& quantity : request_.quantities)
      if (std::ranges::find(known, quantity) == known.end())
        fault(fmt::format("--quantities: \"{}\" is not a quantity{}", quantity,
                          nearest_or_all(quantity, known)));
  }

  void check_laws() {
    if (sweeps_trains(request_.of)) {
      if (!request_.laws.empty())
        fault("--law means nothing with --of collide: the model of [train] is the law");
      if (request_.method != Method::consistent)
        fault("--method means nothing with --of collide: it is of laws of impact");
      return;
    }
    if (const SweepTaskEntry* entry = find_sweep_task(request_.of); entry && !entry->takes_laws) {
      if (!request_.laws.empty())
        fault(fmt::format("--law means nothing with --of {}", request_.of));
      return;
    }
    try {
      chosen_laws(scenario_, request_.laws);
    } catch (const InputError& error) {
      faults_.insert(faults_.end(), error.faults().begin(), error.faults().end());
    }
  }

  void check_boundaries() {
    if (!(request_.tolerance >= 1e-14 && request_.tolerance <= 1e-2))
      fault(fmt::format("--tolerance is {}; must be from 1e-14 to 1e-2", request_.tolerance));
    if (!request_.along.empty() && !request_.boundaries)
      fault("--along means nothing without --boundaries");
    if (!request_.boundaries || grid_.dimensions.empty()) return;
    const std::string& along =
        request_.along.empty() ? grid_.dimensions.back().name() : request_.along;
    const auto found = std::ranges::find(grid_.dimensions, along, &GridDimension::name);
    if (found == grid_.dimensions.end()) {
      std::vector<std::string> names;
      for (const GridDimension& dimension : grid_.dimensions) names.push_back(dimension.name());
      fault(fmt::format("--along: \"{}\" is not an axis{}", along, nearest_or_all(along, names)));
    } else if (!rises_or_falls(found->axes.front())) {
      fault(fmt::format("--boundaries: the values of \"{}\" go up and down; they must rise or fall",
                        along));
    } else if (found->random()) {
      fault(
          fmt::format("--boundaries: the axis of \"{}\" is random: there is nothing between its "
                      "points; choose another with --along",
                      along));
    }
  }

  const Scenario& scenario_;
  const SweepRequest& request_;
  const std::optional<int> threads_;
  const Grid& grid_;
  std::vector<Fault> faults_;
};

}  // namespace

void check_request(const Scenario& scenario, const SweepRequest& request,
                   const SweepSetting& setting, const Grid& grid) {
  RequestCheck(scenario, request, setting, grid).run();
}

}  // namespace carom
