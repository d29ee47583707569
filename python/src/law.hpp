#pragma once

/// A law of impact that is a function of Python's (carom/law.hpp): for trying ideas. It takes some
/// 5 µs where Carom's own take a fraction of one, and one thread at a time.

#include <pybind11/pybind11.h>

#include <mutex>
#include <string>
#include <vector>

#include "carom/law.hpp"

namespace carom::python {

namespace py = pybind11;

/// A number that the law asks of every contact.
struct PythonParameter {
  std::string name;
  double least = 0, most = 0;
  std::optional<double> otherwise;
  std::string unit, meaning;
};

class PythonLaw {
 public:
  /// `function(W, v, parameters, colliding)` gives the impulses, one a row of W; None where it has
  /// no answer.
  PythonLaw(std::string name, py::function function, std::vector<PythonParameter> parameters,
            std::string title, bool needs_one_striker);
  PythonLaw(const PythonLaw&) = delete;
  PythonLaw& operator=(const PythonLaw&) = delete;
  ~PythonLaw();

  const Law& law() const { return law_; }
  py::object function() const { return function_; }
  /// Raises what the function has raised since the last time.
  void raise_error();

 private:
  static void solve(const LawProblem& problem, LawAnswer& answer) noexcept;
  void ask(const LawProblem& problem, LawAnswer& answer);

  std::string name_, title_;
  py::function function_;
  std::vector<PythonParameter> declared_;
  std::vector<LawParameter> parameters_;
  Law law_;
  PyObject* error_[3] = {nullptr, nullptr, nullptr};  ///< type, value, traceback; by the GIL
};

}  // namespace carom::python
