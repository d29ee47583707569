#include "stores/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "carom/fault.hpp"
#include "stores/durable_file.hpp"

namespace carom {

FolderLock::FolderLock(const std::string& folder) : path_(folder + "/" + file_name) {
  for (;;) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse_file(folder, "cannot be written", errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(descriptor_);
      const std::string process = file_text(path_).value_or("");
      throw InputError(folder, {{{},
                                 fmt::format("is in use by another run{}",
                                             process.empty() ? "" : " (process " + process + ")"),
                                 {}}});
    }
    // The run that had it may have removed the file between our opening and locking it.
    struct stat ours {
    }, there{};
    if (fstat(descriptor_, &ours) == 0 && stat(path_.c_str(), &there) == 0 &&
        ours.st_ino == there.st_ino)
      break;
    ::close(descriptor_);
  }
  const std::string process = std::to_string(getpid());
  // Only for the message to others: that it cannot be written will show elsewhere.
  if (ftruncate(descriptor_, 0) == 0) [[maybe_unused]]
    const auto ignored = ::write(descriptor_, process.data(), process.size());
}

FolderLock::~FolderLock() {
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace carom
