#pragma once

/// base/embedded.hpp
///
/// A file that the build has put into the library (cmake/embed.cmake).

#include <span>
#include <string_view>

namespace carom {

struct EmbeddedFile {
  std::string_view name;  ///< without its ending
  std::string_view text;
};

}  // namespace carom
