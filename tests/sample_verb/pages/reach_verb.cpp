#include "pages/page_parts.hpp"
#include "pages/report_task.hpp"
#include "reports/listing.hpp"
#include "reports/report_out.hpp"
#include "study/reach.hpp"

namespace carom {
namespace {

Page reach_page(const std::string& folder, const ReportRequest& request) {
  return verb_page(
      folder, request, "Reach", study_of_text, [](const Study&) { return ReachReport{}; },
      [](const VerbResults&, const Study&, const ReachReport& report, Page& page) {
        Listing<ReachedEnd, ReachReport> ends(report);
        ends.add<"link">().add<"distance">();
        page.sections.emplace_back(ends.page("ends", "Ends of the links", report.ends));
      });
}

const SweepTaskEntry& reach_task() {
  static const SweepTaskEntry entry = report_task<reach>("reach", "the ends of the links");
  return entry;
}

}  // namespace

extern const Verb reach_verb{"reach", 60, reach_page, reach_task};

}  // namespace carom
