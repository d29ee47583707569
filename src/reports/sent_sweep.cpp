#include "data/sweep_request.hpp"
#include "reports/json_table.hpp"

namespace carom {

// Only ranks read it: it has no words.
template std::string ReportOut<SentSweep>::json(const SentSweep& report);
template void ReportOut<SentSweep>::read(const std::string& answer, SentSweep& report);

}  // namespace carom
