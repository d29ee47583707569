#pragma once

/// keys/home.hpp

#include <cstdint>

namespace carom {

/// What a number of a scenario belongs to: what must be done anew where it changes.
enum class Home : std::uint8_t {
  structure,    ///< the mechanism: it is compiled anew
  coefficient,  ///< a contact's friction and restitution: they alone are compiled anew
  start,        ///< the mechanism, which only starts there: the state is settled anew
  state,        ///< the state
  option        ///< a verb, or a train: nothing is compiled from it
};

}  // namespace carom
