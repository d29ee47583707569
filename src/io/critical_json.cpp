#include "data/critical_table.hpp"
#include "io/json_table.hpp"
#include "io/report_json.hpp"

namespace carom {

std::string json(const CriticalReport& report) {
  return json_table::written(report);
}

void read_answer(const std::string& answer, CriticalReport& report) {
  json_table::read_document(answer, report);
}

}  // namespace carom
