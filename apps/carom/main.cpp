/// The program: what it may be asked, and how it answers when asked wrongly.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "carom/fault.hpp"
#include "carom/version.hpp"
#include "study/rendering.hpp"
#include "verbs.hpp"

namespace carom {

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0)
    throw InputError("standard output", {{{}, "cannot be written", {}}});
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

namespace {

enum ExitStatus { solved = 0, bad_input = 2, our_fault = 3 };

void tell(const InputError& error) {
  if (error.faults().size() > 1)
    std::fprintf(stderr, "%s: %zu faults\n",
                 error.source().empty() ? "carom" : error.source().c_str(), error.faults().size());
  std::fprintf(stderr, "%s\n", error.what());
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

struct Commands {
  DescribeOptions describe;
  StrikeCommand strike;
  SweepCommand sweep;
  std::string sweep_method = "consistent";
  bool csv = false, no_csv = false;
  ReportCommand report;
  ReproduceCommand reproduce;
  CriticalOptions critical;
  TransmitOptions transmit;
  VerdictOptions verdict;
  CollideCommand collide;
  SimulateCommand simulate;
  SegmentOptions segment;
  FitCommand fit;
  LawsOptions laws;
  std::function<int()> chosen;
};

void add_laws(CLI::App& verb, std::vector<std::string>& laws) {
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

void add_sweep(CLI::App& app, Commands& commands) {
  CLI::App* sweep = app.add_subcommand(
      "sweep", "The grid of the scenario's [[sweep]] axes, by every law asked for");
  SweepCommand& command = commands.sweep;
  SweepRequest& request = command.request;
  add_scenario(*sweep, command.scenario);
  sweep->add_option("-o,--output", request.folder, "Folder for the results")->type_name("FOLDER");
  sweep
      ->add_option("--of", request.of,
                   "What is done at each point: strike (default), simulate, or collide for trains")
      ->type_name("VERB");
  add_laws(*sweep, request.laws);
  add_method(*sweep, commands.sweep_method);
  sweep->add_flag("--resume", request.resume,
                  "Go on with a sweep that was stopped; what is whole is not computed again");
  sweep->add_flag("--force", request.force, "Replace the results that are in the folder");
  sweep->add_flag("--boundaries", request.boundaries,
                  "Find the places along an axis where an outcome, a slip history, a verdict or "
                  "the sign of the energy loss changes, and where laws part");
  sweep
      ->add_option("--along", request.along,
                   "Parameter along which boundaries are sought (default: the last axis)")
      ->type_name("NAME");
  sweep
      ->add_option("--tolerance", request.tolerance,
                   "Of the boundaries, as a fraction of the axis (default: 1e-10)")
      ->type_name("NUMBER");
  sweep
      ->add_option("--quantities", request.quantities,
                   "Quantities to keep, separated by commas (default: all)")
      ->type_name("NAME[,NAME...]")
      ->delimiter(',')
      ->allow_extra_args(false);
  CLI::Option* csv =
      sweep->add_flag("--csv", commands.csv,
                      "Write the table as CSV too (default: where it has at most 100,000 rows)");
  sweep->add_flag("--no-csv", commands.no_csv, "Write no CSV")->excludes(csv);
  sweep->add_option("--threads", command.threads, "Threads (default: one a core)")
      ->type_name("COUNT");
  sweep->add_option("--chunk", request.chunk, "Points a chunk (default: chosen)")
      ->type_name("COUNT");
  add_json(*sweep, command.json);
  sweep->callback([&commands, sweep] {
    if (sweep->count("--output") > 0 && commands.sweep.request.folder.empty())
      throw InputError("", {{{}, "--output is empty; must name a folder", {}}});
    commands.chosen = [&] {
      commands.sweep.request.method = chosen_method(commands.sweep_method);
      if (commands.csv || commands.no_csv) commands.sweep.request.csv = commands.csv;
      return run_sweep_command(commands.sweep);
    };
  });
}

void add_report(CLI::App& app, Commands& commands) {
  CLI::App* report = app.add_subcommand(
      "report", "A page for the browser from results: of sweep, critical, collide, simulate");
  ReportCommand& command = commands.report;
  report->add_option("FOLDER", command.folder, "Result folder, as a verb's -o has left it")
      ->required();
  report
      ->add_option("-o,--output", command.output, "The page to write (default: FOLDER/report.html)")
      ->type_name("FILE");
  report
      ->add_option("--at", command.request.at,
                   "Hold an axis at the point nearest to a value; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  report->callback([&commands] { commands.chosen = [&] { return run_report(commands.report); }; });
}

void add_reproduce(CLI::App& app, Commands& commands) {
  CLI::App* reproduce = app.add_subcommand(
      "reproduce", "Published studies done again, each claim beside our numbers");
  ReproduceCommand& command = commands.reproduce;
  reproduce->add_option("STUDY", command.study,
                        "Name of a study, or \"all\"; without it the studies are listed");
  reproduce->add_option("--chapter", command.chapter, "One chapter of a longer work")
      ->type_name("CHAPTER");
  reproduce->add_option("-o,--output", command.output, "Folder for the report and the results")
      ->type_name("FOLDER");
  reproduce->add_flag("--force", command.force, "Replace what an earlier call left in the folder");
  add_json(*reproduce, command.json);
  reproduce->callback(
      [&commands] { commands.chosen = [&] { return run_reproduce(commands.reproduce); }; });
}

void add_simulate(CLI::App& app, Commands& commands) {
  CLI::App* simulate = app.add_subcommand(
      "simulate", "Motion through time: flight, impacts, contact that lasts, infinite bounces");
  SimulateCommand& command = commands.simulate;
  add_scenario(*simulate, command.scenario);
  simulate
      ->add_option("--law", command.law,
                   "Law of the impacts (default: the scenario's, or energetic)")
      ->type_name("NAME");
  simulate
      ->add_option("--on-ambiguous", command.on_ambiguous,
                   "Where several answers are consistent: stop (default), or first to go on with "
                   "the first")
      ->type_name("stop|first");
  simulate
      ->add_option(
          "--events", command.events,
          "How the text lists events: brief (default; bounces that converge are one line), "
          "or all, one by one; JSON and files have all")
      ->type_name("brief|all");
  add_output(*simulate, command.output);
  add_json(*simulate, command.json);
  simulate->callback(
      [&commands] { commands.chosen = [&] { return run_simulate(commands.simulate); }; });
}

void add_train_verbs(CLI::App& app, Commands& commands) {
  CLI::App* collide = app.add_subcommand(
      "collide", "An in-line train of balls and cylinders: velocities after, forces, energy");
  CollideCommand& colliding = commands.collide;
  add_scenario(*collide, colliding.scenario);
  add_json(*collide, colliding.json);
  add_output(*collide, colliding.output);
  collide->add_option("--svg", colliding.svg, "Draw the collision to this file")->type_name("FILE");
  collide
      ->add_option("--draw", colliding.draw,
                   "What to draw, separated by commas: loops, velocities, wave (default: all)")
      ->type_name("WHAT[,WHAT...]")
      ->delimiter(',')
      ->allow_extra_args(false);
  collide
      ->add_option("--converge", colliding.converge_to,
                   "Double the segments until no velocity changes by more than this part of the "
                   "approach (default 0.001)")
      ->type_name("TOLERANCE")
      ->expected(0, 1);
  collide
      ->add_option(
          "--patience", colliding.patience,
          "Seconds of work that are acceptable; beyond, only the cost is told (default 60)")
      ->type_name("SECONDS");
  collide->callback([&commands, collide] {
    commands.collide.converge = collide->count("--converge") > 0;
    commands.chosen = [&] { return run_collide(commands.collide); };
  });

  CLI::App* segment = app.add_subcommand(
      "segment", "How many segments the published rule gives each body of a train, and why");
  add_scenario(*segment, commands.segment.scenario);
  add_json(*segment, commands.segment.json);
  CLI::App* fit = app.add_subcommand("fit",
                                     "The selection of segments by measured restitutions (Eqns "
                                     "2.25-2.27) and the fit of the rule");
  FitCommand& fitting = commands.fit;
  fit->add_option("DATA", fitting.data,
                  "A data file, or the name of one that Carom has (default alluhydan2019)");
  fit->add_option("--speed", fitting.speed, "Of the ball, m/s (default 0.5; none was published)");
  fit->add_option("--interior", fitting.interior, "lossless (default) or dissipating");
  fit->add_option("--model", fitting.model, "hertz (default), bilinear or rigid");
  add_json(*fit, fitting.json);
  fit->callback([&commands] { commands.chosen = [&] { return run_fit(commands.fit); }; });

  segment->callback(
      [&commands] { commands.chosen = [&] { return run_segment(commands.segment); }; });
}

void add_verbs(CLI::App& app, Commands& commands) {
  CLI::App* describe =
      app.add_subcommand("describe", "The mechanism, or the train, checked, measured and drawn");
  add_scenario(*describe, commands.describe.scenario);
  add_json(*describe, commands.describe.json);
  describe
      ->add_option("--svg", commands.describe.svg, "Draw the mechanism, or the train, to this file")
      ->type_name("FILE");
  describe->callback(
      [&commands] { commands.chosen = [&] { return run_describe(commands.describe); }; });

  CLI::App* strike = app.add_subcommand(
      "strike",
      "One impact by every law asked for, side by side, with the account of what happened");
  StrikeCommand& striking = commands.strike;
  add_scenario(*strike, striking.scenario);
  add_laws(*strike, striking.laws);
  add_method(*strike, striking.method);
  strike
      ->add_option("--account", striking.account,
                   "Tell the account (and draw) by this law (default: the scenario's)")
      ->type_name("LAW");
  strike->add_flag("--joints", striking.joints,
                   "Add the impulses in the joints and at the base, and the couples of drives");
  add_json(*strike, striking.json);
  strike->add_option("--svg", striking.svg, "Draw the impact in impulse space to this file")
      ->type_name("FILE");
  strike->callback([&commands] { commands.chosen = [&] { return run_strike(commands.strike); }; });

  add_sweep(app, commands);
  add_report(app, commands);
  add_reproduce(app, commands);
  CLI::App* critical = app.add_subcommand(
      "critical", "Where along the axes a resting contact gets neither impulse nor velocity");
  add_scenario(*critical, commands.critical.scenario);
  add_ratio(*critical, commands.critical.ratio);
  add_json(*critical, commands.critical.json);
  add_output(*critical, commands.critical.output);
  critical
      ->add_option("--csv", commands.critical.csv,
                   "Write the critical points, or curves, as a table")
      ->type_name("FILE");
  critical
      ->add_option("--svg", commands.critical.svg,
                   "Draw the curves over two axes, with the regions coloured")
      ->type_name("FILE");
  critical->callback(
      [&commands] { commands.chosen = [&] { return run_critical(commands.critical); }; });

  CLI::App* transmit = app.add_subcommand(
      "transmit", "How a strike travels: to every contact and through every rod, per unit impulse");
  add_scenario(*transmit, commands.transmit.scenario);
  add_ratio(*transmit, commands.transmit.ratio);
  add_json(*transmit, commands.transmit.json);
  transmit->add_option("--svg", commands.transmit.svg, "Draw the transmission to this file")
      ->type_name("FILE");
  transmit->callback(
      [&commands] { commands.chosen = [&] { return run_transmit(commands.transmit); }; });

  CLI::App* verdict = app.add_subcommand(
      "verdict", "Whether velocities and impulses are determined for every strike here, and why");
  add_scenario(*verdict, commands.verdict.scenario);
  add_json(*verdict, commands.verdict.json);
  verdict
      ->add_option("--example", commands.verdict.example,
                   "Write a strike with two answers or none, where one is found, as a scenario")
      ->type_name("FILE");
  verdict->callback(
      [&commands] { commands.chosen = [&] { return run_verdict(commands.verdict); }; });
  add_simulate(app, commands);
  add_train_verbs(app, commands);

  CLI::App* laws = app.add_subcommand("laws", "The laws known, with formula, source and limits");
  add_json(*laws, commands.laws.json);
  laws->callback([&commands] { commands.chosen = [&] { return run_laws(commands.laws); }; });
}

/// CLI11 calls a mistyped verb an extra argument; say what it was probably meant to be.
bool unknown_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    verbs.push_back(verb->get_name());
  for (const std::string& verb : verbs)
    if (verb == argv[1]) return false;
  std::fprintf(stderr, "carom: \"%s\" is not a verb%s\nRun carom --help for the verbs.\n", argv[1],
               did_you_mean(argv[1], verbs).c_str());
  return true;
}

/// The same for options that a verb does not have.
int unknown_options(const CLI::App& app) {
  for (const std::string& extra : app.remaining())
    std::fprintf(stderr, "carom: \"%s\" is not understood before a verb\n", extra.c_str());
  for (const CLI::App* verb : app.get_subcommands()) {
    std::vector<std::string> known;
    for (const CLI::Option* option : verb->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& extra : verb->remaining())
      std::fprintf(stderr, "carom %s: \"%s\" is not understood%s\n", verb->get_name().c_str(),
                   extra.c_str(), did_you_mean(extra, known).c_str());
  }
  std::fprintf(stderr, "Run carom VERB --help for its options.\n");
  return bad_input;
}

int run(int argc, char** argv) {
  CLI::App app("Carom: what happens when linked rigid bodies strike", "carom");
  app.set_version_flag("--version", std::string("carom ") + version);
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(
      "carom VERB --help tells the options of a verb. Exit status: 0 solved, 1 no single "
      "answer,\n2 bad input, 3 a fault of Carom's, 130 interrupted.");
  app.require_subcommand(0, 1);
  Commands commands;
  add_verbs(app, commands);
  if (unknown_verb(app, argc, argv)) return bad_input;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return unknown_options(app);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? solved : bad_input;
  }
  if (!commands.chosen) {
    std::fputs(app.help().c_str(), stderr);
    return bad_input;
  }
  return commands.chosen();
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) {
  try {
    return carom::run(argc, argv);
  } catch (const carom::InputError& error) {
    carom::tell(error);
    return carom::bad_input;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "carom: a fault of ours: %s\n", error.what());
    return carom::our_fault;
  }
}
