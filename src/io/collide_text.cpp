#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "io/collide_report_out.hpp"
#include "io/text_table.hpp"
#include "io/train_words.hpp"

namespace carom {
namespace {

std::string headed(const std::string& title) {
  return title.empty() ? "" : title + "\n\n";
}

void add_bodies(std::string& out, const CollideReport& report) {
  TextTable table({"body", "segments", "mass kg", "before m/s", "after m/s", "vibration J"});
  double fastest = 0;
  for (const TrainBodyResult& body : report.result.bodies)
    fastest = std::max({fastest, std::abs(body.velocity_before), std::abs(body.velocity_after)});
  for (std::size_t b = 0; b < report.result.bodies.size(); ++b) {
    const TrainBodyResult& body = report.result.bodies[b];
    table.add({report.train.bodies[b].name, fmt::format("{}", body.segments),
               number(report.train.bodies[b].mass), number(body.velocity_before, fastest),
               number(body.velocity_after, fastest),
               number(body.vibration, report.result.energy_before)});
  }
  out += "\n" + table.text();
}

void add_contacts(std::string& out, const CollideReport& report) {
  const bool rigid = report.train.model == ContactModel::rigid;
  TextTable table(rigid ? std::vector<std::string>{"contact", "e", "touches", "impulse N s",
                                                   "first s", "last s", "lost J"}
                        : std::vector<std::string>{"contact", "e", "touches", "peak force N",
                                                   "deepest m", "left m", "first s", "last s",
                                                   "in contact s", "lost J"});
  for (std::size_t c = 0; c < report.result.contacts.size(); ++c) {
    const TrainContactResult& contact = report.result.contacts[c];
    const std::string name = report.train.bodies[c].name + "–" + report.train.bodies[c + 1].name;
    double e = 0;
    for (const TrainPair& pair : report.train.pairs)
      if (pair.left == report.train.bodies[c].name) e = pair.restitution;
    if (rigid)
      table.add({name, number(e), fmt::format("{}", contact.touches), number(contact.impulse),
                 number(contact.from), number(contact.to),
                 number(contact.lost, report.result.energy_before)});
    else
      table.add({name, number(e), fmt::format("{}", contact.touches), number(contact.peak_force),
                 number(contact.largest), number(contact.permanent), number(contact.from),
                 number(contact.to), number(contact.duration),
                 number(contact.lost, report.result.energy_before)});
  }
  out += "\n" + table.text();
}

void add_energy(std::string& out, const CollideReport& report) {
  const TrainResult& result = report.result;
  double interior = 0;
  for (const TrainBodyResult& body : result.bodies) interior += body.interior_loss;
  out += fmt::format("\nenergy    {} J before = {} after + {} vibration + {} lost",
                     number(result.energy_before), number(result.energy_after),
                     number(result.vibration, result.energy_before),
                     number(result.lost, result.energy_before));
  if (interior > 0) out += fmt::format(" ({} of it inside bodies)", number(interior));
  out +=
      fmt::format("\nledger    energy closes to {:.1e}, momentum to {:.1e}; {} steps, {} events\n",
                  std::abs(result.energy_residual), std::abs(result.momentum_residual),
                  result.steps, result.events);
}

constexpr std::size_t most_shown = 12;  // alternatives; the JSON has all

std::string order_words(const CollideReport& report, const TrainResult& other) {
  std::string words;
  for (std::size_t k = 0; k < std::min<std::size_t>(other.order.size(), 4); ++k) {
    const std::size_t c = other.order[k];
    words +=
        (k > 0 ? ", " : "") + report.train.bodies[c].name + "–" + report.train.bodies[c + 1].name;
  }
  return words + (other.order.size() > 4 ? " …" : "");
}

void add_alternatives(std::string& out, const CollideReport& report) {
  const std::vector<TrainResult>& others = report.result.alternatives;
  std::vector<std::string> headings{"after m/s"};
  for (const TrainBody& body : report.train.bodies) headings.push_back(body.name);
  headings.insert(headings.end(), {"lost J", "<first hits"});
  TextTable table(headings);
  const auto add = [&](const std::string& what, const TrainResult& each, const std::string& order) {
    std::vector<std::string> row{what};
    for (const TrainBodyResult& body : each.bodies) row.push_back(number(body.velocity_after));
    row.insert(row.end(), {number(each.lost), order});
    table.add(row);
  };
  add("given", report.result, "together");
  for (std::size_t k = 0; k < std::min(others.size(), most_shown); ++k)
    add(fmt::format("alternative {}", k + 2), others[k], order_words(report, others[k]));
  if (others.size() > most_shown)
    for (const bool least : {true, false}) {
      TrainResult bound = report.result;
      for (const TrainResult& other : others) {
        const auto further = [&](double a, double b) {
          return least ? std::min(a, b) : std::max(a, b);
        };
        bound.lost = further(bound.lost, other.lost);
        for (std::size_t b = 0; b < bound.bodies.size(); ++b)
          bound.bodies[b].velocity_after =
              further(bound.bodies[b].velocity_after, other.bodies[b].velocity_after);
      }
      add(least ? "least of all" : "largest of all", bound,
          fmt::format("of {} alternatives", others.size()));
    }
  out += fmt::format("\n{}\n{}", coincident_hits_words, table.text());
}

void add_convergence(std::string& out, const Convergence& told) {
  TextTable table({"segments", "velocities after m/s", "restitution", "change"});
  for (const ConvergeStep& step : told.steps) {
    std::vector<std::string> velocities;
    for (const double v : step.velocities) velocities.push_back(number(v));
    table.add({fmt::format("{}", fmt::join(step.segments, " ")),
               fmt::format("{}", fmt::join(velocities, "  ")),
               step.restitution ? number(*step.restitution) : "",
               &step == &told.steps.front() ? "" : fmt::format("{:.2e}", step.change)});
  }
  out += "\n" + table.text() + told.told + "\n";
}

std::string formula(const SegmentCoefficients& c) {
  return fmt::format("j = {:g}·r^{:g} {} {:g}, {}; hard body {} (hard-soft) or {} (soft-hard)", c.a,
                     c.b, c.c < 0 ? "−" : "+", std::abs(c.c), c.truncate ? "truncated" : "rounded",
                     c.hard_first, c.soft_first);
}

}  // namespace

std::string model_line(const Train& train) {
  const std::string interior = train.interior == Interior::lossless
                                   ? "interiors lossless (the printed equations)"
                                   : "interiors dissipating (a hypothesis)";
  const std::string history = train.history == History::remembered ? "remembered"
                              : train.history == History::reset    ? "reset at separation"
                                                                   : "latched";
  if (train.model == ContactModel::rigid) return fmt::format("rigid contacts, {}", interior);
  return fmt::format("{} contacts, {}, indentation {}",
                     train.model == ContactModel::hertz ? "Hertz" : "bilinear", interior, history);
}

std::string text(const CollideReport& report) {
  std::string out = headed(report.title) + model_line(report.train) + "\n";
  const TrainResult& result = report.result;
  if (result.verdict != TrainVerdict::too_long) add_bodies(out, report);
  if (result.restitution && result.verdict == TrainVerdict::collided)
    out += fmt::format("\neffective restitution {}\n", number(*result.restitution));
  if (result.verdict == TrainVerdict::collided || result.verdict == TrainVerdict::ambiguous) {
    add_contacts(out, report);
    add_energy(out, report);
  }
  if (result.verdict == TrainVerdict::ambiguous) add_alternatives(out, report);
  if (report.convergence) add_convergence(out, *report.convergence);
  std::vector<std::string> origins;
  for (const TrainBody& body : report.train.bodies)
    if (!body.origin.empty()) origins.push_back(fmt::format("{} is {}", body.name, body.origin));
  for (const TrainPair& pair : report.train.pairs)
    if (!pair.origin.empty())
      origins.push_back(
          fmt::format("restitution {}–{} from {}", pair.left, pair.right, pair.origin));
  if (!origins.empty()) out += "\n";
  for (const std::string& each : origins) out += each + "\n";
  if (!report.notes.empty()) out += "\n";
  for (const std::string& note : report.notes) out += "Note: " + note + ".\n";
  return out;
}

std::string text(const SegmentReport& report) {
  std::string out = headed(report.title);
  out += fmt::format("rule      {}: {}\n", report.rule.name, formula(report.rule.coefficients));
  if (!report.rule.about.empty()) out += fmt::format("          {}\n", report.rule.about);
  TextTable sets({"set", "<softer", "r = 100 K_soft/K_hard", "a r^b + c", "j soft", "j hard"});
  for (const SegmentReport::Set& set : report.sets)
    sets.add({set.left + "–" + set.right, set.soft, number(set.ratio), number(set.value),
              fmt::format("{}", set.soft_segments), fmt::format("{}", set.hard_segments)});
  out += "\n" +
         (report.sets.empty() ? std::string("no ball touches a cylinder: no sets\n") : sets.text());
  TextTable bodies({"body", "segments", "in the file", "<why"});
  for (const SegmentReport::Body& body : report.bodies)
    bodies.add({body.name, fmt::format("{}", body.segments),
                body.given ? fmt::format("{}", *body.given) : "auto", body.reason});
  out += "\n" + bodies.text();
  for (const SegmentReport::Rule& other : report.others)
    out += fmt::format("\nby \"{}\" they would be {}: {}\n", other.name,
                       fmt::join(other.segments, ", "), other.about);
  return out;
}

}  // namespace carom
