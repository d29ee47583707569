#include "facade/rendering.hpp"
#include "study/study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct LawsOptions {
  bool json = false;
};

int run_laws(const LawsOptions& options) {
  tell(laws(), options.json);
  return 0;
}

void add_laws_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<LawsOptions>();
  add_json(verb, options->json);
  choose(verb, chosen, options, run_laws);
}

}  // namespace

extern const Command laws_command{130, "laws", "The laws known, with formula, source and limits",
                                  add_laws_options};

}  // namespace carom
