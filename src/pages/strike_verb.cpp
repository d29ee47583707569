#include "pages/verb.hpp"
#include "sweeps/sweep_tasks.hpp"

namespace carom {

extern const Verb strike_verb{"strike", 10, nullptr, strike_task};

}  // namespace carom
