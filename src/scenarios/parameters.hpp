#pragma once

/// scenarios/parameters.hpp
///
/// [parameters]: named numbers, which may be formulas over each other in any order, and the values
/// given for them on the command line.

#include <span>
#include <string>
#include <vector>

#include "carom/fault.hpp"
#include "data/scenario.hpp"
#include "scenarios/toml_document.hpp"

namespace carom::io {

struct ParameterTable {
  std::vector<Parameter> parameters;  ///< in the file's order; a faulty one is 0
  std::vector<bool> faulty;           ///< whose value is not known
  std::vector<DependentParameter> dependent;
};

/// `overrides` are "name=value"; parameters named in `swept` depend on nothing.
ParameterTable parameter_table(const TomlDocument& document, std::span<const std::string> overrides,
                               std::span<const std::string> swept, std::vector<Fault>& faults);

}  // namespace carom::io
