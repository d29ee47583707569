#pragma once

/// stores/output_file.hpp

#include <string>
#include <string_view>

namespace carom {

/// Writes a whole file or nothing: beside the target first, then renamed. Throws InputError (the
/// path is the user's) where it cannot be written.
void write_file(const std::string& path, std::string_view content);

}  // namespace carom
