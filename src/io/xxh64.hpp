#pragma once

/// io/xxh64.hpp
///
/// XXH64 (Y. Collet, xxHash 0.8), seed 0: a 64-bit checksum that reads four words at a time. Every
/// step is a bijection of its lane, so that damage within one word never goes unnoticed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace carom {

std::uint64_t xxh64(std::span<const std::byte> bytes);
std::uint64_t xxh64(std::string_view text);

}  // namespace carom
