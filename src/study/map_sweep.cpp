#include <algorithm>
#include <cmath>

#include "maps/orbits.hpp"
#include "study/mapped.hpp"

namespace carom {
namespace {

/// Returns are the same to this, of the largest.
constexpr double comes_again = 1e-6;

/// After how many returns the last ones come again, all of them twice at least: velocities and the
/// times between.
std::optional<double> repeats(const std::vector<MapReturn>& returns) {
  if (returns.size() < 3) return std::nullopt;
  const std::size_t count = returns.size() - 1;
  double fastest = 0, longest = 0;
  const auto between = [&](std::size_t k) { return returns[k].time - returns[k - 1].time; };
  for (std::size_t k = 1; k <= count; ++k) {
    for (const double v : returns[k].velocity) fastest = std::max(fastest, std::abs(v));
    longest = std::max(longest, between(k));
  }
  const auto same = [&](std::size_t a, std::size_t b) {
    for (std::size_t i = 0; i < 2; ++i)
      if (!(std::abs(returns[a].velocity[i] - returns[b].velocity[i]) <= comes_again * fastest))
        return false;
    return std::abs(between(a) - between(b)) <= comes_again * longest;
  };
  for (std::size_t p = 1; 2 * p <= count; ++p) {
    std::size_t k = p + 1;
    while (k <= count && same(k, k - p)) ++k;
    if (k > count) return static_cast<double>(p);
  }
  return std::nullopt;
}

/// `all`: there are as many returns as were asked for. Of those that end sooner the last ones say
/// nothing.
void tell_kept(std::size_t keep, bool all, MapReport& report) {
  const std::vector<MapReturn>& returns = report.returns;
  const std::size_t told = all ? std::min(keep, returns.size()) : 0;
  double sum = 0;
  for (std::size_t i = 0; i < keep; ++i) {
    MapKept& one = report.kept.emplace_back();
    one.name = std::to_string(i + 1);
    if (i >= told) continue;
    const MapReturn& r = returns[returns.size() - told + i];
    one.velocity = r.velocity[1];
    sum += r.velocity[1];
    if (!report.period) continue;
    const double turns = r.time / *report.period;
    one.phase = turns - std::floor(turns);
  }
  if (told > 0) report.mean_kept = sum / static_cast<double>(told);
}

}  // namespace

MapReport swept_map(const Study& study) {
  const MapChoice choice = study.scenario.map.value_or(MapChoice{});
  const auto keep = static_cast<std::size_t>(choice.keep);
  MapRequest request;
  request.last = std::max(1L, static_cast<long>(choice.keep));
  MapReport report = map(study, request);
  const bool all = !report.returns.empty() && report.returns.back().n >= choice.returns;
  if (all) report.repeats = repeats(report.returns);
  tell_kept(keep, all, report);
  if (choice.exponents > 0) {
    const auto m = mapped(study, request);
    std::string problem;
    SectionMap* const section = section_of(*m, problem);
    const auto found =
        section == nullptr
            ? std::nullopt
            : exponents(*section, section->coordinates(study.scenario.state),
                        static_cast<long>(choice.returns), static_cast<long>(choice.exponents));
    if (found)
      report.lyapunov =
          MapExponents{found->values, found->errors, static_cast<int>(found->returns)};
  }
  return report;
}

}  // namespace carom
