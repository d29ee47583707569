#pragma once

/// stores/checksum.hpp
///
/// The checksum in result folders: XXH64 with seed 0 (Y. Collet, xxHash), whose values are the same
/// on every machine. Every step is a bijection of its lane, so that damage within one word never
/// goes unnoticed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace carom {

std::uint64_t checksum(std::span<const std::byte> bytes);
std::uint64_t checksum(std::string_view text);

}  // namespace carom
