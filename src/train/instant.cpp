#include "train/instant.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <span>

#include "train/instant_springs.hpp"

namespace carom {
namespace {

constexpr long most_hits = 1000000;
constexpr double rounding = 1e-15;        // of a lasting contact's approach
constexpr double small_approach = 1e-10;  // its place in the order does not show
constexpr unsigned random_orders = 24;    // and as many mirrored

/// The instant as it goes on.
struct InstantState {
  std::vector<double> velocity;
  std::vector<bool> lasts, arrives;
};

class Course {
 public:
  explicit Course(const Instant& instant) : instant_(instant) {}

  InstantState start() const {
    InstantState state{instant_.velocity, {}, {}};
    for (const InstantContact& contact : instant_.contacts) {
      state.lasts.push_back(contact.lasts);
      state.arrives.push_back(contact.arrives);
    }
    return state;
  }

  double approach(const InstantState& state, std::size_t c) const {
    return state.velocity[instant_.contacts[c].left] - state.velocity[instant_.contacts[c].right];
  }

  /// Lasting contacts that part are let go.
  void let_go(InstantState& state, std::vector<Hit>& hits) const {
    for (std::size_t c = 0; c < instant_.contacts.size(); ++c)
      if (state.lasts[c] && approach(state, c) < -rounding) {
        state.lasts[c] = false;
        hits.push_back({c, Hit::Kind::lets_go, 0, 0});
      }
  }

  /// Contacts that strike next: those that meet, else those that approach.
  std::vector<std::size_t> candidates(const InstantState& state) const {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < instant_.contacts.size(); ++c)
      if (state.arrives[c] || approach(state, c) > (state.lasts[c] ? rounding : 0))
        found.push_back(c);
    return found;
  }

  /// Whether they share no segment with each other.
  bool disjoint(std::span<const std::size_t> contacts) const {
    for (std::size_t i = 0; i + 1 < contacts.size(); ++i)
      if (instant_.contacts[contacts[i]].right == instant_.contacts[contacts[i + 1]].left)
        return false;
    return true;
  }

  /// Whether it shows no more which contact is next. Blocks are segments that are pressed on each
  /// other (a ≥ 0), one after the other. Where what moves within a run of touching segments could
  /// not change a velocity by much, |Δv| ≤ √(2E/m), it does not. Nor where all pressed pairs have
  /// e = 0: a hit leaves them pressed and lowers the velocity of the first and raises that of the
  /// last, at most to the block's mean; if the means rise from block to block, none meets another.
  bool decided(const InstantState& state) const {
    for (std::size_t from = 0; from < instant_.contacts.size();) {
      std::size_t to = from + 1;
      while (to < instant_.contacts.size() &&
             instant_.contacts[to].left == instant_.contacts[to - 1].right)
        ++to;
      if (!calm(state, from, to) && !plastic(state, from, to)) return false;
      from = to;
    }
    return true;
  }

  Hit strike(InstantState& state, std::size_t c) const {
    const InstantContact& contact = instant_.contacts[c];
    const double left = inverse_mass(contact.left), right = inverse_mass(contact.right);
    const double closing = approach(state, c);
    const double reduced = 1 / (left + right);
    const bool lasting = stays(state, c);
    const double e = lasting ? 0 : contact.restitution;
    const double impulse = (1 + e) * reduced * closing;
    state.velocity[contact.left] -= impulse * left;
    state.velocity[contact.right] += impulse * right;
    if (lasting) join(state, c);
    note(state, c, lasting);
    return {c, lasting ? Hit::Kind::lasts : Hit::Kind::bounces, impulse,
            0.5 * reduced * closing * closing * (1 - e * e)};
  }

  /// All of them at once; a run of contacts with common segments is one tridiagonal system.
  void strike_together(InstantState& state, std::span<const std::size_t> all,
                       std::vector<Hit>& hits) const {
    for (std::size_t from = 0; from < all.size();) {
      std::size_t to = from + 1;
      while (to < all.size() && !disjoint(all.subspan(to - 1, 2))) ++to;
      if (to - from == 1)
        hits.push_back(strike(state, all[from]));
      else
        strike_run(state, all.subspan(from, to - from), hits);
      from = to;
    }
  }

