#pragma once

/// laws/compliant/law.hpp
///
/// Laws of contacts that yield: a force that pushes the two sides apart, from the indentation δ
/// (minus the gap), its rate δ̇ and what the contact remembers,
///
///     F = F(δ, δ̇, memory),    E = stored(δ, memory) + lost(memory) + ∫ loss_rate dt
///
/// where E is the work ∫ F δ̇ dt that the contact has taken. The memory changes at events only, so
/// that between two of them F is smooth. An integrator asks which events can end the present branch
/// (`guards`), locates the first of them and passes it (`pass`). A contact knows nothing of bodies.
///
/// A law is one file that defines a `CompliantLaw` and one line in laws/registry.cpp. What it
/// declares is what `[[contact]] compliance` may say and what `carom laws` lists.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "carom/history.hpp"
#include "carom/law.hpp"

namespace carom {

inline constexpr std::size_t most_compliant_parameters = 8;

/// The numbers of one contact.
struct CompliantContact {
  std::array<double, most_compliant_parameters> parameters{};  ///< as the law declares them
  History history = History::remembered;
};

enum class Branch : std::uint8_t {
  open,     ///< no force
  loading,  ///< on the first curve; viscous laws: closed
  elastic,  ///< below the deepest, both ways
  locked    ///< δ̇ = 0, the force is what keeps it so
};

struct CompliantMemory {
  Branch branch = Branch::open;
  double deepest = 0;    ///< m; δ_m of the contact as it is remembered
  double permanent = 0;  ///< m; δ_p, where an open contact closes
  double unloading = 0;  ///< N/m^n; stiffness of unloading, once it has turned
  double approach = 0;   ///< m/s; δ̇ where it closed first, by which viscous laws damp
  double mass = 0;       ///< kg; what strikes: 1/W_nn where it closed, told by who integrates
  double lost = 0;       ///< J; by loops that are over
  bool armed = true;     ///< after a reset: has been apart (δ < 0) again and can close
};

enum class CompliantEvent : std::uint8_t {
  arm,     ///< apart after a reset: it can close again
  close,   ///< contact begins
  turn,    ///< the deepest indentation is reached
  load,    ///< the deepest is passed again
  release  ///< the force is gone: contact ends
};

enum class CompliantQuantity : std::uint8_t { indentation, rate, force };

/// An event happens where the number watched passes a level.
struct Guard {
  CompliantEvent event = CompliantEvent::close;
  CompliantQuantity watch = CompliantQuantity::indentation;
  double level = 0;
  bool rising = true;  ///< from below, or from above
};

/// Those that can end a branch, in the order in which they are told apart where they coincide.
class Guards {
 public:
  void add(const Guard& guard) { guards_[count_++] = guard; }
  const Guard* begin() const { return guards_.data(); }
  const Guard* end() const { return guards_.data() + count_; }

 private:
  std::array<Guard, 3> guards_{};
  std::size_t count_ = 0;
};

struct Bimodal;  // laws/compliant/bimodal.hpp

/// A spring along the surface, as it is at an indentation (laws/compliant/tangential.hpp).
struct TangentialSpring {
  double stiffness = 0;  ///< k_t, N/m
  double fading = 0;     ///< k_t′/k_t, 1/m
  double spreading = 0;  ///< (dF/dδ)/k_t; 0: stiff along the surface
  double narrowing = 0;  ///< (dF/dδ − F k_t′/k_t)/k_t
};

struct CompliantLaw {
  std::string_view name{};  ///< as in a scenario file
  std::string_view title{};
  std::string_view formula{};
  std::string_view source{};
  std::string_view limits{};
  std::span<const LawParameter> parameters{};

  /// N, on the branch that holds.
  double (*force)(const CompliantContact&, const CompliantMemory&, double indentation,
                  double rate) = nullptr;
  Guards (*guards)(const CompliantContact&, const CompliantMemory&) = nullptr;
  /// What the memory becomes at an event, which happens at this indentation and rate.
  void (*pass)(const CompliantContact&, CompliantMemory&, CompliantEvent, double indentation,
               double rate) = nullptr;
  /// J; what the contact would still give back, unloading from here.
  double (*stored)(const CompliantContact&, const CompliantMemory&, double indentation) = nullptr;
  /// J; what is lost for good by what the memory holds.
  double (*lost)(const CompliantContact&, const CompliantMemory&) = nullptr;
  /// W; what viscosity takes now. Null: nothing.
  double (*loss_rate)(const CompliantContact&, const CompliantMemory&, double indentation,
                      double rate) = nullptr;
  /// Where every branch is a power of the indentation: the contact as the integrators of trains see
  /// it, for which a power is a series or a kick in closed form. Null: it is not.
  Bimodal (*power)(const CompliantContact&) = nullptr;
  /// The spring along the surface of a contact that is closed. Null: it is stiff there.
  TangentialSpring (*tangential)(const CompliantContact&, const CompliantMemory&,
                                 double indentation) = nullptr;
};

/// The compliant laws, in the order in which they are listed.
std::span<const CompliantLaw* const> compliant_laws();

/// The compliant law of that name, or null.
const CompliantLaw* find_compliant_law(std::string_view name);

}  // namespace carom
