#pragma once

/// Arrays of NumPy's over numbers that C++ has made: they are handed over, not copied.

#include <pybind11/numpy.h>

#include <memory>
#include <vector>

#include "facade/arrays.hpp"

namespace carom::python {

namespace py = pybind11;

template <class T>
py::array_t<T> handed_over(std::vector<T>&& values, const std::vector<py::ssize_t>& shape) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = kept->data();
  const py::capsule owner(kept.get(), [](void* all) { delete static_cast<std::vector<T>*>(all); });
  kept.release();
  return py::array_t<T>(shape, data, owner);
}

/// {"dimensions": [{name: array}, …], "columns": [{…, "values": array}, …], "rows", "done"}
py::dict arrays(ArrayTable&& table);

}  // namespace carom::python
