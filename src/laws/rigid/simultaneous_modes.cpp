#include "laws/rigid/simultaneous_modes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace carom::springs {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A contact with v_t = 0 on the ladder of orders.
enum Status : std::uint8_t {
  settled,  ///< slides, pinned, smooth, or no force: fixed by f
  waiting,  ///< F_n has been zero so far
  inside,   ///< sticks: F_t free
  upper,    ///< F_t = μF_n and v_t = 0 so far
  lower     ///< F_t = −μF_n and v_t = 0 so far
};

void begin_slip(Decisions& d, int i) {
  Decision& c = d.contacts[i];
  c.slip_zeros = c.upper_zeros = c.lower_zeros = 0;
  d.status[i] = settled;
  if (c.normal == SpringMode::apart && d.open[i] == static_cast<std::uint8_t>(Open::no))
    c.slip = Slip::none;
  else if (c.friction == 0)
    c.slip = Slip::smooth;
  else if (c.slip_speed != 0)
    c.slip = c.slip_speed > 0 ? Slip::plus : Slip::minus;
  else if (c.unmoved_slip) {
    c.slip = Slip::pinned;
    c.share = 0;
  } else
    d.status[i] = waiting;
}

/// The coefficients f⁽ʲ⁾; false where all are zero.
bool find_springs(Decisions& d, int j) {
  bool any = false;
  for (int i = 0; i < d.count; ++i) {
    const Decision& c = d.contacts[i];
    const auto open = static_cast<Open>(d.open[i]);
    double f = 0;
    if (j == 0)
      f = loaded(c) && open != Open::touch ? c.force : 0;
    else if (open == Open::no && loaded(c))
      f = -slope_of(c) * d.velocity[2 * i + 1] / j;
    d.spring[i] = f;
    any = any || f != 0;
  }
  return any;
}

/// W F for the columns that F uses, and the size of its terms.
void find_rates(Decisions& d) {
  const int width = 2 * d.count;
  for (int r = 0; r < width; ++r) {
    const double* const row = d.inertia + static_cast<std::ptrdiff_t>(r) * width;
    double sum = 0;
    double size = 0;
    for (int s = 0; s < width; ++s) {
      const double term = row[s] * d.force[s];
      sum += term;
      size += std::abs(term);
    }
    d.rate[r] = sum;
    d.size[r] = size;
  }
}

/// Friction at the contacts on the ladder, order j.
void find_friction(Decisions& d, int j) {
  const int width = 2 * d.count;
  int n = 0;
  for (int i = 0; i < d.count; ++i) {
    if (d.status[i] == settled) continue;
    if (d.status[i] == waiting && !(d.spring[i] > 0)) continue;
    d.box_contact[n++] = i;
  }
  if (n == 0) return;
  for (int a = 0; a < n; ++a) {
    const int i = d.box_contact[a];
    const double edge = d.contacts[i].friction * d.spring[i];
    const std::uint8_t status = d.status[i];
    d.box_high[a] = status == waiting || status == upper ? edge : infinite;
    d.box_low[a] = status == waiting || status == lower ? -edge : -infinite;
    d.box_side[a] = status == upper ? Side::high : status == lower ? Side::low : Side::inside;
    d.box_x[a] = status == upper ? edge : status == lower ? -edge : 0;
    d.box_offset[a] = d.rate[2 * i];
    const double* const row = d.inertia + static_cast<std::ptrdiff_t>(2 * i) * width;
    double size = d.size[2 * i];
    for (int b = 0; b < n; ++b) {
      const int k = d.box_contact[b];
      d.box_matrix[a * n + b] = row[2 * k];
      size += std::abs(row[2 * k] * d.contacts[k].friction * d.spring[k]);
    }
    d.box_zero[a] = cancelled * size;
  }
  least_in_box({n, d.box_matrix.data(), d.box_offset.data(), d.box_low.data(), d.box_high.data(),
                d.box_zero.data()},
               d.box_x.data(), d.box_side.data(), d.box);
  for (int a = 0; a < n; ++a) {
    const int i = d.box_contact[a];
    const double x = d.box_x[a];
    d.force[2 * i] = x;
    for (int r = 0; r < width; ++r) {
      const double term = d.inertia[static_cast<std::ptrdiff_t>(r) * width + 2 * i] * x;
      d.rate[r] += term;
      d.size[r] += std::abs(term);
    }
  }
  for (int a = 0; a < n; ++a) {
    const int i = d.box_contact[a];
    Decision& c = d.contacts[i];
    std::uint8_t& status = d.status[i];
    if (status == inside) continue;
    const double edge = c.friction * d.spring[i];
    const double near = edge_rounding(c, edge, d.box_x[a]);
    const bool at_high = status != lower && d.box_x[a] >= edge - near;
    const bool at_low = status != upper && d.box_x[a] <= -edge + near;
    if (status == waiting) c.upper_zeros = c.lower_zeros = j;
    if (at_high && at_low) continue;  // too small to tell: waits
    if (at_high || at_low) {
      const double acceleration = at_high ? -d.rate[2 * i] : d.rate[2 * i];
      if (acceleration > d.box_zero[a]) {
        status = settled;
        c.slip = at_high ? Slip::minus : Slip::plus;
        c.slip_zeros = j + 1;
      } else {
        status = at_high ? upper : lower;
      }
      continue;
    }
    if (status == upper) c.upper_zeros = j;
    if (status == lower) c.lower_zeros = j;
    status = inside;
    c.slip = Slip::sticks;
    c.share = edge > 0 ? std::clamp(d.box_x[a] / edge, -1.0, 1.0) : 0;
  }
}

