#include <algorithm>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {

template <class T>
RunOf<T>::RunOf(const LineOf<T>& line, const LineLimits& limits, LineTrace* trace, Policy policy,
                Runs& runs)
    : line_(line),
      limits_(limits),
      trace_(trace),
      policy_(policy),
      runs_(&runs),
      n_(line.segments()),
      stride_(n_ + 1) {
  velocity_.assign(terms * stride_, T(0));
  compression_.assign(terms * stride_, T(0));
  force_.assign(terms * stride_, T(0));
  inverse_mass_.assign(n_, T(0));
  stiffness_.assign(stride_, T(0));
  origin_.assign(stride_, T(0));
  position_.assign(line.bodies.size(), 0.0);
  if (trace != nullptr) next_sample_ = trace->from;
  local_tolerance_ = std::clamp(1e-6 * line.tolerance, 1e-16, 1e-8);
  double energy = 0;
  for (const LineBodyOf<T>& body : line.bodies) {
    for (std::size_t i = body.first; i < body.first + body.count; ++i) {
      inverse_mass_[i] = 1 / body.mass;
      v(0)[i] = body.velocity;
      if (i > body.first) stiffness_[i] = body.stiffness;
    }
    const double velocity = plain(body.velocity);
    energy += 0.5 * plain(body.mass) * static_cast<double>(body.count) * velocity * velocity;
  }
  initial_energy_ = energy;
  for (std::size_t c = 0; c < line.contacts.size(); ++c) {
    Node node;
    node.interface = line.contacts[c].interface;
    node.contact = static_cast<int>(c);
    node.law = line.contacts[c].law;
    node.ratio = line.contacts[c].ratio;
    g(0)[node.interface] = -line.contacts[c].gap;
    if (line.model != ContactModel::rigid) {
      const double p = node.law.exponent;
      const Bimodal law = plain(node.law);
      const double depth = std::pow((p + 1) * energy / law.stiffness, 1 / (p + 1));
      node.threshold = (p == 1 ? 1e-12 : force_begins) * depth;
      node.elastic_threshold = node.threshold * std::pow(law.restitution, 2 * p / (p + 1));
    }
    nodes_.push_back(node);
  }
  contacts_ = nodes_.size();
  if (line.dissipating)
    for (std::size_t b = 0; b < line.bodies.size(); ++b)
      for (std::size_t i = 1; i < line.bodies[b].count; ++i) {
        Node node;
        node.interface = line.bodies[b].first + i;
        node.law = line.springs[b];
        node.memory.branch = Branch::loading;
        nodes_.push_back(node);
      }
}

/// Numbers with slopes lie as so many plain ones, side by side.
template <class T>
inline constexpr std::size_t lanes = sizeof(T) / sizeof(double);

template <class T>
double* flat(T* numbers) {
  static_assert(std::is_standard_layout_v<T> && sizeof(T) % sizeof(double) == 0);
  return reinterpret_cast<double*>(numbers);
}
template <class T>
const double* flat(const T* numbers) {
  return flat(const_cast<T*>(numbers));
}

/// Factors for all lanes of a number.
template <class T>
void repeat(std::span<const T> numbers, std::vector<double>& out) {
  out.resize(numbers.size() * lanes<T>);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t l = 0; l < lanes<T>; ++l) out[i * lanes<T> + l] = plain(numbers[i]);
}

template <class T>
bool any_varies(const std::vector<T>& numbers) {
  return std::ranges::any_of(numbers, [](const T& x) { return varies(x); });
}

/// x += x₀ y′ s: what the slopes of a factor y add to a product.
inline void add_slopes(double&, double, double, double) {}
inline void add_slopes(Sloped& x, double value, const Sloped& y, double s) {
  for (std::size_t d = 0; d < x.slope.size(); ++d) x.slope[d] += value * y.slope[d] * s;
}

/// Σ_k≥1 c_k τ^k of all numbers of a row side by side, by Horner's rule.
template <class T>
void sum_rows(const T* rows, std::size_t stride, const T& time, std::vector<T>& sum) {
  sum.assign(stride, T(0));
  const double plainly = plain(time);
  for (int k = order; k >= 1; --k) {
    const T* const row = rows + static_cast<std::size_t>(k) * stride;
    if (varies(time)) {
      for (std::size_t i = 0; i < stride; ++i) sum[i] = (sum[i] + row[i]) * time;
      continue;
    }
    double* const to = flat(sum.data());
    const double* const from = flat(row);
    for (std::size_t j = 0; j < stride * lanes<T>; ++j) to[j] = (to[j] + from[j]) * plainly;
  }
}

