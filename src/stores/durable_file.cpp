#include "stores/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "carom/fault.hpp"

namespace carom {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

/// Zero, or the error.
int written(int descriptor, const char* from, std::size_t size) {
  while (size > 0) {
    const ssize_t done = ::write(descriptor, from, size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    from += done;
    size -= static_cast<std::size_t>(done);
  }
  return 0;
}

template <class Content>
std::optional<Content> content_of(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    refuse_file(path, "cannot be read", errno);
  }
  struct stat status {};
  int error = fstat(descriptor, &status) == 0 ? 0 : errno;
  Content content(static_cast<std::size_t>(status.st_size), typename Content::value_type{});
  std::size_t size = 0;
  while (error == 0 && size < content.size()) {
    const ssize_t done = ::read(descriptor, content.data() + size, content.size() - size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) error = errno;
    if (done <= 0) break;
    size += static_cast<std::size_t>(done);
  }
  ::close(descriptor);
  if (error != 0) refuse_file(path, "cannot be read", error);
  content.resize(size);
  return content;
}

}  // namespace

void refuse(const std::string& path, const std::string& why) {
  throw InputError(path, {{{}, why, {}}});
}

void refuse_file(const std::string& path, const std::string& what, int error) {
  refuse(path, what + ": " + std::strerror(error));
}

std::string part_of(const std::string& path) {
  return path + ".part";
}

PartFile::PartFile(const std::string& path) : path_(path) {
  descriptor_ = ::open(part_of(path).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
}

PartFile::~PartFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!closed_) ::unlink(part_of(path_).c_str());
}

void PartFile::fail(int error) {
  refuse_file(path_, "cannot be written", error);
}

void PartFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

void PartFile::write(std::span<const std::byte> bytes) {
  flush();
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters here.
  const auto* from = reinterpret_cast<const char*>(bytes.data());
  if (const int error = written(descriptor_, from, bytes.size())) fail(error);
}

void PartFile::flush() {
  if (const int error = written(descriptor_, buffer_.data(), buffer_.size())) fail(error);
  buffer_.clear();
}

void PartFile::close(bool durable) {
  flush();
  if (durable && fsync(descriptor_) != 0) fail(errno);
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail(errno);
  closed_ = true;
}

void complete_part(const std::string& path) {
  if (std::rename(part_of(path).c_str(), path.c_str()) != 0)
    refuse_file(path, "cannot be written", errno);
}

void write_durably(const std::string& path, std::string_view content) {
  PartFile file(path);
  file.write(content);
  file.close(true);
  complete_part(path);
}

void sync(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) refuse_file(path, "cannot be written", errno);
  const int error = fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems have nothing to wait for.
  if (error != 0 && error != EINVAL) refuse_file(path, "cannot be written", error);
}

std::optional<std::vector<std::byte>> file_bytes(const std::string& path) {
  return content_of<std::vector<std::byte>>(path);
}

std::optional<std::string> file_text(const std::string& path) {
  return content_of<std::string>(path);
}

void remove_file(const std::string& path) {
  if (std::remove(path.c_str()) != 0 && errno != ENOENT)
    refuse_file(path, "cannot be removed", errno);
}

}  // namespace carom
