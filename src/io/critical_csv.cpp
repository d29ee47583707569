#include "io/critical_csv.hpp"

#include <fmt/format.h>

namespace carom {
namespace {

/// In quotes where a comma or a quote is in it.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::string csv(const CriticalReport& report) {
  std::string out;
  if (report.axes.size() == 1) {
    out =
        fmt::format("{},contact,cause,multiplicity,below,above\n", cell(report.axes[0].parameter));
    for (const CriticalPoint& point : report.critical)
      out += fmt::format("{},{},{},{},{},{}\n", point.at, cell(point.contact), cell(point.cause),
                         point.multiplicity, point.below, point.above);
    return out;
  }
  out = fmt::format("curve,contact,cause,{},{}\n", cell(report.axes[0].parameter),
                    cell(report.axes[1].parameter));
  for (std::size_t i = 0; i < report.curves.size(); ++i)
    for (const auto& [x, y] : report.curves[i].points)
      out += fmt::format("{},{},{},{},{}\n", i + 1, cell(report.curves[i].contact),
                         cell(report.curves[i].cause), x, y);
  return out;
}

}  // namespace carom
