#include "controller.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <limits>

namespace carom::python {
namespace {

py::array_t<double> copied(std::span<const double> numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

}  // namespace

PythonController::~PythonController() {
  for (PyObject* part : error_) Py_XDECREF(part);
}

void PythonController::act(double time, std::span<const double> positions,
                           std::span<const double> velocities, std::span<double> couples) {
  // Asked on a thread that Python does not know.
  const py::gil_scoped_acquire gil;
  if (error_[0] == nullptr) {
    try {
      const auto given =
          py::cast<py::array_t<double>>(function_(time, copied(positions), copied(velocities)));
      if (given.size() != static_cast<py::ssize_t>(couples.size()))
        throw std::invalid_argument("a controller gives a couple a link");
      std::copy_n(given.data(), couples.size(), couples.begin());
      return;
    } catch (py::error_already_set& raised) {
      raised.restore();
    } catch (const std::exception& error) {
      PyErr_SetString(PyExc_TypeError, error.what());
    }
    PyErr_Fetch(&error_[0], &error_[1], &error_[2]);
    stop_ = true;
  }
  // The motion ends here, whatever it does until somebody looks.
  std::ranges::fill(couples, std::numeric_limits<double>::quiet_NaN());
}

void PythonController::raise_error() {
  if (error_[0] == nullptr) return;
  PyErr_Restore(error_[0], error_[1], error_[2]);
  std::ranges::fill(error_, nullptr);
  throw py::error_already_set();
}

}  // namespace carom::python
