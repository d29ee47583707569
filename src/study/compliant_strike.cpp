#include "study/compliant_strike.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/nearest_name.hpp"
#include "laws/compliant/impact.hpp"
#include "laws/registry.hpp"

namespace carom {
namespace {

constexpr std::string_view family = "compliant";
constexpr double assumed_stiffness = 1e9;  // N/m^1.5

/// The kind after the colon; empty: each contact's own.
std::string_view kind_of(std::string_view law) {
  return law.size() > family.size() ? law.substr(family.size() + 1) : std::string_view();
}

double number_of(const Compliance& compliance, std::string_view name, double otherwise) {
  const auto found = std::ranges::find(compliance.parameters, name, &Parameter::name);
  return found == compliance.parameters.end() ? otherwise : found->value;
}

/// A stiffness and its power of the indentation.
struct ContactSpring {
  double stiffness = assumed_stiffness;
  bool linear = false;
  bool assumed = true;
};

bool is_linear(const CompliantLaw& law) {
  return std::ranges::any_of(law.parameters, [](const LawParameter& parameter) {
    return parameter.name == "stiffness" && parameter.unit == "N/m";
  });
}

ContactSpring spring_of(const Contact& contact) {
  if (!contact.compliance) return {};
  const Compliance& own = *contact.compliance;
  if (own.kind == "elastoplastic") {
    const double nu = number_of(own, "poisson", 0);
    return {2 * number_of(own, "young", 0) * std::sqrt(number_of(own, "radius", 0)) /
                (3 * (1 - nu * nu)),
            false, false};
  }
  return {number_of(own, "stiffness", assumed_stiffness), is_linear(*find_compliant_law(own.kind)),
          false};
}

/// The stiffness of the other power that stops this energy at the same depth.
double converted(const ContactSpring& spring, bool to_linear, double energy) {
  if (spring.linear == to_linear) return spring.stiffness;
  if (to_linear) {
    const double depth = std::pow(2.5 * energy / spring.stiffness, 0.4);
    return 0.8 * spring.stiffness * std::sqrt(depth);
  }
  const double depth = std::sqrt(2 * energy / spring.stiffness);
  return 1.25 * spring.stiffness / std::sqrt(depth);
}

}  // namespace

bool names_force_model(std::string_view law) {
  return law == family || law.starts_with("compliant:");
}

void check_force_model(const Study& study, std::string_view law, std::vector<Fault>& faults) {
  const std::string_view kind = kind_of(law);
  const CompliantLaw* const found = find_compliant_law(kind);
  const auto fault = [&](const std::string& words) {
    faults.push_back({{}, fmt::format("--law: \"{}\": {}", law, words), {}});
  };
  if (law != family && found == nullptr) {
    std::vector<std::string> kinds;
    for (const CompliantLaw* each : compliant_laws()) kinds.emplace_back(each->name);
    return fault(fmt::format("there is no force model \"{}\"; must be one of \"{}\"{}", kind,
                             fmt::join(kinds, "\", \""), did_you_mean(std::string(kind), kinds)));
  }
  for (const Contact& contact : study.scenario.mechanism.contacts) {
    if (contact.compliance && (found == nullptr || contact.compliance->kind == kind)) continue;
    if (found == nullptr) {
      fault(fmt::format("contact \"{}\" has no compliance; \"compliant:KIND\" gives it one",
                        contact.name));
      continue;
    }
    for (const LawParameter& parameter : found->parameters) {
      if (parameter.name == "restitution") {
        if (!parameter.range.contains(contact.restitution))
          fault(fmt::format("contact \"{}\": restitution is {:g}; {} needs it {}", contact.name,
                            contact.restitution, kind, words(parameter.range)));
      } else if (parameter.name != "stiffness" && !parameter.otherwise) {
        fault(
            fmt::format("contact \"{}\" has no compliance of kind \"{}\", and its {} cannot be "
                        "guessed",
                        contact.name, kind, parameter.name));
        break;
      }
    }
  }
}

CompliantStrike compliant_strike(const Striking& s, std::string_view law) {
  CompliantStrike told;
  const std::span<const int> touching = s.solver.touching();
  const std::size_t count = touching.size();
  const auto width = 2 * count;
  const std::span<const double> inertia = s.solver.inertia();
  const std::span<const double> before = s.solver.velocity();
  double fastest = 0;
  std::size_t striker = 0;
  for (std::size_t k = 0; k < count; ++k)
    if (-before[2 * k + 1] > fastest) {
      fastest = -before[2 * k + 1];
      striker = k;
    }
  bool assumed = false;
  std::vector<YieldingContact> contacts;
  for (std::size_t k = 0; k < count; ++k) {
    const Contact& contact =
        s.study.scenario.mechanism.contacts[static_cast<std::size_t>(touching[k])];
    const TreeContact& compiled = s.tree.contacts[static_cast<std::size_t>(touching[k])];
    YieldingContact yields{.friction = compiled.friction,
                           .static_friction = compiled.static_friction};
    const std::string_view kind =
        law == family ? std::string_view(contact.compliance->kind) : kind_of(law);
    yields.law = find_compliant_law(kind);
    if (contact.compliance && contact.compliance->kind == kind) {
      yields.numbers = compiled.compliance;
    } else {
      const ContactSpring spring = spring_of(contact);
      assumed = assumed || spring.assumed;
      const double w = inertia[(2 * k + 1) * (width + 1)];
      const double energy = w > 0 ? 0.5 * fastest * fastest / w : 1;
      for (std::size_t p = 0; p < yields.law->parameters.size(); ++p) {
        const LawParameter& parameter = yields.law->parameters[p];
        yields.numbers.parameters[p] =
            parameter.name == "stiffness"     ? converted(spring, is_linear(*yields.law), energy)
            : parameter.name == "restitution" ? contact.restitution
                                              : parameter.otherwise.value_or(0);
      }
    }
    contacts.push_back(yields);
  }
  CompliantImpact impact;
  CompliantOptions options;
  options.rest = s.solver.speed_floor();
  options.loops = s.request.loops;
  const CompliantEnd end = impact.solve(contacts, inertia, before, options);

  Solution<double>& solution = told.solution;
  solution.count = static_cast<int>(count);
  solution.colliding = end == CompliantEnd::not_colliding ? -1 : static_cast<int>(striker);
  solution.approaching.resize(count);
  solution.open.resize(width);
  for (std::size_t k = 0; k < count; ++k)
    solution.approaching[k] = before[2 * k + 1] < -options.rest ? 1 : 0;
  if (end != CompliantEnd::apart) {
    solution.verdict = end == CompliantEnd::not_colliding ? Verdict::not_colliding
                       : end == CompliantEnd::friction    ? Verdict::inconsistent
                                                          : Verdict::jammed;
    told.why =
        end == CompliantEnd::not_colliding ? "no contact approaches"
        : end == CompliantEnd::locked      ? name(Reason::locked)
        : end == CompliantEnd::steps
            ? "the contacts do not part within the steps allowed: damping that is too stiff, "
              "or contacts that hold each other"
            : "no combination of slips is consistent with the friction";
    return told;
  }
  solution.verdict = Verdict::unique;
  solution.impulse.assign(impact.impulse().begin(), impact.impulse().end());
  solution.velocity_after.assign(impact.velocity_after().begin(), impact.velocity_after().end());
  solution.work.resize(width);
  solution.outcome.resize(count);
  solution.interacted.resize(count);
  solution.exhaustive = std::ranges::all_of(contacts, [](const YieldingContact& contact) {
    return contact.friction == contact.static_friction;
  });
  for (std::size_t k = 0; k < count; ++k) {
    const CompliantTouch& touch = impact.touches()[k];
    for (std::size_t axis = 0; axis < 2; ++axis) solution.work[2 * k + axis] = touch.work[axis];
    const double normal = solution.velocity_after[2 * k + 1];
    solution.outcome[k] = normal > 0                            ? Outcome::rebounds
                          : solution.velocity_after[2 * k] == 0 ? Outcome::rests
                                                                : Outcome::slides;
    solution.interacted[k] = touch.impulse[1] > 0 ? 1 : 0;
    told.collisions.push_back(collision(touch));
    const auto loop = impact.loop(k);
    told.collisions.back().loop.assign(loop.begin(), loop.end());
  }

  // Stages end where events are; those of one instant end one stage together.
  const auto add_boundary = [&](std::span<const double> impulses) {
    for (std::size_t r = 0; r < width; ++r) {
      double velocity = before[r];
      for (std::size_t c = 0; c < width; ++c) velocity += inertia[r * width + c] * impulses[c];
      solution.stage_velocities.push_back(velocity);
      solution.stage_impulses.push_back(impulses[r]);
    }
  };
  bool restitution = false;
  std::size_t first = 0;
  const auto instants = impact.instants();
  while (first < instants.size() && instants[first].time == 0) ++first;
  add_boundary(std::vector<double>(width, 0.0));
  std::size_t previous = first > 0 ? first - 1 : 0;
  for (std::size_t k = first; k < instants.size();) {
    const double from = impact.impulses_at(previous)[2 * striker + 1];
    std::vector<std::string> ending;
    std::size_t last = k;
    bool turned = restitution;
    for (; last < instants.size() && instants[last].time == instants[k].time; ++last) {
      ending.push_back(fmt::format("{} {}", s.touching_name(instants[last].contact),
                                   name(instants[last].change)));
      turned = turned || (instants[last].contact == static_cast<int>(striker) &&
                          instants[last].change == CompliantChange::turns);
    }
    const double to = impact.impulses_at(k)[2 * striker + 1];
    solution.stages.push_back({restitution ? Phase::restitution : Phase::compression, from, to,
                               Event::none, instants[k].contact});
    for (std::size_t i = 0; i < count; ++i)
      solution.stage_modes.push_back(impact.modes_after(previous)[i]);
    add_boundary(impact.impulses_at(k));
    told.endings.push_back(fmt::format("{}", fmt::join(ending, ", ")));
    restitution = turned;
    previous = last - 1;
    k = last;
  }
  if (assumed)
    told.notes.push_back(fmt::format(
        "a contact has no stiffness: {:g} N/m^1.5 is assumed, which changes forces, times and "
        "indentations, and not velocities and impulses",
        assumed_stiffness));
  return told;
}

}  // namespace carom
