#pragma once

/// scenarios/scenario_file.hpp
///
/// Scenario files (TOML) in. The reader checks what can be seen in the file: its grammar, sections
/// and keys, types, formulas, counts. Ranges and references are the model's to check, from the
/// Mechanism; its faults are merged in and get their places from `place_of`.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "data/scenario.hpp"

namespace carom {

struct ReadScenario {
  Scenario scenario;          ///< as much as could be understood
  std::vector<Fault> faults;  ///< with places, in the file's order
  /// Where a part of the description stands in the file: the value's place; where it is missing,
  /// that of the section it belongs in; no place for what is not about the file.
  std::function<Place(const Where&)> place_of;
};

/// `overrides` are "name=value", as after -p; a value may be a formula. `laws` are known beside
/// Carom's own: what they declare are keys of contacts. Never throws for what is in the text.
ReadScenario scenario_from_text(std::string_view text, std::string path,
                                std::span<const std::string> overrides = {},
                                std::span<const Law* const> laws = {});

/// The same for a file; one that cannot be read is a fault.
ReadScenario scenario_from_file(const std::string& path,
                                std::span<const std::string> overrides = {},
                                std::span<const Law* const> laws = {});

/// Both lists as one, sorted by place. A fault of the model about something that the reader has
/// already found fault with is dropped: it would be about our best guess, not about the file. So
/// are all of them where the file could not be read as a whole.
std::vector<Fault> merged(std::vector<Fault> io, std::vector<Fault> model,
                          const std::function<Place(const Where&)>& place_of);

}  // namespace carom
