#include "motion/contact_decision.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "motion/contact_ways.hpp"
#include "motion/thresholds.hpp"

namespace carom {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double distance(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t r = 0; r < std::min(a.size(), b.size()); ++r)
    largest = std::max(largest, std::abs(a[r] - b[r]));
  return largest;
}

/// The same of the normal rates alone: one leaves that the other does not.
double parting(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t r = 1; r < std::min(a.size(), b.size()); r += 2)
    largest = std::max(largest, std::abs(a[r] - b[r]));
  return largest;
}

}  // namespace

ContactDecision::ContactDecision(const Tree& tree)
    : tree_(tree),
      scaled_(tree.contacts.size()),
      forces_(tree),
      regimes_(tree.contacts.size()),
      then_(tree.contacts.size()) {
  const int count = static_cast<int>(tree.contacts.size());
  answers_.reserve(count);
  scratch_.reserve(count);
}

/// False where a moment is too long for the method.
bool ContactDecision::continue_all(Touching touching, double moment, const Continue& continued) {
  for (Combination& c : found_) {
    // One that leaves so slowly that nothing says so yet is not watched meanwhile.
    for (std::size_t k = 0; k < touching.size(); ++k)
      regimes_[touching[k].contact] =
          regime(static_cast<int>(k), touching[k],
                 c.modes[k] == Mode::separates ? Mode::apart : c.modes[k]);
    c.least = infinity;
    c.idle = 0;
    c.unloaded = 0;
    c.lasts = true;
    const double share = continued(regimes_, moment, then_);
    if (!std::isfinite(share)) {
      c.least = -infinity;
      c.lasts = false;
      continue;
    }
    if (share > 1) return false;
    c.later.assign(2 * touching.size(), 0.0);
    std::vector<double> forces(2 * touching.size());
    double size = reference_;
    for (std::size_t r = 0; r < c.later.size(); ++r) {
      const ContactRates& rates = then_[touching[r / 2].contact];
      const double unit = scaled_.force(static_cast<int>(r), 1);
      c.later[r] = rates.acceleration[r % 2] * unit;
      forces[r] = rates.force[r % 2] / unit;
      size = std::max(size, std::abs(forces[r]));
    }
    for (std::size_t k = 0; k < touching.size(); ++k) {
      const auto values = conditions(touching[k], c.modes[k], &forces[2 * k], &c.later[2 * k]);
      if (ways_[k].size() > 1)
        c.lasts = c.lasts && std::min(values[0], values[1]) >= -solved_share * size &&
                  (!presses(c.modes[k]) || std::abs(c.later[2 * k + 1]) <= kept_share * size) &&
                  (c.modes[k] != Mode::sticks || std::abs(c.later[2 * k]) <= kept_share * size);
      if (presses(c.modes[k]) && std::abs(forces[2 * k + 1]) <= solved_share * size &&
          std::abs(c.forces[2 * k + 1]) <= solved_share * c.size)
        ++c.unloaded;
      if (c.tight[k] == 0) continue;
      if ((c.tight[k] & first_tight) != 0) c.least = std::min(c.least, values[0] / size);
      if ((c.tight[k] & second_tight) != 0) c.least = std::min(c.least, values[1] / size);
      c.idle += slides(c.modes[k]) && values[1] <= alike_share * size ? 1 : 0;
    }
  }
  return true;
}

/// Conditions that are zero after the moment too (a load that comes to zero with its slopes) are
/// decided later: it is prolonged while they show nothing. What a longer moment shows counts where
/// the method can follow, and no other condition ends meanwhile.
void ContactDecision::prolong(Touching touching, double moment, const Continue& continued) {
  const auto undecided = [](const Combination& c) {
    return std::abs(c.least) <= shown_share && c.lasts;
  };
  settled_ = false;
  const auto zero = [](const Combination& c) {
    return std::abs(c.least) <= solved_share && c.lasts;
  };
  if (found_.size() < 2 || std::ranges::none_of(found_, zero)) return;
  constexpr double least_growth = 1.1;
  double longer = 2;
  for (double last = moment; std::ranges::any_of(found_, undecided);) {
    const double next = longer * last;
    if (next > longest_) {
      settled_ = true;
      return;
    }
    const std::vector<Combination> before = found_;
    if (!continue_all(touching, next, continued)) {
      // The method can follow for a little longer, if not for that long.
      found_ = before;
      longer = 1 + (longer - 1) / 2;
      if (longer < least_growth) return;
      continue;
    }
    bool shows = true;
    for (std::size_t i = 0; i < found_.size() && shows; ++i) {
      Combination& c = found_[i];
      if (!undecided(before[i])) {
        c.least = before[i].least;
        c.lasts = before[i].lasts;
        c.idle = before[i].idle;
      } else if (!c.lasts && c.least >= -solved_share) {
        shows = false;
      }
    }
    if (!shows) {
      found_ = before;
      return;
    }
    for (std::size_t i = 0; i < found_.size(); ++i)
      found_[i].shown = std::exchange(found_[i].later, before[i].later);
    last = next;
  }
}

