#pragma once

/// What verbs share: options that several have, and how they write.

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "carom/impact.hpp"
#include "command.hpp"
#include "host.hpp"

namespace carom {

struct Scenario;
class VerbFolder;

struct ScenarioOptions {
  std::string file;
  std::vector<std::string> parameters;  ///< "name=value"
};

/// A folder for the results of a verb.
struct OutputOptions {
  std::string folder;  ///< empty: nothing is kept
  bool force = false;
};

/// What verbs that tell a report of a scenario have at least.
struct ReportOptions {
  ScenarioOptions scenario;
  bool json = false;
  std::string svg;
  OutputOptions output;
};

void add_scenario(CLI::App& verb, ScenarioOptions& options);
void add_json(CLI::App& verb, bool& json);
void add_output(CLI::App& verb, OutputOptions& output);
void add_ratio(CLI::App& verb, double& ratio);
void add_law_choice(CLI::App& verb, std::vector<std::string>& laws);
void add_method(CLI::App& verb, std::string& method);
/// --svg, --csv and the like.
void add_file(CLI::App& verb, const char* option, std::string& file, const char* what);

/// When the verb is asked for, `run` is what to do with its options.
template <class Options>
void choose(CLI::App& verb, Chosen& chosen, std::shared_ptr<Options> options,
            int (*run)(const Options& options)) {
  verb.callback([&chosen, options, run] { chosen = [options, run] { return run(*options); }; });
}

/// The method of that name, as after --method; InputError where there is none.
Method chosen_method(const std::string& wanted);

/// Writes a drawing, but not over the scenario it was made from.
void write_drawing(const ScenarioOptions& scenario, const std::string& path,
                   const std::string& drawing);

/// The folder in which results are kept, opened before any work; nothing where none is asked for.
std::unique_ptr<VerbFolder> opened_output(const OutputOptions& output, const std::string& verb,
                                          const Scenario& scenario, const ScenarioOptions& options);

/// "strike, simulate, collide"
std::string listed(const std::vector<std::string>& names);
/// The names in a list with commas between them.
std::vector<std::string> names_in(const std::string& list);

/// The scenario asked for, found sound; throws InputError with its faults.
Study study_of(const ScenarioOptions& options);
TrainStudy train_study_of(const ScenarioOptions& options);
EitherStudy either_study_of(const ScenarioOptions& options);

/// On a terminal: to standard output; throws InputError where that fails (a full disk, a closed
/// pipe).
inline void print(const std::string& text) {
  host().print(text);
}

/// Tells a report, as it is asked for.
template <class Report>
void tell(const Report& report, bool as_json) {
  host().tell(
      as_json, [&] { return json(report); }, [&] { return text(report); });
}
template <class Report>
void tell(const Report& report, const ReportOptions& options) {
  tell(report, options.json);
}

}  // namespace carom
