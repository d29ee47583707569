/// The page of `collide`'s results: tables of bodies, contacts and energy; the contacts' loops with
/// their areas shaded, the velocities of the segments over time, and the wave through the train.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/rounding.hpp"
#include "data/collide_table.hpp"
#include "io/collide_report_out.hpp"
#include "io/train_words.hpp"
#include "study/page_parts.hpp"
#include "study/result_pages.hpp"
#include "study/train_study.hpp"

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
  const auto [left, right] = neighbours(report, contact);
  return left + "–" + right;
}

PageTable bodies_table(const CollideReport& report) {
  PageTable table{"bodies", "Bodies"};
  table.columns = {{"body"},
                   {"segments"},
                   {"before", "m/s", "velocity"},
                   {"after", "m/s", "velocity"},
                   {"vibration", "J"}};
  const bool dissipates =
      report.train.interior == Interior::dissipating && is_answered(report.result);
  if (dissipates) table.columns.push_back({"lost inside", "J"});
  for (std::size_t b = 0; b < report.train.bodies.size(); ++b) {
    const TrainBodyResult& body = report.result.bodies[b];
    const auto cell = [&](double value) {
      return is_answered(report.result) ? PageCell(value) : PageCell();
    };
    auto& row = table.rows.emplace_back();
    row = {report.train.bodies[b].name, report.train.bodies[b].segments,
           report.train.bodies[b].velocity, cell(body.velocity_after), cell(body.vibration)};
    if (dissipates) row.emplace_back(body.interior_loss);
  }
  clear_rounding(table, Among::table, {{"J", report.result.energy_before}});
  return table;
}

PageTable contacts_table(const CollideReport& report) {
  PageTable table{"contacts", "Contacts"};
  table.columns = {{"between"},
                   {"restitution"},
                   {"peak force", "N"},
                   {"largest", "m", "indentation"},
                   {"permanent", "m", "indentation"},
                   {"from", "s", "contact"},
                   {"to", "s", "contact"},
                   {"duration", "s", "contact"},
                   {"touches", "", "contact"},
                   {"impulse", "N s"},
                   {"lost", "J"}};
  const bool soft = report.train.model != ContactModel::rigid;
  for (std::size_t c = 0; c < report.result.contacts.size(); ++c) {
    const TrainContactResult& contact = report.result.contacts[c];
    const auto of_soft = [&](double value) { return soft ? PageCell(value) : PageCell(); };
    const std::optional<double> e = restitution_between(report.train, c);
    table.rows.push_back({between(report, c), e ? PageCell(*e) : PageCell(),
                          of_soft(contact.peak_force), of_soft(contact.largest),
                          of_soft(contact.permanent), contact.from, contact.to, contact.duration,
                          static_cast<double>(contact.touches), contact.impulse, contact.lost});
    if (contact.passed_through)
      table.marks.push_back({c, {}, Mark::bad, "the bodies passed through"});
  }
  clear_rounding(table, Among::row, {{"J", report.result.energy_before}});
  return table;
}

PageTable energy_table(const TrainResult& result) {
  PageTable table{"energy", "Where the energy went"};
  table.columns = {{"energy"}, {"amount", "J"}, {"share of that before", "%"}};
  const double before = result.energy_before;
  const auto add = [&](std::string_view what, double value) {
    value = without_rounding(value, before);
    table.rows.push_back(
        {std::string(what), value, before > 0 ? PageCell(100 * value / before) : PageCell()});
  };
  add("of the mass centres, before", before);
  add("of the mass centres, after", result.energy_after);
  add("vibration left in the bodies", result.vibration);
  add("lost in contacts and interiors", result.lost);
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

PageTable convergence_table(const Convergence& convergence) {
  PageTable table{"convergence", "Refining the segments"};
  table.caption = convergence.told + ".";
  table.columns = {{"segments"}, {"largest change, part of the approach"}, {"restitution"}};
  for (const ConvergeStep& step : convergence.steps)
    table.rows.push_back({fmt::format("{}", fmt::join(step.segments, " ")),
                          table.rows.empty() ? PageCell() : PageCell(step.change),
                          step.restitution ? PageCell(*step.restitution) : PageCell()});
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

}  // namespace

Page collide_page(const std::string& folder, const ReportRequest& request) {
  refuse_held("collide", request);
  const FolderSummary summary = folder_summary(folder);
  const TrainStudy study = train_study_from_text(summary.origin.scenario, folder + "/scenario.toml",
                                                 summary.origin.overrides);
  CollideReport report;
  report.train = *study.scenario.train;
  report = answer_in(folder, summary, std::move(report));
  Page page = titled_page(summary, "Collision of a train");
  page.sections.emplace_back(told(report));
  page.sections.emplace_back(bodies_table(report));
  if (report.result.verdict == TrainVerdict::ambiguous)
    page.sections.emplace_back(alternatives_table(report));
  if (is_answered(report.result)) {
    page.sections.emplace_back(contacts_table(report));
    page.sections.emplace_back(energy_table(report.result));
  }
  if (report.convergence) page.sections.emplace_back(convergence_table(*report.convergence));
  const auto has = [&](const char* file) {
    return std::ranges::find(summary.files, file) != summary.files.end();
  };
  if (has("loops.csv")) page.sections.emplace_back(loops_figure(folder, report));
  if (has("velocities.csv")) {
    const NumberTable table = number_table(folder, "velocities.csv");
    const auto bodies = body_columns(folder, report.train, table);
    page.sections.emplace_back(velocities_figure(table, bodies));
    page.sections.emplace_back(wave_figure(table, bodies));
  }
  page.sections.emplace_back(scenario_section(summary));
  return page;
}

}  // namespace carom
