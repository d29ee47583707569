#pragma once

/// carom::strike_batch over arrays of NumPy's, in place.

#include <pybind11/numpy.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loaded.hpp"

namespace carom::python {

namespace py = pybind11;

/// What is asked of every state.
struct BatchQuestion {
  std::string law;  ///< empty: the scenario's, or energetic
  std::optional<std::string> colliding;
  std::string method = "consistent";
  int threads = 0;
  std::vector<std::string> jacobian{};  ///< "state" and parameters; none: no derivatives
};

/// Answers, each an array with a row a state.
struct BatchResult {
  py::array_t<std::uint8_t> verdicts, errors, outcomes;
  py::array_t<double> velocities, impulses, contact_velocities_before, contact_velocities_after;
  py::array_t<double> kinetic_energy_before, kinetic_energy_after, contact_work;
  py::array_t<bool> makes_energy, impulses_determined;
  py::array_t<double> velocity_slopes, impulse_slopes, loss_slopes;  ///< a row an input
  py::array_t<std::uint8_t> sides;
  bool exact = true;
  py::list inputs;    ///< names of what the slopes are by
  py::list contacts;  ///< names
  std::int64_t states = 0, done = 0;
  std::array<std::int64_t, 6> counts{};
  std::int64_t failed = 0;
};

void bind_batch(py::module_& module);

}  // namespace carom::python
