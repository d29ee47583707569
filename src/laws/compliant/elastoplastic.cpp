/// Elasto-plastic contact of a sphere and a half-space: its material, which scenarios may give. The
/// force is not there yet, so that it is not listed, and contacts that have it are rigid.

#include "laws/compliant/law.hpp"

namespace carom {
namespace {

constexpr LawParameter parameters[] = {
    {"young", Range::positive, {}, "Pa", "Young's modulus"},
    {"poisson", {.from = 0, .to = 0.5}, {}, "1", "Poisson's ratio"},
    {"yield", Range::positive, {}, "Pa", "yield stress"},
    {"hardness", Range::positive, {}, "Pa", "hardness of indentation"},
    {"radius", Range::positive, {}, "m", "radius of the end"},
};

}  // namespace

extern const CompliantLaw elastoplastic_law;
constinit const CompliantLaw elastoplastic_law = {
    .name = "elastoplastic",
    .title = "Elastic until it yields",
    .parameters = parameters,
};

}  // namespace carom
