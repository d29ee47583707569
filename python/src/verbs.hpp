#pragma once

/// The verbs of the program (apps/carom), asked in this process: the options, what is done and what
/// is answered are theirs.

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "loaded.hpp"

namespace carom::python {

namespace py = pybind11;

/// Every verb with its options, as they were declared: a list of dicts.
py::list verbs();

/// Asks a verb. `arguments` are those after its name; `--json` is added where the verb has it.
/// Gives
/// {"status", "json", "text", "printed", "samples", "points", "interrupted"}. What is interrupted
/// has what was done until then. `controller`: of a motion (controller.hpp), or None.
py::dict ask(const std::string& verb, std::vector<std::string> arguments,
             const std::shared_ptr<Loaded>& scenario, const py::object& controller);

}  // namespace carom::python
