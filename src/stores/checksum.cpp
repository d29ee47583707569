#include "stores/checksum.hpp"

#include <xxhash.h>

namespace carom {

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH64(bytes.data(), bytes.size(), 0);
}

std::uint64_t checksum(std::string_view text) {
  return checksum(std::as_bytes(std::span(text)));
}

}  // namespace carom
