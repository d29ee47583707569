# Writes a C++ file that holds the text of every file of data/: io/embedded_data.hpp reads them.
# carom_embedded_data(<output>) also makes CMake run again when one of them changes.
function(carom_embedded_data output)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/*.toml)
  set(entries "")
  foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    string(APPEND entries "    {\"${name}\", R\"carom_data(${text})carom_data\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
#include "io/embedded_data.hpp"

namespace carom::io {

std::span<const EmbeddedFile> embedded_files() {
  static const EmbeddedFile files[] = {
@entries@  };
  return files;
}

}  // namespace carom::io
]])
endfunction()
