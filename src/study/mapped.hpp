#pragma once

/// study/mapped.hpp
///
/// A study with what its Poincaré maps need: the section, the law, the way from one meeting with
/// the section to the next, and the map in coordinates.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "data/map_report.hpp"
#include "maps/impact_pair.hpp"
#include "maps/motion_map.hpp"
#include "maps/section_map.hpp"
#include "study/impact_record.hpp"
#include "study/map.hpp"

namespace carom {

/// s; the longest to the next return, where neither [map] nor [simulate] says.
inline constexpr double default_within = 10;

/// Alive as long as its maps are.
struct Mapped {
  Study study;
  const Law* law = nullptr;
  std::optional<ImpactPair> pair{};
  std::optional<MotionMap> motion{};
  std::optional<double> period{};
  double within = default_within;
  std::optional<ParameterSlopes> along{};  ///< of a parameter that it is followed in
  std::unique_ptr<SectionMap> section{};
  bool with_time = false;
};

/// Faults here: a section that cannot be read, a law that does not exist.
std::unique_ptr<Mapped> mapped(const Study& study, const MapRequest& request);

/// A map in coordinates, about the scenario's start or its first return; null where there is a
/// problem. `like`: the same at another value of a parameter, whose coordinates it takes.
SectionMap* section_of(Mapped& m, std::string& problem, const SectionMap* like = nullptr);

/// From now on its map knows how it changes with a parameter, if its formulas have slopes there; to
/// be called before `section_of`.
void follow_parameter(Mapped& m, const std::string& name);

/// Orbits, their branches in a parameter, exponents: what was asked for of these.
void tell_orbits(Mapped& m, const MapRequest& request, SectionMap& map, MapReport& report);
void tell_exponents(const Mapped& m, SectionMap& map, MapReport& report);

/// That a motion comes to no return within the steps it may take.
std::string too_many_steps(const MotionMap& map);

/// What must be said of the impacts on the way.
void tell_impacts(const ImpactRecord& record, std::string_view law, MapReport& report);

/// The state's numbers by their names, and with the time before them.
Named<double> named_numbers(const Mechanism& mechanism, const State& state);
Named<double> timed(const Mechanism& mechanism, const State& state, bool with_time);

}  // namespace carom
