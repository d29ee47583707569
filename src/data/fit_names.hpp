#pragma once

/// data/fit_names.hpp
///
/// What [fit] may name of a scenario: what is predicted, and what a row may set.
///
///     an impact a row       velocity.x_after  velocity.y_after  velocity_after (a slider)
///                           rate.LINK_after  surface_velocity.SURFACE_after
///                           velocity.CONTACT.t_after  velocity.CONTACT.n_after
///                           impulse.CONTACT.t  impulse.CONTACT.n
///                           energy_loss  kinetic_energy_after
///     a motion a row        event.N.time  impact.N.time  final.X with X as below
///     one motion, sampled   position.x  position.y  displacement  angle.LINK  surface.SURFACE
///                           velocity.x  velocity.y  velocity  rate.LINK  surface_velocity.SURFACE
///     a train a row         velocity.BODY_after  restitution
///
/// Set: parameters, `time`, and of the state the names that a sampled motion has; of a train
/// velocity.BODY.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/scenario.hpp"

namespace carom {

/// What a row of measurements is.
enum class FitSubject { impact, motion, sample, collision };

constexpr std::string_view name(FitSubject subject) {
  constexpr std::string_view names[] = {"impact", "motion", "sample", "collision"};
  return names[static_cast<int>(subject)];
}

/// A number that is predicted.
struct FitQuantity {
  enum class Kind {
    velocity_after,    ///< an impact's: `index` of the generalized velocities
    contact_velocity,  ///< after: `index` of the contacts, `axis`
    contact_impulse,   ///< `index` of the contacts, `axis`
    energy_loss,
    kinetic_energy,
    event_time,   ///< `index` of the events, from 0
    impact_time,  ///< `index` of the impacts, from 0
    position,     ///< a motion's, at a time or at the end: `index` of the generalized positions
    velocity,
    body_velocity,  ///< a train's: `index` of the bodies
    restitution     ///< of a train of two
  };
  std::string name;
  Kind kind = Kind::energy_loss;
  FitSubject subject = FitSubject::impact;
  std::size_t index = 0;
  std::size_t axis = 0;  ///< 0 tangential, 1 normal
  std::string unit = "1";
};

/// The quantity of that name; nothing where the scenario has none.
std::optional<FitQuantity> fit_quantity(const Scenario& scenario, std::string_view name);

/// All of them; of those that are numbered, the first.
std::vector<std::string> fit_quantity_names(const Scenario& scenario);

/// What a row may set: a place in a scenario, with its home.
struct FitInput {
  std::string name;
  std::function<double&(Scenario&)> target;  ///< empty: a parameter
  Home home = Home::state;
};
std::optional<FitInput> fit_input(const Scenario& scenario, std::string_view name);
std::vector<std::string> fit_input_names(const Scenario& scenario);

}  // namespace carom
