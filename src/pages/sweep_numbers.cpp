/// The page of a sweep of anything: every number that was computed, over one axis as curves, over
/// two as images; words as counts and as regions. Sweeps of strikes have a page of their own.

#include "pages/sweep_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

#include "base/rounding.hpp"
#include "carom/fault.hpp"
#include "data/certificate.hpp"
#include "data/sweep_report_table.hpp"
#include "reports/listing.hpp"

namespace carom {
namespace {

constexpr std::size_t most_images = 6;  // of one quantity
/// What the last returns of a map are columns of.
constexpr std::string_view returns_extent = "return";
constexpr std::size_t most_diagram_points = 30'000;
constexpr std::string_view diagram_title = "Orbit diagram";

/// The shown points of a sweep, column by column.
class Shown {
 public:
  explicit Shown(const PageSweep& sweep) : sweep_(sweep), layout_(sweep.question.columns) {
    for (const PageAxis& axis : sweep.axes) orders_.push_back(ascending_order(axis));
    // What a number may be made of: the largest of its unit at its point.
    for (std::size_t c = 0; c < columns().size(); ++c) {
      if (columns()[c].type != ColumnType::real) continue;
      std::vector<double>& scale = scales_[columns()[c].unit];
      scale.resize(points());
      for (std::size_t k = 0; k < columns()[c].width(); ++k) {
        const std::vector<double> own = raw(c, k);
        for (std::size_t i = 0; i < own.size(); ++i)
          if (std::isfinite(own[i])) scale[i] = std::max(scale[i], std::abs(own[i]));
      }
    }
  }

  std::size_t points() const { return static_cast<std::size_t>(sweep_.table.count); }
  const std::vector<Column>& columns() const { return sweep_.question.columns; }

  /// A number a point, codes too; NaN where there is none. What is rounding is zero.
  std::vector<double> values(std::size_t column, std::size_t component) const {
    std::vector<double> all = raw(column, component);
    if (columns()[column].type != ColumnType::real) return all;
    const std::vector<double>& scale = scales_.at(columns()[column].unit);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = without_rounding(all[i], scale[i]);
    return all;
  }

  /// A number a point with all of its digits.
  std::vector<double> unrounded(std::size_t column) const { return raw(column, 0); }

  /// The parameters that advance together along an axis, the leading one first.
  std::vector<const PageAxis*> together(std::size_t a) const {
    std::vector<const PageAxis*> all{&sweep_.axes[a]};
    for (const PageAxis& other : sweep_.axes[a].with) all.push_back(&other);
    return all;
  }

  PanelAxis axis(const PageAxis& own) const {
    const std::string& parameter = sweep_.question.grid.parameters[own.parameter];
    PanelAxis axis{parameter};
    if (const SweepAxis* swept_axis = swept(parameter))
      axis.log = swept_axis->spacing == Spacing::log;
    return axis;
  }
  PanelAxis axis(std::size_t a) const { return axis(sweep_.axes[a]); }
  bool random(const PageAxis& own) const {
    const SweepAxis* swept_axis = swept(sweep_.question.grid.parameters[own.parameter]);
    return swept_axis != nullptr && swept_axis->distribution.has_value();
  }
  bool random(std::size_t a) const { return random(sweep_.axes[a]); }

  /// "normal", where the values were drawn.
  std::string distribution(const PageAxis& own) const {
    const SweepAxis* swept_axis = swept(sweep_.question.grid.parameters[own.parameter]);
    return random(own) ? std::string(name(swept_axis->distribution->kind)) : std::string();
  }

  /// The values of a parameter in ascending order, and those of a quantity in the same order.
  std::vector<double> ascending(const PageAxis& own) const {
    return in_order(own.values, ascending_order(own));
  }
  std::vector<double> ascending(std::size_t a) const {
    return in_order(sweep_.axes[a].values, orders_[a]);
  }
  std::vector<double> along(const PageAxis& own, const std::vector<double>& values) const {
    return in_order(values, ascending_order(own));
  }
  /// Row by row with the first axis fastest, as cells want them.
  std::vector<double> over_both(const std::vector<double>& values) const {
    std::vector<double> all;
    for (const std::size_t j : orders_[1])
      for (const std::size_t i : orders_[0]) all.push_back(values[i * orders_[1].size() + j]);
    return all;
  }

