#pragma once

/// stores/durable_file.hpp
///
/// Files that are there whole or not at all: written as NAME.part, brought to the disk, renamed.
/// Everything here throws InputError with the system's words where it fails.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A file in the making, PATH.part, gathered in memory by the megabyte. Left alone it vanishes.
class PartFile {
 public:
  explicit PartFile(const std::string& path);
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile();

  void write(std::string_view text);
  void write(std::span<const std::byte> bytes);

  /// Closes it; still PATH.part. `durable`: what was written is on the disk when this returns.
  void close(bool durable);

 private:
  void flush();
  [[noreturn]] void fail(int error);

  std::string path_;
  int descriptor_ = -1;
  bool closed_ = false;
  std::string buffer_;
};

/// PATH.part.
std::string part_of(const std::string& path);
/// PATH.part becomes PATH.
void complete_part(const std::string& path);

/// All of a small file, by way of PATH.part.
void write_durably(const std::string& path, std::string_view content);

/// Waits until a file, or the list of names in a folder, is on the disk.
void sync(const std::string& path);

/// Nothing where there is no such file.
std::optional<std::vector<std::byte>> file_bytes(const std::string& path);
std::optional<std::string> file_text(const std::string& path);

/// Removes a file or an empty folder; one that is not there is fine.
void remove_file(const std::string& path);

/// Throws: PATH: WHY.
[[noreturn]] void refuse(const std::string& path, const std::string& why);
/// Throws: PATH: WHAT: the system's words for the error.
[[noreturn]] void refuse_file(const std::string& path, const std::string& what, int error);

}  // namespace carom
