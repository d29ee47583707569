#include "motion/contact_decision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "laws/rigid/preparation.hpp"
#include "motion/thresholds.hpp"
#include "numerics/least_norm.hpp"

namespace carom {
namespace {

/// Which of a contact's two conditions just hold.
constexpr std::uint8_t first_tight = 1;
constexpr std::uint8_t second_tight = 2;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool slides(Mode mode) {
  return mode == Mode::slides_plus || mode == Mode::slides_minus;
}

bool presses(Mode mode) {
  return mode == Mode::sticks || slides(mode);
}

double distance(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t r = 0; r < std::min(a.size(), b.size()); ++r)
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

/// The ways open to each contact.
void ContactDecision::list_ways(Touching touching) {
  ways_.assign(touching.size(), {Mode::separates});
  guided_.clear();
  const std::size_t width = 2 * touching.size();
  for (std::size_t k = 0; k < touching.size(); ++k) {
    const double along = inertia_[2 * k * width + 2 * k];
    const double across = inertia_[(2 * k + 1) * width + 2 * k + 1];
    const TouchingContact& c = touching[k];
    if (!(across > immovable * along)) {
      if (along > 0 && tree_.contacts[c.contact].static_friction > 0) guided_.push_back(c.contact);
      continue;
    }
    if (gave_way_[k] != Mode::apart && either_way_) {
      ways_[k].insert(ways_[k].end(), {Mode::slides_plus, Mode::slides_minus});
    } else if (gave_way_[k] != Mode::apart) {
      ways_[k].push_back(gave_way_[k]);
    } else if (begins(c)) {
      ways_[k].insert(ways_[k].end(), {Mode::sticks, Mode::slides_plus, Mode::slides_minus});
    } else {
      ways_[k].push_back(c.slip < 0 ? Mode::slides_minus : Mode::slides_plus);
    }
  }
}

/// The conditions of a contact's way.
std::array<double, 2> ContactDecision::conditions(const TouchingContact& touching, Mode mode,
                                                  const double* force, const double* rate) const {
  const TreeContact& contact = tree_.contacts[touching.contact];
  if (mode == Mode::separates) return {rate[1], infinity};
  if (mode == Mode::sticks)
    return {force[1],
            std::min(contact.static_friction, largest_friction) * force[1] - std::abs(force[0])};
  return {force[1], begins(touching) ? (mode == Mode::slides_plus ? rate[0] : -rate[0]) : infinity};
}

/// Whether a slip would begin along a direction that the others hold.
bool ContactDecision::slides_where_held(Touching touching, const Combination& trial) const {
  const int width = 2 * static_cast<int>(touching.size());
  std::vector<int> rows;
  for (int k = 0; k < width / 2; ++k) {
    if (presses(trial.modes[k])) rows.push_back(2 * k + 1);
    if (trial.modes[k] == Mode::sticks) rows.push_back(2 * k);
  }
  if (rows.empty()) return false;
  const ModeProblem<double> problem = scaled_.problem();
  const int count = static_cast<int>(rows.size());
  Eigen::MatrixXd w(count, count);
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < count; ++c) w(r, c) = problem.inertia[rows[r] * width + rows[c]];
  for (int k = 0; k < width / 2; ++k) {
    if (!slides(trial.modes[k]) || !begins(touching[k])) continue;
    if ((trial.tight[k] & second_tight) == 0) continue;
    const int t = 2 * k;
    Eigen::VectorXd column(count);
    for (int r = 0; r < count; ++r) column[r] = problem.inertia[rows[r] * width + t];
    const double own = problem.inertia[t * width + t];
    if (own - column.dot(least_norm_solution(w, column)) <= held_share * own) return true;
  }
  return false;
}

/// Keeps the trial where its conditions hold now, or just hold.
void ContactDecision::try_combination(Touching touching) {
  const std::size_t count = touching.size();
  const std::size_t width = 2 * count;
  pressed_.clear();
  std::vector<int> set;
  for (std::size_t k = 0; k < count; ++k) {
    regimes_[touching[k].contact] = regime(static_cast<int>(k), touching[k], trial_[k]);
    if (!presses(trial_[k])) continue;
    pressed_.push_back(static_cast<int>(k));
    set.push_back(touching[k].contact);
  }
  const std::size_t part = 2 * set.size();
  part_inertia_.resize(part * part);
  part_rates_.resize(part);
  part_forces_.assign(part, 0.0);
  for (std::size_t r = 0; r < part; ++r) {
    const std::size_t row = 2 * pressed_[r / 2] + r % 2;
    part_rates_[r] = rates_[row];
    for (std::size_t c = 0; c < part; ++c)
      part_inertia_[r * part + c] = inertia_[row * width + 2 * pressed_[c / 2] + c % 2];
  }
  if (part > 0 &&
      !forces_.find(set, regimes_, part_inertia_, part_rates_, flow_reference_, true, part_forces_))
    return;
  Combination trial;
  trial.modes = trial_;
  trial.tight.assign(count, 0);
  trial.forces.assign(width, 0.0);
  for (std::size_t c = 0; c < part; ++c)
    trial.forces[2 * pressed_[c / 2] + c % 2] = part_forces_[c];
  trial.rates.assign(rates_.begin(), rates_.end());
  for (std::size_t r = 0; r < width; ++r)
    for (std::size_t c = 0; c < width; ++c)
      trial.rates[r] += inertia_[r * width + c] * trial.forces[c];
  double size = reference_;
  for (std::size_t r = 0; r < width; ++r) {
    const double unit = scaled_.force(static_cast<int>(r), 1);
    trial.forces[r] /= unit;
    trial.rates[r] *= unit;
    size = std::max(size, std::abs(trial.forces[r]));
    const Mode mode = trial.modes[r / 2];
    if (r % 2 == 1 ? presses(mode) : mode == Mode::sticks) trial.rates[r] = 0;
  }
  trial.size = size;
  bool any_tight = false;
  for (std::size_t k = 0; k < count; ++k) {
    trial.changes += trial.modes[k] != previous_[k] ? 1 : 0;
    if (ways_[k].size() == 1) continue;
    const auto values =
        conditions(touching[k], trial.modes[k], &trial.forces[2 * k], &trial.rates[2 * k]);
    for (int which = 0; which < 2; ++which) {
      if (values[which] < -allowed_ * size) return;
      trial.missed = std::max(trial.missed, -values[which] / size);
      if (values[which] <= edge_share * size)
        trial.tight[k] |= which == 0 ? first_tight : second_tight;
    }
    any_tight = any_tight || trial.tight[k] != 0;
  }
  trial.held = any_tight && slides_where_held(touching, trial);
  trial.wedged =
      part > 0 && !forces_.wedged().empty() &&
      forces_.release() * scaled_.force(2 * pressed_[forces_.wedged()[0]], 1) > -edge_share * size;
  found_.push_back(std::move(trial));
}

void ContactDecision::try_all(Touching touching) {
  const std::size_t count = touching.size();
  std::vector<std::size_t> way(count, 0);
  trial_.resize(count);
  while (true) {
    for (std::size_t k = 0; k < count; ++k) trial_[k] = ways_[k][way[k]];
    try_combination(touching);
    std::size_t k = 0;
    while (k < count && ++way[k] == ways_[k].size()) way[k++] = 0;
    if (k == count) return;
  }
}

/// Where there are too many combinations: those that pivoting finds, and what else the contacts
/// whose conditions just hold there may do, one at a time or all leaving.
void ContactDecision::try_found(Touching touching) {
  const int count = static_cast<int>(touching.size());
  for (int k = 0; k < count; ++k) {
    const TreeContact& contact = tree_.contacts[touching[k].contact];
    const int slip = gave_way_[k] == Mode::slides_plus    ? 1
                     : gave_way_[k] == Mode::slides_minus ? -1
                                                          : touching[k].slip;
    scaled_.allow(k, ways_[k].size() > 1 ? NormalRule::unilateral : NormalRule::apart,
                  slip > 0   ? SlipRule::plus
                  : slip < 0 ? SlipRule::minus
                             : SlipRule::open,
                  slip != 0 ? contact.friction : contact.static_friction);
  }
  const ModeProblem<double> problem = scaled_.problem();
  select_modes(problem, previous_.data(), Method::consistent, answers_, scratch_);
  for (int a = 0; a < answers_.count; ++a) {
    const double size = mode_size(problem, answers_.force_of(a));
    trial_.assign(answers_.modes_of(a), answers_.modes_of(a) + count);
    for (int k = 0; k < count; ++k) {
      const bool still = std::abs(answers_.rate_of(a)[2 * k]) <= edge_share * size;
      if (ways_[k].size() > 2 && slides(trial_[k]) && still) trial_[k] = Mode::sticks;
      if (trial_[k] == Mode::apart) trial_[k] = Mode::separates;
    }
    try_combination(touching);
  }
  const std::size_t found = found_.size();
  for (std::size_t f = 0; f < found; ++f) {
    const Combination base = found_[f];
    const auto others = [&](int k) { return base.tight[k] != 0; };
    for (int k = 0; k < count; ++k)
      for (const Mode way : ways_[k]) {
        trial_ = base.modes;
        trial_[k] = way;
        if (others(k) && way != base.modes[k]) try_combination(touching);
      }
    trial_ = base.modes;
    for (int k = 0; k < count; ++k)
      if (others(k)) trial_[k] = Mode::separates;
    if (trial_ != base.modes) try_combination(touching);
  }
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
      if (c.tight[k] == 0) continue;
      if ((c.tight[k] & first_tight) != 0) c.least = std::min(c.least, values[0] / size);
      if ((c.tight[k] & second_tight) != 0) c.least = std::min(c.least, values[1] / size);
      c.idle += slides(c.modes[k]) && values[1] <= alike_share * size ? 1 : 0;
    }
  }
  return true;
}