 private:
  static std::vector<std::size_t> ascending_order(const PageAxis& axis) {
    std::vector<std::size_t> order(axis.values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return axis.values[i]; });
    return order;
  }
  static std::vector<double> in_order(const std::vector<double>& values,
                                      const std::vector<std::size_t>& order) {
    std::vector<double> all;
    for (const std::size_t i : order) all.push_back(values[i]);
    return all;
  }

  std::vector<double> raw(std::size_t column, std::size_t component) const {
    const Column& own = columns()[column];
    const std::size_t size = size_of(own.type);
    std::vector<double> all(points());
    for (std::size_t i = 0; i < points(); ++i) {
      const std::byte* at = sweep_.table.table.data() + points() * layout_.before[column] +
                            i * own.bytes() + size * component;
      std::uint8_t code = 0;
      if (own.type == ColumnType::real)
        std::memcpy(&all[i], at, sizeof(double));
      else if (std::memcpy(&code, at, 1), code == no_category)
        all[i] = std::nan("");
      else
        all[i] = code;
    }
    return all;
  }

  const SweepAxis* swept(const std::string& parameter) const {
    for (const GridDimension& dimension : sweep_.question.grid.dimensions)
      for (const SweepAxis& own : dimension.axes)
        if (own.parameter == parameter) return &own;
    return nullptr;
  }

  const PageSweep& sweep_;
  TableLayout layout_;
  std::vector<std::vector<std::size_t>> orders_;
  std::map<std::string, std::vector<double>> scales_;  // by unit, a number a point
};

/// Edges half way between values that ascend.
std::vector<double> edges(const std::vector<double>& values) {
  if (values.size() == 1) return {values[0] - 0.5, values[0] + 0.5};
  std::vector<double> all{values[0] - (values[1] - values[0]) / 2};
  for (std::size_t i = 1; i < values.size(); ++i) all.push_back((values[i - 1] + values[i]) / 2);
  all.push_back(values.back() + (values.back() - values[values.size() - 2]) / 2);
  return all;
}

std::string full_name(const Column& column) {
  return column.group.empty() ? column.name : column.group + ": " + column.name;
}

std::string unit_of(const Column& column) {
  return column.unit == "1" ? "" : column.unit;
}

/// How well the books of a point close: rounding and the method's tolerance, no result. It is told
/// in words, not drawn: a figure of it would paint noise from the palest to the darkest colour.
bool is_closure(const Column& column) {
  return column.type == ColumnType::real &&
         (column.name.ends_with("_error") || column.name.ends_with("_residual"));
}

/// Whether every point has the same; NaN is like NaN.
bool constant(const std::vector<double>& values) {
  return std::ranges::all_of(values, [&](double value) {
    return value == values.front() || (std::isnan(value) && std::isnan(values.front()));
  });
}

PagePanel empty_panel(const Shown& shown, bool two, const Column& column, const PageAxis& along) {
  PagePanel panel;
  panel.title = full_name(column);
  panel.x = shown.axis(along);
  panel.y = two ? shown.axis(1) : PanelAxis{column.name, unit_of(column)};
  // Edges of cells half way are those of a linear axis.
  if (two) panel.x.log = panel.y.log = false;
  return panel;
}

PagePanel cells_panel(const Shown& shown, const Column& column, const std::string& component,
                      const std::vector<double>& values, const PageAxis& along) {
  PagePanel panel = empty_panel(shown, true, column, along);
  if (!component.empty()) panel.title += ", " + component;
  PanelCells cells;
  cells.label = column.name;
  cells.unit = unit_of(column);
  cells.x = edges(shown.ascending(0));
  cells.y = edges(shown.ascending(1));
  cells.values = shown.over_both(values);
  cells.words = column.categories;
  panel.cells = std::move(cells);
  return panel;
}

PanelSeries curve(const Shown& shown, const std::string& name, const std::vector<double>& values,
                  const PageAxis& along) {
  PanelSeries series{name, shown.ascending(along), shown.along(along, values)};
  series.drawn = shown.random(along) ? Drawn::points : Drawn::line;
  return series;
}

/// All of a quantity's numbers at a point above it, a dot each; where there are too many, evenly
/// fewer.
PagePanel diagram_panel(const Shown& shown, std::size_t c, const PageAxis& along) {
  const Column& column = shown.columns()[c];
  PagePanel panel = empty_panel(shown, false, column, along);
  PanelSeries dots{std::string(returns_extent) + "s"};
  dots.drawn = Drawn::points;
  const std::vector<double> x = shown.ascending(along);
  const std::size_t all = column.width() * x.size();
  const std::size_t step = (all + most_diagram_points - 1) / most_diagram_points;
  for (std::size_t k = 0; k < column.width(); k += std::max<std::size_t>(step, 1)) {
    const std::vector<double> values = shown.along(along, shown.values(c, k));
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      dots.x.push_back(x[i]);
      dots.y.push_back(values[i]);
    }
  }
  panel.series.push_back(std::move(dots));
  return panel;
}

