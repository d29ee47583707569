#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "data/certificate.hpp"
#include "data/strike_table.hpp"
#include "reports/account.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/sensitivity_words.hpp"
#include "reports/spring_words.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

/// More contacts or links than this are not shown in the side-by-side table (they are in JSON).
constexpr std::size_t most_columns = 8;

std::string brief(const StruckContact& contact) {
  if (contact.role == ContactRole::apart) return std::string(name(contact.role));
  std::string did(name(contact.outcome));
  if (contact.outcome == Outcome::rebounds && !contact.interacted) return did + " untouched";
  return did;
}

/// The size of the numbers of each kind in an answer; what is rounding of them is shown as zero.
/// Velocities are those of contacts, of the base, and what rates make of the mechanism's size.
ListScales scales_of(const StruckAnswer& answer, const StrikeReport& report) {
  double velocity = 0, impulse = 0;
  double energy = report.before.kinetic_energy + answer.after.kinetic_energy;
  for (const StruckState* state : {&report.before, &answer.after}) {
    for (const double speed : state->velocity) velocity = std::max(velocity, std::abs(speed));
    for (const double rate : state->rates)
      velocity = std::max(velocity, std::abs(rate) * report.size);
  }
  for (const StruckContact& contact : answer.contacts)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      velocity = std::max({velocity, std::abs(contact.velocity_before[axis]),
                           std::abs(contact.velocity_after[axis])});
      impulse = std::max(impulse, std::abs(contact.impulse[axis]));
      energy = std::max(energy, std::abs(contact.work[axis]));
    }
  return {{"m/s", velocity},
          {"rad/s", report.size > 0 ? velocity / report.size : 0},
          {"N s", impulse},
          {"J", energy}};
}

std::string joined(const std::vector<double>& list, double scale) {
  std::vector<std::string> words;
  for (const double x : list) words.push_back(number(x, scale));
  return fmt::format("[{}]", fmt::join(words, ", "));
}

std::string side_by_side(const StrikeReport& report) {
  Listing<StruckLaw, StrikeReport> table(report);
  // Of the answer, where there is one.
  const auto of_answer = [](auto tell) {
    return [tell](const StruckLaw& law) -> std::string {
      return law.has_answer ? tell(law.answer) : "–";
    };
  };
  const auto energy = [&](const StruckAnswer& answer) { return scales_of(answer, report).at("J"); };
  table.add<"law">().add<"verdict">();
  table.add<"energy_loss">(of_answer([=](const StruckAnswer& answer) {
    return number(answer.energy_loss, energy(answer)) + (answer.energy.makes_energy ? " !" : "  ");
  }));
  const auto add_numbers = [&](const std::string& heading, auto tell) {
    table.add(heading, of_answer(tell)).right();
  };
  add_numbers("KE after J", [=](const StruckAnswer& answer) {
    return number(answer.after.kinetic_energy, energy(answer));
  });
  if (report.contact_names.size() <= most_columns)
    for (std::size_t i = 0; i < report.contact_names.size(); ++i)
      table.add(report.contact_names[i],
                of_answer([i](const StruckAnswer& answer) { return brief(answer.contacts[i]); }));
  if (!report.before.velocity.empty())
    add_numbers("base m/s", [&](const StruckAnswer& answer) {
      return joined(answer.after.velocity, scales_of(answer, report).at("m/s"));
    });
  if (report.before.rates.size() <= most_columns)
    add_numbers("rates rad/s", [&](const StruckAnswer& answer) {
      return joined(answer.after.rates, scales_of(answer, report).at("rad/s"));
    });
  for (std::size_t i = 0; i < report.surface_names.size(); ++i)
    add_numbers(report.surface_names[i] + " m/s", [&, i](const StruckAnswer& answer) {
      return number(answer.after.surfaces[i], scales_of(answer, report).at("m/s"));
    });
  return table.text(report.results);
}

std::string contacts_table(const StruckAnswer& answer, const StrikeReport& report) {
  Listing<StruckContact, StrikeReport> table(report, scales_of(answer, report));
  table.add<"name">().add<"role">().add<"velocity_before">().add<"velocity_after">();
  table.add<"impulse">().add<"work">().add<"outcome">([](const StruckContact& contact) {
    std::string outcome = brief(contact);
    if (contact.outcome != Outcome::rebounds && !contact.interacted &&
        contact.role != ContactRole::apart)
      outcome += ", untouched";
    if (const std::string open = open_components(contact.determined); !open.empty())
      outcome += fmt::format("; {} impulse not determined", open);
    return outcome;
  });
  return table.text(answer.contacts);
}

