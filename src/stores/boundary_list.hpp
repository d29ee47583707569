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

#include "data/grid.hpp"
#include "data/sweep_table.hpp"

namespace carom {

struct BoundaryText {
  std::string_view name;  ///< in files
  std::string Boundary::*member;
};

/// The texts of a boundary, in the order of its members.
inline constexpr std::array<BoundaryText, 9> boundary_texts{
    {{"parameter", &Boundary::parameter},
     {"kind", &Boundary::kind},
     {"law", &Boundary::law},
     {"other_law", &Boundary::other_law},
     {"contact", &Boundary::contact},
     {"below", &Boundary::below},
     {"above", &Boundary::above},
     {"history_below", &Boundary::history_below},
     {"history_above", &Boundary::history_above}}};

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
