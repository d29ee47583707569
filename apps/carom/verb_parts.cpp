#include "verb_parts.hpp"

#include <filesystem>

#include "facade/rendering.hpp"
#include "study/study.hpp"

namespace carom {

namespace {

/// What was read before, where it is of this kind; else read from its text, which says what is
/// wrong.
template <class Wanted, class FromText, class FromFile>
Wanted read(const ScenarioOptions& options, const FromText& from_text, const FromFile& from_file) {
  const ReadBefore* const given = host().scenario();
  if (given == nullptr) return from_file(options.file, options.parameters);
  if (const auto* study = std::get_if<Wanted>(&given->study)) return *study;
  return from_text(given->text, given->path, given->overrides);
}

}  // namespace

Study study_of(const ScenarioOptions& options) {
  return read<Study>(
      options,
      [](const auto&... given) { return study_from_text(given..., host().scenario()->laws); },
      [](const auto& file, const auto& parameters) { return study_from_file(file, parameters); });
}

TrainStudy train_study_of(const ScenarioOptions& options) {
  return read<TrainStudy>(
      options, [](const auto&... given) { return train_study_from_text(given...); },
      [](const auto& file, const auto& parameters) {
        return train_study_from_file(file, parameters);
      });
}

EitherStudy either_study_of(const ScenarioOptions& options) {
  const ReadBefore* const given = host().scenario();
  return given != nullptr ? given->study : either_study_from_file(options.file, options.parameters);
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names(1);
  for (const char c : list)
    if (c == ',')
      names.emplace_back();
    else
      names.back() += c;
  std::erase(names, "");
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

void write_drawing(const ScenarioOptions& scenario, const std::string& path,
                   const std::string& drawing) {
  std::error_code missing;
  if (std::filesystem::equivalent(path, scenario.file, missing))
    throw InputError(path, {{{}, "is the scenario itself; the drawing needs another file", {}}});
  write_file(path, drawing);
}

std::unique_ptr<VerbFolder> opened_output(const OutputOptions& output, const std::string& verb,
                                          const Scenario& scenario,
                                          const ScenarioOptions& options) {
  if (output.folder.empty()) return nullptr;
  return std::make_unique<VerbFolder>(
      output.folder, FolderOrigin{verb, scenario.title, scenario.text, options.parameters},
      output.force);
}

void add_scenario(CLI::App& verb, ScenarioOptions& options) {
  verb.add_option("FILE", options.file, "Scenario file (TOML)")->required();
  verb.add_option("-p,--parameter", options.parameters,
                  "Set a parameter of the scenario; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void add_json(CLI::App& verb, bool& json) {
  verb.add_flag("--json", json, "One JSON document on standard output");
}

void add_output(CLI::App& verb, OutputOptions& output) {
  verb.add_option("-o,--output", output.folder,
                  "Folder for the results; `carom report` makes a page of it")
      ->type_name("FOLDER")
      ->check([](const std::string& name) {
        return name.empty() ? std::string("must name a folder") : std::string();
      });
  verb.add_flag("--force", output.force, "Replace the results that are in the folder");
}

void add_ratio(CLI::App& verb, double& ratio) {
  verb.add_option("--ratio", ratio, "Tangential part f of the striking impulse n + f t (default 0)")
      ->type_name("F");
}

void add_law_choice(CLI::App& verb, std::vector<std::string>& laws) {
  verb.add_option("--law", laws,
                  "Laws, separated by commas, or \"all\" of one striking contact (default: the "
                  "scenario's, or energetic); `carom laws` lists them")
      ->type_name("LAW[,LAW...]")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void add_method(CLI::App& verb, std::string& method) {
  verb.add_option("--method", method,
                  "How modes are chosen: consistent (default), enumerate, pivot, or paper (the "
                  "published list procedure, for comparison)")
      ->type_name("METHOD");
}

void add_file(CLI::App& verb, const char* option, std::string& file, const char* what) {
  verb.add_option(option, file, what)->type_name("FILE");
}

Method chosen_method(const std::string& wanted) {
  if (const auto method = method_named(wanted)) return *method;
  throw InputError("", {{{},
                         "--method: \"" + wanted +
                             "\" is not a method; must be one of consistent, enumerate, pivot, "
                             "paper",
                         {}}});
}

}  // namespace carom
