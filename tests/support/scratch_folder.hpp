#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace carom {

/// A folder of its own for a test, removed at the end.
class ScratchFolder {
 public:
  explicit ScratchFolder(
      const std::filesystem::path& where = std::filesystem::temp_directory_path()) {
    std::string name = (where / "carom-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  /// Where files need not wait for a disk, if there is such a place.
  static std::filesystem::path in_memory() {
    return std::filesystem::is_directory("/dev/shm") ? "/dev/shm"
                                                     : std::filesystem::temp_directory_path();
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  std::string path() const { return path_.string(); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// Every file below a folder with its bytes; folders with nothing.
inline std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    all[std::filesystem::relative(entry.path(), folder).string()] =
        entry.is_directory() ? "" : content(entry.path());
  return all;
}

}  // namespace carom
