#pragma once

/// data/panels.hpp
///
/// Tables and figures of a page (docs/report-data.md), as plain data. A figure is panels side by
/// side that share names, colours and a legend; a panel is a plane with two axes: lines and points,
/// over coloured cells or not.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace carom {

/// A number, a text, or nothing.
struct PageCell {
  std::optional<double> number;
  std::string text;

  PageCell() = default;
  PageCell(double value) : number(value) {}                        // NOLINT: a cell is a number
  PageCell(std::string words) : text(std::move(words)) {}          // NOLINT: or words
  PageCell(const char* words) : text(words) {}                     // NOLINT: or words
  PageCell(const std::optional<double>& value) : number(value) {}  // NOLINT: or nothing
};

struct PageColumn {
  std::string name;
  std::string unit{};
  std::string group{};  ///< neighbours of one group stand below its name
};

enum class Mark : std::uint8_t { good, part, bad, odd };

struct PageMark {
  std::size_t row = 0;
  std::optional<std::size_t> column;  ///< nothing: the whole row
  Mark mark = Mark::odd;
  std::string note;  ///< what the mark means there
};

struct PageTable {
  std::string name;  ///< short, for a file: "table_3_4"
  std::string title;
  std::string caption{};
  std::vector<PageColumn> columns{};
  std::vector<std::vector<PageCell>> rows{};
  std::vector<PageMark> marks{};
};

struct PanelAxis {
  std::string label;
  std::string unit{};
  bool log = false;
  std::optional<std::pair<double, double>> range{};  ///< seen at first; nothing: all
  std::vector<std::string> words{};                  ///< names of the places 0, 1, 2 …
  /// The axis is the time of the page's motion, so many of its unit a second; 0: it is not.
  double per_second = 0;
};

enum class Drawn : std::uint8_t { line, points, both };

enum class Shaded : std::uint8_t {
  no,
  inside,  ///< what the line goes round
  zero,    ///< what is between the line and zero
  other    ///< what is between the line and another series
};

struct PanelSeries {
  std::string name;         ///< series of one name share a colour and are switched together
  std::vector<double> x{};  ///< NaN: a gap
  std::vector<double> y{};  ///< as many
  Drawn drawn = Drawn::line;
  std::string detail{};          ///< which of those of its name
  bool thin = false;             ///< one of many
  std::optional<int> colour{};   ///< place among the page's colours; nothing: by the order of names
  std::vector<double> spread{};  ///< y is uncertain by this much either way; or empty
  Shaded shaded = Shaded::no;
  std::string shaded_to{};  ///< the other series' name
  /// A point: 0 where y is one choice among others; empty: nowhere.
  std::vector<std::uint8_t> determined{};
};

/// A number or a word for each cell of a grid: an image, or regions.
struct PanelCells {
  std::string label;
  std::string unit{};
  std::vector<double> x{};           ///< edges, ascending: one more than there are columns
  std::vector<double> y{};           ///< and rows
  std::vector<double> values{};      ///< row by row, x fastest; NaN: none
  std::vector<std::string> words{};  ///< values are codes of these; empty: numbers
};

struct PagePanel {
  std::string title;
  PanelAxis x;
  PanelAxis y;
  std::vector<PanelSeries> series{};
  std::optional<PanelCells> cells{};
  bool equal = false;  ///< both axes have one scale
};

struct PageFigure {
  std::string title;
  std::string caption;
  std::vector<PagePanel> panels;
};

}  // namespace carom
