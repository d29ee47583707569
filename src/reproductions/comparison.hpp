#pragma once

/// reproductions/comparison.hpp
///
/// What a publication says beside what Carom finds, as plain data.

#include <string>
#include <string_view>
#include <vector>

#include "data/claim.hpp"
#include "data/page.hpp"

namespace carom {

struct Comparison {
  std::string title;
  std::vector<Claim> claims;
  std::vector<PageSection> sections;  ///< tables and figures, in the order of the publication
};

/// The table of that name; null where there is none.
inline const PageTable* find_table(const Comparison& comparison, std::string_view name) {
  for (const PageSection& section : comparison.sections)
    if (const auto* table = std::get_if<PageTable>(&section); table && table->name == name)
      return table;
  return nullptr;
}

/// How a verdict marks its row.
constexpr Mark mark_of(Holding verdict) {
  return verdict == Holding::holds       ? Mark::good
         : verdict == Holding::in_part   ? Mark::part
         : verdict == Holding::undecided ? Mark::odd
                                         : Mark::bad;
}

}  // namespace carom
