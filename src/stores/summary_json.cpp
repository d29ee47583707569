#include "stores/summary_json.hpp"

#include "data/sweep_report_table.hpp"
#include "reports/json_table.hpp"
#include "stores/sweep_plan.hpp"

namespace carom {

using json_parts::Json;

std::string summary_json(const SweepReport& report, std::size_t boundaries) {
  const SweepQuestion& question = report.question;
  Json root{{"carom", version},
            {"format", format},
            {"fingerprint", written_fingerprint(fingerprint(question))},
            {"title", question.title},
            {"points", report.points},
            {"holes", report.holes},
            {"columns", json_table::json_of(report.columns, report)}};
  if (!report.statistics.empty()) {
    root["percentile_levels"] = percentile_levels;
    root["statistics"] = json_table::json_of(report.statistics, report);
  }
  if (question.boundaries) root["boundaries"] = boundaries;
  root["notes"] = report.notes;
  root["question"] = Json::parse(question_json(question));
  return root.dump(1) + '\n';
}

std::optional<SweepReport> report_from_summary(std::string_view text) {
  auto plan = plan_from_json(text);
  if (!plan || !plan->question) return std::nullopt;
  try {
    const Json root = Json::parse(text);
    SweepReport report;
    report.question = std::move(*plan->question);
    report.points = root.at("points");
    report.holes = root.at("holes");
    json_table::read_value(root.at("columns"), report.columns, report);
    for (std::size_t i = 0; i < report.columns.size(); ++i)
      report.columns[i].has_range = root["columns"][i].contains("least");
    if (root.contains("statistics"))
      json_table::read_value(root["statistics"], report.statistics, report);
    report.notes = root.at("notes").get<std::vector<std::string>>();
    return report;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace carom
