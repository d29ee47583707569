#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "model/tree.hpp"
#include "study/study.hpp"

namespace carom {

/// Forces, torques and surface motions whose formulas are not finite at this state.
void check_inputs_at(const Mechanism& mechanism, const Tree& tree, const State& state,
                     std::vector<Fault>& faults);

/// A state whose angles and rates are not those that drives prescribe at its time.
void check_drives_at(const Mechanism& mechanism, const Tree& tree, const State& state,
                     std::vector<Fault>& faults);

/// Who may be below its surface: a contact that yields can be pressed into it.
enum class Pressed : std::uint8_t { nowhere, where_it_yields };

/// Throws InputError for every other contact that is below its surface at the scenario's state.
void check_above_surfaces(const Study& study, Pressed allowed = Pressed::nowhere);

/// Throws InputError where a contact takes part only somewhere (active), which this verb, that
/// looks at configurations and not at states, cannot honour.
void refuse_active(const Study& study, std::string_view verb);

/// Names the contacts that yield and start a motion pressed into their surfaces, and how deep.
void add_pressed_notes(const Study& study, std::vector<std::string>& notes);

}  // namespace carom
