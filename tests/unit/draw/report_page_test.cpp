#include "draw/report_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace carom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view opening = "<script type=\"application/json\" id=\"carom-data\">";

/// What a browser takes for the data: all up to the first end of a script.
std::string data_in(const std::string& page) {
  const std::size_t from = page.find(opening) + opening.size();
  return page.substr(from, page.find("</script", from) - from);
}

TEST(ReportPage, TheTemplateIsTheCommittedPage) {
  std::ifstream file(CAROM_WEB "/dist/report.html", std::ios::binary);
  std::ostringstream committed;
  committed << file.rdbuf();
  ASSERT_THAT(committed.str(), StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(report_template(), committed.str());
}

TEST(ReportPage, HoldsTheDataAndNothingElseChanges) {
  const std::string page = report_page(R"({"format":1})");
  EXPECT_EQ(data_in(page), R"({"format":1})");
  std::string expected(report_template());
  expected.replace(expected.find("@CAROM_DATA@"), 12, R"({"format":1})");
  EXPECT_EQ(page, expected);
}

TEST(ReportPage, NothingInTheDataEndsTheElementThatHoldsIt) {
  nlohmann::json data;
  data["title"] = "</script><script>alert(1)</script><!-- <script> @CAROM_DATA@ ]]> & <";
  const std::string page = report_page(data.dump());
  EXPECT_EQ(data_in(page).find('<'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(data_in(page)), data);
  EXPECT_THAT(page, HasSubstr("\n</html>"));
}

TEST(ReportPage, EmptyDataAndTrailingAngleAreKept) {
  EXPECT_EQ(data_in(report_page("")), "");
  EXPECT_EQ(data_in(report_page("\"<\"")), "\"\\u003c\"");
  EXPECT_EQ(data_in(report_page("<")), "\\u003c");
}

}  // namespace
}  // namespace carom
