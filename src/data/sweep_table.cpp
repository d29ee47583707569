#include "data/sweep_table.hpp"

namespace carom {

std::string component_label(const Column& column, std::size_t component) {
  std::string text;
  for (std::size_t e = column.extents.size(); e-- > 0;) {
    const auto& labels = column.extents[e].labels;
    const std::string& label = labels[component % labels.size()];
    text = text.empty() ? label : label + "." + text;
    component /= labels.size();
  }
  return text;
}

}  // namespace carom