/// The curve of the branch that holds, for interfaces of exponent 1 also in the plain arrays.
template <class T>
void RunOf<T>::set_curve(Node& node) {
  if (node.law.exponent != 1 || (line_.model == ContactModel::rigid && node.contact >= 0)) return;
  const CurveOf<T> c = curve(node.law, node.memory);
  stiffness_[node.interface] = c.stiffness;
  origin_[node.interface] = c.origin;
}

/// Forces of Hertz contacts at order k, from indentations up to order k and forces below it.
template <class T>
void RunOf<T>::expand_contacts(int k) {
  for (std::size_t c = 0; c < contacts_; ++c) {
    const Node& node = nodes_[c];
    if (node.law.exponent == 1 || node.memory.branch == Branch::locked) continue;
    const std::size_t i = node.interface;
    if (node.memory.branch == Branch::open) {
      f(k)[i] = 0;
      continue;
    }
    const T u0 = g(0)[i] - curve(node.law, node.memory).origin;
    if (k == 0) {
      f(0)[i] = force(node.law, node.memory, g(0)[i]);
      continue;
    }
    const double p = node.law.exponent;
    T sum = 0;
    for (int j = 0; j < k; ++j)
      sum += (p * static_cast<double>(k - j) - static_cast<double>(j)) * g(k - j)[i] * f(j)[i];
    f(k)[i] = sum / (static_cast<double>(k) * u0);
  }
}

/// Forces that keep locked contacts at δ̇ = 0, at order k. A run of whole bodies locked to each
/// other is one tridiagonal system.
template <class T>
void RunOf<T>::expand_locked(int k) {
  for (std::size_t c = 0; c < contacts_;) {
    if (nodes_[c].memory.branch != Branch::locked) {
      ++c;
      continue;
    }
    std::size_t end = c + 1;
    while (end < contacts_ && nodes_[end].memory.branch == Branch::locked &&
           nodes_[end].interface == nodes_[end - 1].interface + 1)
      ++end;
    // −F_i−1/m_i−1 + (1/m_i−1 + 1/m_i) F_i − F_i+1/m_i = forces from outside the run
    std::vector<T> diagonal, right;
    for (std::size_t r = c; r < end; ++r) {
      const std::size_t i = nodes_[r].interface;
      diagonal.push_back(inverse_mass_[i - 1] + inverse_mass_[i]);
      T outside = 0;
      if (r == c) outside += f(k)[i - 1] * inverse_mass_[i - 1];
      if (r + 1 == end) outside += f(k)[i + 1] * inverse_mass_[i];
      right.push_back(outside);
    }
    for (std::size_t r = 1; r < diagonal.size(); ++r) {
      const T coupling = -inverse_mass_[nodes_[c + r].interface - 1];
      const T factor = coupling / diagonal[r - 1];
      diagonal[r] -= factor * coupling;
      right[r] -= factor * right[r - 1];
    }
    for (std::size_t r = diagonal.size(); r-- > 0;) {
      if (r + 1 < diagonal.size())
        right[r] += inverse_mass_[nodes_[c + r].interface] * right[r + 1];
      right[r] /= diagonal[r];
      f(k)[nodes_[c + r].interface] = right[r];
    }
    c = end;
  }
}

