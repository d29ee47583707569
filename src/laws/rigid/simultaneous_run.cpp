#include "laws/rigid/simultaneous_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "laws/rigid/determinacy.hpp"
#include "laws/rigid/simultaneous_modes.hpp"
#include "laws/rigid/simultaneous_story.hpp"
#include "laws/rigid/solution.hpp"

namespace carom::springs {
namespace {

/// Speeds below this share of V, gaps below this of VT₀, are zero when modes are found.
constexpr double rounding = 1e-13;

/// ∫₀ˣ of the product of two series in t/h, over h: Σ a_k b_j x^(k+j+1)/(k+j+1). A product has
/// twice the frequency: the first term left out is below (2 reach)²⁹/29! = 8e-18.
template <class T>
T product_integral(const T* a, const T* b, const T& x) {
  constexpr int product_order = 28;
  T sum(0);
  for (int n = product_order; n >= 0; --n) {
    T coefficient(0);
    for (int k = std::max(0, n - order); k <= std::min(n, order); ++k)
      coefficient += a[k] * b[n - k];
    sum = sum * x + coefficient * T(1.0 / (n + 1));
  }
  return sum * x;
}

template <class T>
T value_at(const T* series, const T& x) {
  T sum = series[order];
  for (int k = order; k-- > 0;) sum = sum * x + series[k];
  return sum;
}

/// The number with the value zero; its derivatives stay.
template <class T>
void remove_value(T& x) {
  x -= T(plain(x));
}

template <class T>
class Run {
 public:
  Run(bool record, SpringScratch<T>& scratch, DeterminacyScratch& determinacy,
      Solution<T>& solution)
      : s_(scratch),
        d_(scratch.decisions),
        determinacy_(determinacy),
        solution_(solution),
        story_(record, scratch, solution) {}

  RunResult result() {
    begin();
    result_.end = follow();
    story_.end(result_.end == RunEnd::ended);
    result_.exhaustive = d_.exhaustive;
    solution_.springs.duration = last_force_ * T(1 / s_.natural_time);
    return result_;
  }

 private:
  Decision& contact(int i) { return d_.contacts[i]; }
  GuardView<T> view() const {
    return {s_.decisions.contacts.data(), s_.velocity.data(), s_.crest.data(), s_.gap.data(),
            &s_.flow};
  }

  void begin() {
    d_.count = s_.count;
    d_.exhaustive = true;
    for (int i = 0; i < s_.count; ++i) {
      s_.force[i] = s_.crest[i] = s_.gap[i] = T(0);
      s_.touched_at[i] = 0;
      Decision& c = contact(i);
      c.force = c.crest = c.gap = 0;
      c.normal = SpringMode::apart;
      c.slip = Slip::none;
    }
  }

  RunEnd follow() {
    bool find = true;
    for (;;) {
      if (find) {
        remove_rounding();
        look();
        find_modes(d_, s_.plain_flow);
        if (!d_.consistent) return RunEnd::inconsistent;
        result_.ambiguous = result_.ambiguous || d_.ambiguous;
        take_modes();
        find_shares(s_.count, s_.inertia.data(), d_.contacts.data(), s_.flow);
        if (s_.flow.springs == 0) {
          release_held();
          if (!fly()) return RunEnd::ended;
          continue;
        }
        if (locked()) {
          rest_locked();
          return RunEnd::locked;
        }
        if constexpr (!std::is_same_v<T, double>) stop_variations();
        find_curvature(s_.inertia.data(), d_.contacts.data(), s_.slope.data(), s_.flow);
      }
      if ((solution_.springs.events > events_allowed_ ||
           ++solution_.springs.steps > steps_an_event * events_allowed_) &&
          !allow_trembling())
        return RunEnd::endless;
      find = step();
      if (pressed()) return RunEnd::pressed;
    }
  }

  /// More events for contacts that tremble, once; false where there are none, or their e is so
  /// small that they would take too many.
  bool allow_trembling() {
    if (events_allowed_ > event_limit) return false;
    double more = 0;
    for (int i = 0; i < s_.count; ++i) {
      const double e = contact(i).restitution;
      if (e > 0 && e < trembles) more += events_of_trembling / e;
    }
    if (more == 0 || event_limit + more > most_events) return false;
    events_allowed_ = event_limit + static_cast<int>(std::ceil(more));
    return true;
  }

