#include <fmt/format.h>

#include "io/report_text.hpp"
#include "io/text_table.hpp"

namespace carom {

std::string text(const CriticalReport& report) {
  std::string out;
  if (!report.title.empty()) out += report.title + "\n";
  out += fmt::format("strike at {}", report.striker);
  if (report.ratio != 0) out += fmt::format(", impulse n + {} t", number(report.ratio));
  for (const CriticalAxis& axis : report.axes)
    out += fmt::format("; {} from {} to {}", axis.parameter, number(axis.from), number(axis.to));
  out += "\n\n";
  if (report.axes.size() == 1) {
    TextTable table(
        {"contact", report.axes[0].parameter, "<cause", "multiplicity", "<below", "<above"});
    for (const CriticalPoint& point : report.critical)
      table.add({point.contact, fmt::format("{:.12g}", point.at), point.cause,
                 std::to_string(point.multiplicity), point.below, point.above});
    out += report.critical.empty() ? "no critical configuration on this axis\n" : table.text();
  } else {
    TextTable table({"contact", "<cause", "points", "<", "from", "to"});
    for (const CriticalCurve& curve : report.curves) {
      const auto end = [](const std::pair<double, double>& p) {
        return numbers(p.first, p.second);
      };
      table.add({curve.contact, curve.cause, std::to_string(curve.points.size()),
                 curve.closed ? "loop" : "", end(curve.points.front()), end(curve.points.back())});
    }
    out += report.curves.empty() ? "no critical curve in this rectangle\n" : table.text();
  }
  for (const CriticalStretch& stretch : report.stretches)
    out += fmt::format("\nnothing reaches {} for {} from {:.10g} to {:.10g}: {}", stretch.contact,
                       report.axes[0].parameter, stretch.from, stretch.to, stretch.cause);
  for (const std::string& note : report.notes) out += "\nnote: " + note;
  if (!report.notes.empty() || !report.stretches.empty()) out += "\n";
  return out;
}

}  // namespace carom
