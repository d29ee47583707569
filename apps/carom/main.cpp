/// The program: what it may be asked, and how it answers when asked wrongly.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "carom/fault.hpp"
#include "carom/version.hpp"
#include "command.hpp"
#include "facade/rendering.hpp"
#include "host.hpp"
#include "signals.hpp"

namespace carom {

namespace {

enum ExitStatus { solved = 0, bad_input = 2, our_fault = 3 };

void tell(const InputError& error) {
  if (error.faults().size() > 1)
    std::fprintf(stderr, "%s: %zu faults\n",
                 error.source().empty() ? "carom" : error.source().c_str(), error.faults().size());
  std::fprintf(stderr, "%s\n", error.what());
}

/// CLI11 calls a mistyped verb an extra argument; say what it was probably meant to be.
bool unknown_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  std::vector<std::string> known;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(verb->get_name());
  for (const std::string& verb : known)
    if (verb == argv[1]) return false;
  std::fprintf(stderr, "carom: \"%s\" is not a verb%s\nRun carom --help for the verbs.\n", argv[1],
               did_you_mean(argv[1], known).c_str());
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
      "answer,\n2 bad input, 3 a fault of Carom's, 130 interrupted.\n\n./carom python [SCRIPT …], "
      "of the "
      "project's folder, starts Python with the module carom, which has all\nverbs too.");
  app.require_subcommand(0, 1);
  Chosen chosen;
  for (const Command* command : all_commands())
    command->add(*app.add_subcommand(command->name, command->description), chosen);
  if (unknown_verb(app, argc, argv)) return bad_input;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return unknown_options(app);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? solved : bad_input;
  }
  if (!chosen) {
    std::fputs(app.help().c_str(), stderr);
    return bad_input;
  }
  return chosen();
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) {
  carom::end_when_interrupted();
  const carom::HostedHere here(carom::terminal());
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
