#include "laws/registry.hpp"

#include <array>

namespace carom {

extern const Law kinematic_law;
extern const Law kinetic_law;
extern const Law energetic_law;
extern const Law whittaker_law;
extern const Law brach_law;
extern const Law moreau_law;

namespace {

constexpr std::array laws = {
    &kinematic_law, &kinetic_law, &energetic_law, &whittaker_law, &brach_law, &moreau_law,
};

}  // namespace

std::span<const Law* const> all_laws() {
  return laws;
}

const Law* find_law(std::string_view name) {
  for (const Law* law : laws)
    if (law->name == name) return law;
  return nullptr;
}

}  // namespace carom
