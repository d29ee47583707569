#pragma once

/// scenarios/dataset_file.hpp
///
/// Data files (TOML): [[body]], [[restitution]], [[measured]], [[experiment]], [[erratum]]. The
/// published ones are part of the program; data/*.toml are their sources.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "data/dataset.hpp"

namespace carom {

/// Names of the data files that are part of the program.
std::vector<std::string> embedded_datasets();

/// One of them; nothing if there is none of that name.
const Dataset* embedded_dataset(const std::string& name);

/// Faults have places in the data file; keys that are not known are among them.
Dataset dataset_from_text(std::string_view text, std::string name, std::vector<Fault>& faults);

}  // namespace carom
