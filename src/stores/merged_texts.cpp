#include "stores/merged_texts.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>

namespace carom {

MergedTexts::MergedTexts(std::span<const Column> columns) {
  const TableLayout layout(columns);
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (columns[c].type == ColumnType::text)
      columns_.push_back({layout.before[c], columns[c].width()});
}

std::uint16_t MergedTexts::code_of_further_texts() {
  while (texts_.size() <= most_texts) texts_.emplace_back(further_texts);
  return static_cast<std::uint16_t>(most_texts);
}

std::uint16_t MergedTexts::code_of(const std::string& text) {
  if (const auto found = codes_.find(text); found != codes_.end()) return found->second;
  if (texts_.size() >= most_texts) return code_of_further_texts();
  const auto code = static_cast<std::uint16_t>(texts_.size());
  codes_.emplace(text, code);
  texts_.push_back(text);
  return code;
}

void MergedTexts::merge(Chunk& chunk) {
  const auto points = static_cast<std::size_t>(chunk.count);
  const auto codes_begin = [&](const TextColumn& column) {
    return chunk.table.data() + points * column.before;
  };

  // Where each of the chunk's texts appears first: (point, column, component).
  constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  using Appearance = std::tuple<std::size_t, std::size_t, std::size_t>;
  std::vector<Appearance> appearances(chunk.texts.size(), {never, 0, 0});
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::byte* place = codes_begin(columns_[c]);
    for (std::size_t point = 0; point < points; ++point)
      for (std::size_t k = 0; k < columns_[c].width; ++k, place += 2) {
        std::uint16_t code;
        std::memcpy(&code, place, 2);
        if (code < appearances.size())
          appearances[code] = std::min(appearances[code], Appearance{point, c, k});
      }
  }
  std::vector<std::size_t> order;
  for (std::size_t code = 0; code < appearances.size(); ++code)
    if (std::get<0>(appearances[code]) != never) order.push_back(code);
  std::ranges::sort(order, {}, [&](std::size_t code) { return appearances[code]; });

  std::vector<std::uint16_t> codes(chunk.texts.size(), no_text);
  for (const std::size_t code : order) codes[code] = code_of(chunk.texts[code]);
  for (const TextColumn& column : columns_) {
    std::byte* place = codes_begin(column);
    for (std::size_t i = 0; i < points * column.width; ++i) {
      std::uint16_t code;
      std::memcpy(&code, place + 2 * i, 2);
      if (code == no_text) continue;
      code = code < codes.size() ? codes[code] : code_of_further_texts();
      std::memcpy(place + 2 * i, &code, 2);
    }
  }
}

}  // namespace carom
