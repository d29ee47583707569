#include "laws/registry.hpp"

#include <algorithm>
#include <array>

namespace carom {

// One line a law.
// clang-format off
#define CAROM_RIGID_LAWS(law) \
  law(kinematic_law)          \
  law(kinetic_law)            \
  law(energetic_law)          \
  law(whittaker_law)          \
  law(brach_law)              \
  law(chatterjee_ruina_law)   \
  law(moreau_law)             \
  law(simultaneous_law)

#define CAROM_COMPLIANT_LAWS(law) \
  law(bilinear_law)               \
  law(hertz_law)                  \
  law(elastoplastic_law)          \
  law(kelvin_voigt_law)           \
  law(hunt_crossley_law)          \
  law(lankarani_nikravesh_law)    \
  law(flores_law)                 \
  law(gonthier_law)
// clang-format on

#define CAROM_RIGID(law) extern const Law law;
#define CAROM_COMPLIANT(law) extern const CompliantLaw law;
CAROM_RIGID_LAWS(CAROM_RIGID)
CAROM_COMPLIANT_LAWS(CAROM_COMPLIANT)

namespace {

#define CAROM_ADDRESS(law) &law,
constexpr std::array rigid = {CAROM_RIGID_LAWS(CAROM_ADDRESS)};
constexpr std::array compliant = {CAROM_COMPLIANT_LAWS(CAROM_ADDRESS)};

template <class Laws>
auto found(const Laws& laws, std::string_view name) -> typename Laws::value_type {
  const auto place = std::ranges::find(laws, name, [](const auto* law) { return law->name; });
  return place == laws.end() ? nullptr : *place;
}

}  // namespace

std::span<const Law* const> all_laws() {
  return rigid;
}

const Law* find_law(std::string_view name) {
  return found(rigid, name);
}

std::span<const CompliantLaw* const> compliant_laws() {
  return compliant;
}

const CompliantLaw* find_compliant_law(std::string_view name) {
  return found(compliant, name);
}

}  // namespace carom