  /// Whether a normal impulse has grown beyond all that could move anything.
  bool pressed() {
    for (int i = 0; i < s_.count; ++i) {
      const int n = 2 * i + 1;
      const double own = s_.plain_inertia[n * (2 * s_.count + 1)];
      if (!(own * plain(s_.impulse[n]) > most_cancelled)) continue;
      result_.contact = i;
      return true;
    }
    return false;
  }

  /// Speeds and gaps that are rounding. Where events accumulate (plastic contacts that are let go
  /// and come back ever sooner) this is what ends them.
  void remove_rounding() {
    for (int i = 0; i < s_.count; ++i) {
      for (const int r : {2 * i, 2 * i + 1})
        if (std::abs(plain(s_.velocity[r])) <= rounding) remove_value(s_.velocity[r]);
      if (plain(s_.velocity[2 * i + 1]) == 0 && plain(s_.gap[i]) <= rounding)
        remove_value(s_.gap[i]);
    }
  }

  /// The plain numbers behind the state.
  void look() {
    for (int i = 0; i < s_.count; ++i) {
      Decision& c = contact(i);
      c.force = plain(s_.force[i]);
      c.crest = plain(s_.crest[i]);
      c.gap = plain(s_.gap[i]);
      c.slip_speed = plain(s_.velocity[2 * i]);
      c.normal_speed = plain(s_.velocity[2 * i + 1]);
    }
  }

  /// What follows for the state from the modes found.
  void take_modes() {
    for (int i = 0; i < s_.count; ++i) {
      Decision& c = contact(i);
      const SpringMode old = d_.before[i].normal;
      const bool plastic = c.restitution == 0;
      if (c.normal == SpringMode::apart) {
        if (old != SpringMode::apart) {
          s_.force[i] = s_.gap[i] = T(0);
          s_.touched_at[i] = plain(time_);
        }
        continue;
      }
      if (old == SpringMode::apart) {
        s_.force[i] = plastic ? s_.crest[i] : T(0);
        story_.note_touch(i, contact_time(i));
      } else if (old == SpringMode::held && c.normal == SpringMode::virgin) {
        s_.force[i] = s_.crest[i];
      }
      c.force = plain(s_.force[i]);
      const T& e = s_.restitution[i];
      s_.slope[i] =
          c.normal == SpringMode::line ? s_.stiffness[i] * (T(1) / (e * e)) : s_.stiffness[i];
    }
  }

  /// When a contact that begins to carry began to touch: one that has rested without a gap did so
  /// since then.
  double contact_time(int i) const {
    const double since = s_.touched_at[i];
    return since >= 0 ? since : plain(time_);
  }

  /// No spring is loaded: held contacts bear nothing.
  void release_held() {
    for (int i = 0; i < s_.count; ++i) {
      Decision& c = contact(i);
      if (c.normal == SpringMode::apart) continue;
      c.normal = SpringMode::apart;
      c.slip = Slip::none;
      s_.force[i] = s_.gap[i] = T(0);
    }
  }

  /// Free flight to the next touch; false where there is none.
  bool fly() {
    T flight(0);
    int first = -1;
    for (int i = 0; i < s_.count; ++i) {
      const T& v = s_.velocity[2 * i + 1];
      if (!(plain(v) < -slowest_approach)) continue;
      const T time = s_.gap[i] / -v;
      if (first >= 0 && plain(time) >= plain(flight)) continue;
      flight = time;
      first = i;
    }
    if (first < 0) return false;
    story_.begin_stage(plain(time_), d_);
    time_ += flight;
    for (int i = 0; i < s_.count; ++i) {
      const T& v = s_.velocity[2 * i + 1];
      const T way = flight * v;
      T& gap = s_.gap[i];
      gap += way;
      // Two that fly equally far meet in one instant; what they know of it is rounding of the way.
      const double near = coincident * std::max(1.0, std::abs(plain(way)) * 1e-4);
      if (i == first || (plain(v) < 0 && std::abs(plain(gap)) <= near)) {
        gap = T(0);
        s_.touched_at[i] = -1;
      } else if (plain(gap) > 0) {
        s_.touched_at[i] = -1;
      } else if (plain(gap) < 0) {
        gap = T(0);
      }
    }
    ++solution_.springs.events;
    story_.end_stage(Event::contact_returns, first);
    return true;
  }

