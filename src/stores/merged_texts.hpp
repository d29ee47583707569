#pragma once

/// stores/merged_texts.hpp
///
/// The texts of a whole table: numbered by first appearance in grid order (by point, then by
/// column), whatever the chunks.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/sweep_table.hpp"

namespace carom {

/// Stands in for the texts beyond `most_texts`.
inline constexpr std::string_view further_texts = "(a text that was not kept: there are too many)";

class MergedTexts {
 public:
  explicit MergedTexts(std::span<const Column> columns);

  /// Replaces the codes of a chunk's own texts by those of the whole table. Chunks come in grid
  /// order. A code beyond the chunk's texts is a text that was not kept.
  void merge(Chunk& chunk);

  std::span<const std::string> texts() const { return texts_; }

 private:
  std::uint16_t code_of(const std::string& text);
  std::uint16_t code_of_further_texts();

  struct TextColumn {
    std::size_t before;  // bytes a point of the columns before it
    std::size_t width;
  };
  std::vector<TextColumn> columns_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint16_t> codes_;
};

}  // namespace carom
