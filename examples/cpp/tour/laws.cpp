// The laws and what they ask of a contact. examples/cpp/own_law has a law of one's own.

#include "carom/laws.hpp"

#include <cstdio>

#include "tour.hpp"

void show_laws() {
  std::printf("laws\n");
  for (const carom::LawDescription& law : carom::known_laws(disc().laws)) {
    if (law.name != "energetic" && law.name != "hertz") continue;
    std::printf("  %s %s:", name(law.kind).data(), law.name.data());
    for (const carom::LawParameter& parameter : law.parameters)
      std::printf(" %s (%s)", parameter.name.data(), words(parameter.range).c_str());
    std::printf("\n");
  }
  // Rigid laws themselves.
  const carom::Law& first = *carom::all_laws().front();
  const carom::Law& brach = *carom::find_law("brach");
  for (const carom::Law* law : {&first, &brach})
    std::printf("  %s %s make energy\n", law->name.data(), law->can_make_energy ? "can" : "cannot");
}
