#include "maps/capture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {
namespace {

/// Bounces are followed until they are slower than this share of the fastest: what the linear sum
/// leaves out is of its square.
constexpr double bounces_followed = 1e-9;
/// Bounces whose flights grow by more than this at once are no capture.
constexpr double grows = 1.0 + 1e-9;

double torque(const ImpactPair& pair, double t) {
  return pair.torque ? pair.h.derivative().derivative().at(t) : 0;
}

/// The sum of all bounces after the last, of which each is `ratio` of the one before.
PairState summed(const ImpactPair& pair, const PairCollision& last, double ratio, double w) {
  const PairState& p = last.after;
  PairState end = p;
  const double T = -2 * p.u / w / (1 - ratio);
  const double jumps = ratio / (1 - ratio), squares = ratio * ratio / (1 - ratio * ratio);
  const double q2 = torque(pair, p.t);
  const double turn = p.omega - last.before.omega, push = p.s - last.before.s;
  const double along = pair.x.derivative().derivative().at(p.t);
  end.t += T;
  end.u = 0;
  end.gap = 0;
  end.theta += T * p.omega + 0.5 * T * T * q2 + turn * T * squares;
  end.omega += T * q2 + turn * jumps;
  end.x += T * p.s + 0.5 * T * T * along + push * T * squares;
  end.s += T * along + push * jumps;
  return end;
}

}  // namespace

