/// Modes with plastic contacts (e = 0) at rest at their deepest. There
///
///     held    0 ≤ F_n ≤ km,  v_n′ = 0
///     loads   F_n = km + kδ…,  v_n′ ≤ 0
///     leaves  F = 0,           v_n′ ≥ 0
///
/// and friction goes with F_n, so that modes are no longer those of a convex function: they exist
/// (a variational inequality on a box) but may be several. All combinations are tried, each by the
/// signs of the first Taylor coefficients; of several with different accelerations that with the
/// fewest changes is taken and the answer is a choice. Beyond `most_combinations` one is looked for
/// by changing what is violated, from none held, from all held and from `most_starts` arbitrary
/// combinations: the first adds only what would go deeper, so that its rows do not depend on each
/// other. Of rows that do (friction at the feet of
/// one body), some carry nothing: what the others keep at zero is zero for them too.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "laws/rigid/simultaneous_modes.hpp"

namespace carom::springs {
namespace {

/// Combinations from which modes of many contacts are looked for.
constexpr int most_starts = 50;
/// Accelerations that agree to this share are one answer.
constexpr double same = 1e-9;

/// Conditions of a contact whose sign is not yet known.
enum Pending : std::uint8_t {
  normal_sign = 1,
  slip_sign = 2,
  upper_edge = 4,
  lower_edge = 8,
  force_low = 16,
  force_high = 32
};

/// Modes of contact i by number: [apart,] then slips of held, slips of virgin. Others: slips.
struct Options {
  bool plastic = false;
  bool slips = false;  ///< v_t = 0 and friction: sticks, plus, minus
  int count() const { return plastic ? 1 + 2 * (slips ? 3 : 1) : (slips ? 3 : 1); }
};

Options options_of(const Decisions& d, int i) {
  const Decision& c = d.contacts[i];
  const auto open = static_cast<Open>(d.open[i]);
  const bool carries =
      open == Open::plastic || open == Open::touch || c.normal != SpringMode::apart;
  return {open == Open::plastic, carries && c.friction > 0 && c.slip_speed == 0 && !c.unmoved_slip};
}

void take_option(const Decisions& d, int i, int number, Decision& c) {
  const Options options = options_of(d, i);
  const auto open = static_cast<Open>(d.open[i]);
  constexpr Slip slips[] = {Slip::sticks, Slip::plus, Slip::minus};
  c = d.contacts[i];
  c.slip_zeros = c.upper_zeros = c.lower_zeros = c.force_zeros = c.room_zeros = 0;
  int slip = number;
  if (options.plastic) {
    const int each = options.slips ? 3 : 1;
    c.normal = number == 0      ? SpringMode::apart
               : number <= each ? SpringMode::held
                                : SpringMode::virgin;
    c.force = c.normal == SpringMode::virgin ? c.crest : 0;
    slip = number == 0 ? 0 : (number - 1) % each;
  }
  if (c.normal == SpringMode::apart && open != Open::touch)
    c.slip = Slip::none;
  else if (options.slips)
    c.slip = slips[slip];
  else if (c.friction == 0)
    c.slip = Slip::smooth;
  else if (c.slip_speed != 0)
    c.slip = c.slip_speed > 0 ? Slip::plus : Slip::minus;
  else {
    c.slip = Slip::pinned;
    c.share = 0;
  }
}

/// Changes one contact's trial to mend a condition that it violates.
void mend(Decision& c, std::uint8_t violated, bool above) {
  switch (violated) {
    case normal_sign:
      c.normal = SpringMode::held;
      c.force = 0;
      if (c.slip == Slip::none)
        c.slip = c.friction == 0    ? Slip::smooth
                 : c.slip_speed > 0 ? Slip::plus
                 : c.slip_speed < 0 ? Slip::minus
                 : c.unmoved_slip   ? Slip::pinned
                                    : Slip::sticks;
      return;
    case force_low:
      c.normal = SpringMode::apart;
      c.slip = Slip::none;
      return;
    case force_high:
      c.normal = SpringMode::virgin;
      c.force = c.crest;
      return;
    case slip_sign:
      c.slip = Slip::sticks;
      return;
    default:
      c.slip = above ? Slip::minus : Slip::plus;
  }
}

/// Order by order, as find_modes does it, with the trial's modes.
class Trial {
 public:
  Trial(Decisions& d, Flow<double>& flow) : d_(d), flow_(flow) {}

