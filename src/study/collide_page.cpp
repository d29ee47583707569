/// The page of `collide`'s results: tables of bodies, contacts and energy; the contacts' loops with
/// their areas shaded, the velocities of the segments over time, and the wave through the train.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rounding.hpp"
#include "io/scenario_file.hpp"
#include "study/page_parts.hpp"
#include "study/result_pages.hpp"
#include "study/train_study.hpp"

namespace carom {
namespace {

using nlohmann::json;

constexpr std::size_t most_curves = 6;     // segments of a body among the velocities
constexpr std::size_t most_columns = 240;  // of the wave
constexpr std::size_t most_rows = 300;

double largest_size(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

/// J; what vibrations and losses are made of.
double energy_before(const json& answer) {
  return answer.contains("energy") ? answer.at("energy").at("before").get<double>() : 0;
}

PageTable bodies_table(const json& answer) {
  PageTable table{"bodies", "Bodies"};
  table.columns = {{"body"},
                   {"segments"},
                   {"before", "m/s", "velocity"},
                   {"after", "m/s", "velocity"},
                   {"vibration", "J"},
                   {"lost inside", "J"}};
  for (const json& body : answer.at("bodies"))
    table.rows.push_back({body.at("name").get<std::string>(), body.at("segments").get<double>(),
                          number_cell(body, "velocity_before"), number_cell(body, "velocity_after"),
                          number_cell(body, "vibration"), number_cell(body, "lost")});
  const bool dissipates = std::ranges::any_of(
      table.rows, [](const auto& row) { return row.back().number.has_value(); });
  if (!dissipates) {
    table.columns.pop_back();
    for (auto& row : table.rows) row.pop_back();
  }
  clear_rounding(table, Among::table, {{"J", energy_before(answer)}});
  return table;
}

PageTable contacts_table(const json& answer) {
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
  for (const json& contact : answer.at("contacts")) {
    const json& between = contact.at("between");
    std::vector<PageCell> row{
        between.at(0).get<std::string>() + "–" + between.at(1).get<std::string>(),
        number_cell(contact, "restitution"), number_cell(contact, "peak_force")};
    const json indentation = contact.value("indentation", json::array());
    for (std::size_t i = 0; i < 2; ++i)
      row.push_back(i < indentation.size() ? PageCell(indentation[i].get<double>()) : PageCell());
    for (const char* key : {"from", "to", "duration", "touches", "impulse", "lost"})
      row.push_back(number_cell(contact, key));
    if (contact.value("passed_through", false))
      table.marks.push_back({table.rows.size(), {}, Mark::bad, "the bodies passed through"});
    table.rows.push_back(std::move(row));
  }
  clear_rounding(table, Among::row, {{"J", energy_before(answer)}});
  return table;
}

PageTable energy_table(const json& answer) {
  PageTable table{"energy", "Where the energy went"};
  table.columns = {{"energy"}, {"amount", "J"}, {"share of that before", "%"}};
  const json& energy = answer.at("energy");
  const double before = energy.at("before");
  const auto add = [&](const char* what, double value) {
    value = without_rounding(value, before);
    table.rows.push_back({what, value, before > 0 ? PageCell(100 * value / before) : PageCell()});
  };
  add("of the mass centres, before", before);
  add("of the mass centres, after", energy.at("after"));
  add("vibration left in the bodies", energy.at("vibration"));
  add("lost in contacts and interiors", energy.at("lost"));
  return table;
}

PageTable alternatives_table(const json& answer) {
  PageTable table{"alternatives", "What else may follow"};
  table.caption =
      "Velocities after, as other orders of the coincident hits leave them; the first row is the "
      "outcome given.";
  table.columns = {{"outcome"}};
  for (const json& body : answer.at("bodies"))
    table.columns.push_back({body.at("name").get<std::string>(), "m/s", "velocity"});
  table.columns.push_back({"lost", "J"});
  table.columns.push_back({"first hits"});
  const auto add = [&](const std::string& what, const json& outcome, const std::string& hits) {
    std::vector<PageCell> row{what};
    for (const json& body : outcome.at("bodies"))
      row.push_back(number_cell(body, "velocity_after"));
    row.push_back(number_cell(outcome.at("energy"), "lost"));
    row.emplace_back(hits);
    table.rows.push_back(std::move(row));
  };
  add("given", answer, "together");
  for (const json& other : answer.at("alternatives")) {
    std::string hits;
    for (const json& pair : other.at("order"))
      hits += (hits.empty() ? "" : ", ") + pair.at(0).get<std::string>() + "–" +
              pair.at(1).get<std::string>();
    add(fmt::format("alternative {}", table.rows.size() + 1), other, hits);
  }
  return table;
}

PageTable convergence_table(const json& node) {
  PageTable table{"convergence", "Refining the segments"};
  table.caption = node.at("told").get<std::string>() + ".";
  table.columns = {{"segments"}, {"largest change, part of the approach"}, {"restitution"}};
  for (const json& step : node.at("steps")) {
    std::string segments;
    for (const json& each : step.at("segments"))
      segments += (segments.empty() ? "" : " ") + std::to_string(each.get<int>());
    table.rows.push_back({segments, table.rows.empty() ? PageCell() : number_cell(step, "change"),
                          number_cell(step, "restitution")});
  }
  return table;
}

PageFigure loops_figure(const std::string& folder, const json& answer) {
  const NumberTable table = number_table(folder, "loops.csv");
  PageFigure figure;
  figure.title = "Force over indentation";
  figure.caption = "The shaded area is what the contact lost.";
  const std::size_t contacts = (table.columns.size() - 1) / 2;
  for (std::size_t c = 0; c < contacts; ++c) {
    const std::vector<double>&delta = table.columns[2 * c + 1], &force = table.columns[2 * c + 2];
    const PageUnit metres = page_unit(largest_size(delta), "m");
    const PageUnit newtons = page_unit(largest_size(force), "N");
    const json& contact = answer.at("contacts").at(c);
    const std::string name = contact.at("between").at(0).get<std::string>() + "–" +
                             contact.at("between").at(1).get<std::string>();
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
    const double lost = without_rounding(contact.at("lost"), energy_before(answer));
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

std::vector<BodyColumns> body_columns(const std::string& folder, const json& answer,
                                      const Train& train, const NumberTable& table) {
  std::vector<BodyColumns> bodies;
  std::size_t next = answer.at("bodies").size() + 1;
  for (std::size_t b = 0; b < answer.at("bodies").size(); ++b) {
    const json& body = answer.at("bodies").at(b);
    BodyColumns own{body.at("name"), body.at("segments"), 0, 0, {}, {}};
    if (b < train.bodies.size()) own.length = train.bodies[b].length;
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

PageText told(const json& answer) {
  PageText text;
  text.title = "What happened";
  const std::string verdict = answer.at("verdict");
  std::string words =
      verdict == "collided"     ? "The bodies collide"
      : verdict == "never_meet" ? "No two bodies meet"
      : verdict == "ambiguous"
          ? "AMBIGUOUS: hits coincide, and their order changes the outcome; given is "
            "one, as a choice"
          : "No answer: it would take too long";
  if (answer.contains("restitution"))
    words += fmt::format("; the restitution of the pair is {:.6g}",
                         answer.at("restitution").get<double>());
  text.paragraphs.push_back(fmt::format(
      "{}. Contacts: {}, history {}; interiors: {}.", words, answer.at("model").get<std::string>(),
      answer.at("history").get<std::string>(), answer.at("interior").get<std::string>()));
  add_notes(answer.at("notes"), text);
  return text;
}

}  // namespace

Page collide_page(const std::string& folder, const ReportRequest& request) {
  refuse_held("collide", request);
  const FolderSummary summary = folder_summary(folder);
  const TrainStudy study = train_study_from_text(summary.origin.scenario, folder + "/scenario.toml",
                                                 summary.origin.overrides);
  const auto fill = [&](const json& answer, Page& page) {
    page.sections.emplace_back(told(answer));
    page.sections.emplace_back(bodies_table(answer));
    if (answer.contains("alternatives")) page.sections.emplace_back(alternatives_table(answer));
    if (answer.contains("contacts")) {
      page.sections.emplace_back(contacts_table(answer));
      page.sections.emplace_back(energy_table(answer));
    }
    if (answer.contains("convergence"))
      page.sections.emplace_back(convergence_table(answer.at("convergence")));
    const auto has = [&](const char* file) {
      return std::ranges::find(summary.files, file) != summary.files.end();
    };
    if (has("loops.csv")) page.sections.emplace_back(loops_figure(folder, answer));
    if (has("velocities.csv")) {
      const NumberTable table = number_table(folder, "velocities.csv");
      const auto bodies = body_columns(folder, answer, *study.scenario.train, table);
      page.sections.emplace_back(velocities_figure(table, bodies));
      page.sections.emplace_back(wave_figure(table, bodies));
    }
  };
  return folder_page(folder, summary, "Collision of a train", fill);
}

}  // namespace carom