  /// All accelerations and the speeds of all springs are zero, and nothing else comes.
  bool locked() {
    for (int i = 0; i < s_.count; ++i) {
      const Decision& c = contact(i);
      const double v = c.normal_speed;
      if (c.normal == SpringMode::apart ? v < -slowest_approach : std::abs(v) > slowest_approach)
        return false;
    }
    const int width = 2 * s_.count;
    const Flow<T>& flow = s_.flow;
    const auto unknown = [&](int row) {
      double sum = 0;
      for (int a = 0; a < flow.springs; ++a)
        sum += plain(flow.share[flow.unknown_of[row] * flow.springs + a]) *
               contact(flow.spring[a]).force;
      return sum;
    };
    double any = 0;
    for (int i = 0; i < s_.count; ++i) {
      const Decision& c = contact(i);
      double normal = 0;
      if (loaded(c))
        normal = c.force;
      else if (c.normal == SpringMode::held)
        normal = unknown(2 * i + 1);
      d_.force[2 * i + 1] = normal;
      d_.force[2 * i] = c.slip == Slip::sticks ? unknown(2 * i) : force_ratio(c) * normal;
      any = std::max(any, normal);
    }
    if (!(any > 0)) return false;
    for (int r = 0; r < width; ++r) {
      double sum = 0;
      double size = 0;
      for (int k = 0; k < width; ++k) {
        const double term = s_.plain_inertia[r * width + k] * d_.force[k];
        sum += term;
        size += std::abs(term);
      }
      if (std::abs(sum) > coincident * size) return false;
    }
    return true;
  }

  /// Those that hold each other rest, exactly; any multiple of their forces could be added.
  void rest_locked() {
    double most = 0;
    for (int r = 0; r < 2 * s_.count; ++r) most = std::max(most, std::abs(d_.force[r]));
    for (int i = 0; i < s_.count; ++i) {
      const Decision& c = contact(i);
      if (c.normal == SpringMode::apart) continue;
      remove_value(s_.velocity[2 * i + 1]);
      for (const int r : {2 * i, 2 * i + 1})
        if (std::abs(d_.force[r]) > coincident * most) solution_.open[r] = 1;
    }
    solution_.impulses_determined = false;
  }

  /// A velocity that the modes hold at zero loses its derivative at once: by an impulse of the
  /// sticking and held contacts, in no time.
  void stop_variations() {
    if constexpr (!std::is_same_v<T, double>) {
      bool any = false;
      for (int a = 0; a < s_.flow.unknowns; ++a)
        any = any || varies(s_.velocity[s_.flow.unknown[a]]);
      if (!any) return;
      stop_rates(s_.count, s_.inertia.data(), d_.contacts.data(), s_.velocity.data(),
                 s_.step_impulse.data(), s_.flow);
      add_impulse();
    }
  }

  void add_impulse() {
    const int width = 2 * s_.count;
    for (int r = 0; r < width; ++r) {
      const T* const row = s_.inertia.data() + static_cast<std::ptrdiff_t>(r) * width;
      T sum(0);
      for (int k = 0; k < width; ++k) sum += row[k] * s_.step_impulse[k];
      s_.velocity[r] += sum;
      s_.impulse[r] += s_.step_impulse[r];
    }
  }

  /// To the next event, or as far as the series reach. True if modes are to be found anew.
  bool step() {
    expand(s_.force.data(), s_.velocity.data(), s_.slope.data(), s_.flow);
    set_guards(view(), s_.guards);
    const FirstEvent event = first_event(s_.guards);
    const T x = event_place(event);
    if (!stage_open_) {
      story_.begin_stage(plain(time_), d_);
      stage_open_ = true;
    }
    move(x);
    bool undecided = false;
    for (int i = 0; i < s_.count; ++i) {
      Decision& c = contact(i);
      undecided = undecided || c.undecided;
      for (int* zeros : {&c.normal_zeros, &c.slip_zeros, &c.upper_zeros, &c.lower_zeros,
                         &c.force_zeros, &c.room_zeros})
        if (*zeros < terms) *zeros = 0;
    }
    const bool changed = event.guard >= 0 && happen(event);
    look();
    return changed || undecided;
  }

