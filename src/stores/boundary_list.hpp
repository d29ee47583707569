#pragma once

/// stores/boundary_list.hpp
///
/// Boundaries kept small: their texts are few and repeat, so that a row has numbers for them.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/words.hpp"
#include "data/grid.hpp"
#include "data/sweep_table.hpp"

namespace carom {

struct BoundaryText {
  std::string_view name;  ///< in files
  std::string_view (*text)(const Boundary& boundary);
  /// False where the text cannot be one of these.
  bool (*put)(Boundary& boundary, const std::string& text);
};

template <std::string Boundary::*member>
constexpr BoundaryText boundary_text(std::string_view name) {
  return {name, [](const Boundary& boundary) -> std::string_view { return boundary.*member; },
          [](Boundary& boundary, const std::string& text) {
            boundary.*member = text;
            return true;
          }};
}

/// The texts of a boundary, in the order of its members.
inline constexpr std::array<BoundaryText, 9> boundary_texts{
    {boundary_text<&Boundary::parameter>("parameter"),
     {"kind", [](const Boundary& boundary) { return name(boundary.kind); },
      [](Boundary& boundary, const std::string& text) {
        const auto kind = value_named<BoundaryKind>(text);
        boundary.kind = kind.value_or(BoundaryKind::point);
        return kind.has_value();
      }},
     boundary_text<&Boundary::law>("law"),
     boundary_text<&Boundary::other_law>("other_law"),
     boundary_text<&Boundary::contact>("contact"),
     boundary_text<&Boundary::below>("below"),
     boundary_text<&Boundary::above>("above"),
     boundary_text<&Boundary::history_below>("history_below"),
     boundary_text<&Boundary::history_above>("history_above")}};

class BoundaryList {
 public:
  /// The boundaries of a chunk; chunks in any order.
  void add(std::int64_t chunk, std::span<const Boundary> boundaries);

  /// Brings them into the order and form in which they are listed (data/boundaries.hpp). To be
  /// called after the last `add`, before reading.
  void arrange(const Grid& grid, const std::string& along);

  std::size_t size() const { return rows_.size(); }
  Boundary boundary(std::size_t i) const;
  /// Bytes of the longest text of a kind.
  std::size_t longest(const BoundaryText& text) const;

 private:
  struct Row {
    std::int64_t chunk;
    double at;
    double within;
    std::int64_t point;
    std::array<std::uint32_t, boundary_texts.size()> texts;
  };

  std::vector<Row> rows_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace carom
