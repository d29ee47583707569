#pragma once

/// data/transmission_report.hpp
///
/// What `transmit` tells: how a strike travels, per unit of the normal impulse at the striking
/// contact, from rest.

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/rounding.hpp"
#include "carom/impact.hpp"
#include "data/drawing.hpp"

namespace carom {

/// What a resting contact does; critical: neither, by more than rounding; open: it does not leave,
/// and nothing decides whether it is pressed.
enum class Response { leaves, pressed, critical, open };
constexpr std::string_view name(Response response) {
  constexpr std::string_view names[] = {"leaves", "pressed", "critical", "open"};
  return names[static_cast<int>(response)];
}

/// How it was found: particles by elimination, anything else by modes of contacts.
enum class TransmissionMethod { elimination, modes };
constexpr std::string_view name(TransmissionMethod method) {
  constexpr std::string_view names[] = {"elimination", "modes"};
  return names[static_cast<int>(method)];
}

struct TransmittedContact {
  std::string name;
  Response outcome = Response::critical;
  double open = 0;                             ///< 1/kg; normal velocity if no contact held
  double normal_velocity = 0;                  ///< 1/kg
  double normal_impulse = 0;                   ///< –
  double tangential_impulse = 0;               ///< –
  std::array<bool, 2> determined{true, true};  ///< of the impulse (t, n)
  double self_response = 0;                    ///< 1/kg; G_jj
  double signed_outcome = 0;                   ///< 1/kg; V − G_jj F
  std::vector<double> velocity_by_angle;       ///< ∂V/∂θ, one a link; empty where not computed
  std::vector<double> impulse_by_angle;        ///< ∂F/∂θ
  std::vector<double> outcome_by_angle;        ///< ∂y/∂θ
};

struct TransmittedRod {
  std::string link;
  double along = 0;      ///< –; tension > 0. A link with mass: through its near joint
  double across = 0;     ///< –; of a link with mass
  bool blocked = false;  ///< nothing goes through
  /// Of the impulse (along, across); false: one of several, as impulses that it follows from.
  std::array<bool, 2> determined{true, true};
  bool free = false;  ///< its near end is no joint, so that nothing can go through there
};

struct TransmissionReport {
  std::string title;
  std::string striker;
  double ratio = 0;  ///< tangential part of the impulse
  TransmissionMethod method = TransmissionMethod::elimination;
  Verdict verdict = Verdict::unique;  ///< or ambiguous, or inconsistent
  bool impulses_determined = true;
  double mobility = 0;  ///< 1/kg; normal velocity of the striking contact
  std::vector<std::string> links;
  std::vector<TransmittedContact> contacts;  ///< the resting ones
  std::vector<TransmittedRod> rods;
  std::vector<std::string> notes;
  MechanismDrawing drawing;
};

/// What goes through a rod: text and drawing say the same.
enum class Carried {
  idle,
  tension,
  pressure,
  across,  ///< only across it, of a link with mass
  blocked,
  no_joint  ///< there is nothing at its near end that it could go through
};

/// An impulse of the report for reading: per unit of the impulse at the striking contact.
inline double shown(const TransmissionReport& report, double impulse) {
  return without_rounding(impulse, std::hypot(1, report.ratio));
}

inline Carried carried(const TransmissionReport& report, const TransmittedRod& rod) {
  const double along = shown(report, rod.along);
  return rod.free                         ? Carried::no_joint
         : rod.blocked                    ? Carried::blocked
         : along > 0                      ? Carried::tension
         : along < 0                      ? Carried::pressure
         : shown(report, rod.across) != 0 ? Carried::across
                                          : Carried::idle;
}

}  // namespace carom