template <class T>
void RunOf<T>::expand() {
  bool hertz = false, locked = false;
  for (std::size_t c = 0; c < contacts_; ++c) {
    hertz = hertz || nodes_[c].law.exponent != 1;
    locked = locked || nodes_[c].memory.branch == Branch::locked;
  }
  constexpr std::size_t wide = lanes<T>;
  const bool masses_vary = any_varies(inverse_mass_), springs_vary = any_varies(stiffness_);
  repeat(std::span<const T>(stiffness_), stiffnesses_);
  repeat(std::span<const T>(inverse_mass_), inverse_masses_);
  const double* const stiffness = stiffnesses_.data();
  const double* const inverse_mass = inverse_masses_.data();
  for (int k = 0; k <= order; ++k) {
    const T* const gk = g(k);
    T* const fk = f(k);
    if (k == 0) {
      for (std::size_t i = 1; i < n_; ++i) fk[i] = stiffness_[i] * (gk[i] - origin_[i]);
    } else {
      const double* const from = flat(gk);
      double* const to = flat(fk);
      for (std::size_t j = wide; j < n_ * wide; ++j) to[j] = stiffness[j] * from[j];
      if (springs_vary)
        for (std::size_t i = 1; i < n_; ++i) add_slopes(fk[i], plain(gk[i]), stiffness_[i], 1);
    }
    if (hertz) expand_contacts(k);
    if (locked) expand_locked(k);
    if (k == order) break;
    const double share = 1.0 / (k + 1);
    const double* const vk = flat(v(k));
    const double* const forces = flat(fk);
    double* const next_v = flat(v(k + 1));
    double* const next_g = flat(g(k + 1));
    for (std::size_t j = wide; j < n_ * wide; ++j) next_g[j] = (vk[j - wide] - vk[j]) * share;
    for (std::size_t j = 0; j < n_ * wide; ++j)
      next_v[j] = (forces[j] - forces[j + wide]) * inverse_mass[j] * share;
    if (masses_vary)
      for (std::size_t i = 0; i < n_; ++i)
        add_slopes(v(k + 1)[i], plain(fk[i]) - plain(fk[i + 1]), inverse_mass_[i], share);
  }
  if (locked)
    for (std::size_t c = 0; c < contacts_; ++c)
      if (nodes_[c].memory.branch == Branch::locked)
        for (int k = 1; k <= order; ++k) g(k)[nodes_[c].interface] = 0;
}

/// Slopes near a branch point of a force have larger last terms than values: they are held to a
/// coarser tolerance, of the largest slope.
constexpr double coarser_for_slopes = 1e3;

template <class T>
double RunOf<T>::step_size() const {
  double h = longest_step;
  const auto hold = [&](int k, double largest, double tolerance) {
    if (largest > 0) h = std::min(h, std::pow(tolerance / largest, 1.0 / k));
  };
  for (const int k : {order - 1, order}) {
    const T* row = velocity_.data() + static_cast<std::size_t>(k) * stride_;
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::abs(plain(row[i])));
    hold(k, largest, local_tolerance_);
    if constexpr (sloped)
      for (std::size_t d = 0; d < T().slope.size(); ++d) {
        double size = 0, last = 0;
        for (std::size_t i = 0; i < n_; ++i) {
          size = std::max(size, std::abs(velocity_[i].slope[d]));
          last = std::max(last, std::abs(row[i].slope[d]));
        }
        hold(k, last, coarser_for_slopes * local_tolerance_ * std::max(size, 1.0));
      }
  }
  return h;
}

/// Goes on by `time` within the present series. With slopes a time of zero may have them: then
/// values stay, and what is known of them.
template <class T>
void RunOf<T>::move(const T& time) {
  if (trace_ != nullptr) sample_until(plain(time));
  if (time == 0 && !varies(time)) return;
  if (trace_ != nullptr)
    for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
      double x = 0;
      for (int k = order; k-- > 0;)
        x = (x + plain(v(k)[line_.bodies[b].first]) / (k + 1)) * plain(time);
      position_[b] += x;
    }
  for (Node& node : nodes_) {
    if (time != 0) {
      node.zeros_of_indentation = node.zeros_of_rate = 0;
      node.just_locked = false;
    }
    if (node.contact < 0 || node.memory.branch == Branch::open) continue;
    // The largest force of a step is at its ends but on a locked contact, where it is bounded.
    T impulse = 0;
    for (int k = order; k >= 0; --k) impulse = (impulse + f(k)[node.interface] / (k + 1)) * time;
    node.result.impulse += impulse;
  }
  T* const v0 = v(0);
  T* const g0 = g(0);
  std::vector<T>& sum = scratch_;
  sum_rows(v(0), stride_, time, sum);
  for (std::size_t i = 0; i < n_; ++i) v0[i] += sum[i];
  sum_rows(g(0), stride_, time, sum);
  for (std::size_t i = 1; i < n_; ++i) g0[i] += sum[i];
  time_ += time;
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& node = nodes_[c];
    if (node.memory.branch != Branch::locked) continue;
    const std::size_t i = node.interface;
    const T left = inverse_mass_[i], right = inverse_mass_[i - 1];
    const T common = (left * v0[i - 1] + right * v0[i]) / (left + right);
    v0[i - 1] = v0[i] = common;
  }
}

