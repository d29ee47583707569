#include "study/measured_input.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/nearest_name.hpp"

namespace carom {

MeasuredTable measured_named(const std::string& name_or_path) {
  if (auto known = embedded_measurement(name_or_path)) return std::move(*known);
  std::ifstream file(name_or_path, std::ios::binary);
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(name_or_path, ignored))
    throw InputError(name_or_path,
                     {{{},
                       "is neither a file that can be read nor measurements that Carom has" +
                           nearest_or_all(name_or_path, embedded_measurements()),
                       {}}});
  std::ostringstream content;
  content << file.rdbuf();
  std::vector<Fault> faults;
  MeasuredTable table = measured_from_text(
      content.str(), std::filesystem::path(name_or_path).filename().string(), faults);
  if (!faults.empty()) throw InputError(name_or_path, std::move(faults));
  return table;
}

}  // namespace carom
