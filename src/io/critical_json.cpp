#include "io/json_parts.hpp"
#include "io/report_json.hpp"

namespace carom {

using namespace json_parts;

std::string json(const CriticalReport& report) {
  Json root = document(report.title);
  root["striker"] = report.striker;
  root["ratio"] = report.ratio;
  root["method"] = report.method;
  root["complete"] = report.complete;
  root["contacts"] = report.contacts;
  root["axes"] = array(report.axes, [](const CriticalAxis& axis) -> Json {
    Json node{{"parameter", axis.parameter}, {"from", axis.from}, {"to", axis.to}};
    if (axis.logarithmic) node["spacing"] = "log";
    return node;
  });
  if (report.axes.size() == 1) {
    root["critical"] = array(report.critical, [](const CriticalPoint& point) -> Json {
      return {{"parameter", point.parameter},
              {"at", point.at},
              {"contact", point.contact},
              {"cause", point.cause},
              {"multiplicity", point.multiplicity},
              {"below", point.below},
              {"above", point.above}};
    });
    root["blocked"] = array(report.stretches, [](const CriticalStretch& stretch) -> Json {
      return {{"contact", stretch.contact},
              {"from", stretch.from},
              {"to", stretch.to},
              {"cause", stretch.cause}};
    });
    root["outcomes"] = array(report.outcomes, [](const CriticalOutcome& piece) -> Json {
      return {{"contact", piece.contact},
              {"from", piece.from},
              {"to", piece.to},
              {"outcome", piece.outcome}};
    });
  } else {
    root["curves"] = array(report.curves, [](const CriticalCurve& curve) -> Json {
      Json points = Json::array();
      for (const auto& [x, y] : curve.points) points.push_back({x, y});
      return {{"contact", curve.contact},
              {"cause", curve.cause},
              {"closed", curve.closed},
              {"points", points}};
    });
  }
  root["notes"] = report.notes;
  return printed(root);
}

}  // namespace carom
