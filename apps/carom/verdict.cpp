#include <cstdio>

#include "facade/rendering.hpp"
#include "study/study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct VerdictOptions : ReportOptions {
  std::string example;
};

int run_verdict(const VerdictOptions& options) {
  const Study study = study_of(options.scenario);
  const UniquenessReport report = verdict(study);
  if (!options.example.empty() && !report.example)
    std::fprintf(stderr, "carom: no strike with two answers or none was found; %s is not written\n",
                 options.example.c_str());
  if (!options.example.empty() && report.example) {
    write_drawing(options.scenario, options.example,
                  scenario_text(report.example->mechanism, report.example->state,
                                {"A strike found by carom verdict: " +
                                     std::string(name(report.example->verdict)) +
                                     ". Run carom strike on this file.",
                                 report.title, report.example->striker, "energetic"}));
  }
  tell(report, options);
  return report.velocities == Determined::not_always ? 1 : 0;
}

void add_verdict_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<VerdictOptions>();
  add_scenario(verb, options->scenario);
  add_json(verb, options->json);
  add_file(verb, "--example", options->example,
           "Write a strike with two answers or none, where one is found, as a scenario");
  choose(verb, chosen, options, run_verdict);
}

}  // namespace

extern const Command verdict_command{
    80, "verdict", "Whether velocities and impulses are determined for every strike here, and why",
    add_verdict_options};

}  // namespace carom
