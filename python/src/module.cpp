/// _carom: what is compiled of the module `carom`. No mathematics and no physics is here: verbs are
/// the program's (apps/carom), impacts the library's.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "base/nearest_name.hpp"
#include "batch.hpp"
#include "carom/version.hpp"
#include "dynamics/compiled_model.hpp"
#include "loaded.hpp"
#include "reports_described.hpp"
#include "verbs.hpp"

namespace carom::python {
namespace {

py::list told(const std::vector<Fault>& faults) {
  py::list all;
  for (const Fault& fault : faults) {
    py::dict each;
    each["message"] = fault.message;
    each["section"] = fault.where.section;
    each["index"] = fault.where.index;
    each["key"] = fault.where.key;
    each["component"] = fault.where.component;
    each["line"] = fault.place.line;
    each["column"] = fault.place.column;
    all.append(each);
  }
  return all;
}

/// As carom.InputError, which knows its faults.
void translate(std::exception_ptr raised) {
  try {
    if (raised) std::rethrow_exception(raised);
  } catch (const InputError& error) {
    const py::object type = py::module_::import("carom._faults").attr("InputError");
    const py::object made = type(error.source(), told(error.faults()), std::string(error.what()));
    PyErr_SetObject(type.ptr(), made.ptr());
  }
}

template <class Enum>
py::tuple names_of() {
  py::list all;
  for (const std::string& each : words_of<Enum>()) all.append(each);
  return py::tuple(all);
}

py::dict parameters_of(const Loaded& loaded) {
  py::dict values;
  for (const Parameter& parameter : loaded.scenario().parameters)
    values[py::str(parameter.name)] = parameter.value;
  return values;
}

}  // namespace

PYBIND11_MODULE(_carom, module) {
  py::register_exception_translator(translate);
  module.attr("version") = version;
  module.attr("format") = format;
  module.attr("VERDICTS") = names_of<Verdict>();
  module.attr("OUTCOMES") = names_of<Outcome>();
  py::list errors;
  for (int i = 0; i <= static_cast<int>(CallError::bad_option); ++i)
    errors.append(py::str(name(static_cast<CallError>(i)).data()));
  module.attr("ERRORS") = py::tuple(errors);
  py::list sides;
  for (const Side side : {Side::both, Side::above, Side::below, Side::none})
    sides.append(py::str(name(side).data()));
  module.attr("SIDES") = py::tuple(sides);

  module.def("did_you_mean", [](const std::string& name, const std::vector<std::string>& known) {
    return nearest_or_all(name, known);
  });
  module.def("verbs", verbs);
  module.def("ask", ask, py::arg("verb"), py::arg("arguments"), py::arg("scenario"),
             py::arg("controller") = py::none());
  module.def("table_of_folder",
             [](const std::string& folder) { return arrays(table_of_folder(folder)); });
  module.def("reports", reports_described);
  module.def("scenario_keys", scenario_keys_described);

  py::class_<PythonLaw, std::shared_ptr<PythonLaw>>(module, "Law")
      .def(py::init([](std::string name, py::function function, const py::list& parameters,
                       std::string title, bool needs_one_striker) {
        std::vector<PythonParameter> declared;
        for (const py::handle& each : parameters) {
          const auto of = py::cast<py::tuple>(each);
          declared.push_back({py::cast<std::string>(of[0]), py::cast<double>(of[1]),
                              py::cast<double>(of[2]), py::cast<std::optional<double>>(of[3]),
                              py::cast<std::string>(of[4]), py::cast<std::string>(of[5])});
        }
        return std::make_shared<PythonLaw>(std::move(name), std::move(function),
                                           std::move(declared), std::move(title),
                                           needs_one_striker);
      }))
      .def_property_readonly("function", &PythonLaw::function);
  py::class_<Loaded, std::shared_ptr<Loaded>>(module, "Loaded")
      .def(py::init<std::string, std::string, std::vector<std::string>,
                    std::vector<std::shared_ptr<PythonLaw>>>())
      .def_property_readonly("title", [](const Loaded& own) { return own.scenario().title; })
      .def_property_readonly("train", &Loaded::train)
      .def_property_readonly("parameters", parameters_of)
      .def_property_readonly("positions",
                             [](const Loaded& own) {
                               const auto& all = own.study().scenario.state.positions;
                               return py::array_t<double>(static_cast<py::ssize_t>(all.size()),
                                                          all.data());
                             })
      .def_property_readonly("velocities",
                             [](const Loaded& own) {
                               const auto& all = own.study().scenario.state.velocities;
                               return py::array_t<double>(static_cast<py::ssize_t>(all.size()),
                                                          all.data());
                             })
      .def_property_readonly(
          "degrees_of_freedom",
          [](const Loaded& own) { return own.study().model.degrees_of_freedom(); })
      .def_property_readonly(
          "base_coordinates",
          [](const Loaded& own) { return own.study().model.compiled().tree.base_coordinates(); })
      .def_property_readonly("links",
                             [](const Loaded& own) {
                               std::vector<std::string> names;
                               for (const Link& link : own.study().scenario.mechanism.links)
                                 names.push_back(link.name);
                               return names;
                             })
      .def_property_readonly("contacts", [](const Loaded& own) {
        std::vector<std::string> names;
        for (const Contact& contact : own.study().scenario.mechanism.contacts)
          names.push_back(contact.name);
        return names;
      });
  bind_batch(module);
}

}  // namespace carom::python
