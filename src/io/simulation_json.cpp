#include "data/simulation_table.hpp"
#include "io/json_table.hpp"
#include "io/simulation_out.hpp"

namespace carom {

std::string json(const SimulationReport& report) {
  return json_table::written(report);
}

void read_answer(const std::string& answer, SimulationReport& report) {
  json_table::read_document(answer, report);
}

}  // namespace carom
