#include "particles/critical_pieces.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

constexpr int samples = 128;
constexpr int halvings = 40;
/// Places nearer than this are one.
constexpr double same_place = 1e-12;

}  // namespace

std::vector<CriticalPiece> critical_pieces(CriticalSystem& system, std::vector<double> others,
                                           int axis, const CriticalLine& line) {
  std::vector<double> places;
  for (int i = 0; i <= samples; ++i) places.push_back(static_cast<double>(i) / samples);
  for (const CriticalRoot& root : line.roots) places.push_back(root.s);
  for (const BlockedStretch& piece : line.blocked) {
    places.push_back(piece.from);
    places.push_back(piece.to);
  }
  for (const auto* list : {&line.undefined, &line.unresolved})
    for (const auto& [from, to] : *list) {
      places.push_back(from);
      places.push_back(to);
    }
  std::ranges::sort(places);
  const auto same = [](double a, double b) { return b - a < same_place; };
  places.erase(std::ranges::unique(places, same).begin(), places.end());

  const auto count = static_cast<std::size_t>(system.contacts());
  const auto outcomes_at = [&](double s) {
    others[static_cast<std::size_t>(axis)] = s;
    std::vector<StruckRest> all(count, StruckRest::no_configuration);
    if (!system.place(others)) return all;
    const std::vector<double> y = system.outcomes();
    for (std::size_t j = 0; j < count; ++j) all[j] = rest_of(y[j]);
    return all;
  };
  std::vector<std::vector<StruckRest>> found;
  for (std::size_t i = 1; i < places.size(); ++i)
    found.push_back(outcomes_at(0.5 * (places[i - 1] + places[i])));

  /// Whether the outcome changes at a place that was known for it.
  const auto known = [&](double s) {
    const auto at = [&](double place) { return std::abs(place - s) < same_place; };
    const auto ends = [&](const std::pair<double, double>& piece) {
      return at(piece.first) || at(piece.second);
    };
    return std::ranges::any_of(line.roots, at, &CriticalRoot::s) ||
           std::ranges::any_of(line.undefined, ends) ||
           std::ranges::any_of(line.unresolved, ends) ||
           std::ranges::any_of(line.blocked, [&](const BlockedStretch& piece) {
             return at(piece.from) || at(piece.to);
           });
  };
  std::vector<CriticalPiece> pieces;
  for (std::size_t j = 0; j < count; ++j) {
    CriticalPiece piece{static_cast<int>(j), found[0][j], places.front(), places.back()};
    for (std::size_t i = 1; i < found.size(); ++i) {
      if (found[i][j] == piece.outcome) continue;
      double edge = places[i];
      if (!known(edge)) {
        double low = 0.5 * (places[i - 1] + places[i]), high = 0.5 * (places[i] + places[i + 1]);
        for (int k = 0; k < halvings; ++k) {
          const double middle = 0.5 * (low + high);
          (outcomes_at(middle)[j] == piece.outcome ? low : high) = middle;
        }
        edge = high;
      }
      piece.to = edge;
      pieces.push_back(piece);
      piece = {static_cast<int>(j), found[i][j], edge, places.back()};
    }
    pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace carom
