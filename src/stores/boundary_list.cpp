#include "stores/boundary_list.hpp"

#include <algorithm>

#include "data/boundaries.hpp"

namespace carom {

void BoundaryList::add(std::int64_t chunk, std::span<const Boundary> boundaries) {
  for (const Boundary& boundary : boundaries) {
    Row row{chunk, boundary.at, boundary.within, boundary.point, {}};
    for (std::size_t i = 0; i < boundary_texts.size(); ++i) {
      const std::string text(boundary_texts[i].text(boundary));
      const auto [found, added] =
          numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
      if (added) texts_.push_back(text);
      row.texts[i] = found->second;
    }
    rows_.push_back(row);
  }
}

void BoundaryList::arrange(const Grid& grid, const std::string& along) {
  std::ranges::stable_sort(rows_, {}, &Row::chunk);
  std::vector<Boundary> found;
  for (std::size_t i = 0; i < rows_.size(); ++i) found.push_back(boundary(i));
  rows_.clear();
  add(0, listed(std::move(found), grid, along));
}

Boundary BoundaryList::boundary(std::size_t i) const {
  const Row& row = rows_[i];
  Boundary boundary;
  boundary.at = row.at;
  boundary.within = row.within;
  boundary.point = row.point;
  for (std::size_t k = 0; k < boundary_texts.size(); ++k)
    boundary_texts[k].put(boundary, texts_[row.texts[k]]);
  return boundary;
}

std::size_t BoundaryList::longest(const BoundaryText& text) const {
  const auto place = static_cast<std::size_t>(
      std::ranges::find(boundary_texts, text.name, &BoundaryText::name) - boundary_texts.begin());
  std::size_t longest = 0;
  for (const Row& row : rows_) longest = std::max(longest, texts_[row.texts[place]].size());
  return longest;
}

}  // namespace carom
