#include "train/taylor.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

#include "numerics/series.hpp"
#include "train/modes.hpp"

namespace carom {
namespace {

constexpr int order = series_order;
constexpr std::size_t terms = order + 1;
constexpr double force_begins = 1e-7;     // of the deepest possible indentation; see the header
constexpr double lasting_approach = 1e-11;  // of V: below it a rigid contact lasts
constexpr double longest_step = 64;         // of T

/// What ends the branch that holds at an interface.
enum class What { close, arm, turn, load, release, strike };

struct Happening {
  double at = never;
  std::size_t interface = 0;
  What what = What::close;
};

/// Whether contacts can close again, and when.
enum class Flight { for_ever, flown, short_one };

/// An interface that is more than a spring that never changes.
struct Node {
  std::size_t interface = 0;
  int contact = -1;  // −1: a spring that dissipates
  Bimodal law;
  BimodalMemory memory;
  double threshold = 0;         // force begins this far above the origin of the loading curve
  double elastic_threshold = 0; // and this far above that of the unloading curve: as little work
  double locked_force_limit = never;
  // Zeros that the quantities of the guards are known to begin with, right after a change.
  int zeros_of_indentation = 0;
  int zeros_of_rate = 0;
  bool just_locked = false;
  TrainContactResult result;
  double closed_at = 0;
};

/// Where an open contact closes.
double level(const Node& node) {
  return closing_level(node.memory) +
         (node.memory.deepest == 0 ? node.threshold : node.elastic_threshold);
}

class Run {
 public:
  Run(const Line& line, const LineLimits& limits, LineTrace* trace);
  TrainResult result();

 private:
  double* v(int k) { return velocity_.data() + static_cast<std::size_t>(k) * stride_; }
  double* g(int k) { return compression_.data() + static_cast<std::size_t>(k) * stride_; }
  double* f(int k) { return force_.data() + static_cast<std::size_t>(k) * stride_; }

  void expand();
  void expand_contacts(int k);
  void expand_locked(int k);
  double step_size() const;
  Happening first_event(double width);
  void guard(const Node& node, std::span<const double> series, double width, What what,
             Happening& first);
  void move(double time);
  void happen(const Happening& event);
  void strike(Node& node);
  void settle_strikes();
  void lock(Node& node, double limit);
  double way_to_threshold(const Node& node);
  void note_closed(Node& node);
  void note_open(Node& node);
  void set_curve(Node& node);
  bool quiet();
  Flight flight_ahead();
  double reach(std::size_t body, EndSwing& swing);
  void sample_until(double time);
  void begin();
  TrainResult told(TrainVerdict verdict);

