#include "study/map.hpp"

#include "facade/rendering.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct MapCommand : ReportOptions {
  MapRequest request;
  std::string on_ambiguous = "stop";
};

class Interrupted : public MotionSink {
 public:
  bool stop() override { return host_.interrupted(); }

 private:
  Host& host_ = host();
};

int run_map(const MapCommand& options) {
  MapRequest request = options.request;
  if (options.on_ambiguous != "stop" && options.on_ambiguous != "first")
    throw InputError(
        "", {{{},
              "--on-ambiguous is \"" + options.on_ambiguous + "\"; must be \"stop\" or \"first\"",
              {}}});
  if (options.on_ambiguous == "first") request.on_ambiguous = OnAmbiguous::first;
  if (!request.path.empty() && request.path != "closed" && request.path != "motion")
    throw InputError(
        "", {{{}, "--path is \"" + request.path + "\"; must be \"closed\" or \"motion\"", {}}});
  const Study study = study_of(options.scenario);
  const auto folder = opened_output(options.output, "map", study.scenario, options.scenario);
  Interrupted sink;
  host().heed_interruption();
  const MapReport report = map(study, request, &sink);
  if (folder) write_results(*folder, report);
  tell(report, options);
  if (host().interrupted()) return host().interruption_status();
  return report.answered ? 0 : 1;
}

void add_map_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<MapCommand>();
  MapRequest& request = options->request;
  add_scenario(verb, options->scenario);
  verb.add_option("--law", request.law,
                  "Law of the impacts (default: the scenario's, or energetic)")
      ->type_name("NAME");
  verb.add_option("--returns", request.returns, "How many returns (default: [map] returns)")
      ->type_name("N")
      ->check(CLI::Range(1L, 1000000000L));
  verb.add_option("--path", request.path,
                  "closed: by the closed form of the flight, where there is one (default then); "
                  "motion: through simulate")
      ->type_name("closed|motion");
  verb.add_flag("--fixed", request.fixed, "Look for fixed points, with multipliers");
  verb.add_option("--period", request.period, "Look for orbits of so many returns")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  verb.add_option(
          "--continue", request.follow,
          "Follow them in a parameter, through folds and doublings; where it is swept, from "
          "one end of its axis to the other")
      ->type_name("NAME");
  verb.add_option("--doublings", request.doublings,
                  "With --continue: so many doublings in a row are followed (default 2)")
      ->type_name("N")
      ->check(CLI::Range(0, 12));
  verb.add_option("--starts", request.starts, "Starts of Newton's method (default 60)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  verb.add_flag("--lyapunov", request.lyapunov, "Lyapunov exponents, with their errors");
  verb.add_flag("--separatrix", request.separatrix,
                "Find the launch between infinitely many bounces that end and none");
  verb.add_option("--on-ambiguous", options->on_ambiguous,
                  "Where several answers are consistent: stop (default), or first to go on with "
                  "the first")
      ->type_name("stop|first");
  add_output(verb, options->output);
  add_json(verb, options->json);
  choose(verb, chosen, options, run_map);
}

}  // namespace

extern const Command map_command{
    95, "map", "Poincaré maps: returns, limits, fixed points, orbits, stability", add_map_options};

}  // namespace carom
