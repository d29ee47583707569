// Classics that are one collision: a chain of balls, a block’s corner, a stick, the compass gait.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproductions/classics_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/train_study.hpp"

namespace carom::classics_parts {
namespace {

void add_chain(Comparison& result) {
  const CollideReport chain =
      collide(train_study_from_text(classic_text("ten_balls"), "ten_balls.toml"));
  const std::string source = "chain of ten Hertz balls, e = 1 (Siconos, LZB)";
  const auto velocity = [&](std::size_t k) {
    return k < chain.result.bodies.size() ? chain.result.bodies[k].velocity_after : std::nan("");
  };
  const std::array<std::pair<std::size_t, double>, 3> published{
      {{0, -.07108502}, {8, .14739031}, {9, .98586587}}};
  for (const auto& [place, value] : published) {
    result.claims.push_back(met(source, fmt::format("velocity of ball {} afterwards", place + 1),
                                value, velocity(place), "m/s", 1e-8));
    result.claims.back().assumed =
        "the converged numbers; the file stored there is off by 5e-4, the error of its steps";
  }
}

StruckLaw struck(std::string_view name, const std::string& law) {
  StrikeRequest request;
  if (!law.empty()) request.laws = {law};
  return strike(classic(name), request).results.at(0);
}

void add_corner(Comparison& result) {
  const StruckLaw block = struck("rocking_corner", "");
  const std::string source = "rocking block 1 × 0.5, no friction, e = 0.8 (Siconos, LZB)";
  const auto normal = [&](std::size_t k) {
    return block.has_answer ? block.answer.contacts[k].velocity_after[1] : std::nan("");
  };
  result.claims.push_back(met(source, "normal velocity of the resting corner afterwards",
                              2.10227572, normal(0), "m/s", 1e-8));
  result.claims.push_back(met(source, "normal velocity of the striking corner afterwards",
                              1.60522003, normal(1), "m/s", 1e-8));
  for (std::size_t k = result.claims.size() - 2; k < result.claims.size(); ++k)
    result.claims[k].assumed =
        "equal springs, softer in compression than in restitution: the law "
        "simultaneous";
}

void add_stick(Comparison& result) {
  const std::string source = "impacting stick (Siconos, ImpactingStick.ref)";
  const StruckLaw moreau = struck("impacting_stick", "moreau");
  const StruckLaw whittaker = struck("impacting_stick", "whittaker");
  const StruckLaw followed = struck("impacting_stick", "kinematic");
  const auto rate = [](const StruckLaw& law) {
    return law.has_answer ? law.answer.after.rates[0] : std::nan("");
  };
  const auto loss = [](const StruckLaw& law) {
    return law.has_answer ? law.answer.energy_loss : std::nan("");
  };
  result.claims.push_back(met(source, "rate afterwards, friction opposing the velocity after",
                              1.680022849, rate(whittaker), "rad/s", 1e-9,
                              fmt::format("by Whittaker’s method; the rule of Moreau differs by "
                                          "{:.1e}",
                                          rate(moreau) - rate(whittaker))));
  result.claims.push_back(
      met(source, "work of the contact on the stick: the stored run makes energy", 7.07e-4,
          -loss(whittaker), "J", 5e-7,
          whittaker.answer.energy.makes_energy ? "the account says so: no passive contact can"
                                               : "the account does not say so"));
  if (!whittaker.answer.energy.makes_energy) result.claims.back().verdict = Holding::does_not_hold;
  result.claims.push_back(met(source, "rate by the followed kinematic law", 1.690295642,
                              rate(followed), "rad/s", 1e-9,
                              "its slip stops and turns round within the impact"));
  result.claims.push_back(
      met(source, "energy that the followed law loses", 4.4e-4, loss(followed), "J", 5e-6));
}

void add_compass(Comparison& result) {
  const std::string source = "compass gait (Drake, test of its collision)";
  StrikeRequest request;
  const StrikeReport report = strike(classic("compass_gait"), request);
  const StruckLaw& law = report.results.at(0);
  // Rates are forwards there, clockwise; the legs exchange their names.
  const auto rate = [&](std::size_t k) {
    return law.has_answer ? -law.answer.after.rates[k] : std::nan("");
  };
  result.claims.push_back(
      met(source, "rate of the new stance leg", 2.021656674375, rate(1), "rad/s", 1e-11));
  result.claims.push_back(
      met(source, "rate of the new swing leg", 1.724138212065, rate(0), "rad/s", 1e-11));
  result.claims.push_back(
      met(source, "kinetic energy before", 37.7303, report.before.kinetic_energy, "J", 5e-5));
  result.claims.push_back(
      met(source, "kinetic energy after", 27.0394, law.answer.after.kinetic_energy, "J", 5e-5));
}

}  // namespace

void add_impacts(Comparison& result, const StopRequest& stop) {
  add_chain(result);
  stop.heed();
  add_corner(result);
  add_stick(result);
  add_compass(result);
}

}  // namespace carom::classics_parts
