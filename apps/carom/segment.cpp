#include "facade/rendering.hpp"
#include "study/train_study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

int run_segment(const ReportOptions& options) {
  tell(segment(train_study_of(options.scenario)), options);
  return 0;
}

void add_segment_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<ReportOptions>();
  add_scenario(verb, options->scenario);
  add_json(verb, options->json);
  choose(verb, chosen, options, run_segment);
}

}  // namespace

extern const Command segment_command{
    110, "segment", "How many segments the published rule gives each body of a train, and why",
    add_segment_options};

}  // namespace carom
