#include "draw/impulse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

#include "base/rounding.hpp"
#include "draw/scale.hpp"
#include "draw/svg.hpp"

namespace carom {
namespace {

constexpr double panel_width = 520;       ///< pixels
constexpr double panel_height = 112;      ///< pixels
constexpr double panel_gap = 16;          ///< pixels
constexpr double row_height = 18;         ///< pixels; a contact's modes, a line of events
constexpr std::size_t most_letters = 96;  ///< of a line of notes

struct Interval {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// η in pixels. An impact without impulse is drawn at the left end.
struct Axis {
  double end = 1;  ///< N s
  double operator()(double impulse) const { return panel_width * impulse / end; }
};

Axis axis_of(const ImpulseDrawing& drawing) {
  double end = 0;
  for (const double impulse : drawing.impulse) end = std::max(end, impulse);
  for (const DrawnStage& stage : drawing.stages) end = std::max(end, stage.to);
  return {end > 0 ? end : 1};
}

struct Event {
  double at = 0;  ///< pixels
  std::string text;
  int row = 0;  ///< from 0, the nearest to the panels
};

/// The stages' ends, those at one place as one. Going from the right, a text that would run over
/// the line of an event to its right stands in a row above that event's; so no line crosses a text.
std::vector<Event> events(const ImpulseDrawing& drawing, const Axis& axis) {
  std::vector<Event> result;
  for (const DrawnStage& stage : drawing.stages) {
    if (stage.ends_with.empty()) continue;
    const double at = axis(stage.to);
    if (!result.empty() && at - result.back().at < 1)
      result.back().text += ", " + stage.ends_with;
    else
      result.push_back({at, stage.ends_with, 0});
  }
  for (std::size_t i = result.size(); i-- > 0;) {
    const double end = result[i].at + text_width(result[i].text, Svg::text_size) + 10;
    for (std::size_t j = i + 1; j < result.size() && result[j].at < end; ++j)
      result[i].row = std::max(result[i].row, result[j].row + 1);
  }
  return result;
}

/// A text in lines of at most `most_letters` bytes, broken between words.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::string& line = lines.back();
    if (!line.empty() && line.size() + 1 + end - at > most_letters)
      lines.push_back(text.substr(at, end - at));
    else
      line += (line.empty() ? "" : " ") + text.substr(at, end - at);
    at = end + 1;
  }
  return lines;
}

std::string style_of_curve(std::size_t contact) {
  return fmt::format("curve of-{}", contact % series_count);
}

/// "slides+" as people write it, and the style that shows it.
struct ColouredMode {
  std::string text;
  std::string style;
};

ColouredMode mode_of(const std::string& name) {
  const std::string kind = name.substr(0, name.find_first_of("+-"));
  std::string text = name;
  if (text.ends_with('-')) text.replace(text.size() - 1, 1, "−");
  return {text, "mode mode-" + kind};
}

struct Quantity {
  const char* name;
  const char* unit;
  std::vector<double> DrawnImpact::*values;
  std::size_t axis;  ///< 0 along t, 1 along n
  bool impulse;      ///< which the rigid model may leave open
};

class ImpulseFigure {
 public:
  explicit ImpulseFigure(const ImpulseDrawing& drawing)
      : drawing_(drawing), axis_(axis_of(drawing)) {}

  std::string document() {
    const Quantity quantities[] = {
        {"normal velocity", "m/s", &DrawnImpact::normal_velocity, 1, false},
        {"tangential velocity", "m/s", &DrawnImpact::tangential_velocity, 0, false},
        {"normal impulse", "N s", &DrawnImpact::normal_impulse, 1, true},
        {"tangential impulse", "N s", &DrawnImpact::tangential_impulse, 0, true}};

    draw_modes();
    for (const Quantity& quantity : quantities)
      draw_panel(quantity, scale_of(quantity, quantities));
    draw_impulse_axis();
    draw_events();
    draw_phases();
    draw_legend();
    draw_notes();
    if (!drawing_.title.empty())
      svg_.text({0.5 * panel_width, svg_.extent().low.y - 18}, Anchor::middle, "title",
                drawing_.title, 15);
    return svg_.document(drawing_.title.empty() ? "Impact" : drawing_.title, description());
  }

