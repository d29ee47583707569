#include "data/boundaries.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace carom {
namespace {

bool same_label(const Boundary& a, const Boundary& b) {
  return a.kind == b.kind && a.law == b.law && a.other_law == b.other_law && a.contact == b.contact;
}

/// Outcome, interaction, history: which of a contact's changes is the one to tell.
int rank(const Boundary& boundary) {
  return boundary.kind == "outcome" ? 0 : boundary.kind == "interaction" ? 1 : 2;
}

/// The boundaries of one line of the grid.
class Line {
 public:
  Line(std::vector<Boundary> boundaries, double span) : all_(std::move(boundaries)), span_(span) {
    const auto by_place = [](const Boundary& a, const Boundary& b) { return a.at < b.at; };
    std::stable_sort(all_.begin(), all_.end(), by_place);
  }

  std::vector<Boundary> listed() {
    join();
    gather();
    snap();
    return std::move(all_);
  }

 private:
  bool close(const Boundary& a, const Boundary& b, double fraction) const {
    return std::abs(a.at - b.at) <= std::max(fraction * span_, 4 * (a.within + b.within));
  }

  void join() {
    std::vector<Boundary> kept;
    for (Boundary& next : all_) {
      auto twin = kept.rbegin();
      while (twin != kept.rend() && close(*twin, next, one_place) && !same_label(*twin, next))
        ++twin;
      const bool continues =
          twin != kept.rend() && close(*twin, next, one_place) && twin->above == next.below;
      if (!continues) {
        kept.push_back(std::move(next));
      } else if (twin->below == next.above) {
        kept.erase(std::next(twin).base());
      } else {
        twin->above = std::move(next.above);
        twin->history_above = std::move(next.history_above);
      }
    }
    all_ = std::move(kept);
  }

  void gather() {
    std::vector<Boundary> kept;
    for (Boundary& next : all_) {
      auto teller = kept.rbegin();
      const auto same_doing = [&] {
        return !next.contact.empty() && teller->contact == next.contact && teller->law == next.law;
      };
      while (teller != kept.rend() && close(*teller, next, one_place) && !same_doing()) ++teller;
      if (teller == kept.rend() || !close(*teller, next, one_place)) {
        kept.push_back(std::move(next));
        continue;
      }
      if (rank(next) < rank(*teller)) std::swap(next, *teller);
      if (next.kind == "history") {
        teller->history_below = std::move(next.below);
        teller->history_above = std::move(next.above);
      } else if (!next.history_below.empty()) {
        teller->history_below = std::move(next.history_below);
        teller->history_above = std::move(next.history_above);
      }
    }
    all_ = std::move(kept);
  }

  void snap() {
    const std::vector<Boundary> found = all_;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (found[i].kind != "laws") continue;
      const Boundary* nearest = nullptr;
      const auto consider = [&](const Boundary& other) {
        const bool concerns =
            other.kind != "laws" && (other.law == found[i].law || other.law == found[i].other_law);
        if (concerns && (nearest == nullptr ||
                         std::abs(other.at - found[i].at) < std::abs(nearest->at - found[i].at)))
          nearest = &other;
      };
      const auto reached = [&](std::size_t k) {
        return close(found[k], found[i], tangential_parting);
      };
      for (std::size_t k = i; k-- > 0 && reached(k);) consider(found[k]);
      for (std::size_t k = i + 1; k < found.size() && reached(k); ++k) consider(found[k]);
      if (nearest == nullptr) continue;
      all_[i].at = nearest->at;
      all_[i].within = nearest->within;
    }
  }

  std::vector<Boundary> all_;
  double span_;
};

}  // namespace

std::vector<Boundary> listed(std::vector<Boundary> boundaries, const Grid& grid,
                             const std::string& along) {
  const auto dimension = std::ranges::find(grid.dimensions, along, &GridDimension::name);
  if (dimension == grid.dimensions.end()) return boundaries;
  const auto index = static_cast<std::size_t>(dimension - grid.dimensions.begin());
  const auto line_of = [&](const Boundary& boundary) {
    return boundary.point - grid.place(boundary.point, index) * dimension->stride;
  };
  const SweepAxis& axis = dimension->axes.front();
  double least = axis_value(axis, 0), most = least;
  for (std::int64_t i = 1; i < dimension->count;
       i = axis.values.empty() ? dimension->count : i + 1) {
    const double value = axis_value(axis, axis.values.empty() ? dimension->count - 1 : i);
    least = std::min(least, value);
    most = std::max(most, value);
  }
  std::ranges::stable_sort(boundaries, {}, line_of);
  std::vector<Boundary> all;
  for (auto first = boundaries.begin(); first != boundaries.end();) {
    const auto last = std::find_if(first, boundaries.end(), [&](const Boundary& each) {
      return line_of(each) != line_of(*first);
    });
    std::vector<Boundary> line(std::make_move_iterator(first), std::make_move_iterator(last));
    for (Boundary& boundary : Line(std::move(line), most - least).listed())
      all.push_back(std::move(boundary));
    first = last;
  }
  return all;
}

}  // namespace carom
