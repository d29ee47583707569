#include "stores/chunk_file.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "stores/boundary_list.hpp"
#include "stores/checksum.hpp"

namespace carom {
namespace {

static_assert(std::endian::native == std::endian::little, "words are written as they stand");

constexpr std::array<char, 8> magic{'C', 'A', 'R', 'O', 'M', 'C', 'H', 'K'};
constexpr std::uint64_t chunk_format = 1;
constexpr std::size_t word_size = 8;
constexpr std::size_t header_words = 10;
constexpr std::size_t boundary_numbers = 3;

constexpr std::size_t whole_words(std::size_t bytes) {
  return (bytes + word_size - 1) / word_size * word_size;
}

std::size_t text_size(std::string_view text) {
  return word_size + whole_words(text.size());
}

std::size_t packed_size(const Chunk& chunk) {
  std::size_t size = (header_words + 1) * word_size + whole_words(chunk.table.size());
  for (const std::string& text : chunk.texts) size += text_size(text);
  for (const Boundary& boundary : chunk.boundaries) {
    size += boundary_numbers * word_size;
    for (const BoundaryText& text : boundary_texts) size += text_size(text.text(boundary));
  }
  return size;
}

/// Writes into bytes that are zero before.
class Writer {
 public:
  explicit Writer(std::vector<std::byte>& bytes) : at_(bytes.data()) {}

  template <class Word>
  void word(Word value) {
    static_assert(sizeof(Word) == word_size);
    std::memcpy(at_, &value, word_size);
    at_ += word_size;
  }
  void bytes(const void* from, std::size_t size) {
    if (size > 0) std::memcpy(at_, from, size);
    at_ += whole_words(size);
  }
  void text(std::string_view text) {
    word(std::uint64_t{text.size()});
    bytes(text.data(), text.size());
  }

 private:
  std::byte* at_;
};

/// Reads; where something is missing it says so and gives zeros.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class Word = std::uint64_t>
  Word word() {
    Word value{};
    const auto from = bytes(word_size);
    if (!from.empty()) std::memcpy(&value, from.data(), word_size);
    return value;
  }
  std::span<const std::byte> bytes(std::uint64_t size) {
    if (size > left_.size() || whole_words(size) > left_.size()) {
      sound_ = false;
      return {};
    }
    const auto taken = left_.first(size);
    left_ = left_.subspan(whole_words(size));
    return taken;
  }
  std::string text() {
    const auto from = bytes(word());
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters here.
    return {reinterpret_cast<const char*>(from.data()), from.size()};
  }
  bool sound() const { return sound_; }
  bool at_end() const { return left_.empty(); }

 private:
  std::span<const std::byte> left_;
  bool sound_ = true;
};

}  // namespace

std::vector<std::byte> packed(const Chunk& chunk, std::uint64_t fingerprint) {
  std::vector<std::byte> bytes(packed_size(chunk));
  Writer writer(bytes);
  writer.word(magic);
  writer.word(chunk_format);
  writer.word(fingerprint);
  writer.word(chunk.index);
  writer.word(chunk.first);
  writer.word(chunk.count);
  writer.word(std::uint64_t{chunk.table.size()});
  writer.word(std::uint64_t{chunk.texts.size()});
  writer.word(std::uint64_t{chunk.boundaries.size()});
  writer.word(std::uint64_t{bytes.size()});
  writer.bytes(chunk.table.data(), chunk.table.size());
  for (const std::string& text : chunk.texts) writer.text(text);
  for (const Boundary& boundary : chunk.boundaries) {
    writer.word(boundary.at);
    writer.word(boundary.within);
    writer.word(boundary.point);
    for (const BoundaryText& text : boundary_texts) writer.text(text.text(boundary));
  }
  writer.word(checksum(std::span(bytes).first(bytes.size() - word_size)));
  return bytes;
}

std::optional<Chunk> unpacked(std::span<const std::byte> bytes, std::uint64_t fingerprint) {
  if (bytes.size() < (header_words + 1) * word_size) return std::nullopt;
  const auto content = bytes.first(bytes.size() - word_size);
  if (Reader(bytes.last(word_size)).word() != checksum(content)) return std::nullopt;

  Reader reader(content);
  if (reader.word<std::array<char, 8>>() != magic || reader.word() != chunk_format ||
      reader.word() != fingerprint)
    return std::nullopt;
  Chunk chunk;
  chunk.index = reader.word<std::int64_t>();
  chunk.first = reader.word<std::int64_t>();
  chunk.count = reader.word<std::int64_t>();
  const std::uint64_t table = reader.word();
  const std::uint64_t texts = reader.word();
  const std::uint64_t boundaries = reader.word();
  if (reader.word() != bytes.size()) return std::nullopt;
  const auto from = reader.bytes(table);
  chunk.table.assign(from.begin(), from.end());
  for (std::uint64_t i = 0; i < texts && reader.sound(); ++i) chunk.texts.push_back(reader.text());
  for (std::uint64_t i = 0; i < boundaries && reader.sound(); ++i) {
    Boundary& boundary = chunk.boundaries.emplace_back();
    boundary.at = reader.word<double>();
    boundary.within = reader.word<double>();
    boundary.point = reader.word<std::int64_t>();
    for (const BoundaryText& text : boundary_texts)
      if (!text.put(boundary, reader.text())) return std::nullopt;
  }
  if (!reader.sound() || !reader.at_end()) return std::nullopt;
  return chunk;
}

}  // namespace carom
