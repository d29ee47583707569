#include "draw/train_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "draw/scale.hpp"
#include "draw/svg.hpp"
#include "draw/symbols.hpp"

namespace carom {
namespace {

constexpr double row_length = 640;    ///< pixels, of the bodies together
constexpr double most_height = 120;   ///< pixels, of a body
constexpr double least_length = 10;   ///< pixels: what is shorter is drawn so long
constexpr double open_gap = 16;       ///< pixels, of any gap: gaps are told, not drawn to scale
constexpr double longest_arrow = 70;  ///< pixels, of the fastest body
constexpr double cylinder_share =
    0.4;  ///< height of a cylinder over its length, which is all known

/// Lengths in pixels. Where one is not known none is to scale.
std::vector<double> drawn_lengths(const Train& train) {
  const bool known =
      std::ranges::all_of(train.bodies, [](const TrainBody& body) { return body.length > 0; });
  double sum = 0, longest = 0;
  for (const TrainBody& body : train.bodies) {
    sum += known ? body.length : 1;
    longest = std::max(longest, known ? body.length : 1);
  }
  const double scale = std::min(row_length / sum, most_height / longest);
  std::vector<double> lengths;
  for (const TrainBody& body : train.bodies)
    lengths.push_back(std::max(least_length, scale * (known ? body.length : 1)));
  return lengths;
}

}  // namespace

std::string train_row_svg(const TrainDescription& report) {
  const Train& train = report.train;
  const std::vector<double> lengths = drawn_lengths(train);
  const double half = 0.5 * *std::ranges::max_element(lengths);
  double fastest = 0;
  for (const TrainBody& body : train.bodies) fastest = std::max(fastest, std::abs(body.velocity));
  Svg svg;
  double x = 0;
  std::vector<double> free_from;                     // of each row of names
  std::vector<std::pair<double, std::string>> gaps;  // px, words: below all names
  std::string description = fmt::format("A train of {} bodies in line.", train.bodies.size());
  for (std::size_t i = 0; i < train.bodies.size(); ++i) {
    const TrainBody& body = train.bodies[i];
    const double length = lengths[i], middle = x + 0.5 * length;
    if (body.kind == BodyKind::ball) {
      svg.circle({middle, 0}, 0.5 * length, "outline");
    } else {
      const double high = std::max(0.5 * least_length, 0.5 * cylinder_share * length);
      svg.box({{x, -high}, {x + length, high}}, "outline");
    }
    if (body.velocity != 0) {
      const double arrow = longest_arrow * body.velocity / fastest;
      const double y = -half - 16;
      draw_arrow(svg, {middle - 0.5 * arrow, y}, {middle + 0.5 * arrow, y}, "velocity");
      svg.text({middle, y - 8}, Anchor::middle, "small",
               fmt::format("{} m/s", short_number(body.velocity)), 10.5);
    }
    // Names of short bodies go into the first row that has room for them.
    const double room = 0.5 * text_width(body.name, Svg::text_size) + 4;
    const auto row =
        std::ranges::find_if(free_from, [&](double from) { return middle - room >= from; });
    const double down = 16 * static_cast<double>(row - free_from.begin());
    svg.text({middle, half + 18 + down}, Anchor::middle, "", body.name);
    if (row == free_from.end())
      free_from.push_back(middle + room);
    else
      *row = middle + room;
    description += fmt::format(" {}: {} kg, {} m/s.", body.name, short_number(body.mass),
                               short_number(body.velocity));
    x += length;
    if (i < report.pairs.size() && report.pairs[i].gap > 0) {
      svg.line({x, 0}, {x + open_gap, 0}, "gap");
      gaps.emplace_back(x + 0.5 * open_gap,
                        fmt::format("gap {} m", short_number(report.pairs[i].gap)));
      x += open_gap;
    }
  }
  for (const auto& [at, words] : gaps)
    svg.text({at, half + 18 + 16 * static_cast<double>(free_from.size())}, Anchor::middle, "small",
             words, 10.5);
  if (!report.title.empty()) svg.text({0, -half - 58}, Anchor::start, "title", report.title, 15);
  return svg.document(report.title.empty() ? "A train" : report.title, description);
}

}  // namespace carom
