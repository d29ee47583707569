# Files that are part of the library, so that it finds them wherever it is installed:
#
#     carom_embed(studies_source embedded_studies ${PROJECT_SOURCE_DIR}/studies/*.toml)
#
# puts the name of a C++ file that defines `std::span<const EmbeddedFile> embedded_studies()` (see
# base/embedded.hpp; the room declares it) into studies_source. It is made anew when a file changes.

if(CMAKE_SCRIPT_MODE_FILE)  # the build runs this file: -DFUNCTION= -DOUTPUT= -DFILES=a|b
  string(REPLACE "|" ";" FILES "${FILES}")
  set(texts "")
  set(entries "")
  set(number 0)
  foreach(file ${FILES})
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(FIND "${text}" ")carom_file\"" collision)
    if(NOT collision EQUAL -1)
      message(FATAL_ERROR "${file} contains the end of the literal that holds it")
    endif()
    # The length is told: a compiler does not count so far.
    string(APPEND texts "constexpr char ${FUNCTION}_${number}[] = R\"carom_file(${text})carom_file\";\n")
    string(APPEND entries "      {\"${name}\", {${FUNCTION}_${number}, sizeof ${FUNCTION}_${number} - 1}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE "${OUTPUT}" "#include \"base/embedded.hpp\"

namespace carom {

std::span<const EmbeddedFile> ${FUNCTION}();

namespace {
${texts}}  // namespace

std::span<const EmbeddedFile> ${FUNCTION}() {
  static constexpr EmbeddedFile files[] = {
${entries}  };
  return files;
}

}  // namespace carom
")
  return()
endif()

set(carom_embed_script ${CMAKE_CURRENT_LIST_FILE})

function(carom_embed source function pattern)
  file(GLOB files CONFIGURE_DEPENDS ${pattern})
  list(SORT files)
  list(JOIN files "|" joined)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFUNCTION=${function} -DOUTPUT=${output} -DFILES=${joined}
      -P ${carom_embed_script}
    DEPENDS ${files} ${carom_embed_script} VERBATIM)
  set(${source} ${output} PARENT_SCOPE)
endfunction()