 private:
  /// One row a contact: its mode through the stages.
  void draw_modes() {
    const bool known = std::any_of(drawing_.stages.begin(), drawing_.stages.end(),
                                   [](const DrawnStage& stage) { return !stage.modes.empty(); });
    if (!known) return;
    for (std::size_t i = 0; i < drawing_.contacts.size(); ++i) {
      for (const DrawnStage& stage : drawing_.stages) {
        if (i >= stage.modes.size()) continue;
        const ColouredMode mode = mode_of(stage.modes[i]);
        const Box place{{axis_(stage.from), bottom_}, {axis_(stage.to), bottom_ + row_height}};
        svg_.open("drawn-mode", drawing_.contacts[i].name + " " + mode.text);
        svg_.box(place, mode.style);
        if (text_width(mode.text, 10.5) + 4 < place.width())
          svg_.text({place.centre().x, place.high.y - 5}, Anchor::middle, "on-mode", mode.text,
                    10.5);
        svg_.close();
      }
      svg_.text({-8, bottom_ + row_height - 5}, Anchor::end, "small", drawing_.contacts[i].name,
                10.5);
      bottom_ += row_height;
    }
    bottom_ += panel_gap;
  }

  /// The largest number of a unit: what is rounding of it is drawn as zero.
  double scale_of(const Quantity& own, std::span<const Quantity> quantities) const {
    double largest = 0;
    for (const Quantity& each : quantities)
      for (const DrawnImpact& contact : drawing_.contacts)
        for (const double value : contact.*each.values)
          if (each.impulse == own.impulse) largest = std::max(largest, std::abs(value));
    return largest;
  }

  void draw_panel(const Quantity& quantity, double scale) {
    Interval range;
    range.include(0);
    for (const DrawnImpact& contact : drawing_.contacts)
      for (const double value : contact.*quantity.values)
        range.include(without_rounding(value, scale));
    if (range.low == range.high) range = {-1, 1};
    // The curves keep off the panel's edges.
    const double room = 0.06 * (range.high - range.low);
    const double low = range.low - room, high = range.high + room;
    const double top = bottom_;
    const auto height = [&](double value) {
      return top + panel_height * (high - value) / (high - low);
    };

    draw_shading(top, top + panel_height);
    for (const double tick : ticks(low, high, 6)) {
      const double y = height(tick);
      svg_.line({0, y}, {panel_width, y}, tick == 0 ? "zero" : "grid");
      svg_.text({-8, y + 3.5}, Anchor::end, "small", short_number(tick), 10.5);
    }
    for (std::size_t i = 0; i < drawing_.contacts.size(); ++i) {
      const std::vector<double>& curve = drawing_.contacts[i].*quantity.values;
      assert(curve.size() == drawing_.impulse.size());
      Path path;
      for (std::size_t k = 0; k < curve.size(); ++k) {
        const Vec2 point{axis_(drawing_.impulse[k]), height(without_rounding(curve[k], scale))};
        if (k == 0)
          path.move(point);
        else
          path.line(point);
      }
      const bool open = quantity.impulse && !drawing_.contacts[i].determined[quantity.axis];
      svg_.open("drawn-curve",
                drawing_.contacts[i].name + (open ? ": undetermined" : std::string()));
      svg_.path(path, style_of_curve(i) + (open ? " undetermined" : ""));
      svg_.close();
    }
    svg_.line({0, top}, {0, top + panel_height}, "axis");
    svg_.upward_text({-62, top + 0.5 * panel_height}, "small", quantity.name, 10.5);
    svg_.upward_text({-48, top + 0.5 * panel_height}, "small", fmt::format("({})", quantity.unit),
                     10.5);
    bottom_ = top + panel_height + panel_gap;
  }

  void draw_shading(double top, double bottom) {
    for (const DrawnStage& stage : drawing_.stages)
      svg_.box({{axis_(stage.from), top}, {axis_(stage.to), bottom}},
               stage.phase == ImpactPhase::compression ? "compression" : "restitution");
  }

  void draw_impulse_axis() {
    const double y = bottom_ - panel_gap;
    svg_.line({0, y}, {panel_width, y}, "axis");
    for (const double tick : ticks(0, axis_.end, 8)) {
      svg_.line({axis_(tick), y}, {axis_(tick), y + 4}, "axis");
      svg_.text({axis_(tick), y + 16}, Anchor::middle, "small", short_number(tick), 10.5);
    }
    const std::string of = drawing_.striking.empty() ? "" : " at " + drawing_.striking;
    svg_.text({0.5 * panel_width, y + 34}, Anchor::middle, "",
              drawing_.of_all ? "η, the sum of the normal impulses (N s)"
                              : fmt::format("η, the normal impulse{} (N s)", of));
    axis_at_ = y;
    bottom_ = y + 34;
  }

