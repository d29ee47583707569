#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verbs.hpp"

namespace carom {

int run_laws(const LawsOptions& options) {
  print(options.json ? json(laws()) : text(laws()));
  return 0;
}

}  // namespace carom
