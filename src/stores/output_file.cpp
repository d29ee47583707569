#include "stores/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "stores/durable_file.hpp"

namespace carom {

void write_file(const std::string& path, std::string_view content) {
  std::error_code ignored;
  // A device or pipe is written to directly: renaming would replace it.
  const bool direct =
      std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
  const std::string target =
      direct ? path : path + ".part" + std::to_string(static_cast<long>(getpid()));
  errno = 0;
  std::FILE* file = std::fopen(target.c_str(), "wb");
  if (file == nullptr) refuse_file(path, "cannot be written", errno);
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const bool closed = std::fclose(file) == 0;
  if (written && closed && (direct || std::rename(target.c_str(), path.c_str()) == 0)) return;
  const int error = errno;
  if (!direct) std::remove(target.c_str());
  refuse_file(path, "cannot be written", error);
}

}  // namespace carom
