#pragma once

/// data/sweep_table.hpp
///
/// What a sweep yields, as plain data: columns with a number (or several) a point, in chunks of
/// consecutive points; and the boundaries found on the way. A chunk's numbers are stored column by
/// column: column c takes width · size bytes a point, so that column c of a chunk of n points
/// begins at n · (bytes a point of the columns before it).

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

enum class ColumnType : std::uint8_t {
  real,      ///< double; not a number where there is none
  category,  ///< uint8, an index into `categories`; 255 where there is none
  text       ///< uint16, an index into the table's texts; 65535 where there is none
};

constexpr std::size_t size_of(ColumnType type) {
  return type == ColumnType::real ? 8 : type == ColumnType::text ? 2 : 1;
}

inline constexpr std::uint8_t no_category = 255;
inline constexpr std::uint16_t no_text = 65535;
/// Texts beyond this many share the last one, which says so.
inline constexpr std::size_t most_texts = 65534;

/// What a column has several of at a point: contacts, components, coordinates.
struct ColumnExtent {
  std::string name;                 ///< "contact"
  std::vector<std::string> labels;  ///< one each: ["A0", "Ac"]
};

struct Column {
  std::string group;  ///< "" for what a point has once; else whose it is: a law's name
  std::string name;   ///< "energy_loss"
  std::string unit;   ///< "J"; "1" for pure numbers and categories
  std::string description;
  ColumnType type = ColumnType::real;
  std::vector<ColumnExtent> extents;
  std::vector<std::string> categories;  ///< of a category column

  std::size_t width() const {
    std::size_t product = 1;
    for (const ColumnExtent& extent : extents) product *= extent.labels.size();
    return product;
  }
  std::size_t bytes() const { return width() * size_of(type); }  ///< a point
};

/// Labels of a component joined by dots: "A0.normal"; empty where there is one number a point.
std::string component_label(const Column& column, std::size_t component);

/// Where columns stand in a chunk's storage.
struct TableLayout {
  explicit TableLayout(std::span<const Column> columns) {
    for (const Column& column : columns) {
      before.push_back(bytes_a_point);
      bytes_a_point += column.bytes();
    }
  }
  std::vector<std::size_t> before;  ///< bytes a point of the columns before each
  std::size_t bytes_a_point = 0;
};

/// What a boundary is a change of.
enum class BoundaryKind : std::uint8_t {
  outcome,      ///< of a contact, in an impact
  interaction,  ///< whether a contact takes part in it
  history,      ///< of the slip at a contact
  verdict,
  energy,   ///< whether a law loses it, keeps it, makes it
  laws,     ///< whether two of them agree
  point,    ///< whether there is an answer at all
  touches,  ///< of neighbours in a train: how often
  end,      ///< of a motion
  impacts,  ///< how many a motion has
  mode      ///< of a contact, at the end of a motion
};
constexpr std::string_view name(BoundaryKind kind) {
  constexpr std::string_view names[] = {"outcome", "interaction", "history", "verdict",
                                        "energy",  "laws",        "point",   "touches",
                                        "end",     "impacts",     "mode"};
  return names[static_cast<int>(kind)];
}

/// What is so beside boundaries of `energy`, and of `laws`.
enum class EnergyChange : std::uint8_t { gains, keeps, loses };
constexpr std::string_view name(EnergyChange change) {
  constexpr std::string_view names[] = {"gains energy", "keeps energy", "loses energy"};
  return names[static_cast<int>(change)];
}
enum class Agreement : std::uint8_t { part, agree };
constexpr std::string_view name(Agreement agreement) {
  constexpr std::string_view names[] = {"part", "agree"};
  return names[static_cast<int>(agreement)];
}

/// A place along an axis where something changes.
struct Boundary {
  std::string parameter;  ///< the axis refined
  double at = 0;          ///< in the parameter's own unit
  double within = 0;      ///< the change is within ± this
  BoundaryKind kind = BoundaryKind::point;
  std::string law;        ///< whose; for `laws` the first of the two
  std::string other_law;  ///< for `laws`: the second
  std::string contact;    ///< for outcome, interaction, history
  std::string below;      ///< what is so below `at`
  std::string above;
  std::string history_below;  ///< for outcome and interaction: the slip histories too
  std::string history_above;
  std::int64_t point = 0;  ///< the grid point at the lower end of its cell
};

struct Chunk {
  std::int64_t index = 0;
  std::int64_t first = 0;            ///< its first point
  std::int64_t count = 0;            ///< of points
  std::vector<std::byte> table;      ///< see above
  std::vector<std::string> texts;    ///< that its text columns point to, by first appearance
  std::vector<Boundary> boundaries;  ///< along the axis refined, in grid order
};

}  // namespace carom
