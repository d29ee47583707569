#pragma once

/// scenarios/state_keys.hpp
///
/// [state]: how many numbers it has depends on the links and the base, so these are read first.

#include "scenarios/reader.hpp"

namespace carom::io {

/// Reads [state] (null: there is none) into the state's vectors, in the order of State.
void read_state(Reader& reader, const toml::node* node);

}  // namespace carom::io
