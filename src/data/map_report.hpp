#pragma once

/// data/map_report.hpp
///
/// What `map` tells: meetings of a motion with its section, the end of infinitely many bounces,
/// periodic orbits, exponents, branches in a parameter (docs/theory/maps.md).

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/quantity.hpp"

namespace carom {

struct MapReturn {
  int n = 0;  ///< from 1
  double time = 0;
  std::string contact;
  Named<double> state;  ///< on the section's side; before a symmetry
  std::array<double, 2> velocity{};
  std::optional<std::string> mode;
  std::optional<double> w;
  std::optional<std::array<double, 2>> impulse;
};

struct MapLimit {
  std::string kind = "never";
  std::optional<double> time;
  std::optional<Named<double>> state;
  std::optional<double> w;
  std::optional<double> ratio, force, alpha, beta;
  std::vector<std::vector<double>> vectors, matrix;
  std::vector<double> rates, decay;
  std::optional<double> separation, next_impact;
};

struct MapOrbitPoint {
  double time = 0;
  Named<double> state;
};

struct MapOrbit {
  Named<double> state;
  int period = 1;
  double time = 0;
  std::vector<std::array<double, 2>> multipliers;
  bool stable = false;
  std::string kind;
  std::vector<MapOrbitPoint> points;
  double residual = 0;
};

struct MapExponents {
  std::vector<double> values, errors;
  int returns = 0;
};

struct MapSeparatrix {
  double launch = 0;
  Named<double> state;
  double time = 0;
  double lambda = 0, multiplier = 0;
  double measured_lambda = 0, measured_multiplier = 0;
};

struct MapBranchPoint {
  double parameter = 0;
  Named<double> state;
  std::vector<std::array<double, 2>> multipliers;
  bool stable = false;
};

struct MapBifurcation {
  std::string kind;
  double parameter = 0;
  Named<double> state;
};

struct MapBranch {
  int period = 1;
  std::vector<MapBranchPoint> points;
  std::vector<MapBifurcation> bifurcations;
};

struct MapReport {
  std::string title;
  std::string section;
  std::string path;  ///< closed form, or motion
  std::string law;
  bool bounded = true;  ///< the first root is bracketed by bounds that are known
  std::optional<double> start_w;
  std::vector<MapReturn> returns;
  std::optional<MapLimit> limit;
  std::vector<MapOrbit> fixed_points;
  bool looked_for_orbits = false;
  std::string derivatives;  ///< exact, or differences
  std::optional<MapExponents> lyapunov;
  std::optional<MapSeparatrix> separatrix;
  std::string parameter;  ///< of the branches
  std::vector<MapBranch> branches;
  bool answered = true;
  std::string why;  ///< why there are fewer returns than asked for; else empty
  std::vector<std::string> notes;
};

constexpr auto quantities(Of<MapReturn>) {
  using Row = MapReturn;
  return Entries{
      quantity("n", "1", "which, from 1", &Row::n),
      quantity("time", "s", "of the meeting", &Row::time).formatted("{:.10f}"),
      quantity("contact", "1", "that struck or left", &Row::contact).when([](const Row& r) {
        return !r.contact.empty();
      }),
      quantity("state", "1", "on the section's side", &Row::state),
      quantity("velocity", "m/s", "(t, n) of the contact", &Row::velocity),
      quantity("impulse", "N s", "(t, n) on the body", &Row::impulse),
      quantity("mode", "1", "of the collision", &Row::mode),
      quantity("W", "m/s²", "relative acceleration after it", &Row::w)};
}

constexpr auto quantities(Of<MapLimit>) {
  using Row = MapLimit;
  return Entries{quantity("case", "1", "deadbeat, never or critical", &Row::kind),
                 quantity("time", "s", "where infinitely many bounces end", &Row::time),
                 quantity("state", "1", "there", &Row::state),
                 quantity("W", "m/s²", "relative acceleration there", &Row::w),
                 quantity("ratio", "1", "of the rebounds", &Row::ratio),
                 quantity("alpha", "1", "of the linearised map", &Row::alpha),
                 quantity("beta", "1", "of the linearised map", &Row::beta),
                 quantity("A", "1", "of the linearised map, of (t, u̇, θ, θ̇)", &Row::matrix)
                     .when([](const Row& r) { return !r.matrix.empty(); }),
                 quantity("rates", "1", "its eigenvalues", &Row::rates).when([](const Row& r) {
                   return !r.rates.empty();
                 }),
                 quantity("vectors", "1", "its eigenvectors", &Row::vectors).when([](const Row& r) {
                   return !r.vectors.empty();
                 }),
                 quantity("decay", "1", "(t, u̇, θ, θ̇) from the limit, per u̇", &Row::decay)
                     .when([](const Row& r) { return !r.decay.empty(); }),
                 quantity("force", "N", "of the contact that follows", &Row::force),
                 quantity("separation", "s", "where that contact ends", &Row::separation),
                 quantity("next_impact", "s", "and the next collision", &Row::next_impact)};
}

constexpr auto quantities(Of<MapOrbitPoint>) {
  return Entries{quantity("state", &MapOrbitPoint::state)};
}

constexpr auto quantities(Of<MapOrbit>) {
  using Row = MapOrbit;
  return Entries{quantity("state", "1", "after its first return", &Row::state),
                 quantity("period", "1", "returns", &Row::period),
                 quantity("time", "s", "of all its returns", &Row::time),
                 quantity("multipliers", "1", "[re, im]", &Row::multipliers),
                 quantity("stable", "1", "all within the unit circle", &Row::stable),
                 quantity("kind", &Row::kind),
                 quantity("residual", "1", "of the coordinates' sizes", &Row::residual),
                 quantity("points", "1", "all its returns", &Row::points).when([](const Row& r) {
                   return r.period > 1;
                 })};
}

constexpr auto quantities(Of<MapExponents>) {
  using Row = MapExponents;
  return Entries{quantity("exponents", "1", "per return", &Row::values),
                 quantity("errors", "1", "standard errors, from batches", &Row::errors),
                 quantity("returns", &Row::returns)};
}

constexpr auto quantities(Of<MapSeparatrix>) {
  using Row = MapSeparatrix;
  return Entries{
      quantity("launch", "m/s", "normal velocity of the start", &Row::launch),
      quantity("state", "1", "the start", &Row::state),
      quantity("time", "s", "where its bounces end", &Row::time),
      quantity("lambda", "1", "ratio of flights", &Row::lambda),
      quantity("multiplier", "1", "by which others depart", &Row::multiplier),
      quantity("measured_lambda", "1", "in the sequence", &Row::measured_lambda),
      quantity("measured_multiplier", "1", "between sequences", &Row::measured_multiplier)};
}

constexpr auto quantities(Of<MapBranchPoint>) {
  using Row = MapBranchPoint;
  return Entries{quantity("parameter", &Row::parameter), quantity("state", &Row::state),
                 quantity("multipliers", &Row::multipliers), quantity("stable", &Row::stable)};
}

constexpr auto quantities(Of<MapBifurcation>) {
  using Row = MapBifurcation;
  return Entries{quantity("kind", &Row::kind), quantity("parameter", &Row::parameter),
                 quantity("state", &Row::state)};
}

constexpr auto quantities(Of<MapBranch>) {
  using Row = MapBranch;
  return Entries{quantity("period", &Row::period), quantity("bifurcations", &Row::bifurcations),
                 quantity("points", &Row::points)};
}

/// Numbers of the last return, for sweeps.
constexpr auto quantities(Of<MapReport>) {
  using Report = MapReport;
  const auto last = [](auto part) {
    return [part](const Report& r) -> std::optional<double> {
      return r.returns.empty() ? std::nullopt : std::optional<double>(part(r.returns.back()));
    };
  };
  return Entries{
      quantity("section", &Report::section),
      quantity("path", "1", "closed form, or motion", &Report::path),
      quantity("law", "1", "of the impacts", &Report::law),
      quantity("bounded", "1", "the first root is bracketed by known bounds", &Report::bounded),
      quantity("W", "m/s²", "relative acceleration at the start", &Report::start_w),
      quantity("returns", &Report::returns),
      quantity("limit", &Report::limit),
      quantity("derivatives", "1", "exact, or differences", &Report::derivatives)
          .when([](const Report& r) { return !r.derivatives.empty(); }),
      quantity("fixed_points", &Report::fixed_points).when(&Report::looked_for_orbits),
      quantity("lyapunov", &Report::lyapunov),
      quantity("separatrix", &Report::separatrix),
      quantity("parameter", "1", "of the branches", &Report::parameter).when([](const Report& r) {
        return !r.parameter.empty();
      }),
      quantity("branches", &Report::branches).when([](const Report& r) {
        return !r.parameter.empty();
      }),
      quantity("count", "1", "of returns",
               [](const Report& r) { return static_cast<double>(r.returns.size()); })
          .only(in_sweeps),
      quantity("last_time", "s", "of the last return",
               last([](const MapReturn& r) { return r.time; }))
          .only(in_sweeps),
      quantity("last_velocity", "m/s", "normal velocity at the last return",
               last([](const MapReturn& r) { return r.velocity[1]; }))
          .only(in_sweeps),
      quantity("limit_time", "s", "where infinitely many bounces end",
               [](const Report& r) { return r.limit ? r.limit->time : std::optional<double>(); })
          .only(in_sweeps),
      quantity("exponent", "1", "the largest, per return",
               [](const Report& r) {
                 return r.lyapunov && !r.lyapunov->values.empty()
                            ? std::optional<double>(r.lyapunov->values.front())
                            : std::nullopt;
               })
          .only(in_sweeps),
      quantity("why", &Report::why).when([](const Report& r) { return !r.why.empty(); }),
      quantity("notes", &Report::notes)};
}

}  // namespace carom
