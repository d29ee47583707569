#pragma once

/// What `reach` tells: how far from the origin the ends of the links are.

#include <string>
#include <vector>

#include "data/quantity.hpp"

namespace carom {

struct ReachedEnd {
  std::string link;
  double distance = 0;  ///< m
};

struct ReachReport {
  std::string title;
  std::vector<ReachedEnd> ends;
  double farthest = 0;  ///< m
};

constexpr auto quantities(Of<ReachedEnd>) {
  return Entries{quantity("link", &ReachedEnd::link),
                 quantity("distance", "m", "of the link's far end", &ReachedEnd::distance)};
}

constexpr auto quantities(Of<ReachReport>) {
  return Entries{quantity("farthest", "m", "of all ends", &ReachReport::farthest),
                 quantity("ends", &ReachReport::ends).swept_each("link")};
}

}  // namespace carom