 private:
  bool calm(const InstantState& state, std::size_t from, std::size_t to) const {
    double mass = 0, momentum = 0, energy = 0, lightest = 0;
    const std::size_t first = instant_.contacts[from].left, last = instant_.contacts[to - 1].right;
    for (std::size_t i = first; i <= last; ++i) {
      mass += 1 / inverse_mass(i);
      momentum += state.velocity[i] / inverse_mass(i);
      lightest = std::max(lightest, inverse_mass(i));
    }
    for (std::size_t i = first; i <= last; ++i)
      energy += 0.5 * std::pow(state.velocity[i] - momentum / mass, 2) / inverse_mass(i);
    return std::sqrt(2 * energy * lightest) <= 0.1 * same_velocity;
  }

  bool plastic(const InstantState& state, std::size_t from, std::size_t to) const {
    double before = -std::numeric_limits<double>::infinity();
    for (std::size_t c = from; c <= to;) {
      // The block that begins at the left of c.
      const std::size_t first = c < to ? instant_.contacts[c].left : instant_.contacts[c - 1].right;
      double mass = 1 / inverse_mass(first), momentum = state.velocity[first] * mass;
      bool moves = false, elastic = false;
      for (; c < to && approach(state, c) >= 0; ++c) {
        moves = moves || approach(state, c) > 0;
        elastic = elastic || instant_.contacts[c].restitution > 0;
        const std::size_t i = instant_.contacts[c].right;
        mass += 1 / inverse_mass(i);
        momentum += state.velocity[i] / inverse_mass(i);
      }
      if ((moves && elastic) || (c < to && state.arrives[c])) return false;
      if (momentum / mass < before) return false;
      before = momentum / mass;
      ++c;
    }
    return true;
  }

  double inverse_mass(std::size_t segment) const { return instant_.inverse_mass[segment]; }

  bool stays(const InstantState& state, std::size_t c) const {
    return approach(state, c) <= lasting_approach || instant_.contacts[c].restitution == 0;
  }

  void note(InstantState& state, std::size_t c, bool lasting) const {
    state.lasts[c] = lasting;
    state.arrives[c] = false;
  }

  /// To the common velocity of the two, exactly.
  void join(InstantState& state, std::size_t c) const {
    const InstantContact& contact = instant_.contacts[c];
    const double left = inverse_mass(contact.right), right = inverse_mass(contact.left);
    double& a = state.velocity[contact.left];
    double& b = state.velocity[contact.right];
    a = b = (left * a + right * b) / (left + right);
  }

