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
  // What `strike` says of an impact.
  std::optional<std::string> verdict;
  std::optional<bool> impulses_determined, makes_energy;
};

struct MapApproach {
  std::string mode;
  double ratio = 0, attraction = 0, slip = 0, drift = 0;
};

struct MapLimit {
  std::string kind = "never";
  std::optional<double> time;
  std::optional<Named<double>> state;
  std::optional<double> w;
  std::optional<double> ratio, force, alpha, beta;
  std::vector<std::vector<double>> vectors, matrix;
  std::vector<double> rates, decay;
  std::optional<MapApproach> approach;
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
  std::string contact;  ///< of a grazing or a change of modes
  bool ends = false;    ///< the branch goes no further
};

struct MapBranch {
  int period = 1;
  std::vector<MapBranchPoint> points;
  std::vector<MapBifurcation> bifurcations;
};

/// One of the last returns of a point of a sweep.
struct MapKept {
  std::string name;  ///< from "1"
  std::optional<double> velocity, phase;
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
  std::string why;                  ///< why there are fewer returns than asked for; else empty
  long gains = 0;                   ///< impacts that made energy
  std::optional<double> period;     ///< s; of the formulas in t
  std::vector<MapKept> kept;        ///< in sweeps
  std::optional<double> repeats;    ///< in sweeps: returns after which the last ones come again
  std::optional<double> mean_kept;  ///< m/s; in sweeps
  std::vector<std::string> notes, warnings;
};

constexpr auto quantities(Of<MapReturn>) {
  using Own = MapReturn;
  return Entries{
      quantity("n", "1", "which, from 1", &Own::n),
      quantity("time", "s", "of the meeting", &Own::time).formatted("{:.10f}"),
      quantity("contact", "1", "that struck or left", &Own::contact).when([](const Own& r) {
        return !r.contact.empty();
      }),
      quantity("state", "1", "on the section's side", &Own::state),
      quantity("velocity", "m/s", "(t, n) of the contact", &Own::velocity),
      quantity("impulse", "N s", "(t, n) on the body", &Own::impulse),
      quantity("mode", "1", "of the collision", &Own::mode),
      quantity("verdict", "1", "of the impact", &Own::verdict),
      quantity("impulses_determined", "1", "no: other impulses give the same velocities",
               &Own::impulses_determined),
      group("energy", quantity("makes_energy", "1", "the contacts put energy into the chain",
                               &Own::makes_energy)),
      quantity("W", "m/s²", "relative acceleration after it", &Own::w)};
}

constexpr auto quantities(Of<MapKept>) {
  using Own = MapKept;
  return Entries{
      quantity("return", &Own::name),
      quantity("kept_velocity", "m/s", "normal velocity at one of the last returns",
               &Own::velocity),
      quantity("kept_phase", "1", "its time, of the period of the formulas in t", &Own::phase)};
}

constexpr auto quantities(Of<MapApproach>) {
  using Own = MapApproach;
  return Entries{
      quantity("mode", "1", "the contact region that the bounces come through", &Own::mode),
      quantity("ratio", "1", "of the rebounds: the eigenvalue of that region", &Own::ratio),
      quantity("attraction", "1", "how neighbouring rays draw near, a bounce", &Own::attraction),
      quantity("slip", "1", "after a collision, per normal velocity", &Own::slip),
      quantity("drift", "m/s²", "of the slip in flight", &Own::drift)};
}

constexpr auto quantities(Of<MapLimit>) {
  using Own = MapLimit;
  return Entries{
      quantity("case", "1", "deadbeat, never or critical", &Own::kind),
      quantity("time", "s", "where infinitely many bounces end", &Own::time),
      quantity("state", "1", "there", &Own::state),
      quantity("W", "m/s²", "relative acceleration there", &Own::w),
      quantity("ratio", "1", "of the rebounds", &Own::ratio),
      quantity("alpha", "1", "of the linearised map", &Own::alpha),
      quantity("beta", "1", "of the linearised map", &Own::beta),
      quantity("A", "1", "of the linearised map, of (t, u̇, θ, θ̇)", &Own::matrix)
          .when([](const Own& r) { return !r.matrix.empty(); }),
      quantity("rates", "1", "its eigenvalues", &Own::rates).when([](const Own& r) {
        return !r.rates.empty();
      }),
      quantity("vectors", "1", "its eigenvectors", &Own::vectors).when([](const Own& r) {
        return !r.vectors.empty();
      }),
      quantity("decay", "1", "(t, u̇, θ, θ̇) from the limit, per u̇", &Own::decay)
          .when([](const Own& r) { return !r.decay.empty(); }),
      quantity("approach", "1", "under friction, where the slip ends too", &Own::approach),
      quantity("force", "N", "of the contact that follows", &Own::force),
      quantity("separation", "s", "where that contact ends", &Own::separation),
      quantity("next_impact", "s", "and the next collision", &Own::next_impact)};
}

