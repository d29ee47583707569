#include "law.hpp"

#include <pybind11/numpy.h>

#include <algorithm>

namespace carom::python {

PythonLaw::PythonLaw(std::string name, py::function function,
                     std::vector<PythonParameter> parameters, std::string title,
                     bool needs_one_striker)
    : name_(std::move(name)),
      title_(std::move(title)),
      function_(std::move(function)),
      declared_(std::move(parameters)) {
  parameters_ = {friction_parameter, restitution_parameter};
  for (const PythonParameter& each : declared_)
    parameters_.push_back({each.name, Range{.from = each.least, .to = each.most}, each.otherwise,
                           each.unit, each.meaning});
  law_.name = name_;
  law_.title = title_;
  law_.formula = "a function of Python's";
  law_.can_make_energy = true;
  law_.needs_one_striker = needs_one_striker;
  law_.parameters = parameters_;
  law_.solve = solve;
  law_.context = this;
}

PythonLaw::~PythonLaw() {
  for (PyObject* part : error_) Py_XDECREF(part);
}

void PythonLaw::solve(const LawProblem& problem, LawAnswer& answer) noexcept {
  // Asked on threads that Python does not know too.
  const py::gil_scoped_acquire gil;
  auto* const own = const_cast<PythonLaw*>(static_cast<const PythonLaw*>(problem.context));
  try {
    own->ask(problem, answer);
    return;
  } catch (py::error_already_set& raised) {
    raised.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_TypeError, error.what());
  }
  if (own->error_[0] == nullptr)
    PyErr_Fetch(&own->error_[0], &own->error_[1], &own->error_[2]);
  else
    PyErr_Clear();  // the first is told
  answer.verdict = Verdict::inconsistent;
  answer.reason = Reason::no_consistent_modes;
}

void PythonLaw::ask(const LawProblem& problem, LawAnswer& answer) {
  const auto rows = static_cast<py::ssize_t>(2 * problem.count);
  py::array_t<double> inertia({rows, rows}), velocity(rows);
  std::ranges::copy(problem.inertia, inertia.mutable_data());
  std::ranges::copy(problem.velocity, velocity.mutable_data());
  py::dict numbers;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    const std::span<const double> values = problem.parameters[k];
    py::array_t<double> own(static_cast<py::ssize_t>(values.size()));
    std::ranges::copy(values, own.mutable_data());
    numbers[py::str(parameters_[k].name.data(), parameters_[k].name.size())] = own;
  }
  const py::object given = function_(inertia, velocity, numbers, problem.colliding);
  if (given.is_none()) {
    answer.verdict = Verdict::inconsistent;
    answer.reason = Reason::no_consistent_modes;
    return;
  }
  const auto impulse = py::array_t<double, py::array::c_style | py::array::forcecast>(given);
  if (impulse.size() != rows)
    throw std::invalid_argument("the law " + name_ + " gave " + std::to_string(impulse.size()) +
                                " impulses; must give " + std::to_string(rows) +
                                ", (tangential, normal) of each contact");
  std::copy_n(impulse.data(), rows, answer.impulse.begin());
}

void PythonLaw::raise_error() {
  if (error_[0] == nullptr) return;
  PyErr_Restore(error_[0], error_[1], error_[2]);
  std::ranges::fill(error_, nullptr);
  throw py::error_already_set();
}

}  // namespace carom::python
