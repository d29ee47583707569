#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "data/uniqueness_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"
#include "scenarios/scenario_text.hpp"

namespace carom {
namespace {

/// "0.5 A0 + B1 − 2 C"
std::string combination(const std::vector<std::pair<std::string, double>>& parts) {
  std::string out;
  for (const auto& [name, share] : parts) {
    const bool minus = share < 0;
    out += out.empty() ? (minus ? "−" : "") : (minus ? " − " : " + ");
    const double size = std::abs(share);
    if (std::abs(size - 1) > 1e-9) out += number(size) + " ";
    out += name;
  }
  return out;
}

std::string direction(int sign) {
  return sign > 0 ? "forward (+)" : sign < 0 ? "backward (−)" : "at rest";
}

std::string slips(const std::vector<std::pair<std::string, int>>& signs) {
  std::vector<std::string> words;
  for (const auto& [name, sign] : signs) words.push_back(name + " " + direction(sign));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string friction_table(const UniquenessReport& report) {
  Listing<FrictionVerdict, UniquenessReport> table(report);
  const auto or_none = [](std::optional<double> FrictionVerdict::*which) {
    return [which](const FrictionVerdict& f) { return f.*which ? number(*(f.*which)) : "∞"; };
  };
  table.add<"contact">();
  table.add("", [](const FrictionVerdict& f) -> std::string { return f.end ? "end" : ""; });
  table.add<"friction">().add<"critical_friction">(or_none(&FrictionVerdict::critical));
  table.add<"critical_friction_here">(or_none(&FrictionVerdict::critical_here));
  table.add("", [](const FrictionVerdict& f) -> std::string {
    return f.critical_here && f.friction > *f.critical_here
               ? "jams when sliding " + direction(f.slip)
           : f.critical && f.friction > *f.critical ? "could jam with another surface angle"
                                                    : "";
  });
  return table.text(report.friction);
}

std::string sliding_list(const UniquenessReport& report) {
  std::string out;
  std::size_t failing = 0;
  constexpr std::size_t most = 16;
  for (const SlidingVerdict& test : report.sliding) {
    if (test.unique || ++failing > most) continue;
    out += fmt::format("  {}: not a P-matrix (minor of {} is {})\n", slips(test.signs),
                       fmt::join(test.failing, ", "), number(test.minor));
  }
  if (failing > most) out += fmt::format("  and {} more\n", failing - most);
  return fmt::format("sliding combinations: {} of {} have one answer for every strike\n",
                     report.sliding.size() - failing, report.sliding.size()) +
         out;
}

std::string example(const ShownStrike& strike) {
  std::string out =
      fmt::format("\na strike with {}: {} strikes while {} ({} consistent in the first instant)\n",
                  strike.verdict == Verdict::ambiguous ? "several answers" : "no answer",
                  strike.striker, slips(strike.slips),
                  strike.answers == 0   ? "nothing is"
                  : strike.answers == 1 ? "a whole range of answers is"
                                        : fmt::format("{} answers are", strike.answers));
  out += strike.added
             ? "to see it with `carom strike`, add to the file and replace its [state] and "
               "[impact]:\n\n"
             : "to see it with `carom strike`, replace [state] and [impact] of the file by:\n\n";
  if (strike.added)
    out += surface_text(strike.mechanism.surfaces.back()) +
           contact_text(strike.mechanism.contacts.back());
  std::size_t coordinate = strike.state.velocities.size();
  for (const Surface& surface : strike.mechanism.surfaces)
    if (surface.body) --coordinate;
  for (const Surface& surface : strike.mechanism.surfaces)
    if (surface.body)
      out += fmt::format("# body of surface \"{}\": velocity = {}\n", surface.name,
                         strike.state.velocities[coordinate++]);
  return out + state_text(strike.mechanism, strike.state, {"", "", strike.striker, "energetic"});
}

}  // namespace

std::string words(const UniquenessReport& report) {
  std::string out;
  if (!report.title.empty()) out += report.title + "\n";
  out += fmt::format(
      "resting: {}{}\n\n",
      report.contacts.empty() ? "none" : fmt::format("{}", fmt::join(report.contacts, ", ")),
      report.striker.empty() ? "" : "; striking: " + report.striker);
  out += fmt::format("velocities determined: {} – {}\n", name(report.velocities),
                     report.velocities_why);
  out += fmt::format("impulses determined: {} – {}\n", name(report.impulses), report.impulses_why);
  if (report.rows > 0) {
    out += fmt::format("rank: {} of {} normal rows of the contact-rod system", report.rank,
                       report.rows);
    if (report.full_rows > report.rows)
      out += fmt::format("; with tangential rows {} of {}", report.full_rank, report.full_rows);
    out += "\n";
  }
  for (const SelfStress& stress : report.self_stresses) {
    out += fmt::format("moves nothing: {}", combination(stress.contacts));
    if (!stress.rods.empty()) out += fmt::format(", with tensions {}", combination(stress.rods));
    out += stress.one_sided ? " (of one sign: it can be there at any time)\n"
                            : " (of both signs: only where those that lose are pressed)\n";
  }
  if (!report.friction.empty()) out += "\n" + friction_table(report);
  if (!report.sliding.empty()) out += "\n" + sliding_list(report);
  if (report.own)
    out += fmt::format("\nthe file's own strike, law {}: {}{}{}\n", report.own->law,
                       name(report.own->verdict),
                       report.own->why.empty() ? "" : ": " + report.own->why,
                       report.own->impulses_determined ? "" : "; its impulses are not determined");
  if (report.strikes_tried > 0) out += fmt::format("strikes tried: {}\n", report.strikes_tried);
  if (report.example) out += example(*report.example);
  return out + noted(report.notes);
}

template struct ReportOut<UniquenessReport>;

}  // namespace carom