  void strike_run(InstantState& state, std::span<const std::size_t> run,
                  std::vector<Hit>& hits) const {
    const std::size_t n = run.size();
    std::vector<double> diagonal(n), impulse(n), closing(n), e(n);
    for (std::size_t i = 0; i < n; ++i) {
      const InstantContact& contact = instant_.contacts[run[i]];
      closing[i] = approach(state, run[i]);
      e[i] = stays(state, run[i]) ? 0 : contact.restitution;
      diagonal[i] = inverse_mass(contact.left) + inverse_mass(contact.right);
      impulse[i] = (1 + e[i]) * closing[i];
    }
    for (std::size_t i = 1; i < n; ++i) {
      const double coupling = -inverse_mass(instant_.contacts[run[i]].left);
      const double factor = coupling / diagonal[i - 1];
      diagonal[i] -= factor * coupling;
      impulse[i] -= factor * impulse[i - 1];
    }
    for (std::size_t i = n; i-- > 0;) {
      if (i + 1 < n) impulse[i] += inverse_mass(instant_.contacts[run[i]].right) * impulse[i + 1];
      impulse[i] /= diagonal[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      const InstantContact& contact = instant_.contacts[run[i]];
      state.velocity[contact.left] -= impulse[i] * inverse_mass(contact.left);
      state.velocity[contact.right] += impulse[i] * inverse_mass(contact.right);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const bool lasting = e[i] == 0;
      note(state, run[i], lasting);
      hits.push_back({run[i], lasting ? Hit::Kind::lasts : Hit::Kind::bounces, impulse[i],
                      0.5 * impulse[i] * closing[i] * (1 - e[i])});
    }
  }

  const Instant& instant_;
};

/// Which of the candidates is next.
using Choice = std::function<std::size_t(const InstantState&, std::span<const std::size_t>)>;

SettledInstant in_order(const Course& course, InstantState state, const Choice& next,
                        bool* several = nullptr) {
  SettledInstant settled;
  for (long hit = 0; hit < most_hits; ++hit) {
    course.let_go(state, settled.hits);
    const std::vector<std::size_t> candidates = course.candidates(state);
    if (candidates.empty()) break;
    if (several != nullptr && candidates.size() > 1) *several = true;
    settled.hits.push_back(course.strike(state, next(state, candidates)));
  }
  settled.velocity = std::move(state.velocity);
  return settled;
}

SettledInstant in_rounds(const Course& course) {
  InstantState state = course.start();
  SettledInstant settled;
  for (long round = 0; round < most_hits; ++round) {
    course.let_go(state, settled.hits);
    const std::vector<std::size_t> candidates = course.candidates(state);
    if (candidates.empty()) break;
    course.strike_together(state, candidates, settled.hits);
  }
  settled.velocity = std::move(state.velocity);
  return settled;
}

bool same(const std::vector<double>& one, const std::vector<double>& other) {
  return std::ranges::equal(one, other,
                            [](double a, double b) { return std::abs(a - b) <= same_velocity; });
}

void add_outcome(std::vector<SettledInstant>& outcomes, SettledInstant outcome) {
  if (std::ranges::none_of(outcomes, [&](const SettledInstant& each) {
        return same(each.velocity, outcome.velocity);
      }))
    outcomes.push_back(std::move(outcome));
}

std::size_t leftmost(const InstantState& /*state*/, std::span<const std::size_t> all) {
  return all.front();
}

/// Those that meet first, else the leftmost.
std::size_t first_to_arrive(const InstantState& state, std::span<const std::size_t> all) {
  const auto arrived = std::ranges::find_if(all, [&](std::size_t c) { return state.arrives[c]; });
  return arrived == all.end() ? all.front() : *arrived;
}

/// Every order, as a graph of at most so many states; false where it is larger.
bool every_order(const Course& course, std::size_t most, std::vector<SettledInstant>& outcomes) {
  struct Place {
    InstantState state;
    std::size_t before;     // the place that it was reached from
    std::vector<Hit> hits;  // on the way
  };
  std::vector<Place> places{{course.start(), 0, {}}};
  std::set<std::vector<double>> known;
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    course.let_go(places[at].state, places[at].hits);
    const InstantState state = places[at].state;
    std::vector<std::size_t> next = course.candidates(state);
    if (next.empty() || course.decided(state)) {
      SettledInstant end = in_order(course, state, leftmost);
      SettledInstant outcome{std::move(end.velocity), {}};
      std::vector<std::size_t> way;
      for (std::size_t p = at;; p = places[p].before) {
        way.push_back(p);
        if (p == 0) break;
      }
      for (std::size_t k = way.size(); k-- > 0;)
        outcome.hits.insert(outcome.hits.end(), places[way[k]].hits.begin(),
                            places[way[k]].hits.end());
      outcome.hits.insert(outcome.hits.end(), end.hits.begin(), end.hits.end());
      add_outcome(outcomes, std::move(outcome));
      continue;
    }
    const auto shows = [&](std::size_t c) { return course.approach(state, c) > small_approach; };
    if (std::ranges::any_of(next, shows))
      std::erase_if(next, [&](std::size_t c) { return !shows(c); });
    else
      next.erase(next.begin() + 1, next.end());
    for (const std::size_t c : next) {
      Place place{state, at, {}};
      place.hits.push_back(course.strike(place.state, c));
      std::vector<double> key = place.state.velocity;
      for (const bool arrives : place.state.arrives) key.push_back(arrives ? 1 : 0);
      if (!known.insert(std::move(key)).second) continue;
      if (places.size() >= most) return false;
      open.push_back(places.size());
      places.push_back(std::move(place));
    }
  }
  return true;
}

std::vector<SettledInstant> some_orders(const Course& course) {
  std::vector<SettledInstant> outcomes;
  const auto add = [&](const Choice& next) {
    add_outcome(outcomes, in_order(course, course.start(), next));
  };
  // Ties go to the left, then to the right.
  const auto add_by_speed = [&](double sign) {
    for (const bool from_right : {false, true})
      add([&, sign, from_right](const InstantState& state,
                                std::span<const std::size_t> candidates) {
        std::size_t best = candidates.front();
        for (const std::size_t c : candidates) {
          const double more = sign * (course.approach(state, c) - course.approach(state, best));
          if (from_right ? more >= -rounding : more > rounding) best = c;
        }
        return best;
      });
  };
  add(leftmost);
  add([](const InstantState&, std::span<const std::size_t> all) { return all.back(); });
  add_by_speed(1);
  add_by_speed(-1);
  for (unsigned seed = 1; seed <= random_orders; ++seed)
    for (const bool from_right : {false, true}) {
      std::mt19937 random(seed);
      add([&](const InstantState&, std::span<const std::size_t> all) {
        const std::size_t k = random() % all.size();
        return all[from_right ? all.size() - 1 - k : k];
      });
    }
  return outcomes;
}

/// Those with the least or the largest velocity of a segment. Among equals (within rounding) the
/// one with the least energy, so that neither side is preferred.
std::vector<SettledInstant> extremes(const Instant& instant, std::vector<SettledInstant> all) {
  const auto energy = [&](const SettledInstant& outcome) {
    double twice = 0;
    for (std::size_t i = 0; i < outcome.velocity.size(); ++i)
      twice += outcome.velocity[i] * outcome.velocity[i] / instant.inverse_mass[i];
    return twice;
  };
  std::set<std::size_t> kept;
  for (std::size_t i = 0; i < instant.velocity.size(); ++i)
    for (const double sign : {-1.0, 1.0}) {
      double most = sign * all[0].velocity[i];
      for (const SettledInstant& each : all) most = std::max(most, sign * each.velocity[i]);
      std::size_t best = all.size();
      for (std::size_t k = 0; k < all.size(); ++k)
        if (sign * all[k].velocity[i] >= most - same_velocity &&
            (best == all.size() || energy(all[k]) < energy(all[best])))
          best = k;
      kept.insert(best);
    }
  std::vector<SettledInstant> some;
  for (const std::size_t k : kept) some.push_back(std::move(all[k]));
  return some;
}

}  // namespace