PairLimit linearised(const ImpactPair& pair, const PairState& state) {
  PairLimit limit;
  limit.state = state;
  const double w = limit.w = pair_acceleration(pair, state);
  const double e = limit.ratio = pair.restitution();
  const BodyHeight at = pair.height(state.theta);
  const double q2 = torque(pair, state.t);
  const double lever = at.d1 / (pair.rho2 + at.d1 * at.d1);
  limit.alpha = -2 * state.omega / w;
  limit.beta = -(1 + e) * lever - 2 * q2 / w;
  limit.matrix = {1, -2 / w, 0, 0, 0, e, 0, 0, 0, limit.alpha, 1, 0, 0, limit.beta, 0, 1};
  limit.vectors = {
      {{2 / w, 1 - e, -limit.alpha, -limit.beta}, {1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  limit.decay = {2 / ((1 - e) * w), 1, 2 * state.omega / ((1 - e) * w),
                 (1 + e) / (1 - e) * lever + 2 * q2 / ((1 - e) * w)};
  limit.force = w < 0 ? -pair.mass * w * pair.rho2 / (pair.rho2 + at.d1 * at.d1) : 0;
  return limit;
}

PairSequence pair_sequence(const ImpactPair& pair, const PairState& start, long count, long most,
                           double within) {
  PairSequence sequence;
  PairSolver solver(pair);
  PairState p = start;
  double fastest = std::abs(p.u);
  int shrinking = 0;
  const auto touches = [](const PairState& state) { return std::abs(state.gap) <= 1e-12; };
  bool at_once = touches(p) && p.u < 0;  // it starts in a collision
  for (long n = 0; n < std::max(count, most); ++n) {
    if (at_once)
      p.gap = 0;
    else if (!solver.fly(p, within)) {
      sequence.escaped = true;
      return sequence;
    }
    at_once = false;
    PairCollision collision;
    const bool answered = solver.collide(p, &collision);
    sequence.verdict = collision.verdict;
    if (!answered) {
      p = collision.before;
      return sequence;
    }
    sequence.collisions.push_back(collision);
    const double ratio = -collision.after.u / collision.before.u;
    shrinking = ratio < 1 ? shrinking + 1 : 0;
    fastest = std::max(fastest, p.u);
    if (!(p.u <= bounces_followed * fastest) || shrinking < 3) {
      if (p.u > 0) continue;
    }
    const double w = pair_acceleration(pair, p);
    if (!(w < 0)) {
      if (p.u > 0) continue;
      sequence.escaped = true;  // it leaves with no velocity
      return sequence;
    }
    PairState end = p;
    if (p.u > 0) end = summed(pair, collision, ratio, w);
    sequence.limit = linearised(pair, end);
    sequence.limit->ratio = ratio;
    return sequence;
  }
  return sequence;
}

/// In units in which W = t − t*, with σ = t* − t and u̇ after a collision, x = τ/σ: the next flight
/// has x′/2 − x′²/6 = e (x/2 − x²/3)/(1 − x)², of which x = 1 − λ is the fixed point.
SelfSimilar self_similar(double e) {
  double low = e, high = 1;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    const double value = ((middle + 2) * middle - 2 * e) * middle - e;
    (value < 0 ? low : high) = middle;
  }
  SelfSimilar found{0.5 * (low + high), 0};
  const double x = 1 - found.lambda, y = found.lambda;
  const double rises = e * ((0.5 - 2 * x / 3) / (y * y) + 2 * (x / 2 - x * x / 3) / (y * y * y));
  found.multiplier = rises / (0.5 - x / 3);
  return found;
}

namespace {

/// Launches from one place and instant, told by how their bounces end.
class Launches {
 public:
  Launches(const ImpactPair& pair, const PairState& start, double within)
      : pair_(pair), start_(start), within_(within) {}

  bool captured(double launch) const { return follow(launch).limit.has_value(); }

  /// Bounces until they are summed, or a flight is longer than the one before after some that were
  /// shorter.
  PairSequence follow(double launch) const {
    constexpr long most = 100000;
    PairState p = start_;
    p.u = launch;
    PairSequence run;
    PairSolver solver(pair_);
    double before = 0;
    int shrinks = 0;
    double fastest = launch;
    for (long n = 0; n < most; ++n) {
      const double t = p.t;
      if (!solver.fly(p, within_)) {
        run.escaped = true;
        break;
      }
      PairCollision collision;
      if (!solver.collide(p, &collision)) break;
      run.collisions.push_back(collision);
      const double flight = p.t - t;
      fastest = std::max(fastest, p.u);
      if (before > 0 && flight > grows * before && shrinks > 1) {
        run.escaped = true;
        break;
      }
      shrinks = before > 0 && flight < before ? shrinks + 1 : 0;
      before = flight;
      const double w = pair_acceleration(pair_, p);
      // W falls towards zero by less than itself in all the bounces to come.
      const double left = -2 * p.u / w / (1 - pair_.restitution());
      PairState then = p;
      then.t += left;
      if (w < 0 && left > 0 && p.u <= bounces_followed * fastest &&
          pair_acceleration(pair_, then) < 0.5 * w) {
        run.limit = linearised(pair_, summed(pair_, collision, -p.u / collision.before.u, w));
        break;
      }
      if (!(p.u > 0)) break;
    }
    return run;
  }

  /// Of two launches that end differently, the captured one and the other as near as numbers are.
  std::pair<double, double> boundary(double in, double out) const {
    while (true) {
      const double middle = 0.5 * (in + out);
      if (middle == in || middle == out) return {in, out};
      (captured(middle) ? in : out) = middle;
    }
  }

  /// What parts there, where the sequences of both shrink towards an instant at which W is zero;
  /// not where one of them just misses a collision of the other.
  std::optional<Separatrix> between(double in, double out) const {
    const PairSequence stays = follow(in), leaves = follow(out);
    if (!stays.limit) return std::nullopt;
    Separatrix found;
    found.launch = in;
    found.start = start_;
    found.start.u = in;
    found.exact = self_similar(pair_.restitution());
    found.t = stays.limit->state.t;
    found.captured_w = stays.limit->w;
    double largest = 0;
    for (const PairCollision& c : stays.collisions)
      largest = std::max(largest, std::abs(pair_acceleration(pair_, c.after)));
    if (std::abs(found.captured_w) > vanished * largest) return std::nullopt;
    measure(stays, leaves, found);
    return found;
  }

 private:
  /// Where the two sequences still agree the flights shrink by λ, and where they part, by the
  /// multiplier.
  static void measure(const PairSequence& stays, const PairSequence& leaves, Separatrix& found) {
    const std::size_t count = std::min(stays.collisions.size(), leaves.collisions.size());
    const auto flight = [](const PairSequence& run, std::size_t k) {
      return run.collisions[k].after.t - run.collisions[k - 1].after.t;
    };
    double best = 1;
    for (std::size_t k = 2; k + 1 < count; ++k) {
      const double ratio = flight(stays, k) / flight(stays, k - 1);
      const double change = std::abs(flight(stays, k + 1) / flight(stays, k) - ratio);
      const double apart = std::abs(flight(leaves, k) / flight(stays, k) - 1);
      const double apart_then = std::abs(flight(leaves, k + 1) / flight(stays, k + 1) - 1);
      if (change < best && apart < 1e-4) {
        best = change;
        found.measured_lambda = ratio;
      }
      if (apart > 1e-7 && apart_then < 1e-3) found.measured_multiplier = apart_then / apart;
    }
  }

  /// Of the largest |W| on the way: what is left of it where the last launch is captured.
  static constexpr double vanished = 1e-3;

  const ImpactPair& pair_;
  const PairState& start_;
  double within_;
};

}  // namespace

std::optional<Separatrix> separatrix(const ImpactPair& pair, const PairState& start, double within,
                                     double reach) {
  if (!(start.u > 0)) return std::nullopt;
  const Launches launches(pair, start, within);
  constexpr double step = 1.03;
  double fast = start.u, slow = start.u;
  const bool guess = launches.captured(start.u);
  bool fast_captured = guess, slow_captured = guess;
  const auto parts = [&](double one, bool one_captured, double other, bool other_captured) {
    if (one_captured == other_captured) return std::optional<Separatrix>();
    const auto [in, out] =
        launches.boundary(one_captured ? one : other, one_captured ? other : one);
    return launches.between(in, out);
  };
  for (double factor = 1.01; factor <= reach; factor *= step) {
    const double faster = start.u * factor, slower = start.u / factor;
    const bool faster_captured = launches.captured(faster);
    if (auto found = parts(fast, fast_captured, faster, faster_captured)) return found;
    const bool slower_captured = launches.captured(slower);
    if (auto found = parts(slow, slow_captured, slower, slower_captured)) return found;
    fast = faster;
    slow = slower;
    fast_captured = faster_captured;
    slow_captured = slower_captured;
  }
  return std::nullopt;
}

}  // namespace carom
