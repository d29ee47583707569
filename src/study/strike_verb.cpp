#include "analysis/sweep_tasks.hpp"
#include "study/verb.hpp"

namespace carom {

extern const Verb strike_verb{"strike", 10, nullptr, strike_task};

}  // namespace carom
