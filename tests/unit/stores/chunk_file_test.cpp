#include "stores/chunk_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "stores/checksum.hpp"
#include "support/made_sweep.hpp"

namespace carom {
namespace {

constexpr std::uint64_t print = 0x0123456789abcdef;

bool equal(const Boundary& a, const Boundary& b) {
  return a.parameter == b.parameter && a.at == b.at && a.within == b.within && a.kind == b.kind &&
         a.law == b.law && a.other_law == b.other_law && a.contact == b.contact &&
         a.below == b.below && a.above == b.above && a.history_below == b.history_below &&
         a.history_above == b.history_above && a.point == b.point;
}

/// The published values of XXH64 with seed 0.
TEST(Checksum, IsXxh64) {
  EXPECT_EQ(checksum(""), 0xef46db3751d8e999U);
  EXPECT_EQ(checksum("a"), 0xd24ec4f1a98c6e5bU);
  EXPECT_EQ(checksum("abc"), 0x44bc2cf5ad770999U);
  EXPECT_EQ(checksum("Nobody inspects the spammish repetition"), 0xfbcea83c8a378bf1U);
}

TEST(ChunkFile, ComesBackAsItWas) {
  const Chunk chunk = made_chunk(made_question(), 2);
  ASSERT_FALSE(chunk.boundaries.empty());
  const auto back = unpacked(packed(chunk, print), print);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->index, chunk.index);
  EXPECT_EQ(back->first, chunk.first);
  EXPECT_EQ(back->count, chunk.count);
  EXPECT_EQ(back->table, chunk.table);
  EXPECT_EQ(back->texts, chunk.texts);
  ASSERT_EQ(back->boundaries.size(), chunk.boundaries.size());
  for (std::size_t i = 0; i < chunk.boundaries.size(); ++i)
    EXPECT_TRUE(equal(back->boundaries[i], chunk.boundaries[i]));
}

TEST(ChunkFile, ComesBackEmpty) {
  const auto back = unpacked(packed(Chunk{}, print), print);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->table.empty());
}

TEST(ChunkFile, IsRefusedToAnotherQuestion) {
  EXPECT_FALSE(unpacked(packed(made_chunk(made_question(), 0), print), print + 1));
}

TEST(ChunkFile, EveryFlippedBitIsNoticed) {
  auto bytes = packed(made_chunk(made_question(3), 1), print);
  ASSERT_TRUE(unpacked(bytes, print));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] ^= std::byte{1} << bit;
      EXPECT_FALSE(unpacked(bytes, print)) << "byte " << i << " bit " << bit;
      bytes[i] ^= std::byte{1} << bit;
    }
}

TEST(ChunkFile, EveryOtherByteIsNoticed) {
  auto bytes = packed(made_chunk(made_question(1), 1), print);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::byte was = bytes[i];
    for (int value = 0; value < 256; ++value) {
      bytes[i] = static_cast<std::byte>(value);
      EXPECT_EQ(unpacked(bytes, print).has_value(), bytes[i] == was) << "byte " << i;
    }
    bytes[i] = was;
  }
}

TEST(ChunkFile, EveryCutIsNoticed) {
  auto bytes = packed(made_chunk(made_question(), 1), print);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(unpacked(std::span(bytes).first(size), print)) << size;
  bytes.push_back({});
  EXPECT_FALSE(unpacked(bytes, print));
}

/// Sizes that a sound checksum vouches for may still be nonsense: nothing outside is read.
TEST(ChunkFile, NonsenseWithASoundChecksumIsRefused) {
  const auto sound = packed(made_chunk(made_question(1), 0), print);
  for (std::size_t word = 6; word < 10; ++word)
    for (const std::uint64_t value :
         {std::uint64_t{1} << 62, ~std::uint64_t{0}, std::uint64_t{1}}) {
      auto bytes = sound;
      std::memcpy(bytes.data() + 8 * word, &value, 8);
      const std::uint64_t sum = checksum(std::span(bytes).first(bytes.size() - 8));
      std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
      EXPECT_FALSE(unpacked(bytes, print)) << word << " " << value;
    }
}

}  // namespace
}  // namespace carom
