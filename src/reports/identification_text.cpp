#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/identification_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

constexpr std::size_t most_gaps = 12;

std::string wald(const FittedParameter& own) {
  if (own.determined && own.at != FitEnd::inside)
    return fmt::format("at its {} bound", name(own.at));
  return own.low          ? fmt::format("{} … {}", number(*own.low), number(*own.high))
         : own.determined ? "unknown"
                          : "not determined";
}

std::string profile(const FittedParameter& own) {
  const auto end = [](const std::optional<double>& value, bool at_bound) {
    return value ? number(*value) + (at_bound ? " (bound)" : "") : std::string("no end");
  };
  if (!own.profile_low && !own.profile_high) return "no end";
  return fmt::format("{} … {}", end(own.profile_low, own.low_at_bound),
                     end(own.profile_high, own.high_at_bound));
}

std::string parameters_text(const IdentificationReport& report) {
  Listing<FittedParameter, IdentificationReport> list(report);
  list.add<"name">().add<"start">().add<"value">().add<"error">();
  const std::string share = fmt::format("{:g} %", 100 * report.confidence);
  list.add(share + " by standard error", wald);
  const bool profiles = std::ranges::any_of(report.parameters, [](const FittedParameter& own) {
    return own.profile_low || own.profile_high;
  });
  if (profiles) list.add(share + " by profile", profile);
  return list.text(report.parameters);
}

std::string correlations_text(const IdentificationReport& report) {
  std::vector<std::string> headings{"correlation"};
  headings.insert(headings.end(), report.correlated.begin(), report.correlated.end());
  TextTable table(headings);
  for (std::size_t i = 0; i < report.correlated.size(); ++i) {
    std::vector<std::string> row{report.correlated[i]};
    for (const double each : report.correlations[i]) row.push_back(fmt::format("{:.3f}", each));
    table.add(row);
  }
  return table.text();
}

std::string gaps_text(const IdentificationReport& report) {
  std::string out;
  for (const FitGapCount& each : report.gap_counts) {
    out += fmt::format("{} {} no answer, {}: ", each.rows, each.rows == 1 ? "row has" : "rows have",
                       each.why);
    std::size_t told = 0;
    for (const FitGap& gap : report.gaps) {
      if (gap.why != each.why) continue;
      if (told == most_gaps) {
        out += ", …";
        break;
      }
      out += fmt::format("{}{}", told++ == 0 ? "row " : ", ", gap.row);
    }
    out += "\n";
  }
  return out;
}

}  // namespace

std::string words(const IdentificationReport& report) {
  std::string out = titled(report.title);
  out += fmt::format("fitted to {}: one {} a row{}\n", report.data, name(report.subject),
                     report.law.empty() ? "" : ", by the " + report.law + " law");
  out += fmt::format(
      "{} of {} rows used{}{}\n\n", report.answered, report.rows,
      report.left_out > 0 ? fmt::format(", {} left out", report.left_out) : "",
      report.gaps.empty() ? "" : fmt::format(", {} without an answer", report.gaps.size()));
  out += parameters_text(report);
  if (report.correlated.size() > 1) out += "\n" + correlations_text(report);
  if (!report.columns.empty()) {
    Listing<FittedColumn, IdentificationReport> list(report);
    list.add<"name">().add<"unit">().add<"count">().add<"mean">().add<"deviation">();
    list.add<"largest">().add<"spread">().add<"explained">();
    out += "\n" + list.text(report.columns);
    out += fmt::format(
        "\nsum of weighted squares {}, s = {} with {} degrees of freedom; condition {}\n",
        number(report.sum), number(report.deviation), number(report.freedom),
        report.condition ? number(*report.condition) : "without bound");
    out += fmt::format("derivatives: {}; {} of {} starts led here; {} passes over the rows\n",
                       report.slopes == FitSlopes::exact ? "exact" : "central differences",
                       report.agree, report.starts, report.evaluations);
  }
  if (!report.gaps.empty()) out += "\n" + gaps_text(report);
  for (const std::string& warning : report.warnings) out += "Warning: " + warning + ".\n";
  for (const std::string& note : report.notes) out += "Note: " + note + ".\n";
  return out;
}

template struct ReportOut<IdentificationReport>;

}  // namespace carom
