#include "reproductions/figure_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace carom {
namespace {

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

}  // namespace

FigureData::FigureData(const std::string& folder, FigureSolver exact)
    : table_(folder), exact_(std::make_unique<FigureSolver>(std::move(exact))) {
  axis_ = table_.axis(0, 0, points());
  boundaries_ = table_.boundaries(0, table_.boundary_count());
}

std::pair<std::size_t, std::size_t> FigureData::place(const std::string& law,
                                                      const std::string& quantity) const {
  const std::vector<std::string> parts = parts_of(quantity);
  const std::size_t column = table_.column(law, parts.front());
  const auto& columns = table_.question().columns;
  if (column == columns.size() || parts.size() != columns[column].extents.size() + 1)
    throw std::runtime_error(fmt::format("no quantity \"{}\" of law \"{}\"", quantity, law));
  std::size_t component = 0;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto& labels = columns[column].extents[i - 1].labels;
    const auto found = std::ranges::find(labels, parts[i]);
    if (found == labels.end())
      throw std::runtime_error(fmt::format("\"{}\" in \"{}\" is not known", parts[i], quantity));
    component = component * labels.size() + static_cast<std::size_t>(found - labels.begin());
  }
  return {column, component};
}

std::vector<double> FigureData::reals(const std::string& law, const std::string& quantity) const {
  const auto [column, component] = place(law, quantity);
  const std::vector<double> all = table_.reals(column, {});
  const std::size_t width = table_.question().columns[column].width();
  std::vector<double> values;
  for (std::size_t i = component; i < all.size(); i += width) values.push_back(all[i]);
  return values;
}

std::vector<std::string> FigureData::words(const std::string& law,
                                           const std::string& quantity) const {
  const auto [place_of, component] = place(law, quantity);
  const Column& column = table_.question().columns[place_of];
  std::vector<std::string> words;
  const std::size_t width = column.width();
  if (column.type == ColumnType::category) {
    const std::vector<std::uint8_t> codes = table_.categories(place_of, {});
    for (std::size_t i = component; i < codes.size(); i += width)
      words.push_back(codes[i] == no_category ? "" : column.categories[codes[i]]);
  } else {
    const std::vector<std::uint16_t> codes = table_.text_codes(place_of, {});
    for (std::size_t i = component; i < codes.size(); i += width)
      words.push_back(codes[i] == no_text ? "" : table_.texts()[codes[i]]);
  }
  return words;
}

std::vector<double> FigureData::velocities(const std::string& law) const {
  return table_.reals(table_.column(law, "velocity_after"), {});
}

double FigureData::energy_before() const {
  const std::vector<double> all = table_.reals(table_.column("", "kinetic_energy_before"), {});
  return *std::ranges::max_element(all);
}

}  // namespace carom
