#pragma once

/// A controller that is a function of Python's (carom/simulate.hpp): for trying ideas. It takes
/// some microseconds where a formula of the scenario takes some ten nanoseconds.

#include <pybind11/pybind11.h>

#include <atomic>

#include "carom/simulate.hpp"

namespace carom::python {

namespace py = pybind11;

class PythonController final : public MotionController {
 public:
  /// `function(time, positions, velocities)` gives a couple a link. What it raises makes `stop`
  /// true, and is kept.
  PythonController(py::object function, std::atomic<bool>& stop)
      : function_(std::move(function)), stop_(stop) {}
  PythonController(const PythonController&) = delete;
  PythonController& operator=(const PythonController&) = delete;
  ~PythonController() override;

  void act(double time, std::span<const double> positions, std::span<const double> velocities,
           std::span<double> couples) override;
  /// Raises what the function has raised.
  void raise_error();

 private:
  py::object function_;
  std::atomic<bool>& stop_;
  PyObject* error_[3] = {nullptr, nullptr, nullptr};  ///< type, value, traceback; by the GIL
};

}  // namespace carom::python
