#include <algorithm>
#include <functional>

#include "draw/scale.hpp"
#include "draw/sheet.hpp"
#include "draw/symbols.hpp"

namespace carom {
namespace {

/// A sign and its text; the sign is drawn from its left end, on the middle of the line.
struct Item {
  double width = 0;  ///< pixels, of the sign
  std::string text;
  std::function<void(Svg&, const Vec2&)> sign;

  double whole() const { return width + (width > 0 ? 7 : 0) + text_width(text, Svg::text_size); }
};

Item length_rule(const Sheet& sheet) {
  const double metres = round_number_below(120 / sheet.view.scale);
  const double pixels = metres * sheet.view.scale;
  return {pixels, quantity(metres, "m"), [pixels](Svg& svg, const Vec2& at) {
            const Vec2 end = at + Vec2{pixels, 0}, tick{0, 4};
            svg.path(Path()
                         .move(at - tick)
                         .line(at + tick)
                         .move(at)
                         .line(end)
                         .move(end - tick)
                         .line(end + tick),
                     "rule");
          }};
}

Item velocity_rule(const Sheet& sheet) {
  const double speed = round_number_below(Sheet::longest_arrow / sheet.arrow_scale);
  const double pixels = speed * sheet.arrow_scale;
  return {pixels, quantity(speed, "m/s"), [pixels](Svg& svg, const Vec2& at) {
            draw_arrow(svg, at, at + Vec2{pixels, 0}, "velocity");
          }};
}

Item gravity_sign(const Vec2& gravity) {
  const double g = length(gravity);
  return {14, "g = " + quantity(g, "m/s²"), [gravity, g](Svg& svg, const Vec2& at) {
            const Vec2 half = (11 / g) * View::direction(gravity);
            const Vec2 middle = at + Vec2{7, 0};
            draw_arrow(svg, middle - half, middle + half, "gravity", 7);
          }};
}

std::vector<Item> items(const Sheet& sheet, const std::vector<std::string>& absent) {
  const MechanismDrawing& drawing = sheet.drawing;
  std::vector<Item> result{length_rule(sheet)};
  if (sheet.arrow_scale > 0) result.push_back(velocity_rule(sheet));
  if (length(drawing.gravity) > 0) result.push_back(gravity_sign(drawing.gravity));
  const bool massive = std::any_of(drawing.links.begin(), drawing.links.end(),
                                   [](const DrawnLink& link) { return link.mass > 0; });
  if (massive && sheet.detailed)
    result.push_back({10, "mass centre", [](Svg& svg, const Vec2& at) {
                        draw_mass_centre(svg, at + Vec2{5, 0}, 5);
                      }});
  for (const ContactState state : {ContactState::touching, ContactState::approaching,
                                   ContactState::apart, ContactState::below}) {
    if (std::none_of(drawing.contacts.begin(), drawing.contacts.end(),
                     [&](const DrawnContact& contact) { return contact.state == state; }))
      continue;
    const char* const words = state == ContactState::below ? "below its surface" : name_of(state);
    result.push_back({8, words, [state](Svg& svg, const Vec2& at) {
                        svg.circle(at + Vec2{4, 0}, 3.4, name_of(state));
                      }});
  }
  for (const std::string& name : absent)
    result.push_back({0, name + " is outside the picture", [](Svg&, const Vec2&) {}});
  return result;
}

}  // namespace

void draw_legend(Sheet& sheet, const std::vector<std::string>& absent) {
  constexpr double between = 22, narrowest = 420;
  const Box drawn = sheet.svg.extent();
  const double widest = std::max(narrowest, drawn.width());
  const std::vector<Item> all = items(sheet, absent);
  double y = drawn.high.y + 30;
  for (std::size_t begin = 0; begin < all.size();) {
    // As many as a row holds, centred under the picture.
    std::size_t end = begin;
    double width = -between;
    while (end < all.size() && (end == begin || width + between + all[end].whole() <= widest))
      width += between + all[end++].whole();
    double x = drawn.centre().x - 0.5 * width;
    for (; begin < end; ++begin) {
      const Item& item = all[begin];
      item.sign(sheet.svg, {x, y});
      sheet.svg.text({x + item.whole() - text_width(item.text, Svg::text_size), y + 4},
                     Anchor::start, "", item.text);
      x += item.whole() + between;
    }
    y += 24;
  }
}

}  // namespace carom
