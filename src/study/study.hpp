#pragma once

/// study/study.hpp
///
/// The one façade: the command line, Python and the browser call these and cannot answer
/// differently. A scenario goes in, a report (plain data) comes out; bad input throws InputError
/// with every fault. Nothing here prints.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/fault.hpp"
#include "carom/impact.hpp"
#include "carom/model.hpp"
#include "data/critical_report.hpp"
#include "data/describe_report.hpp"
#include "data/law_list.hpp"
#include "data/scenario.hpp"
#include "data/strike_report.hpp"
#include "data/transmission_report.hpp"
#include "data/uniqueness_report.hpp"
#include "sweeps/closing_solution.hpp"

namespace carom {

/// A scenario that has been read and found sound.
struct Study {
  Scenario scenario;
  Model model;
  std::function<Place(const Where&)> place_of;  ///< for faults that a verb finds later
  std::vector<std::string> overrides;           ///< "name=value", as they were given
  ClosingSolutions closing{};                   ///< of [close]; empty without one
};

/// `overrides` are "name=value", as after -p. `laws` are known beside Carom's own (carom/law.hpp).
Study study_from_file(const std::string& path, std::span<const std::string> overrides = {},
                      std::span<const Law* const> laws = {});
Study study_from_text(const std::string& text, const std::string& path,
                      std::span<const std::string> overrides = {},
                      std::span<const Law* const> laws = {});

DescribeReport describe(const Study& study);

struct StrikeRequest {
  /// Empty: the scenario's, or energetic; "all": every law; "compliant", "compliant:KIND": force
  /// models (study/compliant_strike.hpp).
  std::vector<std::string> laws;
  Method method = Method::consistent;
  bool joints = false;  ///< add the impulses in the joints
  bool ratios = false;  ///< add how much depends on ratios of stiffness, and orders of hits
  bool loops = false;   ///< force models: keep force and indentation, step by step
  /// In a motion: contacts that yield may be pressed into their surfaces, and take no part.
  bool in_motion = false;
  /// Add derivatives by these parameters, and by the state where "state" is among them; of no
  /// names: by all parameters that are not formulas over others.
  std::optional<std::vector<std::string>> sensitivity{};
};

/// Faults here: laws that do not exist, a contact below its surface, a colliding contact that does
/// not exist.
StrikeReport strike(const Study& study, const StrikeRequest& request);

struct CriticalRequest {
  double ratio = 0;  ///< tangential part of the striking impulse, n + ratio·t
};

/// Where along the sweep axes (one or two) a resting contact gets neither impulse nor velocity.
/// Faults here: no axis, more than two, no striking contact.
CriticalReport critical(const Study& study, const CriticalRequest& request = {});

struct TransmitRequest {
  double ratio = 0;  ///< tangential part of the striking impulse, n + ratio·t
};

/// How the strike travels to every contact and through every rod, per unit impulse, from rest.
TransmissionReport transmit(const Study& study, const TransmitRequest& request = {});

/// Whether velocities and impulses are determined for every strike at this configuration, and why.
UniquenessReport verdict(const Study& study);

/// Says which solutions [close] has where there are several.
void add_closing_note(const Study& study, std::vector<std::string>& warnings);

/// The laws known, in the order of their registration.
LawList laws();

}  // namespace carom