  /// The event's place, with its derivatives by those of the guard.
  T event_place(const FirstEvent& event) {
    T x(event.at);
    if constexpr (!std::is_same_v<T, double>) {
      if (event.guard < 0) return x;
      const Guard& guard = s_.guards.list[static_cast<std::size_t>(event.guard)];
      std::array<T, terms> series;
      guard_series(view(), guard, s_.guards.direction[guard.contact], series.data());
      const T value = value_at(series.data(), x);
      double slope = 0;
      for (int k = order; k > 0; --k) slope = slope * event.at + k * plain(series[k]);
      if (std::abs(slope) > 1e-13 * guard.scale)
        for (std::size_t d = 0; d < x.slope.size(); ++d) x.slope[d] = -value.slope[d] / slope;
    }
    return x;
  }

  /// Everything to x (in t/h), and its account.
  void move(const T& x) {
    const Flow<T>& flow = s_.flow;
    const double h = flow.step;
    const int m = flow.springs;
    std::array<T, terms> forces, speeds;
    // Gaps and works first: they need the velocities as they were.
    for (const Guard& guard : s_.guards.list) {
      const int i = guard.contact;
      if (guard.kind == GuardKind::touch) {
        guard_series(view(), guard, 0, forces.data());
        s_.gap[i] = value_at(forces.data(), x);
        if (plain(s_.gap[i]) > 0) s_.touched_at[i] = -1;
      } else if (guard.kind == GuardKind::stop) {
        guard_series(view(), guard, 0, speeds.data());
        normal_series(i, forces.data());
        s_.work[2 * i] +=
            T(-h) * s_.friction[i] * product_integral(forces.data(), speeds.data(), x);
      }
    }
    std::fill(s_.step_impulse.begin(), s_.step_impulse.begin() + 2 * s_.count, T(0));
    for (int a = 0; a < m; ++a) {
      const int i = flow.spring[a];
      T force = flow.coefficients(order)[a];
      T impulse = force * T(1.0 / (order + 1));
      for (int k = order; k-- > 0;) {
        const T& coefficient = flow.coefficients(k)[a];
        force = force * x + coefficient;
        impulse = impulse * x + coefficient * T(1.0 / (k + 1));
      }
      impulse *= T(h) * x;
      s_.step_impulse[2 * i + 1] = impulse;
      story_.note_spring(i, s_.guards.direction[i], s_.force[i], force, impulse, s_.slope[i]);
      s_.force[i] = force;
      if (contact(i).normal == SpringMode::virgin || plain(force) > plain(s_.crest[i]))
        s_.crest[i] = force;
    }
    for (int b = 0; b < flow.unknowns; ++b) {
      T sum(0);
      for (int a = 0; a < m; ++a)
        sum += flow.share[b * m + a] * s_.step_impulse[2 * flow.spring[a] + 1];
      s_.step_impulse[flow.unknown[b]] = sum;
    }
    for (int i = 0; i < s_.count; ++i) {
      const Decision& c = contact(i);
      const T ratio = s_.flow.ratio(d_.contacts.data(), i);
      if (ratio != 0) s_.step_impulse[2 * i] = ratio * s_.step_impulse[2 * i + 1];
      if (c.normal == SpringMode::held) story_.note_held(i, s_.step_impulse[2 * i + 1]);
    }
    add_impulse();
    time_ += T(h) * x;
    last_force_ = time_;
    for (int i = 0; i < s_.count; ++i) {
      const Decision& c = contact(i);
      if (c.slip == Slip::sticks) s_.velocity[2 * i] = T(0);
      if (c.slip == Slip::pinned) remove_value(s_.velocity[2 * i]);
      if (c.normal == SpringMode::held) s_.velocity[2 * i + 1] = T(0);
      if (c.undecided) {
        remove_value(s_.velocity[2 * i + 1]);
        if (c.normal == SpringMode::apart) remove_value(s_.gap[i]);
      }
    }
    if (!s_.regular) note_open();
  }

  void normal_series(int i, T* series) const {
    const Flow<T>& flow = s_.flow;
    const int a = flow.spring_of[i];
    for (int k = 0; k < terms; ++k)
      series[k] =
          a >= 0 ? flow.coefficients(k)[a]
                 : flow.combined(flow.share.data() + flow.unknown_of[2 * i + 1] * flow.springs, k);
  }

