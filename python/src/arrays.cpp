#include "arrays.hpp"

namespace carom::python {
namespace {

py::dict array_of(ArrayColumn&& column, const std::vector<py::ssize_t>& rows) {
  std::vector<py::ssize_t> shape = rows;
  py::list extents;
  for (const ColumnExtent& extent : column.extents) {
    shape.push_back(static_cast<py::ssize_t>(extent.labels.size()));
    py::list labels;
    for (const std::string& label : extent.labels) labels.append(label);
    extents.append(py::make_tuple(extent.name, labels));
  }
  py::dict told;
  told["group"] = column.group;
  told["name"] = column.name;
  told["unit"] = column.unit;
  told["description"] = column.description;
  told["extents"] = extents;
  py::list words;
  for (const std::string& word : column.words) words.append(word);
  told["words"] = words;
  told["values"] =
      std::visit([&](auto& values) -> py::object { return handed_over(std::move(values), shape); },
                 column.values);
  return told;
}

}  // namespace

py::dict arrays(ArrayTable&& table) {
  std::vector<py::ssize_t> rows;
  py::list dimensions;
  for (ArrayDimension& dimension : table.dimensions) {
    rows.push_back(static_cast<py::ssize_t>(dimension.values.front().size()));
    py::dict values;
    for (std::size_t i = 0; i < dimension.parameters.size(); ++i)
      values[py::str(dimension.parameters[i])] =
          handed_over(std::move(dimension.values[i]), {rows.back()});
    dimensions.append(values);
  }
  if (table.dimensions.empty()) rows = {static_cast<py::ssize_t>(table.rows)};
  py::list columns;
  for (ArrayColumn& column : table.columns) columns.append(array_of(std::move(column), rows));
  py::dict told;
  told["dimensions"] = dimensions;
  told["columns"] = columns;
  told["rows"] = table.rows;
  told["done"] = py::none();
  if (!table.done.empty()) told["done"] = handed_over(std::move(table.done), rows);
  return told;
}

}  // namespace carom::python
