#include "reports/spring_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "data/strike_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

std::string_view slip_words(Mode mode) {
  switch (mode) {
    case Mode::slides_plus:
      return " and slides forward (+)";
    case Mode::slides_minus:
      return " and slides backward (−)";
    case Mode::sticks:
      return " and sticks";
    default:
      return "";
  }
}

/// Who touched when: "A at 0, B at 0, A again at 2.31 T₀".
std::string order_of(const StruckSprings& springs) {
  std::map<std::string, int> times;
  std::vector<std::string> words;
  for (const StruckTouch& touch : springs.touches)
    words.push_back(fmt::format("{}{} at {:.4g}", touch.contact,
                                times[touch.contact]++ > 0 ? " again" : "", touch.time));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string restitution_words(const std::optional<double>& value) {
  return value ? number(*value) : "–";
}

}  // namespace

std::string spring_doing(SpringMode spring, Mode mode) {
  switch (spring) {
    case SpringMode::apart:
      return "carries nothing";
    case SpringMode::virgin:
      return fmt::format("is pressed deeper than ever{}", slip_words(mode));
    case SpringMode::line:
      return fmt::format("is on its line below the crest{}", slip_words(mode));
    case SpringMode::elastic:
      return fmt::format("is pressed{}", slip_words(mode));
    case SpringMode::held:
      return fmt::format("is held at its deepest{}", slip_words(mode));
  }
  return "";
}

std::string springs_account(const StruckLaw& law) {
  if (!law.springs) return "";
  const StruckSprings& springs = *law.springs;
  std::string out;
  if (!springs.touches.empty())
    out += fmt::format(
        "touches: {}{}, in T₀ = 1/√max kW_nn{}\n", order_of(springs), springs.told_all ? "" : " …",
        law.has_answer ? fmt::format("; the last force ends at {:.4g}", springs.duration)
                       : std::string());
  if (!springs.told_all)
    out += "(more happens than is told here: the first stages and touches are)\n";
  if (!law.has_answer) return out;
  TextTable table({"spring", "k", "touches", "stored J", "taken J", "given back J", "e by velocity",
                   "by impulse", "by energy"});
  double stored = 0;
  for (const StruckContact& contact : law.answer.contacts)
    if (contact.spring) stored = std::max(stored, contact.spring->stored);
  for (const StruckContact& contact : law.answer.contacts) {
    if (!contact.spring) continue;
    const StruckSpring& spring = *contact.spring;
    table.add({contact.name, number(spring.stiffness), fmt::format("{}", spring.touches),
               number(spring.stored, stored), number(-spring.work_compression, stored),
               number(spring.work_restitution, stored), restitution_words(spring.kinematic),
               restitution_words(spring.kinetic), restitution_words(spring.energetic)});
  }
  return out + table.text();
}

std::string ratios_account(const StrikeReport& report) {
  if (!report.ratios) return "";
  const StruckRatios& told = *report.ratios;
  std::string out = fmt::format(
      "\nRatios of stiffness, by the simultaneous law: {} samples, no ratio further than {:g} from "
      "the given one{}\n",
      told.samples, told.reach,
      told.unanswered > 0 ? fmt::format("; {} have no single answer", told.unanswered)
                          : std::string());
  if (told.samples > told.unanswered) {
    TextTable table({"after", "least", "largest"});
    const auto add = [&](const std::string& what, const LeastAndLargest& range) {
      table.add({what, number(range[0]), number(range[1])});
    };
    for (const StruckContactRange& contact : told.contacts) {
      add(contact.name + " tangential m/s", contact.velocity_after[0]);
      add(contact.name + " normal m/s", contact.velocity_after[1]);
    }
    for (std::size_t i = 0; i < told.velocity.size(); ++i)
      add(fmt::format("base {} m/s", told.velocity.size() == 1 ? "along"
                                     : i == 0                  ? "x"
                                                               : "y"),
          told.velocity[i]);
    for (std::size_t i = 0; i < told.rates.size(); ++i)
      add(fmt::format("rate {} rad/s", i + 1), told.rates[i]);
    for (std::size_t i = 0; i < told.surfaces.size(); ++i)
      add(report.surface_names[i] + " m/s", told.surfaces[i]);
    add("energy loss J", told.energy_loss);
    out += table.text() +
           fmt::format("a contact's velocity varies by up to {:.3g} % of the fastest before\n",
                       100 * told.spread);
  }
  out += fmt::format("\nOne after the other, each by itself{}\n",
                     told.exhaustive ? "" : " (orders are too many: these are some)");
  TextTable orders({"<order", "hits", "loss J", "<base m/s", "<rates rad/s"});
  for (const StruckOrder& order : told.orders) {
    const auto listed = [](const std::vector<double>& values) {
      std::vector<std::string> words;
      for (const double value : values) words.push_back(number(value));
      return fmt::format("[{}]", fmt::join(words, ", "));
    };
    const bool answered = order.verdict == Verdict::unique;
    std::vector<std::string> first(
        order.order.begin(),
        order.order.begin() + std::min<std::ptrdiff_t>(6, std::ssize(order.order)));
    orders.add(
        {fmt::format("{}{}", fmt::join(first, ", "), order.hits > std::ssize(first) ? " …" : ""),
         fmt::format("{}", order.hits), answered ? number(order.energy_loss) : "–",
         answered ? listed(order.after.velocity)
                  : fmt::format("{}: {}", name(order.verdict), order.why),
         answered ? listed(order.after.rates) : ""});
  }
  return out + orders.text();
}

}  // namespace carom
