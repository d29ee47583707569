#include "data/transmission_table.hpp"
#include "io/json_table.hpp"
#include "io/report_json.hpp"

namespace carom {

std::string json(const TransmissionReport& report) {
  return json_table::written(report);
}

}  // namespace carom
