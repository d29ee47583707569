#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "data/collide_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"
#include "reports/train_words.hpp"

namespace carom {
namespace {

void add_bodies(std::string& out, const CollideReport& report) {
  double fastest = 0;
  for (const TrainBodyResult& body : report.result.bodies)
    fastest = std::max({fastest, std::abs(body.velocity_before), std::abs(body.velocity_after)});
  Listing<ToldTrainBody, CollideReport> table(
      report, {{"m/s", fastest}, {"J", report.result.energy_before}});
  table.add<"name">().add<"segments">().add<"mass">().add<"velocity_before">();
  table.add<"velocity_after">().add<"vibration">();
  out += "\n" + table.text(told_bodies(report));
}

void add_contacts(std::string& out, const CollideReport& report) {
  Listing<ToldTrainContact, CollideReport> table(report, {{"J", report.result.energy_before}});
  table.add<"between">().add<"restitution">().add<"touches">();
  if (report.train.model == ContactModel::rigid)
    table.add<"impulse">().add<"from">().add<"to">();
  else
    table.add<"peak_force">()
        .add<"largest">()
        .add<"permanent">()
        .add<"from">()
        .add<"to">()
        .add<"duration">();
  table.add<"lost">();
  out += "\n" + table.text(told_contacts(report.result, report));
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
  for (std::size_t k = 0; k < std::min<std::size_t>(other.order.size(), 4); ++k)
    words += (k > 0 ? ", " : "") + list_cell(neighbours(report, other.order[k])).words;
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
  add("given", report.result,
      report.result.verdict == TrainVerdict::ambiguous ? "together" : "together, by springs");
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
  out += fmt::format("\n{}\n{}",
                     report.result.verdict == TrainVerdict::ambiguous ? coincident_hits_words
                                                                      : orders_beside_words,
                     table.text());
}

void add_ratios(std::string& out, const TrainRatios& told) {
  TextTable table({"after m/s", "least", "largest"});
  for (const TrainRatios::Body& body : told.bodies)
    table.add({body.name, number(body.velocity_after[0]), number(body.velocity_after[1])});
  table.add({"lost J", number(told.lost[0]), number(told.lost[1])});
  out += fmt::format(
      "\nRatios of stiffness: {} samples, no ratio further than {:g} from the given one{}\n{}",
      told.samples, told.reach,
      told.unanswered > 0 ? fmt::format("; {} without an answer", told.unanswered) : std::string(),
      table.text());
}

void add_convergence(std::string& out, const CollideReport& report) {
  const Convergence& told = *report.convergence;
  Listing<ConvergeStep, CollideReport> table(report);
  table.add<"segments">(
      [](const ConvergeStep& step) { return fmt::format("{}", fmt::join(step.segments, " ")); });
  table.add<"velocities">([](const ConvergeStep& step) {
    std::vector<std::string> velocities;
    for (const double v : step.velocities) velocities.push_back(number(v));
    return fmt::format("{}", fmt::join(velocities, "  "));
  });
  table.add<"restitution">().add<"change">([&](const ConvergeStep& step) {
    return &step == &told.steps.front() ? std::nullopt : std::optional(step.change);
  });
  out += "\n" + table.text(told.steps) + told.told + "\n";
}

/// More bodies or contacts than this are not shown (they are in JSON).
constexpr std::size_t most_abreast = 6;

void add_sensitivity(std::string& out, const CollideReport& report) {
  std::vector<TrainSensitivity> found;
  std::ranges::copy_if(report.sensitivity, std::back_inserter(found),
                       [](const TrainSensitivity& each) { return !each.why; });
  out += "\nDerivatives, per unit of the input\n";
  if (!found.empty()) {
    Listing<TrainSensitivity, CollideReport> table(report);
    table.add("by", [](const TrainSensitivity& each) { return each.of.back(); });
    for (std::size_t b = 0; b < std::min(report.train.bodies.size(), most_abreast); ++b)
      table
          .add(report.train.bodies[b].name + " m/s",
               [b](const TrainSensitivity& each) { return number(each.slopes.velocities[b]); })
          .right();
    table.add<"energy_loss">().add<"vibration">().add<"lost">();
    if (report.train.bodies.size() == 2) table.add<"restitution">();
    for (std::size_t c = 0; c < std::min(report.train.bodies.size() - 1, most_abreast); ++c)
      table
          .add(list_cell(neighbours(report, c)).words + " first s",
               [c](const TrainSensitivity& each) {
                 const std::optional<double>& from = each.slopes.contacts[c].from;
                 return from ? number(*from) : std::string("–");
               })
          .right();
    out += table.text(found);
  }
  for (const TrainSensitivity& each : report.sensitivity) {
    if (each.why) out += fmt::format("{}: no derivative: {}\n", each.of.back(), *each.why);
    if (each.side)
      out += fmt::format("{}: modes change here; this is the derivative {}\n", each.of.back(),
                         *each.side == Side::above ? "above" : "below");
  }
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

std::string words(const CollideReport& report) {
  std::string out = titled(report.title) + model_line(report.train) + "\n";
  const TrainResult& result = report.result;
  if (result.verdict != TrainVerdict::too_long) add_bodies(out, report);
  if (result.restitution && result.verdict == TrainVerdict::collided)
    out += fmt::format("\neffective restitution {}\n", number(*result.restitution));
  if (result.verdict == TrainVerdict::collided || result.verdict == TrainVerdict::ambiguous) {
    add_contacts(out, report);
    add_energy(out, report);
  }
  if (result.verdict == TrainVerdict::ambiguous || !result.alternatives.empty())
    add_alternatives(out, report);
  if (report.ratios) add_ratios(out, *report.ratios);
  if (!report.sensitivity.empty()) add_sensitivity(out, report);
  if (report.convergence) add_convergence(out, report);
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

template struct ReportOut<CollideReport>;

}  // namespace carom
