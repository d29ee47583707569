#pragma once

/// scenarios/fit_section.hpp
///
/// [fit]: tables whose keys are names of one's own, and the names that it may use.

#include "scenarios/reader.hpp"

namespace carom::io {

/// { name = [low, high], … }
void read_named(Reader& reader, const Found& found, std::vector<NamedRange>& all);
/// { name = "text", … }
void read_named(Reader& reader, const Found& found, std::vector<NamedText>& all);
/// { name = 2.0, other = "text", … }
void read_named(Reader& reader, const Found& found, std::vector<NamedWeight>& all);

/// Free parameters exist, once, and start within their bounds; what is compared, given and weighed
/// has names that the scenario has.
void check_fit(Reader& reader, const toml::table& table, const Element& element, FitChoice& choice);

}  // namespace carom::io
