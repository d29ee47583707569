#pragma once

/// Why a motion ended before its time, by an enumeration at its last state that shares nothing with
/// the program's: confirmed, false (it could have gone on in one way) or unclear.

#include <cstdint>
#include <string>
#include <vector>

#include "carom/simulate.hpp"
#include "support/mode_enumeration.hpp"

namespace carom::testing {

enum class Finding : std::uint8_t { confirmed, false_stop, unclear };

struct StopCheck {
  Finding finding = Finding::confirmed;
  std::string kind;     ///< a class of stops, in a few words
  std::string details;  ///< numbers
};

class StopChecker {
 public:
  /// `speed`, m/s, and `force`, N: the fastest and the largest so far, against which rounding and
  /// growth are measured.
  StopChecker(const DenseMechanics& mechanics, double speed, double force)
      : mechanics_(mechanics), modes_(mechanics), speed_(speed), force_(force) {}

  StopCheck check(const Motion& motion) const;

 private:
  static constexpr double near = 1e-7;      ///< of the size: a gap that is closed
  static constexpr double at_rest = 1e-6;   ///< of the speed: a velocity that may be rounding
  static constexpr double accurate = 1e-9;  ///< of the speed: what a motion knows of velocities
  static constexpr double moves = 1e-8;     ///< of the speed: one that takes a contact elsewhere

  std::vector<Toucher> touching(const DenseState& d, double slip_band, double touch_band,
                                bool& approaches) const;

  std::string seen(const DenseState& d) const;
  static std::string listed(const Continuations& c);

  /// Whether a contact is in the instant: at its surface, and not about to strike a little later
  /// or gone a little before.
  bool is_closed(const DenseState& d, int contact) const;
  /// Whether a contact has just bounced and comes back as soon as it did.
  bool bounces_on(const Motion& motion, const DenseState& d) const;
  StopCheck contact(const Motion& motion) const;
  StopCheck impact(const Motion& motion) const;
  /// Velocities below `rounding` of the speed are none.
  StopCheck impact(const Motion& motion, double rounding) const;

  const DenseMechanics& mechanics_;
  ModeEnumeration modes_;
  double speed_, force_;
};

}  // namespace carom::testing