void ContactDecision::continue_each(Touching touching, double moment, const Continue& continued) {
  const auto is_tight = [](const Combination& c) {
    return std::ranges::any_of(c.tight, [](std::uint8_t tight) { return tight != 0; });
  };
  for (Combination& c : found_) c.least = infinity;
  if (std::ranges::none_of(found_, is_tight)) return;
  constexpr int attempts = 20;
  for (int attempt = 0; attempt < attempts; ++attempt, moment /= 8)
    if (continue_all(touching, moment, continued)) return;
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
    if (mode != Mode::separates) continue;
    // One that nothing presses and nothing lifts stays where it is, without force.
    const bool lifted = taken.rates[2 * k + 1] > edge_share * taken.size ||
                        (!taken.later.empty() && taken.later[2 * k + 1] > alike_share * taken.size);
    if (lifted) regimes[touching[k].contact].mode = Mode::apart;
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
    if (!std::ranges::all_of(found_, &Combination::held)) std::erase_if(found_, &Combination::held);
    continue_each(touching, moment, continued);
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
    if (a.changes != b.changes) return a.changes < b.changes;
    return force_square(a) < force_square(b);
  });
}

Verdict ContactDecision::decide(Flow& flow, std::span<const double> y, double t,
                                std::span<TouchingContact> touching, std::span<Regime> regimes,
                                double moment, const Continue& continued) {
  if (touching.empty()) return Verdict::unique;
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
             distinction_tolerance * size;
    });
    if (several) drop_unfounded(touching, moment, continued);
  } while (note_giving_way(touching));
  several = several && found_.size() > 1;
  take(found_.front(), touching, regimes);
  return several ? Verdict::ambiguous : Verdict::unique;
}

}  // namespace carom