  const Line& line_;
  const LineLimits& limits_;
  LineTrace* trace_;
  std::size_t n_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> velocity_, compression_, force_;  // series, one row an order
  std::vector<double> inverse_mass_, stiffness_, origin_;
  std::vector<double> position_;  // of the bodies' first segments, for a trace
  std::vector<Node> nodes_;       // contacts first
  std::size_t contacts_ = 0;
  double time_ = 0;
  double local_tolerance_ = 1e-15;
  double next_sample_ = 0;
  long steps_ = 0, events_ = 0;
  double initial_energy_ = 0;
  std::vector<double> scratch_;
};

Run::Run(const Line& line, const LineLimits& limits, LineTrace* trace)
    : line_(line), limits_(limits), trace_(trace), n_(line.segments()), stride_(n_ + 1) {
  velocity_.assign(terms * stride_, 0.0);
  compression_.assign(terms * stride_, 0.0);
  force_.assign(terms * stride_, 0.0);
  inverse_mass_.assign(n_, 0.0);
  stiffness_.assign(stride_, 0.0);
  origin_.assign(stride_, 0.0);
  position_.assign(line.bodies.size(), 0.0);
  local_tolerance_ = std::clamp(1e-6 * line.tolerance, 1e-16, 1e-8);
  double energy = 0;
  for (const LineBody& body : line.bodies) {
    for (std::size_t i = body.first; i < body.first + body.count; ++i) {
      inverse_mass_[i] = 1 / body.mass;
      v(0)[i] = body.velocity;
      if (i > body.first) stiffness_[i] = body.stiffness;
    }
    energy += 0.5 * body.mass * static_cast<double>(body.count) * body.velocity * body.velocity;
  }
  initial_energy_ = energy;
  for (std::size_t c = 0; c < line.contacts.size(); ++c) {
    Node node;
    node.interface = line.contacts[c].interface;
    node.contact = static_cast<int>(c);
    node.law = line.contacts[c].law;
    g(0)[node.interface] = -line.contacts[c].gap;
    if (line.model != ContactModel::rigid) {
      const double p = node.law.exponent;
      const double depth = std::pow((p + 1) * energy / node.law.stiffness, 1 / (p + 1));
      node.threshold = (p == 1 ? 1e-12 : force_begins) * depth;
      node.elastic_threshold =
          node.threshold * std::pow(node.law.restitution, 2 * p / (p + 1));
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

/// The curve of the branch that holds, for interfaces of exponent 1 also in the plain arrays.
void Run::set_curve(Node& node) {
  if (node.law.exponent != 1 || (line_.model == ContactModel::rigid && node.contact >= 0)) return;
  const Curve c = curve(node.law, node.memory);
  stiffness_[node.interface] = c.stiffness;
  origin_[node.interface] = c.origin;
}

/// Forces of Hertz contacts at order k, from indentations up to order k and forces below it.
void Run::expand_contacts(int k) {
  for (std::size_t c = 0; c < contacts_; ++c) {
    const Node& node = nodes_[c];
    if (node.law.exponent == 1 || node.memory.branch == Branch::locked) continue;
    const std::size_t i = node.interface;
    if (node.memory.branch == Branch::open) {
      f(k)[i] = 0;
      continue;
    }
    const Curve along = curve(node.law, node.memory);
    const double u0 = g(0)[i] - along.origin;
    if (k == 0) {
      f(0)[i] = force(node.law, node.memory, g(0)[i]);
      continue;
    }
    const double p = node.law.exponent;
    double sum = 0;
    for (int j = 0; j < k; ++j)
      sum += (p * static_cast<double>(k - j) - static_cast<double>(j)) * g(k - j)[i] * f(j)[i];
    f(k)[i] = sum / (static_cast<double>(k) * u0);
  }
}

/// Forces that keep locked contacts at δ̇ = 0, at order k. A run of whole bodies locked to each
/// other is one tridiagonal system.
void Run::expand_locked(int k) {
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
    std::vector<double> diagonal, right;
    for (std::size_t r = c; r < end; ++r) {
      const std::size_t i = nodes_[r].interface;
      diagonal.push_back(inverse_mass_[i - 1] + inverse_mass_[i]);
      double outside = 0;
      if (r == c) outside += f(k)[i - 1] * inverse_mass_[i - 1];
      if (r + 1 == end) outside += f(k)[i + 1] * inverse_mass_[i];
      right.push_back(outside);
    }
    for (std::size_t r = 1; r < diagonal.size(); ++r) {
      const double coupling = -inverse_mass_[nodes_[c + r].interface - 1];
      const double factor = coupling / diagonal[r - 1];
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

void Run::expand() {
  bool hertz = false, locked = false;
  for (std::size_t c = 0; c < contacts_; ++c) {
    hertz = hertz || nodes_[c].law.exponent != 1;
    locked = locked || nodes_[c].memory.branch == Branch::locked;
  }
  const double* const stiffness = stiffness_.data();
  const double* const inverse_mass = inverse_mass_.data();
  for (int k = 0; k <= order; ++k) {
    const double* const gk = g(k);
    double* const fk = f(k);
    if (k == 0)
      for (std::size_t i = 1; i < n_; ++i) fk[i] = stiffness[i] * (gk[i] - origin_[i]);
    else
      for (std::size_t i = 1; i < n_; ++i) fk[i] = stiffness[i] * gk[i];
    if (hertz) expand_contacts(k);
    if (locked) expand_locked(k);
    if (k == order) break;
    const double share = 1.0 / (k + 1);
    const double* const vk = v(k);
    double* const next_v = v(k + 1);
    double* const next_g = g(k + 1);
    for (std::size_t i = 1; i < n_; ++i) next_g[i] = (vk[i - 1] - vk[i]) * share;
    for (std::size_t i = 0; i < n_; ++i) next_v[i] = (fk[i] - fk[i + 1]) * inverse_mass[i] * share;
  }
  if (locked)
    for (std::size_t c = 0; c < contacts_; ++c)
      if (nodes_[c].memory.branch == Branch::locked)
        for (int k = 1; k <= order; ++k) g(k)[nodes_[c].interface] = 0;
}

double Run::step_size() const {
  double h = longest_step;
  for (const int k : {order - 1, order}) {
    const double* row = velocity_.data() + static_cast<std::size_t>(k) * stride_;
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::abs(row[i]));
    if (largest > 0) h = std::min(h, std::pow(local_tolerance_ / largest, 1.0 / k));
  }
  return h;
}

void Run::guard(const Node& node, std::span<const double> series, double width, What what,
                Happening& first) {
  const double at = first_positive(series, std::min(width, first.at));
  if (at < first.at) first = {at, node.interface, what};
}

Happening Run::first_event(double width) {
  Happening first;
  std::array<double, terms> series;
  const auto indentation = [&](const Node& node, double level, double sign) {
    series[0] = sign * (g(0)[node.interface] - level);
    for (int k = 1; k <= order; ++k)
      series[static_cast<std::size_t>(k)] = sign * g(k)[node.interface];
    for (int k = 0; k < node.zeros_of_indentation; ++k) series[static_cast<std::size_t>(k)] = 0;
    return std::span<const double>(series);
  };
  const auto locked_force = [&](const Node& node, double level, double sign) {
    for (int k = 0; k <= order; ++k)
      series[static_cast<std::size_t>(k)] = sign * f(k)[node.interface];
    series[0] -= sign * level;
    return std::span<const double>(series);
  };
  const auto falling_rate = [&](const Node& node) {
    for (int k = 1; k <= order; ++k)
      series[static_cast<std::size_t>(k - 1)] = -static_cast<double>(k) * g(k)[node.interface];
    for (int k = 0; k < node.zeros_of_rate; ++k) series[static_cast<std::size_t>(k)] = 0;
    return std::span<const double>(series.data(), terms - 1);
  };
  const bool rigid = line_.model == ContactModel::rigid;
  for (const Node& node : nodes_) {
    const BimodalMemory& memory = node.memory;
    switch (memory.branch) {
      case Branch::open:
        if (rigid)
          guard(node, indentation(node, 0, 1), width, What::strike, first);
        else if (!memory.armed)
          guard(node, indentation(node, 0, -1), width, What::arm, first);
        else
          guard(node, indentation(node, level(node), 1), width, What::close, first);
        break;
      case Branch::loading:
        guard(node, falling_rate(node), width, What::turn, first);
        break;
      case Branch::elastic: {
        // Only the guard at whose level the branch began starts with known zeros.
        if (node.law.history != History::latched) {
          const bool at_top = node.zeros_of_indentation == 2;
          Node other = node;
          if (!at_top) other.zeros_of_indentation = 0;
          guard(node, indentation(at_top ? node : other, memory.deepest, 1), width, What::load,
                first);
        }
        if (!node.law.bilateral) {
          Node other = node;
          if (node.zeros_of_indentation == 2) other.zeros_of_indentation = 0;
          guard(node, indentation(other, memory.permanent + node.elastic_threshold, -1),
                width, What::release, first);
        }
        break;
      }
      case Branch::locked:
        guard(node, locked_force(node, 0, -1), width, What::release, first);
        if (!rigid)
          guard(node, locked_force(node, node.locked_force_limit, 1), width, What::load, first);
        break;
    }
  }
  return first;
}

void Run::sample_until(double time) {
  while (next_sample_ <= time_ + time) {
    const double at = std::max(next_sample_ - time_, 0.0);
    std::vector<double> velocities(n_), positions(n_), indentations, forces;
    for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
      const LineBody& body = line_.bodies[b];
      double x = 0;
      for (int k = order; k-- > 0;) x = (x + v(k)[body.first] / (k + 1)) * at;
      x += position_[b];
      for (std::size_t i = body.first; i < body.first + body.count; ++i) {
        double sum = 0, squeeze = 0;
        for (int k = order; k >= 0; --k) {
          sum = sum * at + v(k)[i];
          squeeze = squeeze * at + g(k)[i];
        }
        velocities[i] = sum;
        if (i > body.first) x -= squeeze;
        positions[i] = x;
      }
    }
    for (std::size_t c = 0; c < contacts_; ++c) {
      const std::size_t i = nodes_[c].interface;
      double squeeze = 0, push = 0;
      for (int k = order; k >= 0; --k) {
        squeeze = squeeze * at + g(k)[i];
        push = push * at + f(k)[i];
      }
      indentations.push_back(squeeze);
      forces.push_back(nodes_[c].memory.branch == Branch::open ? 0 : push);
    }
    trace_->times.push_back(next_sample_);
    trace_->velocities.push_back(std::move(velocities));
    trace_->positions.push_back(std::move(positions));
    trace_->indentations.push_back(std::move(indentations));
    trace_->forces.push_back(std::move(forces));
    next_sample_ += trace_->step;
  }
}

/// Goes on by `time` within the present series.
void Run::move(double time) {
  if (trace_ != nullptr) sample_until(time);
  if (time == 0) return;
  if (trace_ != nullptr)
    for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
      double x = 0;
      for (int k = order; k-- > 0;) x = (x + v(k)[line_.bodies[b].first] / (k + 1)) * time;
      position_[b] += x;
    }
  for (Node& node : nodes_) {
    node.zeros_of_indentation = node.zeros_of_rate = 0;
    node.just_locked = false;
    if (node.contact < 0 || node.memory.branch == Branch::open) continue;
    // The largest force of a step is at its ends but on a locked contact, where it is bounded.
    double impulse = 0;
    for (int k = order; k >= 0; --k)
      impulse = (impulse + f(k)[node.interface] / (k + 1)) * time;
    node.result.impulse += impulse;
  }
  double* const v0 = v(0);
  double* const g0 = g(0);
  // Horner's rule, row by row, so that segments go side by side.
  std::vector<double>& sum = scratch_;
  sum.assign(stride_, 0.0);
  for (int k = order; k >= 1; --k) {
    const double* const row = v(k);
    for (std::size_t i = 0; i < n_; ++i) sum[i] = (sum[i] + row[i]) * time;
  }
  for (std::size_t i = 0; i < n_; ++i) v0[i] += sum[i];
  sum.assign(stride_, 0.0);
  for (int k = order; k >= 1; --k) {
    const double* const row = g(k);
    for (std::size_t i = 1; i < n_; ++i) sum[i] = (sum[i] + row[i]) * time;
  }
  for (std::size_t i = 1; i < n_; ++i) g0[i] += sum[i];
  time_ += time;
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& node = nodes_[c];
    if (node.memory.branch != Branch::locked) continue;
    const std::size_t i = node.interface;
    const double left = inverse_mass_[i], right = inverse_mass_[i - 1];
    const double common = (left * v0[i - 1] + right * v0[i]) / (left + right);
    v0[i - 1] = v0[i] = common;
  }
}

/// How long the way from the curve's origin to where force begins takes, about.
double Run::way_to_threshold(const Node& node) {
  const double rate = std::abs(v(0)[node.interface - 1] - v(0)[node.interface]);
  return node.threshold < rate ? node.threshold / rate : 0;
}

void Run::note_closed(Node& node) {
  const double way = way_to_threshold(node);
  node.closed_at = time_ <= way * (1 + 1e-6) ? 0 : time_ - way;
  if (node.result.touches++ == 0) node.result.from = node.closed_at;
}

void Run::note_open(Node& node) {
  node.result.to = time_ + (node.law.restitution > 0 ? way_to_threshold(node) : 0);
  node.result.duration += node.result.to - node.closed_at;
}

void Run::lock(Node& node, double limit) {
  node.memory.branch = Branch::locked;
  node.locked_force_limit = limit;
  node.just_locked = true;
  const std::size_t i = node.interface;
  const double left = inverse_mass_[i], right = inverse_mass_[i - 1];
  const double common = (left * v(0)[i - 1] + right * v(0)[i]) / (left + right);
  v(0)[i - 1] = v(0)[i] = common;
}

/// Newton's impulse at one contact.
void Run::strike(Node& node) {
  const std::size_t i = node.interface;
  const double approach = v(0)[i - 1] - v(0)[i];
  const double reduced = 1 / (inverse_mass_[i - 1] + inverse_mass_[i]);
  const bool lasting = approach <= lasting_approach || node.law.restitution == 0;
  const double e = lasting ? 0 : node.law.restitution;
  const double impulse = (1 + e) * reduced * approach;
  node.memory.lost += 0.5 * reduced * approach * approach * (1 - e * e);
  node.result.impulse += impulse;
  ++node.result.touches;
  if (node.result.touches == 1) node.result.from = time_;
  node.result.to = time_;
  v(0)[i - 1] -= impulse * inverse_mass_[i - 1];
  v(0)[i] += impulse * inverse_mass_[i];
  g(0)[i] = 0;
  if (lasting) {
    lock(node, never);
    node.closed_at = time_;
  } else {
    node.memory.branch = Branch::open;
    node.zeros_of_indentation = 1;
  }
}

/// An impulse changes the velocities that contacts of the same segment see: those that touch and
/// now approach strike too, until none does.
void Run::settle_strikes() {
  const auto touching = [&](const Node& node) {
    return node.memory.branch == Branch::locked || node.zeros_of_indentation > 0;
  };
  for (long rounds = 0; rounds < 1000000; ++rounds) {
    Node* next = nullptr;
    for (std::size_t c = 0; c < contacts_; ++c) {
      Node& node = nodes_[c];
      if (!touching(node)) continue;
      const double approach = v(0)[node.interface - 1] - v(0)[node.interface];
      if (approach > (node.memory.branch == Branch::locked ? 1e-15 : 0)) {
        next = &node;
        break;
      }
      if (approach < -1e-15 && node.memory.branch == Branch::locked) {
        node.memory.branch = Branch::open;
        node.zeros_of_indentation = 1;
        note_open(node);
      }
    }
    if (next == nullptr) return;
    strike(*next);
  }
}

void Run::happen(const Happening& event) {
  ++events_;
  const auto found = std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return node.interface == event.interface;
  });
  Node& node = *found;
  const bool contact = node.contact >= 0;
  double& indentation = g(0)[node.interface];
  switch (event.what) {
    case What::arm:
      node.memory.armed = true;
      break;
    case What::close:
      indentation = level(node);
      close(node.law, node.memory);
      note_closed(node);
      node.zeros_of_indentation = node.memory.branch == Branch::elastic ? 1 : 0;
      break;
    case What::turn:
      turn(node.law, node.memory, indentation);
      node.zeros_of_indentation = 2;
      if (contact) {
        node.result.largest = std::max(node.result.largest, indentation);
        node.result.peak_force =
            std::max(node.result.peak_force,
                     node.law.stiffness * std::pow(indentation, node.law.exponent));
      }
      if (node.memory.branch == Branch::locked)
        lock(node, node.law.stiffness * std::pow(indentation, node.law.exponent));
      break;
    case What::load:
      // A locked contact's force has reached the curve's: δ̈ = 0 too, unless it never was below.
      // A spring that turned in a rounding's rate and goes on loading: δ̇ = 0.
      node.zeros_of_rate = node.memory.branch == Branch::locked ? (node.just_locked ? 1 : 2)
                           : node.zeros_of_indentation == 2     ? 1
                                                                : 0;
      node.zeros_of_indentation = 0;
      load(node.memory);
      break;
    case What::release: {
      const bool locked = node.memory.branch == Branch::locked;
      const int zeros = !locked ? 1 : node.just_locked ? 2 : 3;
      if (!locked) indentation = node.memory.permanent + node.elastic_threshold;
      if (line_.model == ContactModel::rigid)
        node.memory.branch = Branch::open;
      else
        release(node.law, node.memory);
      node.zeros_of_indentation = node.memory.armed ? zeros : 0;
      note_open(node);
      break;
    }
    case What::strike:
      strike(node);
      settle_strikes();
      break;
  }
  set_curve(node);
}

/// Whether every contact is open, or locked without a force.
bool Run::quiet() {
  for (std::size_t c = 0; c < contacts_; ++c) {
    if (nodes_[c].memory.branch == Branch::open) continue;
    if (nodes_[c].memory.branch != Branch::locked) return false;
    for (int k = 0; k <= order; ++k)
      if (std::abs(f(k)[nodes_[c].interface]) > 1e-15) return false;
  }
  return true;
}

/// How far a body's ends can ever swing from where they would be if it were relaxed.
double Run::reach(std::size_t b, EndSwing& swing) {
  const LineBody& body = line_.bodies[b];
  const std::span<const double> velocities(v(0) + body.first, body.count);
  const std::span<const double> compressions(g(0) + body.first + 1, body.count - 1);
  if (!line_.dissipating || body.count == 1) {
    swing = end_swing(body, velocities, compressions);
    return swing.reach;
  }
  // Springs that all unload are linear about what they have yielded; if one yields further, the
  // body only becomes shorter.
  const double unloading = body.stiffness / std::pow(line_.springs[b].restitution, 2);
  const std::span<const double> stiffness(stiffness_.data() + body.first + 1, body.count - 1);
  if (std::all_of(stiffness.begin(), stiffness.end(),
                  [&](double each) { return each > 0.999 * unloading; })) {
    std::vector<double> elastic(compressions.begin(), compressions.end());
    for (std::size_t i = 0; i < elastic.size(); ++i) elastic[i] -= origin_[body.first + 1 + i];
    LineBody stiff = body;
    stiff.stiffness = unloading;
    swing = end_swing(stiff, velocities, elastic);
    return swing.reach;
  }
  // Else only the energy bounds Σ s², and |y_end| ≤ √(j/3) √Σ s²; what they have yielded and may
  // yet yield is within the same bound about the shape as it is.
  double mean = 0, energy = 0;
  for (const double each : velocities) mean += each;
  mean /= static_cast<double>(body.count);
  for (const double each : velocities) energy += 0.5 * body.mass * (each - mean) * (each - mean);
  for (std::size_t i = 0; i < compressions.size(); ++i)
    energy += 0.5 * stiffness_[body.first + 1 + i] *
              (compressions[i] - origin_[body.first + 1 + i]) *
              (compressions[i] - origin_[body.first + 1 + i]);
  const std::vector<double> y = displacements(compressions);
  swing.left = y.front();
  swing.right = y.back();
  swing.velocity = mean;
  swing.reach = 2 * std::sqrt(static_cast<double>(body.count) / 3 * 2 * energy / body.stiffness);
  return swing.reach + std::max(std::abs(swing.left), std::abs(swing.right));
}

/// With all contacts open: whether none can ever close again; and if flight is long, it is flown.
Flight Run::flight_ahead() {
  std::vector<EndSwing> swings(line_.bodies.size());
  std::vector<double> reaches(line_.bodies.size());
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) reaches[b] = reach(b, swings[b]);
  double safe = never;
  bool finished = true;
  for (std::size_t c = 0; c < contacts_; ++c) {
    const Node& node = nodes_[c];
    const double relaxed = g(0)[node.interface] - swings[c].right + swings[c + 1].left;
    const double swing = reaches[c] + reaches[c + 1];
    const double approach = swings[c].velocity - swings[c + 1].velocity;
    if (!node.memory.armed) {
      // It closes again only after the two sides have been apart.
      const double overlap = relaxed - swing;
      if (approach >= 0 && overlap >= 0) {
        nodes_[c].result.passed_through = true;
        continue;
      }
      finished = false;
      safe = approach < 0 && overlap > 0 ? std::min(safe, -overlap / approach) : 0;
      continue;
    }
    // Rounding of a contact that has just been left, and of velocities that have become equal.
    const double room = level(node) - relaxed - swing + 1e-13 * (level(node) + swing) +
                        (line_.model == ContactModel::rigid ? 1e-13 : 0);
    if (approach <= 1e-14 && room >= 0) continue;
    finished = false;
    if (approach <= 1e-14 || room <= 0)
      safe = 0;
    else
      safe = std::min(safe, room / approach);
  }
  if (finished) return Flight::for_ever;
  if (safe == never || safe < 2 * longest_step || line_.dissipating) return Flight::short_one;
  safe -= longest_step;
  if (trace_ != nullptr)
    while (next_sample_ <= time_ + safe) next_sample_ += trace_->step;
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBody& body = line_.bodies[b];
    const double before = body.count > 1 ? displacements({g(0) + body.first + 1, body.count - 1})[0]
                                         : 0;
    fly(body, safe, {v(0) + body.first, body.count}, {g(0) + body.first + 1, body.count - 1});
    const double after = body.count > 1 ? displacements({g(0) + body.first + 1, body.count - 1})[0]
                                        : 0;
    position_[b] += swings[b].velocity * safe + after - before;
  }
  for (std::size_t c = 0; c < contacts_; ++c) {
    const std::size_t i = nodes_[c].interface;
    const LineBody &left = line_.bodies[c], &right = line_.bodies[c + 1];
    const double last = left.count > 1
                            ? displacements({g(0) + left.first + 1, left.count - 1}).back()
                            : 0;
    const double first = right.count > 1
                             ? displacements({g(0) + right.first + 1, right.count - 1}).front()
                             : 0;
    g(0)[i] += (swings[c].velocity - swings[c + 1].velocity) * safe + last - swings[c].right -
               first + swings[c + 1].left;
    nodes_[c].zeros_of_indentation = nodes_[c].zeros_of_rate = 0;
  }
  time_ += safe;
  return Flight::flown;
}