/// What contacts that yield went through; nothing of others.
std::string collisions_table(const StruckAnswer& answer, const StrikeReport& report) {
  std::vector<StruckContact> yielding;
  std::ranges::copy_if(answer.contacts, std::back_inserter(yielding), &StruckContact::yields);
  if (yielding.empty()) return {};
  Listing<StruckContact, StrikeReport> table(report);
  table.add<"name">();
  const auto add = [&](const std::string& heading, auto tell) {
    table
        .add(
            heading,
            [tell](const StruckContact& contact) -> std::string { return tell(contact.collision); })
        .right();
  };
  const auto told = [](const std::optional<double>& value) {
    return value ? number(*value) : std::string("–");
  };
  add("peak force N", [](const CompliantCollision& c) { return number(c.peak_force); });
  add("duration s", [](const CompliantCollision& c) { return number(c.duration); });
  add("indentation m", [](const CompliantCollision& c) { return number(c.indentation[0]); });
  add("permanent m", [](const CompliantCollision& c) { return number(c.indentation[1]); });
  add("e kinematic", [=](const CompliantCollision& c) { return told(c.kinematic); });
  add("e kinetic", [=](const CompliantCollision& c) { return told(c.kinetic); });
  add("e energetic", [=](const CompliantCollision& c) { return told(c.energetic); });
  return "\n" + table.text(yielding);
}

/// The works that may not be determined (`works`).
constexpr Components<3> in_words{"the contacts' work", "that of moved surfaces", "that of drives"};

std::string books(const StruckAnswer& answer, double scale) {
  const EnergyCertificate& energy = answer.energy;
  double normal = 0, tangential = 0;
  for (const StruckContact& contact : answer.contacts) {
    tangential += contact.work[0];
    normal += contact.work[1];
  }
  std::string out = fmt::format(
      "energy: normal work {} J, friction's {} J{}; kinetic energy changes by {} J "
      "({}, residual {:.1e} J)\n",
      number(normal, scale), number(tangential, scale),
      (energy.surface_work != 0
           ? fmt::format(", moved surfaces {} J", number(energy.surface_work, scale))
           : std::string()) +
          (energy.drive_work.value_or(0) != 0
               ? fmt::format(", drives {} J", number(*energy.drive_work, scale))
               : std::string()),
      number(energy.change, scale), energy.closes ? "the books close" : "THE BOOKS DO NOT CLOSE",
      energy.residual);
  if (const std::string open = open_components(energy.determined, in_words); !open.empty())
    out += fmt::format("not determined: {}; their sum is\n", open);
  return out;
}

std::string joints_table(const StruckAnswer& answer, const StrikeReport& report) {
  ListScales scales = scales_of(answer, report);
  double& impulse = scales["N s"];
  for (const StruckJoint& joint : answer.joints)
    impulse = std::max({impulse, std::abs(joint.impulse.x), std::abs(joint.impulse.y)});
  // Couples are made of impulses and arms.
  double& couple = scales["N m s"];
  couple = std::max(couple, impulse * report.size);
  Listing<StruckJoint, StrikeReport> table(report, scales);
  table.add<"link">().add<"from">().add<"impulse">();
  if (std::ranges::any_of(answer.joints,
                          [](const StruckJoint& joint) { return joint.couple.has_value(); }))
    table.add<"couple">();
  const auto open = [](const StruckJoint& joint) {
    return open_components(joint.determined, in_joint);
  };
  if (std::ranges::any_of(answer.joints,
                          [&](const StruckJoint& joint) { return !open(joint).empty(); }))
    table.add("", [&](const StruckJoint& joint) {
      return open(joint).empty() ? std::string() : open(joint) + " not determined";
    });
  return table.text(answer.joints);
}

std::string account(const StrikeReport& report, const StruckLaw& law) {
  std::string out = fmt::format("\nThe account by the {} law\n", law.law);
  const double before = report.before.kinetic_energy;
  int count = 0;
  for (const StruckStage& stage : law.stages)
    out += fmt::format("  {}. {}\n     {}\n", ++count, stage_sentence(stage, report.contact_names),
                       stage_ending(stage, before));
  out += springs_account(law);
  if (law.algebraic && law.has_answer) out += fmt::format("  ({})\n", algebraic_account);
  if (!law.has_answer) out += fmt::format("  no answer: {}\n", law.why);
  if (law.has_answer) {
    out += "\n" + contacts_table(law.answer, report) + collisions_table(law.answer, report) + "\n" +
           books(law.answer, scales_of(law.answer, report).at("J"));
    if (!law.answer.joints.empty()) out += "\n" + joints_table(law.answer, report);
  }
  int other = 1;
  for (const StruckAnswer& alternative : law.alternatives) {
    out += fmt::format("\nAlternative {}, just as consistent: ", ++other);
    out += alternative.exists
               ? fmt::format("energy loss {} J\n", number(alternative.energy_loss,
                                                          scales_of(alternative, report).at("J"))) +
                     contacts_table(alternative, report)
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
  for (const StruckLaw& law : report.results) out += sensitivity_account(report, law);
  out += ratios_account(report);
  return out;
}

/// By the first law.
std::string words(const StrikeReport& report) {
  return text(report, "");
}

template struct ReportOut<StrikeReport>;

}  // namespace carom