/// A contact that is moved along before it is pressed slides when it is.
void slide_unpressed(Decisions& d, int j) {
  for (int i = 0; i < d.count; ++i) {
    if (d.status[i] != waiting || d.spring[i] != 0) continue;
    const double rate = d.rate[2 * i];
    if (std::abs(rate) <= cancelled * d.size[2 * i]) continue;
    d.status[i] = settled;
    d.contacts[i].slip = rate > 0 ? Slip::plus : Slip::minus;
    d.contacts[i].slip_zeros = j + 1;
  }
}

/// What v_n of the next order decides.
void decide_normals(Decisions& d, int j) {
  for (int i = 0; i < d.count; ++i) {
    const auto open = static_cast<Open>(d.open[i]);
    if (open == Open::no) continue;
    const double rate = d.rate[2 * i + 1];
    if (std::abs(rate) <= cancelled_exactly * d.size[2 * i + 1]) continue;
    Decision& c = d.contacts[i];
    c.normal_zeros = j + 1;
    d.open[i] = static_cast<std::uint8_t>(Open::no);
    if (open == Open::crest) {
      c.normal = rate < 0 ? SpringMode::virgin : SpringMode::line;
    } else if (rate < 0) {
      c.normal = loading_mode(c);
    } else {
      c.normal = SpringMode::apart;
      c.slip = Slip::none;
      d.status[i] = settled;
    }
  }
}

bool all_settled(const Decisions& d) {
  for (int i = 0; i < d.count; ++i)
    if (d.open[i] != static_cast<std::uint8_t>(Open::no) ||
        (d.status[i] != settled && d.status[i] != inside))
      return false;
  return true;
}

/// Of contacts that stick by the same equations (corners of one body) some get a fixed share of
/// their cones, that which they began with, and the others the rest. One whose force grows from
/// zero cannot take what others leave, so it is the one to be pinned.
void pin_dependent(Decisions& d) {
  int n = 0;
  for (int i = 0; i < d.count; ++i)
    if (d.status[i] == inside) d.box_contact[n++] = i;
  if (n < 2) return;
  for (int a = 0; a < n; ++a) {
    const Decision& c = d.contacts[d.box_contact[a]];
    d.box_rank[a] = std::max(c.upper_zeros, c.lower_zeros);
  }
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      d.box_matrix[a * n + b] = d.inertia[2 * (d.box_contact[a] * 2 * d.count + d.box_contact[b])];
  find_dependent(n, d.box_matrix.data(), d.box_rank.data(), d.box_dependent.data(), d.box);
  for (int a = 0; a < n; ++a)
    if (d.box_dependent[a] != 0) d.contacts[d.box_contact[a]].slip = Slip::pinned;
}

/// Whatever has been zero in every order.
void close_rest(Decisions& d) {
  for (int i = 0; i < d.count; ++i) {
    Decision& c = d.contacts[i];
    const auto open = static_cast<Open>(d.open[i]);
    if (open != Open::no) {
      c.undecided = true;
      c.normal_zeros = terms;
      if (open == Open::touch) {
        c.normal = SpringMode::apart;
        c.slip = Slip::none;
        continue;
      }
    }
    if (d.status[i] == settled || d.status[i] == inside) continue;
    c.slip = Slip::pinned;
    c.share = d.status[i] == upper ? 1 : d.status[i] == lower ? -1 : 0;
  }
}

}  // namespace