/// Contacts that touch at the start, or approach there.
void Run::begin() {
  for (Node& node : nodes_) set_curve(node);
  if (line_.model != ContactModel::rigid) return;
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& node = nodes_[c];
    if (line_.contacts[c].gap > 0) continue;
    node.zeros_of_indentation = 1;
    if (v(0)[node.interface - 1] == v(0)[node.interface]) {
      lock(node, never);
      node.closed_at = 0;
    }
  }
  settle_strikes();
}

TrainResult Run::told(TrainVerdict verdict) {
  TrainResult result;
  result.verdict = verdict;
  result.time = time_;
  result.steps = steps_;
  result.events = events_;
  result.energy_before = initial_energy_;
  std::vector<double> interior(line_.bodies.size(), 0.0);
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBody& body = line_.bodies[b];
    double mean = 0;
    for (std::size_t i = body.first; i < body.first + body.count; ++i) mean += v(0)[i];
    mean /= static_cast<double>(body.count);
    TrainBodyResult one;
    one.segments = static_cast<int>(body.count);
    one.velocity_before = body.velocity;
    one.velocity_after = mean;
    for (std::size_t i = body.first; i < body.first + body.count; ++i) {
      const double own = v(0)[i] - mean;
      one.vibration += 0.5 * body.mass * own * own;
      if (i > body.first && !line_.dissipating)
        one.vibration += 0.5 * body.stiffness * g(0)[i] * g(0)[i];
    }
    result.bodies.push_back(one);
  }
  for (const Node& node : nodes_) {
    if (node.contact >= 0) continue;
    std::size_t b = 0;
    while (line_.bodies[b].first + line_.bodies[b].count <= node.interface) ++b;
    BimodalMemory memory = node.memory;
    const double squeeze = g(0)[node.interface];
    result.bodies[b].vibration += stored(node.law, memory, squeeze);
    if (memory.branch == Branch::loading) turn(node.law, memory, squeeze);
    result.bodies[b].interior_loss += lost(node.law, memory);
  }
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& node = nodes_[c];
    if (node.memory.branch != Branch::open) note_open(node);
    node.result.permanent = node.memory.permanent;
    node.result.lost = line_.model == ContactModel::rigid ? node.memory.lost
                                                          : lost(node.law, node.memory);
    result.contacts.push_back(node.result);
    result.lost += node.result.lost;
  }
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBody& body = line_.bodies[b];
    const double after = result.bodies[b].velocity_after;
    result.energy_after += 0.5 * body.mass * static_cast<double>(body.count) * after * after;
    result.vibration += result.bodies[b].vibration;
    result.lost += result.bodies[b].interior_loss;
  }
  return result;
}

TrainResult Run::result() {
  begin();
  const double cost = 3.0 * static_cast<double>(n_) * order;
  double spent = 0;
  long check_in = 0;
  while (true) {
    expand();
    ++steps_;
    spent += cost;
    if (quiet() && --check_in <= 0) {
      check_in = 16;
      const Flight flight = flight_ahead();
      if (flight == Flight::for_ever) break;
      if (flight == Flight::flown) continue;
    }
    const double width = step_size();
    const Happening event = first_event(width);
    if (event.at == never) {
      move(width);
    } else {
      move(event.at);
      happen(event);
      check_in = 0;
    }
    if (spent > limits_.work) return told(TrainVerdict::too_long);
  }
  const bool touched = std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
    return node.contact >= 0 && node.result.touches > 0;
  });
  return told(touched ? TrainVerdict::collided : TrainVerdict::never_meet);
}

}  // namespace

TrainResult collide_by_series(const Line& line, const LineLimits& limits, LineTrace* trace) {
  return Run(line, limits, trace).result();
}

}  // namespace carom
