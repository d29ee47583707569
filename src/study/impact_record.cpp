#include "study/impact_record.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/certificate.hpp"

namespace carom {

void ImpactRecord::note(const MotionEvent& event) {
  if (!event.determined[0] || !event.determined[1]) open_forces_ = true;
  if (event.kind != MotionEventKind::impact) return;
  if (event.verdict == Verdict::ambiguous) ++choices_;
  if (!event.impulses_determined) {
    ++open_impacts_;
    if (event.verdict != Verdict::unique) open_choice_ = true;
  }
  if (event.simultaneous) {
    const auto same = [&](const Together& each) {
      return each.law == event.law && each.set_aside == event.set_aside;
    };
    auto found = std::ranges::find_if(together_, same);
    if (found == together_.end()) found = together_.insert(found, {event.law, event.set_aside, 0});
    ++found->count;
  }
  if (event.counted_plastic > 0) ++plastic_;
  if (event.makes_energy)
    gained(event.time, event.law, event.contact_work, event.energy.kinetic + event.energy_loss);
}

void ImpactRecord::gained(double time, std::string_view law, double work, double kinetic_before) {
  auto found = std::ranges::find(gains_, law, &Gain::law);
  if (found == gains_.end()) found = gains_.insert(found, {law, time, work, kinetic_before, 0});
  if (work >= found->work) *found = {law, time, work, kinetic_before, found->count};
  ++found->count;
}

long ImpactRecord::gains() const {
  long all = 0;
  for (const Gain& gain : gains_) all += gain.count;
  return all;
}

std::vector<std::string> ImpactRecord::warnings() const {
  std::vector<std::string> told;
  for (const Gain& gain : gains_)
    told.push_back(fmt::format("impact at t = {:.10g} s by the {} law: {}{}", gain.time, gain.law,
                               energy_made(gain.work, gain.kinetic_before),
                               gain.count > 1
                                   ? fmt::format(" (the worst of {} such impacts)", gain.count)
                                   : std::string()));
  return told;
}

std::vector<std::string> ImpactRecord::notes(std::string_view law, long open_impacts) const {
  std::vector<std::string> told;
  for (const Together& each : together_) {
    if (each.law == law) continue;
    told.push_back(fmt::format(
        "{} by the law {}: several contacts struck in one instant, and {}",
        each.count == 1 ? std::string("one impact was resolved")
                        : fmt::format("{} impacts were resolved", each.count),
        each.law,
        each.set_aside == Reason::none
            ? fmt::format("the {} law knows one striking contact", law)
            : fmt::format("by springs (the law simultaneous) {}", name(each.set_aside))));
  }
  if (plastic_ > 0)
    told.push_back(fmt::format(
        "{} restitution below 0.001 was counted as 0, which changes velocities by no more than "
        "about that: pressed contacts would tremble too often to be followed",
        plastic_ == 1 ? std::string("at one impact") : fmt::format("at {} impacts", plastic_)));
  if (open_impacts > 0)
    told.push_back(fmt::format("{}: {}",
                               open_impacts == 1 ? std::string("at one impact")
                                                 : fmt::format("at {} impacts", open_impacts),
                               impulses_open(!open_choice_)));
  return told;
}

}  // namespace carom
