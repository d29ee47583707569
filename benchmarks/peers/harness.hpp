#pragma once

/// Runs a peer through the cases and prints one line each:
///
///     peer; variant; case; links; contacts; best ns; median ns; energy after/before;
///     v_t and v_n of the first contact; v_t and v_n of the striking one; error
///
/// Time is that of the smallest unit of work that holds the whole impact; putting the state back is
/// not timed. The error is the largest difference of any body's velocity (centre, and rate times
/// half a metre) from the exact answer of Newton's law of restitution with Coulomb friction, as a
/// share of the largest velocity. That answer is Carom's by the law `whittaker`, which for one
/// striking and other resting contacts is Moreau's law, the one that time-stepping engines solve.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cases.hpp"

namespace peers {

class Peer {
 public:
  virtual ~Peer() = default;
  virtual void build(const Case& c, double time_step) = 0;
  virtual void reset() = 0;
  virtual void step() = 0;
  /// Bodies with `velocity` and `rate` as they are now.
  virtual std::vector<Body> bodies() = 0;
};

struct Variant {
  std::string name;
  std::function<std::unique_ptr<Peer>()> make;
  int most_links = 4096;
  int most_contacts = 64;
  int steps = 1;  ///< soft contacts need several for one impact; more are taken until v_n settles
};

inline double now() {
  using namespace std::chrono;
  return duration<double, std::nano>(steady_clock::now().time_since_epoch()).count();
}

struct Times {
  double best = 0, median = 0;  ///< ns
};

template <class Reset, class Step>
Times timed(const Reset& reset, const Step& step, double budget = 0.6e9) {
  std::vector<double> samples;
  double clock = 1e9;
  for (int i = 0; i < 200; ++i) {
    const double a = now();
    clock = std::min(clock, now() - a);
  }
  const double start = now();
  while (samples.size() < 5 || (now() - start < budget && samples.size() < 20000)) {
    reset();
    const double a = now();
    step();
    samples.push_back(std::max(now() - a - clock, 0.0));
    if (samples.back() > 5e9) break;
  }
  std::sort(samples.begin(), samples.end());
  return {samples.front(), samples[samples.size() / 2]};
}

inline double error(const std::vector<Body>& bodies, const std::vector<Body>& right) {
  double worst = 0;
  double largest = 0;
  for (std::size_t k = 0; k < right.size(); ++k) {
    const Vec2 d = bodies[k].velocity - right[k].velocity;
    worst = std::max({worst, std::hypot(d.x, d.y), 0.5 * std::abs(bodies[k].rate - right[k].rate)});
    largest = std::max({largest, std::hypot(right[k].velocity.x, right[k].velocity.y),
                        0.5 * std::abs(right[k].rate)});
  }
  return worst / largest;
}

/// Where the lines go.
inline std::FILE*& peer_output() {
  static std::FILE* file = stdout;
  return file;
}

inline void print(const char* peer, const std::string& variant, const Case& c, const Times& times,
                  const std::vector<Body>& after, const std::vector<Body>& right) {
  const auto at = [&](const Touch& t) {
    return end_velocity(after[static_cast<std::size_t>(t.body)], t.far_end);
  };
  const Vec2 first = at(c.contacts.front());
  const Vec2 last = at(c.contacts.back());
  std::fprintf(peer_output(), "%s;%s;%s;%d;%zu;%.1f;%.1f;%.6f;%.6g;%.6g;%.6g;%.6g;%.3g\n", peer,
               variant.c_str(), c.name.c_str(), c.links(), c.contacts.size(), times.best,
               times.median, kinetic_energy(after) / kinetic_energy(c.bodies), first.x, first.y,
               last.x, last.y, right.empty() ? -1.0 : error(after, right));
  std::fflush(peer_output());
}

inline int run(const char* peer, const std::vector<Variant>& variants, int argc, char** argv) {
  for (const Case& c : chosen_cases(argc > 1 ? argv[1] : "all")) {
    const std::vector<Body> right = exact(c, "whittaker");
    for (const Variant& v : variants) {
      if (c.links() > v.most_links && c.contacts.size() == 2) continue;
      if (static_cast<int>(c.contacts.size()) > v.most_contacts) continue;
      // A short step for the outcome: nothing moves. The usual one for the cost.
      auto outcome = v.make();
      outcome->build(c, 1e-6);
      outcome->reset();
      for (int k = 0; k < v.steps; ++k) outcome->step();
      auto cost = v.make();
      cost->build(c, 1e-3);
      const Times times = timed([&] { cost->reset(); }, [&] { cost->step(); });
      print(peer, v.name, c, times, outcome->bodies(), right);
    }
  }
  return 0;
}

}  // namespace peers