/// Where another change follows within the moment (feet that leave one a little after the other)
/// nothing lasts it, and what holds only after that change is no way to go on now: it is shortened
/// until something lasts.
void ContactDecision::shorten(Touching touching, double moment, const Continue& continued) {
  const auto lasts = [](const Combination& c) { return c.lasts && c.least >= -solved_share; };
  if (found_.size() < 2 || std::ranges::any_of(found_, lasts)) return;
  const std::vector<Combination> before = found_;
  constexpr int attempts = 10;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    moment /= 8;
    if (!continue_all(touching, moment, continued)) break;
    if (std::ranges::any_of(found_, lasts)) return;
  }
  found_ = before;
}

void ContactDecision::continue_each(Touching touching, double moment, const Continue& continued,
                                    bool all) {
  settled_ = false;
  const auto is_tight = [](const Combination& c) {
    return std::ranges::any_of(c.tight, [](std::uint8_t tight) { return tight != 0; });
  };
  for (Combination& c : found_) c.least = infinity;
  if (!all && std::ranges::none_of(found_, is_tight)) return;
  constexpr int attempts = 20;
  for (int attempt = 0; attempt < attempts; ++attempt, moment /= 8)
    if (continue_all(touching, moment, continued)) {
      if (attempt == 0) prolong(touching, moment, continued);
      shorten(touching, moment, continued);
      return;
    }
  for (Combination& c : found_) {
    c.least = infinity;
    c.lasts = true;
    c.later.clear();
  }
}

/// Those whose conditions go on to hold; where none do, those that hold now, however shortly.
void ContactDecision::keep_consistent() {
  double best = -just_missed;
  for (const Combination& c : found_) best = std::max(best, c.least);
  const double allowed = std::min(best, -solved_share);
  const auto fails = [&](const Combination& c) { return c.least < allowed; };
  if (std::ranges::all_of(found_, fails)) {
    std::erase_if(found_, [](const Combination& c) { return c.missed > 0; });
    return;
  }
  std::erase_if(found_, fails);
  // Beside a change some hold for less than the moment: of several, those that last it.
  if (std::ranges::any_of(found_, &Combination::lasts))
    std::erase_if(found_, [](const Combination& c) { return !c.lasts; });
  // Nor is one that just misses now the equal of one that holds.
  if (std::ranges::any_of(found_, [](const Combination& c) { return c.missed <= 0; }))
    std::erase_if(found_, [](const Combination& c) { return c.missed > located_share; });
}

Regime ContactDecision::regime(int k, const TouchingContact& touching, Mode mode) const {
  return {mode, slides(mode) && begins(touching) && gave_way_[k] == Mode::apart};
}

/// Whether contacts that were taken for at rest must give way: wherever they are pressed, they
/// slide in one direction.
bool ContactDecision::note_giving_way(Touching touching) {
  bool any = false;
  for (std::size_t k = 0; k < touching.size(); ++k) {
    const TreeContact& contact = tree_.contacts[touching[k].contact];
    if (!begins(touching[k]) || gave_way_[k] != Mode::apart ||
        contact.static_friction == contact.friction)
      continue;
    Mode way = Mode::separates;
    for (const Combination& c : found_)
      if (presses(c.modes[k]))
        way = way == Mode::separates || way == c.modes[k] ? c.modes[k] : Mode::sticks;
    if (!slides(way)) continue;
    gave_way_[k] = way;
    any = true;
  }
  return any;
}

/// Of several continuations, drops those in which a contact begins to slide by its static friction
/// and could not go on with its other one.
void ContactDecision::drop_unfounded(Touching touching, double moment, const Continue& continued) {
  const std::vector<Combination> several = std::exchange(found_, {});
  const std::vector<Mode> gave_way = gave_way_;
  std::vector<Combination> founded;
  for (const Combination& c : several) {
    bool begins_any = false;
    for (std::size_t k = 0; k < touching.size(); ++k) {
      const TreeContact& contact = tree_.contacts[touching[k].contact];
      if (!slides(c.modes[k]) || !begins(touching[k]) || gave_way[k] != Mode::apart ||
          contact.static_friction == contact.friction)
        continue;
      gave_way_[k] = c.modes[k];
      begins_any = true;
    }
    if (begins_any) find_continuations(touching, moment, continued);
    const bool goes_on = std::ranges::any_of(found_, [&](const Combination& other) {
      for (std::size_t k = 0; k < touching.size(); ++k)
        if (gave_way_[k] != gave_way[k] && other.modes[k] != gave_way_[k]) return false;
      return other.idle == 0;
    });
    if (!begins_any || goes_on) founded.push_back(c);
    gave_way_ = gave_way;
  }
  found_ = founded.empty() ? several : std::move(founded);
}