SpringMode loading_mode(const Decision& c) {
  if (c.restitution == 1) return SpringMode::elastic;
  return c.restitution == 0 || c.crest == 0 ? SpringMode::virgin : SpringMode::line;
}

Open settle(Decision& c) {
  c.undecided = false;
  c.normal_zeros = 0;
  const double v = c.normal_speed;
  const bool plastic = c.restitution == 0;
  const auto leave_or = [&](SpringMode stays) {
    if (v == 0) return Open::touch;
    c.normal = v > 0 ? SpringMode::apart : stays;
    return Open::no;
  };
  switch (c.normal) {
    case SpringMode::held:
      return Open::plastic;
    case SpringMode::apart:
      if (c.gap > 0 || v > 0) return Open::no;
      if (v == 0) return plastic && c.crest > 0 ? Open::plastic : Open::touch;
      c.normal = loading_mode(c);
      c.force = plastic ? c.crest : 0;
      return Open::no;
    case SpringMode::virgin:
      if (v < 0) return Open::no;
      if (c.crest == 0) return leave_or(SpringMode::virgin);
      if (v == 0) return plastic ? Open::plastic : Open::crest;
      c.normal = plastic ? SpringMode::apart : SpringMode::line;
      return Open::no;
    case SpringMode::line:
      if (c.force == 0) return leave_or(SpringMode::line);
      if (c.force != c.crest) return Open::no;
      if (v == 0) return Open::crest;
      c.normal = v < 0 ? SpringMode::virgin : SpringMode::line;
      return Open::no;
    case SpringMode::elastic:
      return c.force == 0 ? leave_or(SpringMode::elastic) : Open::no;
  }
  return Open::no;
}

void next_order(Decisions& d, int j) {
  for (int r = 0; r < 2 * d.count; ++r) {
    d.velocity[r] = d.next_velocity[r];
    d.next_velocity[r] = d.rate[r] / (j + 1);
  }
}

void find_modes(Decisions& d, Flow<double>& flow) {
  d.ambiguous = false;
  d.consistent = true;
  bool plastic = false;
  std::copy_n(d.contacts.begin(), d.count, d.before.begin());
  for (int i = 0; i < d.count; ++i) {
    const Open open = settle(d.contacts[i]);
    d.open[i] = static_cast<std::uint8_t>(open);
    plastic = plastic || open == Open::plastic;
  }
  if (plastic) {
    find_plastic_modes(d, flow);
    return;
  }
  for (int i = 0; i < d.count; ++i) begin_slip(d, i);
  if (all_settled(d)) return;
  for (int i = 0; i < d.count; ++i) {
    d.next_velocity[2 * i] = d.contacts[i].slip_speed;
    d.next_velocity[2 * i + 1] = d.contacts[i].normal_speed;
  }
  for (int j = 0; j <= order; ++j) {
    if (find_springs(d, j)) {
      for (int i = 0; i < d.count; ++i) {
        d.force[2 * i] =
            force_ratio(d.contacts[i]) * d.spring[i] * (d.status[i] == settled ? 1 : 0);
        d.force[2 * i + 1] = d.spring[i];
      }
      find_rates(d);
      find_friction(d, j);
      slide_unpressed(d, j);
      decide_normals(d, j);
      if (all_settled(d)) {
        pin_dependent(d);
        return;
      }
    } else {
      std::fill(d.rate.begin(), d.rate.begin() + 2 * d.count, 0.0);
    }
    next_order(d, j);
  }
  pin_dependent(d);
  close_rest(d);
}

void Decisions::reserve(int capacity) {
  const auto c = static_cast<std::size_t>(capacity);
  contacts.resize(c);
  spring.resize(c);
  for (auto* vector : {&force, &velocity, &next_velocity, &rate, &size}) vector->resize(2 * c);
  open.resize(c);
  status.resize(c);
  box.reserve(2 * capacity);
  box_matrix.resize(4 * c * c);
  for (auto* vector : {&box_offset, &box_low, &box_high, &box_zero, &box_x}) vector->resize(c);
  box_side.resize(c);
  box_dependent.resize(2 * c);
  box_contact.resize(2 * c);
  box_rank.resize(2 * c);
  for (auto* vector : {&before, &best, &trial}) vector->resize(c);
  choice.resize(c);
  choices.resize(c);
  trial_open.resize(c);
  first_rates.resize(2 * c);
  best_rates.resize(2 * c);
}

}  // namespace carom::springs
