# Writes the C++ source that holds the texts of some files, in the order of their names:
#
#     cmake -DFOLDER=studies -DFUNCTION=study_texts -DHEADER=study/study_texts.hpp -DOUTPUT=x.cpp -P embed_texts.cmake
file(GLOB files ${FOLDER}/*.toml)
list(SORT files)
set(literals "")
foreach(file ${files})
  file(READ "${file}" text)
  string(FIND "${text}" ")carom_text\"" collision)
  if(NOT collision EQUAL -1)
    message(FATAL_ERROR "${file} contains the end of the literal that holds it")
  endif()
  string(APPEND literals "      R\"carom_text(${text})carom_text\"sv,\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

namespace carom {

std::span<const std::string_view> ${FUNCTION}() {
  using namespace std::string_view_literals;
  static constexpr std::string_view texts[] = {
${literals}  };
  return texts;
}

}  // namespace carom
")
