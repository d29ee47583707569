#pragma once

/// io/sections.hpp
///
/// The sections of a scenario file, with their keys. A new one is a list of keys and a line in
/// the table of sections, both in sections.cpp.

#include "io/reader.hpp"

namespace carom::io {

/// Reads all sections but [parameters] into the reader's scenario.
void read_sections(Reader& reader, const TomlDocument& document);

}  // namespace carom::io
