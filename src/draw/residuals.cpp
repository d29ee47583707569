#include "draw/residuals.hpp"

#include <fmt/format.h>

#include "draw/panel.hpp"
#include "draw/scale.hpp"
#include "draw/svg.hpp"

namespace carom {

std::string residuals_svg(const IdentificationReport& report) {
  Svg svg;
  const std::string title =
      report.title.empty() ? fmt::format("Fit to {}", report.data) : report.title;
  svg.text({0.5 * Panel::width, -30}, Anchor::middle, "title", title, 15);
  double top = 0;
  for (const FittedColumn& column : report.columns) {
    Panel panel{top, {}, {}};
    panel.y.include(0);
    for (const FittedPoint& point : report.points) {
      if (point.quantity != column.name) continue;
      panel.x.include(point.predicted);
      panel.y.include(point.predicted - point.measured);
    }
    if (column.count == 0) continue;
    panel.x.widen(0.04);
    panel.y.widen(0.06);
    const std::string unit = column.unit == "1" ? "" : fmt::format(" ({})", column.unit);
    draw_axes(svg, panel, "predicted" + unit, "predicted − measured" + unit);
    svg.open("residuals", column.name);
    for (const FittedPoint& point : report.points)
      if (point.quantity == column.name)
        svg.circle(panel(point.predicted, point.predicted - point.measured), 1.5, curve_style(0));
    svg.close();
    heading(svg, panel.top,
            fmt::format("{}: r.m.s. {}, mean {}", column.name,
                        quantity(column.deviation, column.unit == "1" ? "" : column.unit),
                        quantity(column.mean, column.unit == "1" ? "" : column.unit)));
    top += Panel::height + Panel::gap;
  }
  return svg.document(
      title, fmt::format("What the fit to {} leaves: residuals over predictions.", report.data));
}

}  // namespace carom
