#include "data/reach_report.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {

std::string words(const ReachReport& report) {
  Listing<ReachedEnd, ReachReport> ends(report);
  ends.add<"link">().add<"distance">();
  return titled(report.title) + ends.text(report.ends) + "The farthest is " +
         number(report.farthest) + " m away.\n";
}

template struct ReportOut<ReachReport>;

}  // namespace carom