  void draw_events() {
    int rows = 0;
    for (const Event& event : events(drawing_, axis_)) {
      const double base = top_ - 8 - row_height * event.row;
      svg_.line({event.at, base - 9}, {event.at, axis_at_}, "event");
      svg_.text({event.at + 5, base}, Anchor::start, "", event.text);
      rows = std::max(rows, event.row + 1);
    }
    top_ -= row_height * rows + 6;
  }

  /// The names of the phases, over a bar as wide as each.
  void draw_phases() {
    for (std::size_t i = 0; i < drawing_.stages.size();) {
      const ImpactPhase phase = drawing_.stages[i].phase;
      const double from = axis_(drawing_.stages[i].from);
      while (i < drawing_.stages.size() && drawing_.stages[i].phase == phase) ++i;
      const double to = axis_(drawing_.stages[i - 1].to);
      const bool compression = phase == ImpactPhase::compression;
      const char* const name = compression ? "compression" : "restitution";
      svg_.box({{from, top_ - 16}, {to, top_}}, name);
      if (text_width(name, 10.5) < to - from)
        svg_.text({0.5 * (from + to), top_ - 4.5}, Anchor::middle, "on-mode", name, 10.5);
    }
    top_ -= 16;
  }

  void draw_legend() {
    const double y = bottom_ + 26;
    double width = -22;
    for (const DrawnImpact& contact : drawing_.contacts)
      width += 57 + text_width(contact.name, Svg::text_size);
    double x = 0.5 * (panel_width - width);
    for (std::size_t i = 0; i < drawing_.contacts.size(); ++i) {
      const std::string& name = drawing_.contacts[i].name;
      svg_.line({x, y}, {x + 28, y}, style_of_curve(i));
      svg_.text({x + 35, y + 4}, Anchor::start, "", name);
      x += 57 + text_width(name, Svg::text_size);
    }
    bottom_ = y + 4;
    std::string open;
    for (const DrawnImpact& contact : drawing_.contacts)
      if (!contact.determined[0] || !contact.determined[1])
        open += (open.empty() ? "" : ", ") + contact.name;
    if (open.empty()) return;
    const std::string words = "undetermined impulse: " + open;
    x = 0.5 * (panel_width - 35 - text_width(words, Svg::text_size));
    bottom_ += 24;
    svg_.line({x, bottom_ - 4}, {x + 28, bottom_ - 4}, "rule undetermined", 2);
    svg_.text({x + 35, bottom_}, Anchor::start, "", words);
  }

  void draw_notes() {
    bottom_ += 10;
    for (const std::string& note : drawing_.notes)
      for (const std::string& line : lines_of(note))
        svg_.text({0, bottom_ += 16}, Anchor::start, "small", line, 10.5);
  }

  std::string description() const {
    std::string text =
        drawing_.of_all
            ? fmt::format("An impact of {} contacts over the sum of their normal impulses.",
                          drawing_.contacts.size())
            : fmt::format("An impact of {} contacts over the normal impulse at {}.",
                          drawing_.contacts.size(), drawing_.striking);
    for (const DrawnStage& stage : drawing_.stages)
      text += fmt::format(" {} from {} to {} N s{}{}.",
                          stage.phase == ImpactPhase::compression ? "Compression" : "Restitution",
                          short_number(stage.from), short_number(stage.to),
                          stage.ends_with.empty() ? "" : ": ", stage.ends_with);
    for (const std::string& note : drawing_.notes) text += " " + note + ".";
    return text;
  }

  const ImpulseDrawing& drawing_;
  Axis axis_;
  Svg svg_;
  double top_ = 0;      ///< pixels; of what stands above the panels
  double bottom_ = 0;   ///< pixels; of what was drawn so far
  double axis_at_ = 0;  ///< pixels; the η axis
};

}  // namespace

std::string impulse_svg(const ImpulseDrawing& drawing) {
  return ImpulseFigure(drawing).document();
}

}  // namespace carom
