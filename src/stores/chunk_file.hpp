#pragma once

/// stores/chunk_file.hpp
///
/// A chunk as bytes, for a file of its own and for messages between processes. Little-endian words
/// of 8 bytes:
///
///     "CAROMCHK"  format number  fingerprint of the question
///     index  first point  count of points
///     bytes of the table  number of texts  number of boundaries  bytes of all this
///     the table, filled up with zeros to a whole word
///     each text: its length, its bytes, zeros to a whole word
///     each boundary: at, within, point, then its nine texts in the order of `Boundary`
///     XXH64 of everything before it

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/sweep_table.hpp"

namespace carom {

std::vector<std::byte> packed(const Chunk& chunk, std::uint64_t fingerprint);

/// Nothing where the bytes are damaged, cut off or of another question.
std::optional<Chunk> unpacked(std::span<const std::byte> bytes, std::uint64_t fingerprint);

}  // namespace carom
