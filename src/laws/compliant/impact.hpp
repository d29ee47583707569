#pragma once

/// laws/compliant/impact.hpp
///
/// An impact by contact forces, with the configuration frozen: contacts yield by laws of their own,
///
///     v̇ = W f,   δ̇ = −v_n,   F = F(δ, δ̇, memory),   friction by friction.hpp
///
/// from v⁻ with all contacts just touching until none is closed and none comes back. Time is the
/// contacts' own. As stiffness grows, a mechanism that moves on meanwhile comes to the same v⁺: it
/// is what rigid laws answer too, and stands beside them.
///
/// The numbers are integrated as impulses, y = (δ, p, work, damped, T), v = v⁻ + W p, so that
/// velocities and impulses agree to rounding, by Dormand and Prince's method
/// (numerics/dense_step.hpp). Where a law changes its branch, compression ends, slip stops,
/// friction gives way, contact begins or ends is an event, located to rounding by steps that end
/// there. Slips that stop in one instant, to 1e-9 of the speeds, are decided together. T are the
/// forces of springs along surfaces, where some contact has one (tangential.hpp).
///
/// A contact that rests (v_n = 0) is closed from the beginning with no force. Laws that damp by the
/// speed of approach take that of the fastest for it. A contact that has opened keeps its permanent
/// indentation: if it comes back within the impact, it closes there.
///
/// Allocates when it is larger than all before.

#include <cstdint>
#include <span>
#include <vector>

#include "laws/compliant/friction.hpp"
#include "laws/compliant/law.hpp"
#include "laws/compliant/tangential.hpp"
#include "laws/compliant/touch.hpp"
#include "numerics/dense_step.hpp"

namespace carom {

/// A contact that yields.
struct YieldingContact {
  const CompliantLaw* law = nullptr;
  CompliantContact numbers{};
  double friction = 0;
  double static_friction = 0;
};

enum class CompliantChange : std::uint8_t {
  begins,       ///< contact begins
  yields,       ///< a branch of loading begins: F = F_c, or the deepest is passed
  turns,        ///< compression ends
  slip_stops,   ///< and it sticks
  slip_turns,   ///< and it slides the other way
  slip_begins,  ///< friction gives way
  ends          ///< contact ends
};

constexpr std::string_view name(CompliantChange change) {
  constexpr std::string_view names[] = {
      "touches",         "yields",   "ends compression", "stops sliding", "turns its slip round",
      "begins to slide", "separates"};
  return names[static_cast<int>(change)];
}

/// An event, and where the impact is there.
struct CompliantInstant {
  double time = 0;
  int contact = 0;
  CompliantChange change = CompliantChange::begins;
  double force = 0;  ///< N; normal, of the contact
};

enum class CompliantEnd : std::uint8_t {
  apart,          ///< all contacts are open, or rest without force
  not_colliding,  ///< none approached
  steps,          ///< too many steps: damping that is too stiff, or contacts that never part
  friction,       ///< no combination of slips is consistent
  locked          ///< forces balance, and nothing moves: contacts hold each other for ever
};

struct CompliantOptions {
  double tolerance = 1e-9;  ///< relative, of velocities
  double rest = 0;          ///< m/s; normal velocities below are none
  bool loops = false;       ///< keep force and indentation step by step
  long step_limit = 2000000;
};

class CompliantImpact {
 public:
  /// W row-major, v⁻ (t, n) a contact.
  CompliantEnd solve(std::span<const YieldingContact> contacts, std::span<const double> inertia,
                     std::span<const double> velocity, const CompliantOptions& options);

  std::span<const CompliantTouch> touches() const { return touches_; }
  std::span<const double> impulse() const { return impulse_; }          ///< (t, n) a contact
  std::span<const double> velocity_after() const { return velocity_; }  ///< v⁺; zeros are exact
  std::span<const Mode> modes() const { return last_modes_; }  ///< that each contact ended with
  std::span<const CompliantInstant> instants() const { return instants_; }
  /// Impulses (t, n) at each instant, one after another.
  std::span<const double> impulses_at(std::size_t instant) const {
    return std::span(instant_impulses_).subspan(2 * count_ * instant, 2 * count_);
  }
  std::span<const Mode> modes_after(std::size_t instant) const {
    return std::span(instant_modes_).subspan(count_ * instant, count_);
  }
  /// (δ, F) of a contact, step by step, where asked for.
  std::span<const std::array<double, 2>> loop(std::size_t contact) const { return loops_[contact]; }
  /// J; what the contacts took, by their laws: stored and lost when it ended, and damped.
  double taken() const { return taken_; }
  double duration() const { return step_.t0; }
  long steps() const { return steps_; }

  /// ẏ, for the method.
  void operator()(const std::vector<double>& y, std::vector<double>& slope, double t);

 private:
  struct Watch {
    enum class Kind : std::uint8_t { guard, compression, peak, slip, cone } kind;
    int contact;
    Guard guard;
  };

  void begin(std::span<const double> velocity);
  void evaluate(std::span<const double> y);
  double normal_force(std::size_t i, double indentation, double rate) const;
  double acceleration(std::size_t i) const;
  double value(const Watch& watch, std::span<const double> y) const;
  void watch();
  bool advance();
  bool comes(std::size_t watch) const;
  bool leaves_too(const Watch& watch, double left) const;
  void locate(std::size_t first);
  double probe(std::size_t watch, double x);
  void pass(const Watch& watch);
  bool decide();
  void decide_sprung(std::size_t i);
  void refresh();
  void note(std::size_t contact, CompliantChange change);
  void keep();
  bool over();
  bool locked();
  bool fly();
  double time_scale() const;
  bool closed(std::size_t i) const { return memory_[i].branch != Branch::open; }
  double rate(std::size_t i) const { return -velocity_[2 * i + 1]; }
  bool rubs(std::size_t i) const { return contacts_[i].static_friction > 0; }
  std::size_t spring_index(std::size_t i) const { return 5 * count_ + 1 + i; }
  double slip(std::size_t i, double direction, double indentation) const;
  bool stands(std::size_t i, Mode mode) const;

  std::size_t count_ = 0;
  std::span<const YieldingContact> contacts_;
  std::span<const double> inertia_;
  CompliantOptions options_;
  std::vector<double> before_, velocity_, force_, impulse_, scale_;
  std::vector<CompliantMemory> memory_;
  std::vector<RubbingContact> rubbing_, deciding_;
  std::vector<double> trial_;
  std::vector<CompliantTouch> touches_;
  std::vector<Mode> last_modes_;
  std::vector<std::uint8_t> compressing_;  ///< 1: until the peak of its force, 2: after it
  std::vector<Watch> watches_;
  std::vector<double> at_start_, at_end_;
  CompliantFriction friction_;
  DenseStep step_{0}, probe_{0};
  std::vector<CompliantInstant> instants_;
  std::vector<double> instant_impulses_;
  std::vector<Mode> instant_modes_;
  std::vector<std::vector<std::array<double, 2>>> loops_;
  double speed_ = 0, floor_ = 0, fastest_ = 0;
  double duration_scale_ = 0, next_step_ = 0;
  double taken_ = 0;
  double tolerance_ = 0;
  long steps_ = 0;
  int at_once_ = 0;
};

}  // namespace carom