constexpr auto quantities(Of<MapOrbitPoint>) {
  return Entries{quantity("state", &MapOrbitPoint::state)};
}

constexpr auto quantities(Of<MapOrbit>) {
  using Own = MapOrbit;
  return Entries{quantity("state", "1", "after its first return", &Own::state),
                 quantity("period", "1", "returns", &Own::period),
                 quantity("time", "s", "of all its returns", &Own::time),
                 quantity("multipliers", "1", "[re, im]", &Own::multipliers),
                 quantity("stable", "1", "all within the unit circle", &Own::stable),
                 quantity("kind", &Own::kind),
                 quantity("residual", "1", "of the coordinates' sizes", &Own::residual),
                 quantity("points", "1", "all its returns", &Own::points).when([](const Own& r) {
                   return r.period > 1;
                 })};
}

constexpr auto quantities(Of<MapExponents>) {
  using Own = MapExponents;
  return Entries{quantity("exponents", "1", "per return", &Own::values),
                 quantity("errors", "1", "standard errors, from batches", &Own::errors),
                 quantity("returns", &Own::returns)};
}

constexpr auto quantities(Of<MapSeparatrix>) {
  using Own = MapSeparatrix;
  return Entries{
      quantity("launch", "m/s", "normal velocity of the start", &Own::launch),
      quantity("state", "1", "the start", &Own::state),
      quantity("time", "s", "where its bounces end", &Own::time),
      quantity("lambda", "1", "ratio of flights", &Own::lambda),
      quantity("multiplier", "1", "by which others depart", &Own::multiplier),
      quantity("measured_lambda", "1", "in the sequence", &Own::measured_lambda),
      quantity("measured_multiplier", "1", "between sequences", &Own::measured_multiplier)};
}

constexpr auto quantities(Of<MapBranchPoint>) {
  using Own = MapBranchPoint;
  return Entries{quantity("parameter", &Own::parameter), quantity("state", &Own::state),
                 quantity("multipliers", &Own::multipliers), quantity("stable", &Own::stable)};
}

constexpr auto quantities(Of<MapBifurcation>) {
  using Own = MapBifurcation;
  return Entries{quantity("kind", &Own::kind), quantity("parameter", &Own::parameter),
                 quantity("state", &Own::state),
                 quantity("contact", "1", "that grazes, or takes another mode", &Own::contact)
                     .when([](const Own& r) { return !r.contact.empty(); }),
                 quantity("ends", "1", "the branch goes no further", &Own::ends)};
}

constexpr auto quantities(Of<MapBranch>) {
  using Own = MapBranch;
  return Entries{quantity("period", &Own::period), quantity("bifurcations", &Own::bifurcations),
                 quantity("points", &Own::points)};
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
               [](const Report& r) {
                 return r.returns.empty() ? 0.0 : static_cast<double>(r.returns.back().n);
               })
          .only(in_sweeps),
      quantity("repeats", "1", "returns after which the last ones come again", &Report::repeats)
          .only(in_sweeps),
      quantity("mean_velocity", "m/s", "normal velocity, over the returns that are kept",
               &Report::mean_kept)
          .only(in_sweeps),
      quantity("kept", "1", "the last returns", &Report::kept).only(in_sweeps).swept_each("return"),
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
      quantity("making_energy", "1", "impacts that made energy",
               [](const Report& r) { return static_cast<double>(r.gains); })
          .only(in_sweeps),
      quantity("notes", &Report::notes),
      quantity("warnings", &Report::warnings)};
}

}  // namespace carom
