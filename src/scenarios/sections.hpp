#pragma once

/// scenarios/sections.hpp
///
/// The sections of a scenario file. A new one is a struct with keys (keys/key.hpp) and a line in
/// the table of sections.cpp.

#include "scenarios/key_rows.hpp"
#include "scenarios/reader.hpp"

namespace carom::io {

/// Reads all sections but [parameters] into the reader's scenario.
void read_sections(Reader& reader, const TomlDocument& document);

/// The keys of all sections.
std::vector<ScenarioKey> section_rows();

}  // namespace carom::io
