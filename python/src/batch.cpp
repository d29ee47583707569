#include "batch.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>

#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "interruptible.hpp"
#include "progress_bar.hpp"
#include "study/strike_sensitivity.hpp"
#include "sweeps/scenario_batch.hpp"

namespace carom::python {
namespace {

/// From so many states on it is worth a thread that looks for Ctrl-C.
constexpr py::ssize_t many_states = 20'000;
/// Below so many nobody waits for the GIL.
constexpr py::ssize_t few_states = 64;

std::string shape_words(const std::vector<py::ssize_t>& shape) {
  std::string words = "(";
  for (const py::ssize_t extent : shape)
    words += (words.size() > 1 ? ", " : "") + std::to_string(extent);
  return words + (shape.size() == 1 ? ",)" : ")");
}

std::vector<py::ssize_t> shape_of(const py::array& array) {
  return {array.shape(), array.shape() + array.ndim()};
}

/// The caller's array, as it is: nothing is copied behind their back.
template <class T>
py::array_t<T> array_argument(const py::handle& given, const std::string& name) {
  if (!py::isinstance<py::array>(given)) {
    if (!py::isinstance<py::sequence>(given))
      throw py::type_error(name + " must be an array of NumPy's");
    if (auto made = py::array_t<T, py::array::c_style>::ensure(given)) return made;
    PyErr_Clear();
    throw py::type_error(name + " is no array of numbers");
  }
  if (py::hasattr(given, "mask"))
    throw py::type_error(name + " is a masked array; what is masked has no number: give " + name +
                         ".filled(…), or those rows that are whole");
  const auto array = py::reinterpret_borrow<py::array>(given);
  if (!array.dtype().is(py::dtype::of<T>()) && !py::isinstance<py::array_t<T>>(array))
    throw py::type_error(name + " has dtype " + std::string(py::str(array.dtype())) +
                         "; must have " + std::string(py::str(py::dtype::of<T>())) + ": " + name +
                         ".astype(" + std::string(py::str(py::dtype::of<T>())) + ")");
  if ((array.flags() & py::array::c_style) == 0)
    throw py::value_error(name + " is not contiguous (its strides jump): np.ascontiguousarray(" +
                          name + ") is");
  return py::reinterpret_borrow<py::array_t<T>>(array);
}

template <class T>
py::array_t<T> with_shape(py::array_t<T> array, const std::string& name,
                          const std::vector<py::ssize_t>& shape) {
  if (shape_of(array) != shape)
    throw py::value_error(name + " has shape " + shape_words(shape_of(array)) + "; must have " +
                          shape_words(shape));
  return array;
}

template <class T>
std::span<const T> numbers(const py::array_t<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}
template <class To, class T>
std::span<To> writable(py::array_t<T>& array) {
  static_assert(sizeof(To) == sizeof(T));
  return {reinterpret_cast<To*>(array.mutable_data()), static_cast<std::size_t>(array.size())};
}

/// A new array, or the one given for it.
template <class T>
void make(py::array_t<T>& array, const char* name, std::vector<py::ssize_t> shape, bool given) {
  if (!given)
    array = py::array_t<T>(shape);
  else if (with_shape(array, name, shape); !array.writeable())
    throw py::value_error(std::string(name) + " cannot be written");
}

int striker_of(const Study& study, const std::optional<std::string>& colliding) {
  const auto& contacts = study.scenario.mechanism.contacts;
  const auto& wanted = colliding ? colliding : study.scenario.impact.colliding;
  if (!wanted) return -1;
  const auto found = std::ranges::find(contacts, *wanted, &Contact::name);
  if (found != contacts.end()) return static_cast<int>(found - contacts.begin());
  std::vector<std::string> known;
  for (const Contact& contact : contacts) known.push_back(contact.name);
  throw InputError(
      "", {{{},
            "colliding: \"" + *wanted + "\" is not a contact" + nearest_or_all(*wanted, known),
            {}}});
}

/// As `strike` takes it; views into `question` and the study.
BatchOptions options_of(const Study& study, const BatchQuestion& question) {
  BatchOptions options;
  options.strike.law = !question.law.empty()       ? std::string_view(question.law)
                       : study.scenario.impact.law ? std::string_view(*study.scenario.impact.law)
                                                   : "energetic";
  options.strike.colliding = striker_of(study, question.colliding);
  if (const auto method = method_named(question.method))
    options.strike.method = *method;
  else
    throw InputError("", {{{},
                           "method: \"" + question.method +
                               "\" is not a method; must be one of consistent, enumerate, pivot, "
                               "paper",
                           {}}});
  options.threads = question.threads;
  return options;
}

/// What derivatives are by: the state's numbers, then parameters, each once.
std::vector<std::string> input_names(const Study& study, const std::vector<std::string>& by) {
  std::vector<std::string> names;
  if (std::ranges::find(by, "state") != by.end())
    names = state_names(study.scenario.mechanism, study.model.compiled().tree);
  for (const std::string& name : by)
    if (name != "state" && std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

class Borrowed {
 public:
  explicit Borrowed(const Loaded& from) : from_(from), workspace_(from.taken_workspace()) {}
  ~Borrowed() { from_.give_back(std::move(workspace_)); }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  BatchWorkspace& operator*() { return workspace_; }

 private:
  const Loaded& from_;
  BatchWorkspace workspace_;
};

/// Does the work as its size asks: at once, without the GIL, or so that Ctrl-C stops it and a
/// terminal sees how far it is. `work` is given the options, with what it must look at.
template <class Work>
bool done_without_gil(py::ssize_t states, bool asks_python, BatchOptions options,
                      const Work& work) {
  std::atomic<bool> stop = false;
  std::atomic<std::int64_t> done = 0;
  options.stop = &stop;
  options.done = &done;
  if (states >= many_states) {
    constexpr std::chrono::milliseconds nobody_waits{500};
    const auto start = std::chrono::steady_clock::now();
    ProgressBar bar;
    return interruptible(
        stop, [&] { work(options); },
        [&] {
          if (std::chrono::steady_clock::now() - start > nobody_waits)
            bar.show("striking", done, states, done);
        });
  }
  if (states < few_states && !asks_python) {
    work(options);
  } else {
    const py::gil_scoped_release release;
    work(options);
  }
  return false;
}

std::shared_ptr<BatchResult> strike_many(const std::shared_ptr<Loaded>& loaded,
                                         const py::handle& positions, const py::handle& velocities,
                                         const BatchQuestion& question, const py::object& times,
                                         const py::dict& parameters,
                                         const std::shared_ptr<BatchResult>& out) {
  const Study& study = loaded->study();
  const auto f = static_cast<py::ssize_t>(study.model.degrees_of_freedom());
  const auto c = static_cast<py::ssize_t>(study.model.contacts());
  const auto q = array_argument<double>(positions, "positions");
  if (q.ndim() != 2 || q.shape(1) != f)
    throw py::value_error("positions has shape " + shape_words(shape_of(q)) + "; must have (n, " +
                          std::to_string(f) + "): a row a state");
  const py::ssize_t n = q.shape(0);
  const auto v = with_shape(array_argument<double>(velocities, "velocities"), "velocities", {n, f});
  StrikeBatch batch{.positions = numbers(q), .velocities = numbers(v)};
  py::array_t<double> instants;
  if (!times.is_none()) {
    instants = with_shape(array_argument<double>(times, "times"), "times", {n});
    batch.times = numbers(instants);
  }
  std::vector<FollowedParameter> followed;
  std::vector<py::array_t<double>> kept;
  for (const auto& [key, value] : parameters) {
    const auto name = py::cast<std::string>(key);
    kept.push_back(with_shape(array_argument<double>(value, name), name, {n}));
    followed.push_back({name, numbers(kept.back())});
  }

  const bool given = out != nullptr;
  const auto result = given ? out : std::make_shared<BatchResult>();
  make(result->verdicts, "out.verdicts", {n}, given);
  make(result->errors, "out.errors", {n}, given);
  make(result->outcomes, "out.outcomes", {n, c}, given);
  make(result->velocities, "out.velocities", {n, f}, given);
  make(result->impulses, "out.impulses", {n, c, 2}, given);
  make(result->contact_velocities_before, "out.contact_velocities_before", {n, c, 2}, given);
  make(result->contact_velocities_after, "out.contact_velocities_after", {n, c, 2}, given);
  make(result->kinetic_energy_before, "out.kinetic_energy_before", {n}, given);
  make(result->kinetic_energy_after, "out.kinetic_energy_after", {n}, given);
  make(result->contact_work, "out.contact_work", {n}, given);
  make(result->makes_energy, "out.makes_energy", {n}, given);
  make(result->impulses_determined, "out.impulses_determined", {n}, given);
  const std::vector<std::string> inputs = input_names(study, question.jacobian);
  const auto d = static_cast<py::ssize_t>(inputs.size());
  if (given && static_cast<py::ssize_t>(result->inputs.size()) != d)
    throw py::value_error("out has derivatives by " + std::to_string(result->inputs.size()) +
                          " inputs; must have them by " + std::to_string(d));
  make(result->velocity_slopes, "out.jacobian.velocities", {n, d, f}, given);
  make(result->impulse_slopes, "out.jacobian.impulses", {n, d, c, 2}, given);
  make(result->loss_slopes, "out.jacobian.energy_loss", {n, d}, given);
  make(result->sides, "out.jacobian.sides", {n, d}, given);
  result->inputs = py::cast(inputs);
  if (!given)
    for (const Contact& contact : study.scenario.mechanism.contacts)
      result->contacts.append(contact.name);
  BatchAnswers answers;
  answers.errors = writable<StrikeError>(result->errors);
  answers.verdicts = writable<Verdict>(result->verdicts);
  answers.velocities = writable<double>(result->velocities);
  answers.impulses = writable<double>(result->impulses);
  answers.contact_velocities_before = writable<double>(result->contact_velocities_before);
  answers.contact_velocities_after = writable<double>(result->contact_velocities_after);
  answers.outcomes = writable<Outcome>(result->outcomes);
  answers.kinetic_energy_before = writable<double>(result->kinetic_energy_before);
  answers.kinetic_energy_after = writable<double>(result->kinetic_energy_after);
  answers.contact_work = writable<double>(result->contact_work);
  answers.makes_energy = writable<bool>(result->makes_energy);
  answers.impulses_determined = writable<bool>(result->impulses_determined);
  answers.jacobians = {writable<double>(result->velocity_slopes),
                       writable<double>(result->impulse_slopes),
                       writable<double>(result->loss_slopes), writable<Side>(result->sides)};

  BatchTally tally;
  const bool asks_python = !study.scenario.mechanism.laws.empty();
  const auto work = [&](const BatchOptions& options) {
    if (!followed.empty() || !question.jacobian.empty()) {
      tally = strike_batch(study.scenario, study.model, followed, batch, options, answers,
                           question.jacobian);
      return;
    }
    Borrowed workspace(*loaded);
    tally = strike_batch(study.model, batch, options, *workspace, answers);
  };
  const bool interrupted = done_without_gil(n, asks_python, options_of(study, question), work);
  if (interrupted) {
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) throw py::error_already_set();
    PyErr_Clear();  // `done` says so
  }
  loaded->raise_errors_of_laws();
  result->states = tally.states;
  result->done = tally.done;
  result->counts = tally.verdicts;
  result->failed = tally.errors;
  result->exact = tally.exact;
  return result;
}

/// The map from velocities before to velocities after, and nothing else: for loops of control.
class Striker {
 public:
  Striker(std::shared_ptr<Loaded> loaded, BatchQuestion question)
      : loaded_(std::move(loaded)),
        question_(std::move(question)),
        options_(options_of(loaded_->study(), question_)),
        freedom_(loaded_->study().model.degrees_of_freedom()),
        asks_python_(!loaded_->scenario().mechanism.laws.empty()) {
    if (std::vector<Fault> found = faults(options_.strike, loaded_->study().model); !found.empty())
      throw InputError("", std::move(found));
  }
  Striker(const Striker&) = delete;
  Striker& operator=(const Striker&) = delete;

  py::array_t<double> operator()(const py::handle& positions, const py::handle& velocities,
                                 const py::object& out) {
    const auto q = array_argument<double>(positions, "positions");
    if ((q.ndim() != 1 && q.ndim() != 2) || q.shape(q.ndim() - 1) != freedom_)
      throw py::value_error("positions has shape " + shape_words(shape_of(q)) + "; must have (" +
                            std::to_string(freedom_) + ",) or (n, " + std::to_string(freedom_) +
                            ")");
    const auto shape = shape_of(q);
    const auto v =
        with_shape(array_argument<double>(velocities, "velocities"), "velocities", shape);
    py::array_t<double> after = out.is_none()
                                    ? py::array_t<double>(shape)
                                    : with_shape(array_argument<double>(out, "out"), "out", shape);
    if (!after.writeable()) throw py::value_error("out cannot be written");
    const BatchAnswers answers{.velocities = writable<double>(after)};
    const StrikeBatch batch{.positions = numbers(q), .velocities = numbers(v)};
    const auto work = [&](const BatchOptions& options) {
      Borrowed workspace(*loaded_);
      strike_batch(loaded_->study().model, batch, options, *workspace, answers);
    };
    const bool interrupted =
        done_without_gil(q.ndim() == 1 ? 1 : q.shape(0), asks_python_, options_, work);
    if (interrupted) throw py::error_already_set();
    loaded_->raise_errors_of_laws();
    return after;
  }

 private:
  std::shared_ptr<Loaded> loaded_;
  BatchQuestion question_;
  BatchOptions options_;
  py::ssize_t freedom_;
  bool asks_python_;
};

}  // namespace

void bind_batch(py::module_& module) {
  py::class_<BatchResult, std::shared_ptr<BatchResult>> result(module, "BatchResult");
  const auto array = [&](const char* name, auto member, const char* words) {
    result.def_property_readonly(
        name, [member](const BatchResult& own) { return own.*member; }, words);
  };
  using R = BatchResult;
  array("verdicts", &R::verdicts,
        "(n,) uint8: codes of carom.VERDICTS; where `errors` is above 0 there is none");
  array("errors", &R::errors, "(n,) uint8: codes of carom.ERRORS; 0: none");
  array("outcomes", &R::outcomes,
        "(n, contacts) uint8: codes of carom.OUTCOMES, of contacts that touch");
  array(
      "velocities", &R::velocities,
      "(n, degrees of freedom): after, m/s and rad/s, as State velocities; NaN without an answer");
  array("impulses", &R::impulses,
        "(n, contacts, 2): N s on the mechanism, (tangential, normal); NaN without an answer");
  array("contact_velocities_before", &R::contact_velocities_before,
        "(n, contacts, 2): m/s relative to the surface, (tangential, normal)");
  array("contact_velocities_after", &R::contact_velocities_after,
        "(n, contacts, 2): m/s; NaN without an answer");
  array("kinetic_energy_before", &R::kinetic_energy_before, "(n,): J");
  array("kinetic_energy_after", &R::kinetic_energy_after, "(n,): J; NaN without an answer");
  array("contact_work", &R::contact_work,
        "(n,): J, of the contacts on the mechanism; below zero: lost");
  array("makes_energy", &R::makes_energy,
        "(n,) bool: the contacts put energy into the mechanism; no passive contact can");
  array("impulses_determined", &R::impulses_determined,
        "(n,) bool: no other impulses at these contacts give the same velocities");
  array("velocity_slopes", &R::velocity_slopes, "(n, inputs, degrees of freedom)");
  array("impulse_slopes", &R::impulse_slopes, "(n, inputs, contacts, 2)");
  array("loss_slopes", &R::loss_slopes, "(n, inputs)");
  array("sides", &R::sides, "(n, inputs) uint8: codes of carom.SIDES");
  result.def_readonly("inputs", &R::inputs, "names of what derivatives are by");
  result.def_readonly("exact", &R::exact, "no: the law's part of derivatives is by differences");
  result.def_readonly("contacts", &R::contacts, "names of the contacts");
  result.def_readonly("states", &R::states, "how many there are");
  result.def_readonly("done", &R::done, "how many were solved: all, but after Ctrl-C");
  result.def_readonly("counts", &R::counts, "of those, how many have each of carom.VERDICTS");
  result.def_readonly("failed", &R::failed, "of those, how many have an error");

  const auto question = [](std::string law, std::optional<std::string> colliding,
                           std::string method, int threads) {
    return BatchQuestion{std::move(law), std::move(colliding), std::move(method), threads};
  };
  module.def(
      "strike_batch",
      [question](const std::shared_ptr<Loaded>& loaded, const py::object& positions,
                 const py::object& velocities, std::string law,
                 std::optional<std::string> colliding, std::string method, int threads,
                 const py::object& times, const py::dict& parameters,
                 std::vector<std::string> jacobian, const std::shared_ptr<BatchResult>& out) {
        BatchQuestion asked =
            question(std::move(law), std::move(colliding), std::move(method), threads);
        asked.jacobian = std::move(jacobian);
        return strike_many(loaded, positions, velocities, asked, times, parameters, out);
      });
  py::class_<Striker>(module, "Striker",
                      "Velocities before to velocities after, for loops of control: "
                      "striker(positions, velocities, out=None)")
      .def(py::init([question](const std::shared_ptr<Loaded>& loaded, std::string law,
                               std::optional<std::string> colliding, std::string method,
                               int threads) {
        return std::make_unique<Striker>(
            loaded, question(std::move(law), std::move(colliding), std::move(method), threads));
      }))
      .def("__call__", &Striker::operator(), py::arg("positions"), py::arg("velocities"),
           py::arg("out") = py::none(),
           "Velocities after, m/s and rad/s, of one state or of a row each; NaN where there is no "
           "answer. `out` is written and given back.");
}

}  // namespace carom::python