/// Quantities of one kind (of each body, of each contact) share a figure, and so its legend. Over
/// `along`, a parameter of the first axis.
std::vector<PageFigure> figures(const Shown& shown, bool two, const PageAxis& along,
                                const std::string& over, PageTable& constants) {
  std::vector<PageFigure> all;
  std::map<std::string, std::size_t> places;
  for (std::size_t c = 0; c < shown.columns().size(); ++c) {
    const Column& column = shown.columns()[c];
    if (column.type == ColumnType::text || is_closure(column)) continue;
    const bool diagram = !column.extents.empty() && column.extents.front().name == returns_extent;
    if (diagram && two) continue;  // the dots of a plane of points have no picture
    PagePanel lines = empty_panel(shown, two, column, along);
    lines.y.words = two ? std::vector<std::string>{} : column.categories;
    std::vector<PagePanel> panels;
    if (diagram) panels.push_back(diagram_panel(shown, c, along));
    for (std::size_t k = 0; k < column.width() && !diagram; ++k) {
      const std::vector<double> values = shown.values(c, k);
      const std::string component = component_label(column, k);
      if (constant(values)) {
        if (column.type == ColumnType::real && !std::isnan(values.front()))
          constants.rows.push_back(
              {full_name(column), component, values.front(), unit_of(column), column.description});
        continue;
      }
      if (!two)
        lines.series.push_back(
            curve(shown, component.empty() ? full_name(column) : component, values, along));
      else if (panels.size() < most_images)
        panels.push_back(cells_panel(shown, column, component, values, along));
    }
    if (!lines.series.empty()) panels.push_back(std::move(lines));
    if (panels.empty()) continue;
    std::string of = column.extents.empty() ? "" : column.extents.front().name;
    if (const auto [place, fresh] = places.try_emplace(of, all.size()); fresh)
      all.push_back({(of.empty() ? "Of the whole"
                      : diagram  ? std::string(diagram_title)
                                 : "Of each " + of) +
                         over,
                     diagram ? "The last returns at every point, a dot each." : "",
                     {}});
    auto& kept = all[places.at(of)].panels;
    kept.insert(kept.end(), std::make_move_iterator(panels.begin()),
                std::make_move_iterator(panels.end()));
  }
  // What a map is swept for comes first.
  std::ranges::stable_partition(
      all, [](const PageFigure& each) { return each.title.starts_with(diagram_title); });
  return all;
}

/// Whose impacts made energy in motions by a law.
MadeBy made_by(const Shown& shown, const std::string& law) {
  MadeBy by = MadeBy::nobody;
  for (std::size_t c = 0; c < shown.columns().size(); ++c)
    if (shown.columns()[c].group == law && shown.columns()[c].name == made_by_column)
      for (const double code : shown.values(c, 0))
        if (code >= 0 && code <= static_cast<double>(MadeBy::both))
          by = both_of(by, static_cast<MadeBy>(code));
  return by;
}

