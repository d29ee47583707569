#include "reproductions/classics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/embedded.hpp"
#include "reproductions/classics_parts.hpp"
#include "reproductions/judges.hpp"

namespace carom {

/// studies/classics/*.toml, and examples.
std::span<const EmbeddedFile> embedded_classics();

namespace classics_parts {

std::string classic_text(std::string_view name) {
  const auto all = embedded_classics();
  const auto found = std::ranges::find(all, name, &EmbeddedFile::name);
  if (found == all.end())
    throw std::runtime_error("classics: there is no file " + std::string(name));
  return std::string(found->text);
}

Study classic(std::string_view name, std::span<const std::string> overrides) {
  return study_from_text(classic_text(name), std::string(name) + ".toml", overrides);
}

Claim met(std::string source, std::string what, double published, double ours, std::string unit,
          double tolerance, std::string reason) {
  const std::string difference =
      fmt::format("{:.12g}, difference {:.1e}, allowed {:.0e}", ours, ours - published, tolerance);
  return {std::move(source),
          std::move(what),
          published,
          ours,
          std::move(unit),
          within(published, ours, tolerance),
          reason.empty() ? difference : difference + "; " + reason};
}

Extrapolated extrapolated(const std::array<double, 3>& values) {
  const auto& [whole, half, quarter] = values;
  const double once = 2 * half - whole, again = 2 * quarter - half;
  return {(4 * again - once) / 3, (whole - half) / (half - quarter)};
}

}  // namespace classics_parts

Comparison classics(const StopRequest& stop) {
  using namespace classics_parts;
  Comparison result;
  result.title = "Classics";
  for (const auto part : {add_motions, add_impacts, add_plate, add_wheel, add_walker}) {
    stop.heed();
    part(result, stop);
  }
  return result;
}

}  // namespace carom