/// Contacts that touch at the start, or approach there.
template <class T>
void RunOf<T>::begin() {
  for (Node& node : nodes_) set_curve(node);
  mark_start();
  if (line_.model != ContactModel::rigid) return;
  mark_touching_start();
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& node = nodes_[c];
    if (line_.contacts[c].gap > 0) continue;
    node.zeros_of_indentation = 1;
    if (v(0)[node.interface - 1] == v(0)[node.interface]) {
      lock(node, T(never));
      node.closed_at = 0;
    }
  }
  settle_strikes();
}

template <class T>
TrainResult RunOf<T>::result() {
  begin();
  return rest();
}

template <class T>
TrainResult RunOf<T>::rest() {
  const double cost = 3.0 * static_cast<double>(n_) * order;
  long check_in = 0;
  while (true) {
    expand();
    ++steps_;
    spent_ += cost;
    if (quiet() && --check_in <= 0) {
      check_in = 16;
      const Flight flight = flight_ahead();
      if (flight == Flight::for_ever) break;
      if (flight == Flight::flown) continue;
    }
    const double width = step_size();
    const Happening event = first_event(width);
    if (event.at == never) {
      move(T(width));
    } else {
      move(event_time(event));
      happen(event);
      check_in = 0;
    }
    if (spent_ > limits_.work) return told(TrainVerdict::too_long);
  }
  const bool touched = std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
    return node.contact >= 0 && node.result.touches > 0;
  });
  return told(touched ? TrainVerdict::collided : TrainVerdict::never_meet);
}

#define CAROM_RUN(T)                                                                        \
  template RunOf<T>::RunOf(const LineOf<T>&, const LineLimits&, LineTrace*, Policy, Runs&); \
  template void RunOf<T>::expand();                                                         \
  template void RunOf<T>::set_curve(Node&);                                                 \
  template void RunOf<T>::move(const T&);                                                   \
  template TrainResult RunOf<T>::result();                                                  \
  template TrainResult RunOf<T>::rest();
CAROM_RUN(double)
CAROM_RUN(Sloped)
#undef CAROM_RUN

}  // namespace carom::taylor

namespace carom {

TrainResult collide_by_series(const Line& line, const LineLimits& limits, LineTrace* trace) {
  using taylor::Policy;
  taylor::Runs runs;
  taylor::RunOf<double> first(line, limits, trace, Policy::together, runs);
  TrainResult given = first.result();
  given.exhaustive = runs.exhaustive;
  if (runs.waiting.empty() || given.verdict == TrainVerdict::too_long) return given;

  const auto same = [](const TrainResult& one, const TrainResult& other) {
    return std::ranges::equal(
        one.bodies, other.bodies, [](const TrainBodyResult& a, const TrainBodyResult& b) {
          return std::abs(a.velocity_after - b.velocity_after) <= same_velocity;
        });
  };
  std::vector<TrainResult> outcomes;
  LineLimits left = limits;
  for (; !runs.waiting.empty() && left.work > 0; runs.waiting.pop_front()) {
    taylor::RunOf<double>& run = *runs.waiting.front();
    TrainResult outcome = run.rest();
    left.work -= run.spent();
    if (outcome.verdict == TrainVerdict::too_long)
      runs.exhaustive = false;
    else if (std::ranges::none_of(outcomes, [&](const auto& each) { return same(each, outcome); }))
      outcomes.push_back(std::move(outcome));
  }
  if (!runs.waiting.empty()) runs.exhaustive = false;
  if (outcomes.size() == 1 && first.in_rounds()) {
    if (trace != nullptr) *trace = {trace->from, trace->step, {}, {}, {}, {}, {}};
    given = taylor::RunOf<double>(line, limits, trace, Policy::from_left, runs).result();
  } else {
    if (first.in_rounds()) given.verdict = TrainVerdict::ambiguous;
    std::erase_if(outcomes, [&](const TrainResult& each) { return same(each, given); });
    std::ranges::sort(outcomes, {}, [](const TrainResult& each) {
      std::vector<double> velocities;
      for (const TrainBodyResult& body : each.bodies) velocities.push_back(body.velocity_after);
      return velocities;
    });
    given.alternatives = std::move(outcomes);
  }
  given.exhaustive = runs.exhaustive;
  return given;
}

TrainResult collide_by_series(const SlopedLine& line, const LineLimits& limits,
                              SlopedOutcome& outcome) {
  taylor::Runs runs;
  taylor::RunOf<Sloped> run(line, limits, nullptr, taylor::Policy::together, runs);
  TrainResult result = run.result();
  outcome = run.outcome();
  return result;
}

}  // namespace carom