  /// Whether the signs fit. Else `violator`, `violated` tell where not (violator −1: the modes do
  /// not determine the forces).
  bool fits() {
    violator = -1;
    if (!find_shares(d_.count, d_.inertia, d_.trial.data(), flow_)) return false;
    begin();
    for (int j = 0; j <= order; ++j) {
      find_forces(j);
      if (j == 0) std::copy_n(d_.rate.begin(), 2 * d_.count, d_.first_rates.begin());
      for (int i = 0; i < d_.count; ++i)
        if (!check(i, j)) return false;
      if (regrouped_) {
        regrouped_ = false;
        if (!find_shares(d_.count, d_.inertia, d_.trial.data(), flow_)) return false;
      }
      if (std::all_of(d_.status.begin(), d_.status.begin() + d_.count,
                      [](std::uint8_t pending) { return pending == 0; }))
        return true;
      next_order(d_, j);
    }
    close_rest();
    return true;
  }

  int violator = -1;
  std::uint8_t violated = 0;
  bool above = false;  ///< an edge: the upper one

 private:
  Open open(int i) const { return static_cast<Open>(d_.trial_open[i]); }

  void begin() {
    for (int i = 0; i < d_.count; ++i) {
      const Decision& c = d_.trial[i];
      d_.trial_open[i] = d_.open[i];
      std::uint8_t pending = 0;
      if (open(i) != Open::no && c.normal != SpringMode::held) pending |= normal_sign;
      if (c.normal == SpringMode::held) pending |= force_low | force_high;
      if (c.slip == Slip::sticks) pending |= upper_edge | lower_edge;
      if ((c.slip == Slip::plus || c.slip == Slip::minus) && c.slip_speed == 0)
        pending |= slip_sign;
      d_.status[i] = pending;
      d_.next_velocity[2 * i] = c.slip_speed;
      d_.next_velocity[2 * i + 1] = c.normal_speed;
    }
  }

  void find_forces(int j) {
    const int width = 2 * d_.count;
    for (int i = 0; i < d_.count; ++i) {
      const Decision& c = d_.trial[i];
      double f = 0;
      if (loaded(c)) {
        const bool waits = (d_.status[i] & normal_sign) != 0;
        if (j == 0)
          f = c.force;
        else if (!waits)
          f = -slope_of(c) * d_.velocity[2 * i + 1] / j;
      }
      d_.spring[i] = f;
    }
    for (int i = 0; i < d_.count; ++i) {
      const Decision& c = d_.trial[i];
      double& normal = d_.force[2 * i + 1];
      normal = c.normal == SpringMode::held ? unknown(2 * i + 1) : d_.spring[i];
      d_.force[2 * i] = c.slip == Slip::sticks ? unknown(2 * i) : force_ratio(c) * normal;
    }
    for (int r = 0; r < width; ++r) {
      d_.rate[r] = d_.size[r] = 0;
      for (int s = 0; s < width; ++s) {
        const double term = d_.inertia[r * width + s] * d_.force[s];
        d_.rate[r] += term;
        d_.size[r] += std::abs(term);
      }
    }
  }

  double unknown(int row) const {
    const double* const share = flow_.share.data() + flow_.unknown_of[row] * flow_.springs;
    double sum = 0;
    for (int a = 0; a < flow_.springs; ++a) sum += share[a] * d_.spring[flow_.spring[a]];
    return sum;
  }

  /// A quantity that must begin above zero: false if it begins below.
  bool begins_above(int i, std::uint8_t what, double value, double zero, int j, int& zeros) {
    if ((d_.status[i] & what) == 0 || std::abs(value) <= zero) return true;
    if (value < 0) {
      violator = i;
      violated = what;
      above = what == upper_edge;
      return false;
    }
    zeros = j;
    d_.status[i] = static_cast<std::uint8_t>(d_.status[i] & ~what);
    return true;
  }

