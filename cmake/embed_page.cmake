# Writes the C++ source that holds the page of reports:
#
#     cmake -DINPUT=web/dist/report.html -DOUTPUT=report_template.cpp -P embed_page.cmake
file(READ "${INPUT}" page)
string(FIND "${page}" ")carom_page\"" collision)
if(NOT collision EQUAL -1)
  message(FATAL_ERROR "${INPUT} contains the end of the literal that holds it")
endif()
file(WRITE "${OUTPUT}" "#include \"draw/report_page.hpp\"

namespace carom {

std::string_view report_template() {
  using namespace std::string_view_literals;
  return R\"carom_page(${page})carom_page\"sv;
}

}  // namespace carom
")
