#include "verbs.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <atomic>
#include <optional>

#include "arrays.hpp"
#include "command.hpp"
#include "controller.hpp"
#include "interruptible.hpp"

namespace carom::python {
namespace {

constexpr int interrupted_status = 130;

/// Keeps what a verb answers.
class Listener final : public Host {
 public:
  explicit Listener(const Loaded* scenario) : scenario_(scenario) {}

  void print(const std::string& words) override { printed += words; }
  void tell(bool /*json*/, const std::function<std::string()>& as_json,
            const std::function<std::string()>& in_words) override {
    json = as_json();
    text = in_words();
  }
  void heed_interruption() override {}
  bool interrupted() override { return stop; }
  int interruption_status() override { return interrupted_status; }
  /// A crash would be Python's too; there is nobody to tell.
  void tell_of_crashes(int /*rank*/) override {}
  /// A script that mpirun has started does with its ranks what it likes.
  std::unique_ptr<Transport> ranks() override { return nullptr; }
  const ReadBefore* scenario() const override {
    return scenario_ == nullptr ? nullptr : &scenario_->read();
  }
  ArrayTable* samples() override { return &own_samples.emplace(); }
  ArrayTable* points() override { return &own_points.emplace(); }
  MotionController* controller() override { return own_controller ? &*own_controller : nullptr; }

  std::string printed, json, text;
  std::optional<ArrayTable> own_samples, own_points;
  std::atomic<bool> stop = false;
  std::optional<PythonController> own_controller;

 private:
  const Loaded* scenario_;
};

const Command& command_named(const std::string& name) {
  for (const Command* command : all_commands())
    if (command->name == name) return *command;
  throw InputError("", {{{}, "\"" + name + "\" is not a verb", {}}});
}

std::string bare(std::string name) {
  name.erase(0, name.find_first_not_of('-'));
  return name;
}

py::dict described(const CLI::Option& option) {
  py::dict told;
  const std::vector<std::string>& names = option.get_lnames();
  told["name"] = names.empty() ? bare(option.get_single_name()) : names.front();
  told["positional"] = names.empty();
  told["description"] = option.get_description();
  told["type"] = option.get_type_name();
  told["flag"] = option.get_items_expected_max() == 0;
  told["optional_value"] =
      option.get_items_expected_max() > 0 && option.get_items_expected_min() == 0;
  told["list"] = option.get_delimiter() != '\0';
  told["repeated"] = option.get_delimiter() == '\0' && option.get_expected_max() > 1;
  told["required"] = option.get_required();
  return told;
}

/// The options of a command, read from what was given; what is to be done.
Chosen chosen(const Command& command, std::vector<std::string> arguments) {
  CLI::App verb(command.description, std::string("carom ") + command.name);
  verb.set_help_flag();
  Chosen what;
  command.add(verb, what);
  const auto options = verb.get_options();
  const auto has_json = [](const CLI::Option* option) { return option->check_lname("json"); };
  if (std::ranges::any_of(options, has_json)) arguments.emplace_back("--json");
  std::ranges::reverse(arguments);  // as CLI11 wants them
  try {
    verb.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    throw InputError("", {{{}, std::string(command.name) + ": " + error.what(), {}}});
  }
  return what;
}

}  // namespace

py::list verbs() {
  py::list all;
  for (const Command* command : all_commands()) {
    CLI::App verb(command->description, command->name);
    verb.set_help_flag();
    Chosen ignored;
    command->add(verb, ignored);
    py::list options;
    for (const CLI::Option* option : verb.get_options()) options.append(described(*option));
    py::dict told;
    told["name"] = command->name;
    told["description"] = verb.get_description();
    told["options"] = options;
    all.append(told);
  }
  return all;
}

py::dict ask(const std::string& verb, std::vector<std::string> arguments,
             const std::shared_ptr<Loaded>& scenario, const py::object& controller) {
  const Command& command = command_named(verb);
  Listener listener(scenario.get());
  if (!controller.is_none()) listener.own_controller.emplace(controller, listener.stop);
  int status = 0;
  const bool interrupted = interruptible(listener.stop, [&] {
    const HostedHere here(listener);
    status = chosen(command, std::move(arguments))();
  });
  if (interrupted) {
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) throw py::error_already_set();
    PyErr_Clear();  // what was done is handed over
  }
  if (scenario) scenario->raise_errors_of_laws();
  if (listener.own_controller) listener.own_controller->raise_error();
  py::dict answer;
  answer["status"] = status;
  answer["interrupted"] = interrupted || status == interrupted_status;
  answer["json"] = std::move(listener.json);
  answer["text"] = std::move(listener.text);
  answer["printed"] = std::move(listener.printed);
  answer["samples"] = py::none();
  answer["points"] = py::none();
  if (listener.own_samples) answer["samples"] = arrays(std::move(*listener.own_samples));
  if (listener.own_points) answer["points"] = arrays(std::move(*listener.own_points));
  return answer;
}

}  // namespace carom::python