void ContactDecision::take(const Combination& taken, std::span<TouchingContact> touching,
                           std::span<Regime> regimes) const {
  for (std::size_t k = 0; k < touching.size(); ++k) {
    const Mode mode = taken.modes[k];
    regimes[touching[k].contact] = {mode};
    // A gap begins with the first of its conditions, a slip with the second.
    touching[k].gently =
        (taken.tight[k] & (mode == Mode::separates ? first_tight : second_tight)) != 0;
    touching[k].hardly = false;
    if (mode != Mode::separates) continue;
    // One that nothing presses and nothing lifts stays where it is, without force.
    const auto& then = taken.shown.empty() ? taken.later : taken.shown;
    const bool lifted = taken.rates[2 * k + 1] > edge_share * taken.size ||
                        (!then.empty() && then[2 * k + 1] > solved_share * taken.size);
    if (lifted) regimes[touching[k].contact].mode = Mode::apart;
    touching[k].hardly =
        lifted && touching[k].gently &&
        (!taken.shown.empty() ||
         (!taken.later.empty() && taken.later[2 * k + 1] <= alike_share * taken.size));
  }
}

/// The continuations, the first one first.
void ContactDecision::find_continuations(Touching touching, double moment,
                                         const Continue& continued) {
  list_ways(touching);
  int number = 1;
  for (const auto& ways : ways_)
    number = std::min(number * static_cast<int>(ways.size()), enumeration_limit + 1);
  for (const double allowed : {edge_share, just_missed}) {
    allowed_ = allowed;
    found_.clear();
    number <= enumeration_limit ? try_all(touching) : try_found(touching);
    // Slips along what others hold are for where nothing else goes on.
    std::vector<Combination> held;
    if (!std::ranges::all_of(found_, &Combination::held)) {
      std::ranges::copy_if(found_, std::back_inserter(held), &Combination::held);
      std::erase_if(found_, &Combination::held);
    }
    continue_each(touching, moment, continued, !held.empty());
    if (!held.empty() && std::ranges::none_of(found_, &Combination::lasts)) {
      std::ranges::move(held, std::back_inserter(found_));
      continue_each(touching, moment, continued, true);
    }
    keep_consistent();
    if (!found_.empty()) break;
  }
  const auto force_square = [](const Combination& c) {
    double sum = 0;
    for (const double force : c.forces) sum += force * force;
    return sum;
  };
  std::ranges::stable_sort(found_, [&](const Combination& a, const Combination& b) {
    if (a.idle != b.idle) return a.idle < b.idle;
    if (a.wedged != b.wedged) return b.wedged;
    if (settled_ && a.unloaded != b.unloaded) return a.unloaded < b.unloaded;
    if (a.changes != b.changes) return a.changes < b.changes;
    return force_square(a) < force_square(b);
  });
}

Verdict ContactDecision::decide(Flow& flow, std::span<const double> y, double t,
                                std::span<TouchingContact> touching, std::span<Regime> regimes,
                                double moment, double longest, const Continue& continued) {
  if (touching.empty()) return Verdict::unique;
  longest_ = longest;
  std::vector<int> set;
  previous_.clear();
  for (const TouchingContact& c : touching) {
    set.push_back(c.contact);
    previous_.push_back(regimes[c.contact].mode);
  }
  flow.prepare(y, t, set);
  if (flow.failed()) return Verdict::inconsistent;
  inertia_.assign(flow.inertia().begin(), flow.inertia().end());
  rates_.assign(flow.rates().begin(), flow.rates().end());
  std::ranges::copy(regimes, regimes_.begin());
  scaled_.pose(inertia_, rates_);
  flow_reference_ = flow.reference();
  reference_ = scaled_.size_of(flow.reference());
  if (!(reference_ > 0)) reference_ = scaled_.problem().scale;
  for (std::size_t r = 0; r < rates_.size(); ++r)
    reference_ = std::max(reference_, std::abs(rates_[r]) * scaled_.force(static_cast<int>(r), 1));
  gave_way_.assign(touching.size(), Mode::apart);
  either_way_ = false;
  bool several = false;  // motions, in the last pass
  // Each pass lets at least one contact give way, or is the last.
  do {
    find_continuations(touching, moment, continued);
    if (found_.empty() && std::ranges::any_of(gave_way_, slides)) {
      either_way_ = true;
      find_continuations(touching, moment, continued);
    }
    if (found_.empty()) return Verdict::inconsistent;
    const Combination& first = found_.front();
    several = std::ranges::any_of(found_, [&](const Combination& other) {
      const double size = std::max(other.size, first.size);
      return std::max(distance(other.rates, first.rates), distance(other.later, first.later)) >
                 distinction_tolerance * size ||
             parting(other.shown, first.shown) > kept_share * size;
    });
    if (several) drop_unfounded(touching, moment, continued);
  } while (note_giving_way(touching));
  several = several && found_.size() > 1;
  take(found_.front(), touching, regimes);
  return several ? Verdict::ambiguous : Verdict::unique;
}

}  // namespace carom
