#pragma once

/// stores/folder_lock.hpp

#include <optional>
#include <string>

namespace carom {

/// Keeps other runs out of a folder while it lives: the file `lock` in it, locked with flock, which
/// ends with the process however that ends. Where the file system knows no locks there is none.
class FolderLock {
 public:
  /// Throws InputError: FOLDER is in use by another run (process N).
  explicit FolderLock(const std::string& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  static constexpr const char* file_name = "lock";

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace carom