  /// Which impulses of this step could have been others.
  void note_open() {
    int free = 0;
    for (int i = 0; i < s_.count; ++i) {
      const Decision& c = contact(i);
      CarryingContact& carried = determinacy_.carrying[i];
      carried = {};
      s_.plain_impulse[2 * i] = plain(s_.step_impulse[2 * i]);
      s_.plain_impulse[2 * i + 1] = plain(s_.step_impulse[2 * i + 1]);
      if (c.normal == SpringMode::apart) continue;
      const bool still = c.slip == Slip::sticks || c.slip == Slip::pinned;
      carried = carrying(c.friction, still ? 0 : c.slip == Slip::minus ? -1 : 1);
      carried.given = c.normal != SpringMode::held;
      free += (still && c.friction > 0 ? 1 : 0) + (carried.given ? 0 : 1);
    }
    if (free == 0) return;
    if (find_open(s_.count, s_.plain_inertia.data(), determinacy_.carrying.data(),
                  s_.plain_impulse.data(), solution_.open.data(), determinacy_))
      solution_.impulses_determined = false;
  }

  /// Sets what the event, and those that fall together with it, make zero. False if none of them
  /// changes a mode.
  bool happen(const FirstEvent& event) {
    bool changes = false;
    int number = 0;
    const auto& list = s_.guards.list;
    for (std::size_t g = 0; g < list.size(); ++g) {
      const Guard& guard = list[g];
      const bool first = static_cast<int>(g) == event.guard;
      if (!first && (guard.clear || !coincides(s_.guards, g, event.at))) continue;
      number += guard.kind == GuardKind::mid ? 0 : 1;
      changes = changes || guard.kind != GuardKind::mid;
      set_exactly(guard);
    }
    if (number > 1) result_.coincided = true;
    if (changes) {
      ++solution_.springs.events;
      const Guard& guard = list[static_cast<std::size_t>(event.guard)];
      story_.end_stage(told(guard), guard.contact);
      stage_open_ = false;
    }
    return changes;
  }

  void set_exactly(const Guard& guard) {
    const int i = guard.contact;
    const Decision& c = contact(i);
    switch (guard.kind) {
      case GuardKind::turn:
      case GuardKind::mid:
        remove_value(s_.velocity[2 * i + 1]);
        break;
      case GuardKind::leave:
        if (c.normal != SpringMode::held) s_.force[i] = T(0);
        break;
      case GuardKind::yield:
        if (c.normal != SpringMode::held) s_.force[i] = s_.crest[i];
        break;
      case GuardKind::touch:
        s_.gap[i] = T(0);
        s_.touched_at[i] = -1;
        break;
      case GuardKind::stop:
        remove_value(s_.velocity[2 * i]);
        break;
      case GuardKind::slip_up:
      case GuardKind::slip_down:
        break;
    }
  }

  static Event told(const Guard& guard) {
    switch (guard.kind) {
      case GuardKind::turn:
      case GuardKind::mid:
        return Event::compression_ends;
      case GuardKind::leave:
        return Event::contact_leaves;
      case GuardKind::yield:
        return Event::yields_again;
      case GuardKind::touch:
        return Event::contact_returns;
      case GuardKind::stop:
        return Event::slip_stops;
      default:
        return Event::slip_begins;
    }
  }

  SpringScratch<T>& s_;
  Decisions& d_;
  DeterminacyScratch& determinacy_;
  Solution<T>& solution_;
  Story<T> story_;
  RunResult result_;
  T time_{};
  T last_force_{};
  int events_allowed_ = event_limit;
  bool stage_open_ = false;
};

}  // namespace

template <class T>
void SpringScratch<T>::reserve(int contacts) {
  const auto c = static_cast<std::size_t>(contacts);
  inertia.resize(4 * c * c);
  plain_inertia.resize(4 * c * c);
  stiffness.resize(c);
  friction.resize(c);
  restitution.resize(c);
  for (auto* vector : {&velocity, &impulse, &work, &step_impulse}) vector->resize(2 * c);
  for (auto* vector : {&force, &crest, &gap, &slope}) vector->resize(c);
  plain_impulse.resize(2 * c);
  touched_at.resize(c);
  decisions.reserve(contacts);
  flow.reserve(contacts);
  plain_flow.reserve(contacts);
  guards.reserve(contacts);
}

template <class T>
RunResult run(bool record, SpringScratch<T>& scratch, DeterminacyScratch& determinacy,
              Solution<T>& solution) {
  return Run<T>(record, scratch, determinacy, solution).result();
}

#define CAROM_RUN(T)                \
  template struct SpringScratch<T>; \
  template RunResult run(bool, SpringScratch<T>&, DeterminacyScratch&, Solution<T>&);
CAROM_RUN(double)
CAROM_RUN(Sloped)
#undef CAROM_RUN

}  // namespace carom::springs
