#include "facade/rendering.hpp"
#include "study/train_study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct FitCommand {
  std::string data = "alluhydan2019";
  double speed = 0.5;
  std::string interior = "lossless";
  std::string model = "hertz";
  bool json = false;
};

int run_fit(const FitCommand& options) {
  const FitReport report = fit({options.data, options.speed, options.interior, options.model});
  print(options.json ? json(report) : text(report));
  return 0;
}

void add_fit_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<FitCommand>();
  verb.add_option("DATA", options->data,
                  "A data file, or the name of one that Carom has (default alluhydan2019)");
  verb.add_option("--speed", options->speed, "Of the ball, m/s (default 0.5; none was published)");
  verb.add_option("--interior", options->interior, "lossless (default) or dissipating");
  verb.add_option("--model", options->model, "hertz (default), bilinear or rigid");
  add_json(verb, options->json);
  choose(verb, chosen, options, run_fit);
}

}  // namespace

extern const Command fit_command{
    120, "fit",
    "The selection of segments by measured restitutions (Eqns 2.25-2.27) and the fit of the rule",
    add_fit_options};

}  // namespace carom
