#include <fmt/format.h>

#include "data/critical_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {

std::string words(const CriticalReport& report) {
  std::string out;
  if (!report.title.empty()) out += report.title + "\n";
  out += fmt::format("strike at {}", report.striker);
  if (report.ratio != 0) out += fmt::format(", impulse n + {} t", number(report.ratio));
  for (const CriticalAxis& axis : report.axes)
    out += fmt::format("; {} from {} to {}", axis.parameter, number(axis.from), number(axis.to));
  out += "\n\n";
  if (report.axes.size() == 1) {
    Listing<CriticalPoint, CriticalReport> table(report);
    table.add<"contact">().add<"at">().headed(report.axes[0].parameter).add<"cause">();
    table.add<"multiplicity">().add<"below">().add<"above">();
    out += report.critical.empty() ? "no critical configuration on this axis\n"
                                   : table.text(report.critical);
  } else {
    Listing<CriticalCurve, CriticalReport> table(report);
    const auto place = [](const std::pair<double, double>& point) {
      return std::array{point.first, point.second};
    };
    table.add<"contact">().add<"cause">();
    table.add("points", [](const CriticalCurve& curve) { return curve.points.size(); });
    table.add("",
              [](const CriticalCurve& curve) -> std::string { return curve.closed ? "loop" : ""; });
    table.add("from", [=](const CriticalCurve& curve) { return place(curve.points.front()); });
    table.add("to", [=](const CriticalCurve& curve) { return place(curve.points.back()); });
    out +=
        report.curves.empty() ? "no critical curve in this rectangle\n" : table.text(report.curves);
  }
  for (const CriticalStretch& stretch : report.stretches)
    out += fmt::format("\nnothing reaches {} for {} from {:.10g} to {:.10g}: {}", stretch.contact,
                       report.axes[0].parameter, stretch.from, stretch.to, stretch.cause);
  for (const std::string& note : report.notes) out += "\nnote: " + note;
  if (!report.notes.empty() || !report.stretches.empty()) out += "\n";
  return out;
}

template struct ReportOut<CriticalReport>;

}  // namespace carom
