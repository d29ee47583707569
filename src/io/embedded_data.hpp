#pragma once

/// io/embedded_data.hpp
///
/// The files of data/, put into the program by the build (src/io/CMakeLists.txt), so that it finds
/// them wherever it is installed.

#include <span>
#include <string_view>

namespace carom::io {

struct EmbeddedFile {
  std::string_view name;  ///< without its ending
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace carom::io
