#include "carom/laws.hpp"
#include "laws/registry.hpp"

namespace carom {
namespace {

template <class AnyLaw>
LawDescription described(LawKind kind, const AnyLaw& law) {
  return {.kind = kind,
          .name = law.name,
          .title = law.title,
          .formula = law.formula,
          .source = law.source,
          .limits = law.limits,
          .parameters = law.parameters};
}

}  // namespace

std::vector<LawDescription> known_laws(std::span<const Law* const> others) {
  std::vector<LawDescription> known;
  for (const std::span<const Law* const> laws : {all_laws(), others})
    for (const Law* law : laws) {
      if (law == nullptr) continue;
      known.push_back(described(LawKind::rigid, *law));
      known.back().law = law;
    }
  for (const CompliantLaw* law : compliant_laws())
    known.push_back(described(LawKind::compliant, *law));
  return known;
}

}  // namespace carom