  bool check(int i, int j) {
    Decision& c = d_.trial[i];
    const double normal = d_.force[2 * i + 1];
    const double tangential = d_.force[2 * i];
    const double edge = c.friction * normal;
    const double near = edge_rounding(c, edge, tangential);
    const double bears = j == 0 ? c.crest : 0;
    const double held_near = edge_rounding(c, bears, normal);
    if (!begins_above(i, force_low, normal, held_near, j, c.force_zeros)) return false;
    if (!begins_above(i, force_high, bears - normal, held_near, j, c.room_zeros)) return false;
    if (!begins_above(i, upper_edge, edge - tangential, near, j, c.upper_zeros)) return false;
    if (!begins_above(i, lower_edge, edge + tangential, near, j, c.lower_zeros)) return false;
    const double slip = c.slip == Slip::plus ? d_.rate[2 * i] : -d_.rate[2 * i];
    if (!begins_above(i, slip_sign, slip, cancelled * d_.size[2 * i], j + 1, c.slip_zeros))
      return false;
    if ((d_.status[i] & normal_sign) == 0) return true;
    const double rate = d_.rate[2 * i + 1];
    if (open(i) == Open::plastic) {
      const double leaves = c.normal == SpringMode::apart ? rate : -rate;
      return begins_above(i, normal_sign, leaves, cancelled * d_.size[2 * i + 1], j + 1,
                          c.normal_zeros);
    }
    if (std::abs(rate) > cancelled_exactly * d_.size[2 * i + 1]) decide(i, rate, j);
    return true;
  }

  /// A contact that is open but not plastic goes where it is driven.
  void decide(int i, double rate, int j) {
    Decision& c = d_.trial[i];
    c.normal_zeros = j + 1;
    if (open(i) == Open::crest) {
      c.normal = rate < 0 ? SpringMode::virgin : SpringMode::line;
    } else if (rate < 0) {
      c.normal = loading_mode(c);
      c.force = 0;
      regrouped_ = true;
    } else {
      c.normal = SpringMode::apart;
      c.slip = Slip::none;
      d_.status[i] = 0;
      regrouped_ = true;
    }
    d_.trial_open[i] = static_cast<std::uint8_t>(Open::no);
    d_.status[i] = static_cast<std::uint8_t>(d_.status[i] & ~normal_sign);
  }

  void close_rest() {
    for (int i = 0; i < d_.count; ++i) {
      Decision& c = d_.trial[i];
      const std::uint8_t pending = d_.status[i];
      if ((pending & normal_sign) != 0) {
        c.undecided = true;
        c.normal_zeros = terms;
        if (open(i) == Open::touch) {
          c.normal = SpringMode::apart;
          c.slip = Slip::none;
        }
      }
      if ((pending & slip_sign) != 0) {
        c.share = c.slip == Slip::plus ? -1 : 1;
        c.slip = Slip::pinned;
      }
      if ((pending & upper_edge) != 0) c.upper_zeros = terms;
      if ((pending & lower_edge) != 0) c.lower_zeros = terms;
      if ((pending & force_low) != 0) c.force_zeros = terms;
      if ((pending & force_high) != 0) c.room_zeros = terms;
    }
  }

