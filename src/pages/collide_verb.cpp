/// The page of `collide`'s results: tables of bodies, contacts and energy; the contacts' loops with
/// their areas shaded, the velocities of the segments over time, and the wave through the train.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/rounding.hpp"
#include "data/collide_table.hpp"
#include "pages/page_parts.hpp"
#include "pages/verb.hpp"
#include "reports/listing.hpp"
#include "reports/report_out.hpp"
#include "reports/train_words.hpp"
#include "study/train_study.hpp"
#include "sweeps/sweep_tasks.hpp"

namespace carom {
namespace {

constexpr std::size_t most_curves = 6;     // segments of a body among the velocities
constexpr std::size_t most_columns = 240;  // of the wave
constexpr std::size_t most_rows = 300;

double largest_size(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

std::string between(const CollideReport& report, std::size_t contact) {
  return list_cell(neighbours(report, contact)).words;
}

PageTable bodies_table(const CollideReport& report) {
  Listing<ToldTrainBody, CollideReport> list(report);
  list.add<"name">().add<"segments">().add<"velocity_before">().add<"velocity_after">();
  list.add<"vibration">();
  if (report.train.interior == Interior::dissipating && is_answered(report.result))
    list.add<"lost">();
  PageTable table = list.page("bodies", "Bodies", told_bodies(report));
  clear_rounding(table, Among::table, {{"J", report.result.energy_before}});
  return table;
}

PageTable contacts_table(const CollideReport& report) {
  Listing<ToldTrainContact, CollideReport> list(report);
  list.add<"between">().add<"restitution">().add<"peak_force">().add<"largest">();
  list.add<"permanent">().add<"from">().add<"to">().add<"duration">().add<"touches">();
  list.add<"impulse">().add<"lost">();
  PageTable table = list.page("contacts", "Contacts", told_contacts(report.result, report));
  for (std::size_t c = 0; c < report.result.contacts.size(); ++c)
    if (report.result.contacts[c].passed_through)
      table.marks.push_back({c, {}, Mark::bad, "the bodies passed through"});
  clear_rounding(table, Among::row, {{"J", report.result.energy_before}});
  return table;
}

PageTable energy_table(const TrainResult& result) {
  PageTable table{"energy", "Where the energy went"};
  table.columns = {{"energy"}, {"amount", "J"}, {"share of that before", "%"}};
  const double before = result.energy_before;
  for (const Number<TrainResult>& part : numbers_of<TrainResult>()) {
    if (part.unit != "J") continue;
    const double value = without_rounding(part.value(result, 0), before);
    table.rows.push_back(
        {std::string(part.label), value, before > 0 ? PageCell(100 * value / before) : PageCell()});
  }
  return table;
}

PageTable alternatives_table(const CollideReport& report) {
  PageTable table{"alternatives", "What else may follow"};
  table.caption =
      "Velocities after, as other orders of the coincident hits leave them; the first row is the "
      "outcome given.";
  table.columns = {{"outcome"}};
  for (const TrainBody& body : report.train.bodies)
    table.columns.push_back({body.name, "m/s", "velocity"});
  table.columns.push_back({"lost", "J"});
  table.columns.push_back({"first hits"});
  const auto add = [&](const std::string& what, const TrainResult& outcome,
                       const std::string& hits) {
    std::vector<PageCell> row{what};
    for (const TrainBodyResult& body : outcome.bodies) row.emplace_back(body.velocity_after);
    row.emplace_back(outcome.lost);
    row.emplace_back(hits);
    table.rows.push_back(std::move(row));
  };
  add("given", report.result, "together");
  for (const TrainResult& other : report.result.alternatives) {
    std::string hits;
    for (const std::size_t contact : other.order)
      hits += (hits.empty() ? "" : ", ") + between(report, contact);
    add(fmt::format("alternative {}", table.rows.size() + 1), other, hits);
  }
  return table;
}

PageTable convergence_table(const CollideReport& report) {
  const std::vector<ConvergeStep>& steps = report.convergence->steps;
  Listing<ConvergeStep, CollideReport> list(report);
  list.add<"segments">(
      [](const ConvergeStep& step) { return fmt::format("{}", fmt::join(step.segments, " ")); });
  list.add<"change">([&](const ConvergeStep& step) {
    return &step == &steps.front() ? std::nullopt : std::optional(step.change);
  });
  list.add<"restitution">();
  PageTable table = list.page("convergence", "Refining the segments", steps);
  table.caption = report.convergence->told + ".";
  return table;
}

PageFigure loops_figure(const std::string& folder, const CollideReport& report) {
  const NumberTable table = number_table(folder, "loops.csv");
  PageFigure figure;
  figure.title = "Force over indentation";
  figure.caption = "The shaded area is what the contact lost.";
  const std::size_t contacts = (table.columns.size() - 1) / 2;
  if (contacts > report.result.contacts.size())
    damaged(folder, "loops.csv does not have the contacts of the train");
  for (std::size_t c = 0; c < contacts; ++c) {
    const std::vector<double>&delta = table.columns[2 * c + 1], &force = table.columns[2 * c + 2];
    const PageUnit metres = page_unit(largest_size(delta), "m");
    const PageUnit newtons = page_unit(largest_size(force), "N");
    const std::string name = between(report, c);
    PanelSeries loop{name};
    // Only while the bodies press: in flight the indentation runs far away.
    for (std::size_t s = 0; s < force.size(); ++s) {
      const bool pressed =
          force[s] > 0 || (s > 0 && force[s - 1] > 0) || (s + 1 < force.size() && force[s + 1] > 0);
      if (!pressed) continue;
      loop.x.push_back(std::max(delta[s], 0.0));
      loop.y.push_back(force[s]);
    }
    loop.x = shown_numbers(loop.x, metres.factor);
    loop.y = shown_numbers(loop.y, newtons.factor);
    loop.shaded = Shaded::inside;
    loop.colour = static_cast<int>(c);
    const double lost =
        without_rounding(report.result.contacts[c].lost, report.result.energy_before);
    const PageUnit joules = page_unit(lost, "J");
    PagePanel panel{fmt::format("{}: {:.4g} {} lost", name, lost * joules.factor, joules.name),
                    {"indentation", metres.name},
                    {"force", newtons.name},
                    {std::move(loop)}};
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

/// Which columns of velocities.csv are segments of a body.
struct BodyColumns {
  std::string name;
  int segments = 1;
  double length = 0;  // m; 0: not known
  double gap = 0;     // m, behind it
  std::vector<std::size_t> columns;
  std::vector<int> places;  // of those, from 1
};

std::vector<BodyColumns> body_columns(const std::string& folder, const Train& train,
                                      const NumberTable& table) {
  std::vector<BodyColumns> bodies;
  std::size_t next = train.bodies.size() + 1;
  for (const TrainBody& body : train.bodies) {
    BodyColumns own{body.name, static_cast<int>(body.segments), body.length, 0, {}, {}};
    for (const TrainPair& pair : train.pairs)
      if (pair.left == own.name) own.gap = pair.gap;
    for (; next < table.headings.size(); ++next) {
      const std::string& heading = table.headings[next];
      const std::size_t dot = heading.rfind('.');
      if (dot == std::string::npos || heading.substr(0, dot) != own.name) break;
      own.columns.push_back(next);
      own.places.push_back(std::stoi(heading.substr(dot + 1)));
    }
    bodies.push_back(std::move(own));
  }
  const bool each =
      std::ranges::all_of(bodies, [](const BodyColumns& b) { return !b.columns.empty(); });
  if (next != table.headings.size() || table.columns[0].size() < 2 || !each)
    damaged(folder, "velocities.csv does not have the bodies of the train");
  return bodies;
}

PageFigure velocities_figure(const NumberTable& table, const std::vector<BodyColumns>& bodies) {
  const PageUnit seconds = page_unit(table.columns[0].back(), "s");
  double fastest = 0;
  for (std::size_t c = 1; c < table.columns.size(); ++c)
    fastest = std::max(fastest, largest_size(table.columns[c]));
  const PageUnit speed = page_unit(fastest, "m/s");
  const std::vector<double> times = shown_numbers(table.columns[0], seconds.factor);
  PagePanel panel{"", {"time", seconds.name}, {"velocity", speed.name}};
  for (const bool thin : {true, false})
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const BodyColumns& body = bodies[b];
      const std::size_t count = body.columns.size();
      const std::size_t shown = !thin ? 1 : count == 1 ? 0 : std::min(count, most_curves);
      for (std::size_t k = 0; k < shown; ++k) {
        const std::size_t which = shown == 1 ? 0 : k * (count - 1) / (shown - 1);
        PanelSeries series{body.name, times};
        series.y = shown_numbers(table.columns[thin ? body.columns[which] : b + 1], speed.factor);
        series.thin = thin;
        series.colour = static_cast<int>(b);
        series.detail = thin ? fmt::format("segment {}", body.places[which]) : "mass centre";
        panel.series.push_back(std::move(series));
      }
    }
  return {"Velocities over time",
          fmt::format("Thick: mass centres. Thin: segments, at most {} a body.", most_curves),
          {std::move(panel)}};
}

/// Velocity as colour over place and time. Places are metres where every length is known, else
/// segments.
PageFigure wave_figure(const NumberTable& table, const std::vector<BodyColumns>& bodies) {
  const bool metric =
      std::ranges::all_of(bodies, [](const BodyColumns& b) { return b.length > 0; });
  PanelCells cells;
  std::vector<std::size_t> columns;  // of the table; 0: a gap
  PanelSeries edges{"ends of bodies"};
  std::size_t all = 0;
  for (const BodyColumns& body : bodies) all += body.columns.size();
  double at = 0;
  cells.x.push_back(0);
  const double last_time = table.columns[0].back();
  const PageUnit seconds = page_unit(last_time, "s");
  for (const BodyColumns& body : bodies) {
    const std::size_t count = body.columns.size();
    const std::size_t shown =
        std::max<std::size_t>(1, all <= most_columns ? count : count * most_columns / all);
    const double length = metric ? body.length : static_cast<double>(body.segments);
    for (std::size_t k = 0; k < shown; ++k) {
      columns.push_back(body.columns[shown == 1 ? 0 : k * (count - 1) / (shown - 1)]);
      cells.x.push_back(at + length * static_cast<double>(k + 1) / static_cast<double>(shown));
    }
    at += length;
    const bool last = &body == &bodies.back();
    if (!last) {
      for (const double y : {0.0, last_time * seconds.factor, std::nan("")}) {
        edges.x.push_back(at);
        edges.y.push_back(y);
      }
      if (metric && body.gap > 0) {
        columns.push_back(0);
        at += body.gap;
        cells.x.push_back(at);
      }
    }
  }
  const PageUnit metres = metric ? page_unit(at, "m") : PageUnit{1, ""};
  cells.x = shown_numbers(cells.x, metres.factor);
  edges.x = shown_numbers(edges.x, metres.factor);
  edges.colour = 4;
  double fastest = 0;
  for (const std::size_t column : columns)
    if (column > 0) fastest = std::max(fastest, largest_size(table.columns[column]));
  const PageUnit speed = page_unit(fastest, "m/s");
  const std::size_t samples = table.columns[0].size();
  const std::size_t rows = std::min(most_rows, samples - 1);
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t sample = r * (samples - 1) / rows;
    cells.y.push_back(table.columns[0][sample]);
    for (const std::size_t column : columns)
      cells.values.push_back(column == 0 ? std::nan("")
                                         : speed.factor * table.columns[column][sample]);
  }
  cells.y.push_back(last_time);
  cells.y = shown_numbers(cells.y, seconds.factor);
  cells.label = "velocity";
  cells.unit = speed.name;
  PagePanel panel{"",
                  {metric ? "place along the train, before" : "segment", metres.name},
                  {"time", seconds.name},
                  {std::move(edges)},
                  std::move(cells)};
  return {"The wave through the train",
          "Colour: the velocity of the segments; blue to the right, orange to the left.",
          {std::move(panel)}};
}

PageText told(const CollideReport& report) {
  PageText text;
  text.title = "What happened";
  const TrainVerdict verdict = report.result.verdict;
  std::string words(verdict == TrainVerdict::collided     ? "The bodies collide"
                    : verdict == TrainVerdict::never_meet ? "No two bodies meet"
                    : verdict == TrainVerdict::ambiguous  ? coincident_hits_words
                                                          : "No answer: it would take too long");
  if (report.result.restitution)
    words += fmt::format("; the restitution of the pair is {:.6g}", *report.result.restitution);
  text.paragraphs.push_back(fmt::format("{}. Contacts: {}, history {}; interiors: {}.", words,
                                        name(report.train.model), name(report.train.history),
                                        name(report.train.interior)));
  add_notes(report.notes, text);
  return text;
}

void add_collide_sections(const VerbResults& results, const CollideReport& report, Page& page) {
  page.sections.emplace_back(told(report));
  page.sections.emplace_back(bodies_table(report));
  if (report.result.verdict == TrainVerdict::ambiguous || !report.result.alternatives.empty())
    page.sections.emplace_back(alternatives_table(report));
  if (is_answered(report.result)) {
    page.sections.emplace_back(contacts_table(report));
    page.sections.emplace_back(energy_table(report.result));
  }
  if (report.convergence) page.sections.emplace_back(convergence_table(report));
  const auto has = [&](const char* file) {
    return std::ranges::find(results.summary.files, file) != results.summary.files.end();
  };
  if (has("loops.csv")) page.sections.emplace_back(loops_figure(results.folder, report));
  if (has("velocities.csv")) {
    const NumberTable table = number_table(results.folder, "velocities.csv");
    const auto bodies = body_columns(results.folder, report.train, table);
    page.sections.emplace_back(velocities_figure(table, bodies));
    page.sections.emplace_back(wave_figure(table, bodies));
  }
}

Page collide_page(const std::string& folder, const ReportRequest& request) {
  const auto named = [](const TrainStudy& study) {
    CollideReport report;
    report.train = *study.scenario.train;
    return report;
  };
  return verb_page(folder, request, "Collision of a train", train_study_from_text, named,
                   [](const VerbResults& results, const TrainStudy&, const CollideReport& report,
                      Page& page) { add_collide_sections(results, report, page); });
}

}  // namespace

extern const Verb collide_verb{"collide", 40, collide_page, collide_task};

}  // namespace carom
