#include <cstdio>

#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verbs.hpp"

namespace carom {

int run_verdict(const VerdictOptions& options) {
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  const UniquenessReport report = verdict(study);
  if (!options.example.empty() && !report.example)
    std::fprintf(stderr, "carom: no strike with two answers or none was found; %s is not written\n",
                 options.example.c_str());
  if (!options.example.empty() && report.example) {
    write_drawing(options.scenario, options.example,
                  scenario_text(report.example->mechanism, report.example->state,
                                {"A strike found by carom verdict: " + report.example->verdict +
                                     ". Run carom strike on this file.",
                                 report.title, report.example->striker, "energetic"}));
  }
  print(options.json ? json(report) : text(report));
  return report.velocities == "not always" ? 1 : 0;
}

}  // namespace carom
