#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "data/certificate.hpp"
#include "io/account.hpp"
#include "io/report_text.hpp"
#include "io/text_table.hpp"

namespace carom {
namespace {

/// More contacts or links than this are not shown in the side-by-side table (they are in JSON).
constexpr std::size_t most_columns = 8;

std::string brief(const StruckContact& contact) {
  if (contact.role == "apart") return "apart";
  std::string did(name(contact.outcome));
  if (contact.outcome == Outcome::rebounds && !contact.interacted) return did + " untouched";
  return did;
}

/// The size of the numbers of each kind in an answer; what is rounding of them is shown as zero.
struct Scales {
  double velocity = 0;
  double impulse = 0;
  double energy = 0;
};

Scales scales_of(const StruckAnswer& answer, double energy_before) {
  Scales scales;
  scales.energy = energy_before + answer.after.kinetic_energy;
  for (const StruckContact& contact : answer.contacts)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      scales.velocity = std::max({scales.velocity, std::abs(contact.velocity_before[axis]),
                                  std::abs(contact.velocity_after[axis])});
      scales.impulse = std::max(scales.impulse, std::abs(contact.impulse[axis]));
      scales.energy = std::max(scales.energy, std::abs(contact.work[axis]));
    }
  return scales;
}

std::string side_by_side(const StrikeReport& report) {
  const bool show_rates = report.before.rates.size() <= most_columns;
  const bool show_contacts = report.contact_names.size() <= most_columns;
  std::vector<std::string> headings = {"law", "<verdict", "energy loss J", "KE after J"};
  if (show_contacts)
    for (const std::string& contact : report.contact_names) headings.push_back("<" + contact);
  if (!report.before.velocity.empty()) headings.push_back("base m/s");
  if (show_rates) headings.push_back("rates rad/s");
  for (const std::string& surface : report.surface_names) headings.push_back(surface + " m/s");
  TextTable table(headings);
  for (const StruckLaw& law : report.results) {
    std::vector<std::string> row = {law.law, std::string(name(law.verdict))};
    if (!law.has_answer) {
      row.resize(headings.size(), "–");
      table.add(row);
      continue;
    }
    const StruckAnswer& answer = law.answer;
    const Scales scales = scales_of(answer, report.before.kinetic_energy);
    row.push_back(number(answer.energy_loss, scales.energy) +
                  (answer.energy.makes_energy ? " !" : "  "));
    row.push_back(number(answer.after.kinetic_energy, scales.energy));
    if (show_contacts)
      for (const StruckContact& contact : answer.contacts) row.push_back(brief(contact));
    const auto joined = [](const std::vector<double>& list, const std::vector<double>& before) {
      double largest = 0;
      for (const double x : list) largest = std::max(largest, std::abs(x));
      for (const double x : before) largest = std::max(largest, std::abs(x));
      std::vector<std::string> words;
      for (const double x : list) words.push_back(number(x, largest));
      return fmt::format("[{}]", fmt::join(words, ", "));
    };
    if (!report.before.velocity.empty())
      row.push_back(joined(answer.after.velocity, report.before.velocity));
    if (show_rates) row.push_back(joined(answer.after.rates, report.before.rates));
    for (std::size_t i = 0; i < report.surface_names.size(); ++i)
      row.push_back(number(answer.after.surfaces[i]));
    table.add(row);
  }
  return table.text();
}

std::string contacts_table(const StruckAnswer& answer, const Scales& scales) {
  TextTable table({"contact", "<role", "velocity before m/s", "after m/s", "impulse N s", "work J",
                   "<outcome"});
  for (const StruckContact& contact : answer.contacts) {
    std::string outcome = brief(contact);
    if (contact.outcome != Outcome::rebounds && !contact.interacted && contact.role != "apart")
      outcome += ", untouched";
    if (const std::string open = open_components(contact.determined); !open.empty())
      outcome += fmt::format("; {} impulse not determined", open);
    table.add({contact.name, contact.role,
               numbers(contact.velocity_before[0], contact.velocity_before[1], scales.velocity),
               numbers(contact.velocity_after[0], contact.velocity_after[1], scales.velocity),
               numbers(contact.impulse[0], contact.impulse[1], scales.impulse),
               numbers(contact.work[0], contact.work[1], scales.energy), outcome});
  }
  return table.text();
}

std::string books(const StruckAnswer& answer, const Scales& scales) {
  const EnergyCertificate& energy = answer.energy;
  double normal = 0, tangential = 0;
  for (const StruckContact& contact : answer.contacts) {
    tangential += contact.work[0];
    normal += contact.work[1];
  }
  std::string out = fmt::format(
      "energy: normal work {} J, friction's {} J{}; kinetic energy changes by {} J "
      "({}, residual {:.1e} J)\n",
      number(normal, scales.energy), number(tangential, scales.energy),
      (energy.surface_work != 0
           ? fmt::format(", moved surfaces {} J", number(energy.surface_work, scales.energy))
           : std::string()) +
          (energy.drive_work.value_or(0) != 0
               ? fmt::format(", drives {} J", number(*energy.drive_work, scales.energy))
               : std::string()),
      number(energy.change, scales.energy),
      energy.closes ? "the books close" : "THE BOOKS DO NOT CLOSE", energy.residual);
  return out;
}

std::string joints_table(const StruckAnswer& answer, double scale) {
  const bool driven = std::ranges::any_of(
      answer.joints, [](const StruckJoint& joint) { return joint.couple.has_value(); });
  std::vector<std::string> headings{"joint impulse on", "<from", "N s [x, y]"};
  if (driven) headings.emplace_back("drive's couple N m s");
  TextTable table(headings);
  for (const StruckJoint& joint : answer.joints)
    scale = std::max({scale, std::abs(joint.impulse.x), std::abs(joint.impulse.y)});
  for (const StruckJoint& joint : answer.joints) {
    std::vector<std::string> row{joint.link, joint.from,
                                 numbers(joint.impulse.x, joint.impulse.y, scale)};
    if (driven) row.push_back(joint.couple ? number(*joint.couple) : "");
    table.add(row);
  }
  return table.text();
}

std::string account(const StrikeReport& report, const StruckLaw& law) {
  std::string out = fmt::format("\nThe account by the {} law\n", law.law);
  const double before = report.before.kinetic_energy;
  int count = 0;
  for (const StruckStage& stage : law.stages)
    out += fmt::format("  {}. {}\n     {}\n", ++count, stage_sentence(stage, report.contact_names),
                       stage_ending(stage, before));
  if (law.algebraic && law.has_answer)
    out +=
        "  (an algebraic law: it relates before to after and tells nothing of what is between)\n";
  if (!law.has_answer) out += fmt::format("  no answer: {}\n", law.why);
  if (law.has_answer) {
    const Scales scales = scales_of(law.answer, before);
    out += "\n" + contacts_table(law.answer, scales) + "\n" + books(law.answer, scales);
    if (!law.answer.joints.empty()) out += "\n" + joints_table(law.answer, scales.impulse);
  }
  int other = 1;
  for (const StruckAnswer& alternative : law.alternatives) {
    out += fmt::format("\nAlternative {}, just as consistent: ", ++other);
    const Scales scales = scales_of(alternative, before);
    out += alternative.exists
               ? fmt::format("energy loss {} J\n", number(alternative.energy_loss, scales.energy)) +
                     contacts_table(alternative, scales)
               : fmt::format("{}: {}\n", name(alternative.verdict), alternative.why);
  }
  return out;
}

}  // namespace

std::string text(const StrikeReport& report, const std::string& account_of) {
  std::string out;
  if (!report.title.empty()) out += report.title + "\n";
  out += fmt::format("kinetic energy before: {} J\n\n", number(report.before.kinetic_energy));
  out += side_by_side(report);
  const StruckLaw* chosen = &report.results.front();
  for (const StruckLaw& law : report.results)
    if (law.law == account_of) chosen = &law;
  for (const StruckLaw& law : report.results) {
    if (!law.why.empty()) out += fmt::format("\n{}: {} – {}", law.law, name(law.verdict), law.why);
    for (const std::string& note : law.notes) out += fmt::format("\n{}: {}", law.law, note);
  }
  for (const std::string& warning : report.warnings) out += "\nnote: " + warning;
  out += "\n" + account(report, *chosen);
  return out;
}

}  // namespace carom
