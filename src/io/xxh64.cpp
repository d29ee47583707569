#include "io/xxh64.hpp"

#include <bit>
#include <cstring>

namespace carom {
namespace {

static_assert(std::endian::native == std::endian::little, "words are read as they stand");

constexpr std::uint64_t prime_1 = 0x9E3779B185EBCA87U;
constexpr std::uint64_t prime_2 = 0xC2B2AE3D27D4EB4FU;
constexpr std::uint64_t prime_3 = 0x165667B19E3779F9U;
constexpr std::uint64_t prime_4 = 0x85EBCA77C2B2AE63U;
constexpr std::uint64_t prime_5 = 0x27D4EB2F165667C5U;

template <class Word>
Word word_at(const std::byte* place) {
  Word word;
  std::memcpy(&word, place, sizeof word);
  return word;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t word) {
  return std::rotl(lane + word * prime_2, 31) * prime_1;
}

std::uint64_t merged(std::uint64_t hash, std::uint64_t lane) {
  return (hash ^ round(0, lane)) * prime_1 + prime_4;
}

}  // namespace

std::uint64_t xxh64(std::span<const std::byte> bytes) {
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = prime_5;
  if (left >= 32) {
    std::uint64_t a = prime_1 + prime_2, b = prime_2, c = 0, d = 0 - prime_1;
    for (; left >= 32; at += 32, left -= 32) {
      a = round(a, word_at<std::uint64_t>(at));
      b = round(b, word_at<std::uint64_t>(at + 8));
      c = round(c, word_at<std::uint64_t>(at + 16));
      d = round(d, word_at<std::uint64_t>(at + 24));
    }
    hash = std::rotl(a, 1) + std::rotl(b, 7) + std::rotl(c, 12) + std::rotl(d, 18);
    for (const std::uint64_t lane : {a, b, c, d}) hash = merged(hash, lane);
  }
  hash += bytes.size();
  for (; left >= 8; at += 8, left -= 8)
    hash = std::rotl(hash ^ round(0, word_at<std::uint64_t>(at)), 27) * prime_1 + prime_4;
  if (left >= 4) {
    hash = std::rotl(hash ^ word_at<std::uint32_t>(at) * prime_1, 23) * prime_2 + prime_3;
    at += 4;
    left -= 4;
  }
  for (; left > 0; ++at, --left)
    hash = std::rotl(hash ^ std::to_integer<std::uint64_t>(*at) * prime_5, 11) * prime_1;
  hash = (hash ^ hash >> 33) * prime_2;
  hash = (hash ^ hash >> 29) * prime_3;
  return hash ^ hash >> 32;
}

std::uint64_t xxh64(std::string_view text) {
  return xxh64(std::as_bytes(std::span(text)));
}

}  // namespace carom
