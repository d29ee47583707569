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

namespace {

enum ExitStatus { solved = 0, bad_input = 2, our_fault = 3 };

void report(const InputError& error) {
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

struct Commands {
  DescribeOptions describe;
  StrikeCommand strike;
  CollideCommand collide;
  SegmentOptions segment;
  FitCommand fit;
  LawsOptions laws;
  std::function<int()> chosen;
};

void add_train_verbs(CLI::App& app, Commands& commands) {
  CLI::App* collide = app.add_subcommand(
      "collide", "An in-line train of balls and cylinders: velocities after, forces, energy");
  CollideCommand& colliding = commands.collide;
  add_scenario(*collide, colliding.scenario);
  collide->add_flag("--json", colliding.json, "One JSON document on standard output");
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
  segment->add_flag("--json", commands.segment.json, "One JSON document on standard output");
  CLI::App* fit = app.add_subcommand("fit",
                                     "The selection of segments by measured restitutions (Eqns "
                                     "2.25-2.27) and the fit of the rule");
  FitCommand& fitting = commands.fit;
  fit->add_option("DATA", fitting.data,
                  "A data file, or the name of one that Carom has (default alluhydan2019)");
  fit->add_option("--speed", fitting.speed, "Of the ball, m/s (default 0.5; none was published)");
  fit->add_option("--interior", fitting.interior, "lossless (default) or dissipating");
  fit->add_option("--model", fitting.model, "hertz (default), bilinear or rigid");
  fit->add_flag("--json", fitting.json, "One JSON document on standard output");
  fit->callback([&commands] { commands.chosen = [&] { return run_fit(commands.fit); }; });

  segment->callback(
      [&commands] { commands.chosen = [&] { return run_segment(commands.segment); }; });
}

void add_verbs(CLI::App& app, Commands& commands) {
  CLI::App* describe = app.add_subcommand("describe", "The mechanism checked, measured and drawn");
  add_scenario(*describe, commands.describe.scenario);
  describe->add_flag("--json", commands.describe.json, "One JSON document on standard output");
  describe->add_option("--svg", commands.describe.svg, "Draw the mechanism to this file")
      ->type_name("FILE");
  describe->callback(
      [&commands] { commands.chosen = [&] { return run_describe(commands.describe); }; });

  CLI::App* strike = app.add_subcommand(
      "strike",
      "One impact by every law asked for, side by side, with the account of what happened");
  StrikeCommand& striking = commands.strike;
  add_scenario(*strike, striking.scenario);
  strike
      ->add_option("--law", striking.laws,
                   "Laws, separated by commas, or \"all\" (default: the scenario's, or energetic); "
                   "`carom laws` lists them")
      ->type_name("LAW[,LAW...]")
      ->delimiter(',')
      ->allow_extra_args(false);
  strike
      ->add_option("--method", striking.method,
                   "How modes are chosen: consistent (default), enumerate, pivot, or paper (the "
                   "published list procedure, for comparison)")
      ->type_name("METHOD");
  strike
      ->add_option("--account", striking.account,
                   "Tell the account (and draw) by this law (default: the scenario's)")
      ->type_name("LAW");
  strike->add_flag("--joints", striking.joints, "Add the impulses in the joints and at the base");
  strike->add_flag("--json", striking.json, "One JSON document on standard output");
  strike->add_option("--svg", striking.svg, "Draw the impact in impulse space to this file")
      ->type_name("FILE");
  strike->callback([&commands] { commands.chosen = [&] { return run_strike(commands.strike); }; });

  add_train_verbs(app, commands);

  CLI::App* laws = app.add_subcommand("laws", "The laws known, with formula, source and limits");
  laws->add_flag("--json", commands.laws.json, "One JSON document on standard output");
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
      "answer,\n2 bad input, 3 a fault of Carom's.");
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
    carom::report(error);
    return carom::bad_input;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "carom: a fault of ours: %s\n", error.what());
    return carom::our_fault;
  }
}
