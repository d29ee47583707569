#include "data/boundaries.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace carom {
namespace {

bool same_label(const Boundary& a, const Boundary& b) {
  return a.kind == b.kind && a.law == b.law && a.other_law == b.other_law && a.contact == b.contact;
}

/// Outcome, interaction, history: which of a contact's changes is the one to tell.
int rank(const Boundary& boundary) {
  return std::min(static_cast<int>(boundary.kind), static_cast<int>(BoundaryKind::history));
}

/// The boundaries of one line of the grid.
class Line {
 public:
  Line(std::vector<Boundary> boundaries, double span) : all_(std::move(boundaries)), span_(span) {
    sort();
  }

  std::vector<Boundary> listed() {
    snap();
    join();
    drop_touching();
    drop_nothing();
    gather();
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
      if (next.kind == BoundaryKind::history) {
        teller->history_below = std::move(next.below);
        teller->history_above = std::move(next.above);
      } else if (!next.history_below.empty()) {
        teller->history_below = std::move(next.history_below);
        teller->history_above = std::move(next.history_above);
      }
    }
    all_ = std::move(kept);
  }

  /// On which side of the place where it was seen a change can really be: −1 below, 1 above,
  /// 0: it was seen where it is.
  static int side_of(const Boundary& boundary) {
    const std::string_view late = boundary.kind == BoundaryKind::laws ? name(Agreement::agree)
                                  : boundary.kind == BoundaryKind::energy
                                      ? name(EnergyChange::keeps)
                                      : "";
    if (late.empty()) return 0;
    return boundary.below == late ? -1 : boundary.above == late ? 1 : 0;
  }

  void snap() {
    const std::vector<Boundary> found = all_;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const int side = side_of(found[i]);
      if (side == 0) continue;
      const Boundary* nearest = nullptr;
      const auto consider = [&](const Boundary& other) {
        const double beyond = side * (other.at - found[i].at);
        const bool there = beyond >= 0 || close(other, found[i], one_place);
        const bool concerns =
            other.kind != BoundaryKind::laws && other.kind != found[i].kind &&
            (other.law == found[i].law || other.law == found[i].other_law || other.law.empty());
        if (there && concerns &&
            (nearest == nullptr ||
             std::abs(other.at - found[i].at) < std::abs(nearest->at - found[i].at)))
          nearest = &other;
      };
      const auto reached = [&](std::size_t k) {
        return close(found[k], found[i], tangential_reach);
      };
      for (std::size_t k = i; k-- > 0 && reached(k);) consider(found[k]);
      for (std::size_t k = i + 1; k < found.size() && reached(k); ++k) consider(found[k]);
      if (nearest == nullptr) continue;
      all_[i].at = nearest->at;
      all_[i].within = nearest->within;
    }
    sort();
  }

  /// Agreement of two laws on a stretch so short is that of two curves that touch.
  void drop_touching() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].kind != BoundaryKind::laws || all_[i].above != name(Agreement::agree)) continue;
      for (std::size_t k = i + 1; k < all_.size() && close(all_[i], all_[k], tangential_reach); ++k)
        if (same_label(all_[i], all_[k])) {
          all_[i].below = all_[i].above = all_[k].below = all_[k].above = "";
          break;
        }
    }
  }

  void drop_nothing() {
    std::erase_if(all_,
                  [](const Boundary& each) { return each.below.empty() || each.above.empty(); });
  }

  void sort() {
    const auto by_place = [](const Boundary& a, const Boundary& b) { return a.at < b.at; };
    std::stable_sort(all_.begin(), all_.end(), by_place);
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
