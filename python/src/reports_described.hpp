#pragma once

/// What reports tell, from their tables (data/quantity.hpp): for classes with documentation and for
/// the stubs that mypy reads.

#include <pybind11/pybind11.h>

namespace carom::python {

namespace py = pybind11;

/// {"verbs": {verb: [class, …]}, "classes": {class: [{"name", "unit", "description", "type",
/// "optional"}, …]}}, with types in Python's words.
py::dict reports_described();

/// The keys of scenarios: a list of {"section", "key", "value", "meaning", "fallback", "listed"}.
py::list scenario_keys_described();

}  // namespace carom::python