  Decisions& d_;
  Flow<double>& flow_;
  bool regrouped_ = false;
};

int changes(const Decisions& d) {
  int sum = 0;
  for (int i = 0; i < d.count; ++i)
    sum += (d.trial[i].normal != d.before[i].normal ? 1 : 0) +
           (d.trial[i].slip != d.before[i].slip ? 1 : 0);
  return sum;
}

bool same_rates(const Decisions& d) {
  double size = 0;
  double apart = 0;
  for (int r = 0; r < 2 * d.count; ++r) {
    size = std::max({size, std::abs(d.first_rates[r]), std::abs(d.best_rates[r])});
    apart = std::max(apart, std::abs(d.first_rates[r] - d.best_rates[r]));
  }
  return apart <= same * size;
}

void try_all(Decisions& d, Flow<double>& flow) {
  Trial trial(d, flow);
  std::fill_n(d.choice.begin(), d.count, 0);
  int fewest = -1;
  for (int next = 0; next < d.count;) {
    for (int i = 0; i < d.count; ++i) take_option(d, i, d.choice[i], d.trial[i]);
    if (trial.fits()) {
      const int number = changes(d);
      if (fewest >= 0 && !same_rates(d)) d.ambiguous = true;
      if (fewest < 0 || number < fewest) {
        fewest = number;
        std::copy_n(d.trial.begin(), d.count, d.best.begin());
        std::copy_n(d.first_rates.begin(), 2 * d.count, d.best_rates.begin());
      }
    }
    for (next = 0; next < d.count; ++next) {
      if (++d.choice[next] < d.choices[next]) break;
      d.choice[next] = 0;
    }
  }
  d.consistent = fewest >= 0;
}

/// Takes the forces of rows that depend on others from the trial: normal rows first keep theirs.
void remove_dependent(Decisions& d) {
  int n = 0;
  for (int i = 0; i < d.count; ++i) {
    if (d.trial[i].normal == SpringMode::held) d.box_contact[n++] = 2 * i + 1;
    if (d.trial[i].slip == Slip::sticks) d.box_contact[n++] = 2 * i;
  }
  if (n < 2) return;
  for (int a = 0; a < n; ++a) {
    d.box_rank[a] = d.box_contact[a] % 2 == 0 ? 1 : 0;
    for (int b = 0; b < n; ++b)
      d.box_matrix[a * n + b] = d.inertia[d.box_contact[a] * 2 * d.count + d.box_contact[b]];
  }
  find_dependent(n, d.box_matrix.data(), d.box_rank.data(), d.box_dependent.data(), d.box);
  for (int a = 0; a < n; ++a) {
    if (d.box_dependent[a] == 0) continue;
    Decision& c = d.trial[d.box_contact[a] / 2];
    if (d.box_contact[a] % 2 == 1) {
      c.normal = SpringMode::apart;
      c.slip = Slip::none;
    } else if (c.slip == Slip::sticks) {
      c.slip = Slip::pinned;
      c.share = 0;
    }
  }
}

/// Mends one violated condition after the other, from the options `d.choice` on.
bool mended(Decisions& d, Flow<double>& flow) {
  Trial trial(d, flow);
  for (int i = 0; i < d.count; ++i) take_option(d, i, d.choice[i], d.best[i]);
  const int limit = 100 + 20 * d.count;
  for (int k = 0; k < limit; ++k) {
    std::copy_n(d.best.begin(), d.count, d.trial.begin());
    remove_dependent(d);
    if (trial.fits()) {
      std::copy_n(d.trial.begin(), d.count, d.best.begin());
      return true;
    }
    if (trial.violator < 0) return false;
    mend(d.best[trial.violator], trial.violated, trial.above);
  }
  return false;
}

void mend_all(Decisions& d, Flow<double>& flow) {
  d.exhaustive = false;
  d.consistent = false;
  std::uint32_t any = 1;  // the same numbers every time (Lehmer)
  for (int start = 0; start < most_starts && !d.consistent; ++start) {
    for (int i = 0; i < d.count; ++i) {
      any = static_cast<std::uint32_t>(std::uint64_t{any} * 48271 % 2147483647);
      const bool plastic = static_cast<Open>(d.open[i]) == Open::plastic;
      d.choice[i] = start < 2 ? (plastic ? start : 0)
                              : static_cast<int>(any % static_cast<std::uint32_t>(d.choices[i]));
    }
    d.consistent = mended(d, flow);
  }
}

}  // namespace

void find_plastic_modes(Decisions& d, Flow<double>& flow) {
  long combinations = 1;
  for (int i = 0; i < d.count; ++i) {
    d.choices[i] = options_of(d, i).count();
    combinations = std::min(combinations * d.choices[i], d.most_combinations + 1);
  }
  if (combinations <= d.most_combinations)
    try_all(d, flow);
  else
    mend_all(d, flow);
  if (d.consistent) std::copy_n(d.best.begin(), d.count, d.contacts.begin());
}

}  // namespace carom::springs
