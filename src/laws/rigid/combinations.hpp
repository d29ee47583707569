#pragma once

/// laws/rigid/combinations.hpp
///
/// Every combination of modes that the contacts of a mode problem may take.

#include <array>
#include <cstdint>

#include "laws/rigid/mode_problem.hpp"

namespace carom {

struct ModeOptions {
  std::array<Mode, 4> modes{};
  int count = 0;
  constexpr void add(Mode mode) { modes[static_cast<std::size_t>(count++)] = mode; }
};

constexpr ModeOptions mode_options(NormalRule normal, SlipRule slip) {
  ModeOptions options;
  if (normal == NormalRule::apart) {
    options.add(Mode::apart);
    return options;
  }
  if (normal == NormalRule::unilateral) options.add(Mode::separates);
  switch (slip) {
    case SlipRule::open:
      options.add(Mode::sticks);
      options.add(Mode::slides_plus);
      options.add(Mode::slides_minus);
      break;
    case SlipRule::minus:
      options.add(Mode::slides_minus);
      break;
    case SlipRule::plus:
    case SlipRule::smooth:
    case SlipRule::given:
      options.add(Mode::slides_plus);
      break;
  }
  return options;
}

/// [normal rule][slip rule], worked out once: enumeration is the inner loop of a small impact.
inline constexpr auto mode_option_table = [] {
  std::array<std::array<ModeOptions, 5>, 4> table{};
  for (std::size_t n = 0; n < 4; ++n)
    for (std::size_t s = 0; s < 5; ++s)
      table[n][s] = mode_options(static_cast<NormalRule>(n), static_cast<SlipRule>(s));
  return table;
}();

constexpr const ModeOptions& mode_options(const ModeContact& contact) {
  return mode_option_table[static_cast<std::size_t>(contact.normal)]
                          [static_cast<std::size_t>(contact.slip)];
}

/// Calls visit() once for every combination, with it in `trial`. `option` is scratch; both hold
/// one entry a contact.
template <class Visit>
void for_each_combination(const ModeContact* contacts, int count, Mode* trial, std::uint8_t* option,
                          const Visit& visit) {
  for (int i = 0; i < count; ++i) {
    option[i] = 0;
    trial[i] = mode_options(contacts[i]).modes[0];
  }
  for (;;) {
    visit();
    int i = 0;
    for (; i < count; ++i) {
      const ModeOptions& options = mode_options(contacts[i]);
      if (++option[i] < options.count) {
        trial[i] = options.modes[option[i]];
        break;
      }
      option[i] = 0;
      trial[i] = options.modes[0];
    }
    if (i == count) return;
  }
}

}  // namespace carom