PageText asked(const PageSweep& sweep, const Shown& shown) {
  PageText text;
  text.title = "What was swept";
  std::string axes;
  for (std::size_t a = 0; a < sweep.axes.size(); ++a) {
    std::string joined = a == 0 ? "" : ", ";
    for (const PageAxis* own : shown.together(a)) {
      const std::vector<double> values = shown.ascending(*own);
      axes +=
          fmt::format("{}{} from {:.6g} to {:.6g}{}", joined, shown.axis(*own).label,
                      values.front(), values.back(),
                      shown.random(*own) ? fmt::format(" (random, {})", shown.distribution(*own))
                                         : std::string());
      joined = " together with ";
    }
  }
  std::string held;
  for (const auto& [name, value] : sweep.parameters)
    held += fmt::format("{}{} = {:.6g}", held.empty() ? "; held: " : ", ", name, value);
  text.paragraphs.push_back(fmt::format("{} over {}; {} points{}.", sweep.question.verb, axes,
                                        sweep.question.grid.points, held));
  if (!sweep.thinned.empty()) text.paragraphs.push_back(sweep.thinned);
  for (std::size_t c = 0; c < shown.columns().size(); ++c) {
    const Column& column = shown.columns()[c];
    if (is_closure(column)) {
      double worst = 0;
      for (const double value : shown.unrounded(c))
        if (std::isfinite(value)) worst = std::max(worst, std::abs(value));
      const std::string unit = unit_of(column);
      text.paragraphs.push_back(fmt::format("{}: at most {:.2g}{}.", full_name(column), worst,
                                            unit.empty() ? "" : " " + unit));
    }
    if (column.name == "making_energy") {
      const std::vector<double> impacts = shown.unrounded(c);
      if (const double most = *std::ranges::max_element(impacts); most > 0)
        text.paragraphs.push_back(
            "Note: " +
            energy_made_in_motions(column.group.empty() ? sweep.question.verb : column.group,
                                   made_by(shown, column.group), most) +
            ".");
    }
    if (column.name == passed_column) {
      const std::vector<double> passed = shown.unrounded(c);
      if (const double most = *std::ranges::max_element(passed); most > 0)
        text.paragraphs.push_back("Note: " + passed_in_motions(column.group, most) + ".");
    }
    if (column.type != ColumnType::category || column.width() != 1) continue;
    const std::vector<double> values = shown.values(c, 0);
    std::string counts;
    for (std::size_t code = 0; code < column.categories.size(); ++code)
      if (const auto count = std::ranges::count(values, static_cast<double>(code)); count > 0)
        counts +=
            fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, column.categories[code]);
    text.paragraphs.push_back(
        fmt::format("{}: {} of the points shown.", full_name(column), counts));
  }
  return text;
}

PageTable boundaries_table(const PageSweep& sweep) {
  Listing<Boundary, PageSweep> list(sweep);
  list.add<"parameter">().add<"at">().add<"within">().add<"kind">().add<"contact">();
  list.add<"below">().add<"above">();
  return list.page("boundaries", "Boundaries", sweep.boundaries);
}

}  // namespace

Page numbers_page(const PageSweep& sweep, std::optional<PageTable> statistics) {
  const Shown shown(sweep);
  const bool two = sweep.axes.size() == 2;
  for (std::size_t a = 0; two && a < 2; ++a) {
    const std::vector<double> values = shown.ascending(a);
    if (std::ranges::adjacent_find(values) != values.end() || shown.random(a))
      throw InputError("", {{{},
                             fmt::format("{} has random or equal values: hold it, or the other "
                                         "axis, with --at NAME=VALUE",
                                         shown.axis(a).label),
                             {}}});
  }
  Page page;
  page.title = sweep.title;
  page.sections.emplace_back(asked(sweep, shown));
  PageTable constants{"constants", "The same everywhere"};
  constants.columns = {{"quantity"}, {"of"}, {"value"}, {"unit"}, {"what it is"}};
  if (statistics) page.sections.emplace_back(std::move(*statistics));
  // Samples of several parameters at once are seen over each of them.
  const std::vector<const PageAxis*> over = shown.together(0);
  for (const PageAxis* along : over) {
    const bool several = !two && over.size() > 1;
    if (along != over.front() && !(several && shown.random(*along))) continue;
    PageTable again;  // what is the same everywhere has been told
    for (PageFigure& figure :
         figures(shown, two, *along, several ? ", over " + shown.axis(*along).label : std::string(),
                 along == over.front() ? constants : again))
      page.sections.emplace_back(std::move(figure));
  }
  if (!sweep.boundaries.empty()) page.sections.emplace_back(boundaries_table(sweep));
  if (!constants.rows.empty()) page.sections.emplace_back(std::move(constants));
  page.sections.emplace_back(
      PageText{"Scenario", {}, sweep.scenario_name, sweep.question.scenario});
  return page;
}

}  // namespace carom