Instant plain(const InstantOf<Sloped>& instant) {
  Instant values;
  for (const Sloped& each : instant.inverse_mass) values.inverse_mass.push_back(each.value);
  for (const Sloped& each : instant.velocity) values.velocity.push_back(each.value);
  for (const InstantContactOf<Sloped>& each : instant.contacts)
    values.contacts.push_back({each.left, each.right, each.restitution.value, each.lasts,
                               each.arrives, each.stiffness.value});
  return values;
}

SettledInstantOf<Sloped> followed(const InstantOf<Sloped>& instant, const SettledInstant& settled) {
  SettledInstantOf<Sloped> sloped{instant.velocity, {}};
  for (const Hit& hit : settled.hits) {
    if (hit.kind == HitKind::lets_go) {
      sloped.hits.push_back({hit.contact, hit.kind, 0, 0});
      continue;
    }
    const InstantContactOf<Sloped>& contact = instant.contacts[hit.contact];
    const Sloped &left = instant.inverse_mass[contact.left],
                 &right = instant.inverse_mass[contact.right];
    Sloped &a = sloped.velocity[contact.left], &b = sloped.velocity[contact.right];
    const Sloped closing = a - b, reduced = 1 / (left + right);
    const bool lasting = hit.kind == HitKind::lasts;
    const Sloped e = lasting ? Sloped(0) : contact.restitution;
    const Sloped impulse = (1 + e) * reduced * closing;
    a -= impulse * left;
    b += impulse * right;
    if (lasting) a = b = (right * a + left * b) / (left + right);
    sloped.hits.push_back(
        {hit.contact, hit.kind, impulse, 0.5 * reduced * closing * closing * (1 - e * e)});
  }
  return sloped;
}

SettledInstant settled_in_turn(const Instant& instant) {
  const Course course(instant);
  return in_order(course, course.start(), first_to_arrive);
}

InstantOutcomes settled(const Instant& instant, std::size_t& states) {
  const Course course(instant);
  InstantOutcomes outcomes;
  bool several = false;
  outcomes.from_left = in_order(course, course.start(), first_to_arrive, &several);
  if (!several) return outcomes;
  std::vector<SettledInstant> orders;
  if (!every_order(course, std::min(states, most_states), orders)) {
    states -= std::min(states, most_states);
    orders = some_orders(course);
    outcomes.exhaustive = false;
  }
  if (orders.size() == 1) return outcomes;
  if (orders.size() > most_outcomes) {
    orders = extremes(instant, std::move(orders));
    outcomes.exhaustive = false;
  }
  outcomes.orders = std::move(orders);
  outcomes.together = in_rounds(course);
  return outcomes;
}

}  // namespace carom
