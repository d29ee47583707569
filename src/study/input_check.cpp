#include "study/input_check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/dual.hpp"
#include "dynamics/compiled_model.hpp"
#include "dynamics/contacts.hpp"
#include "dynamics/driven_joints.hpp"
#include "dynamics/state_variables.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

struct Input {
  Where where;
  std::string title;
  const Formula& formula;
};

void report(const Input& input, double value, double time, std::vector<Fault>& faults) {
  faults.push_back(
      {input.where,
       fmt::format("{}: {} = \"{}\" is {} at t = {}; must be finite", input.title, input.where.key,
                   input.formula.text,
                   std::isnan(value) ? "not a number" : fmt::format("{}", value), time),
       {},
       FaultKind::not_finite});
}

void check_motion(const Input& input, const Expression& motion, double time,
                  std::vector<Fault>& faults) {
  using Second = Dual<Dual<double>>;
  const Second now{Dual<double>(time, {1.0}), {Dual<double>(1.0)}};
  const Second d = motion(std::span<const Second>(&now, 1));
  for (const double part : {d.value.value, d.value.slope[0], d.slope[0].slope[0]})
    if (!std::isfinite(part)) return report(input, part, time, faults);
}

}  // namespace

void check_inputs_at(const Mechanism& mechanism, const Tree& tree, const State& state,
                     std::vector<Fault>& faults) {
  for (std::size_t i = 0; i < tree.surfaces.size(); ++i) {
    if (!tree.surfaces[i].moved) continue;
    const Surface& surface = mechanism.surfaces[i];
    const std::string title = fmt::format("surface \"{}\"", surface.name);
    const int index = static_cast<int>(i);
    check_motion({{"surface", index, "motion.normal"}, title, surface.motion->normal},
                 tree.surfaces[i].normal_motion, state.time, faults);
    check_motion({{"surface", index, "motion.tangential"}, title, surface.motion->tangential},
                 tree.surfaces[i].tangential_motion, state.time, faults);
  }
  if (tree.torques.empty() && tree.forces.empty()) return;
  StateVariables variables(tree);
  const auto check = [&](const Input& input, const Expression& expression) {
    variables.serve(expression);
    const double value =
        expression(variables.at(tree, state.positions, state.velocities, state.time));
    if (!std::isfinite(value)) report(input, value, state.time, faults);
  };
  for (std::size_t i = 0; i < tree.torques.size(); ++i)
    check({{"torque", static_cast<int>(i), "value"},
           fmt::format("torque {}", i + 1),
           mechanism.torques[i].value},
          tree.torques[i].value);
  for (std::size_t i = 0; i < tree.forces.size(); ++i) {
    const std::string title = fmt::format("force {}", i + 1);
    check({{"force", static_cast<int>(i), "value", 0}, title, mechanism.forces[i].value_x},
          tree.forces[i].value_x);
    check({{"force", static_cast<int>(i), "value", 1}, title, mechanism.forces[i].value_y},
          tree.forces[i].value_y);
  }
}

void check_drives_at(const Mechanism& mechanism, const Tree& tree, const State& state,
                     std::vector<Fault>& faults) {
  for (std::size_t i = 0; i < tree.drives.size(); ++i) {
    const Drive& drive = mechanism.drives[i];
    const Where where{"drive", static_cast<int>(i), "angle"};
    const auto wanted = prescribed(tree.drives[i], state.time);
    const std::string who = fmt::format("drive {}: \"{}\" against \"{}\"", i + 1, drive.link,
                                        drive.against.value_or("ground"));
    for (int derivative = 0; derivative < 3; ++derivative)
      if (!std::isfinite(wanted[derivative])) {
        report({where, fmt::format("drive {}", i + 1), drive.angle}, wanted[derivative], state.time,
               faults);
        return;
      }
    const double angle = driven(tree, tree.drives[i], std::span<const double>(state.positions));
    const double rate = driven(tree, tree.drives[i], std::span<const double>(state.velocities));
    if (std::abs(angle - wanted[0]) > drive_tolerance)
      faults.push_back({where,
                        fmt::format("{}: the state has the angle {:.10g} rad; must be {:.10g}, as "
                                    "prescribed at t = {:g}",
                                    who, angle, wanted[0], state.time),
                        {}});
    if (std::abs(rate - wanted[1]) > drive_tolerance * std::max(1.0, std::abs(wanted[1])))
      faults.push_back({where,
                        fmt::format("{}: the state has the rate {:.10g} rad/s; must be {:.10g}, as "
                                    "prescribed at t = {:g}",
                                    who, rate, wanted[1], state.time),
                        {}});
  }
}

namespace {

/// How far the contacts are below their surfaces, m; zero for those that touch or are above.
std::vector<double> depths(const Study& study) {
  const Tree& tree = study.model.compiled().tree;
  const State& state = study.scenario.state;
  TreePose<double> pose(tree);
  std::vector<ContactFrame<double>> frames(tree.contacts.size());
  place(tree, std::span<const double>(state.positions), pose);
  frame_contacts(tree, pose, std::span<const double>(state.positions), state.time,
                 std::span(frames));
  std::vector<double> all;
  for (const ContactFrame<double>& frame : frames)
    all.push_back(-frame.gap > touching_tolerance * tree.size ? -frame.gap : 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const TreeContact& contact = tree.contacts[i];
    if (!contact.conditional || !(all[i] > 0)) continue;
    StateVariables seen(tree);
    seen.serve(contact.active);
    if (!(contact.active(seen.at(tree, state.positions, state.velocities, state.time)) > 0))
      all[i] = 0;  // it takes no part
  }
  return all;
}

}  // namespace

void check_above_surfaces(const Study& study, Pressed allowed) {
  const auto& contacts = study.scenario.mechanism.contacts;
  const std::vector<double> depth = depths(study);
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!(depth[i] > 0)) continue;
    if (allowed == Pressed::where_it_yields && contacts[i].compliance) continue;
    const Where where{"contact", static_cast<int>(i), "", -1};
    faults.push_back(
        {where,
         fmt::format("contact \"{}\": is {:.6g} m below surface \"{}\"; must touch it or be above",
                     contacts[i].name, depth[i], contacts[i].surface),
         study.place_of(where)});
  }
  if (!faults.empty()) throw InputError(study.scenario.path, std::move(faults));
}

void refuse_active(const Study& study, std::string_view verb) {
  std::vector<Fault> faults;
  const auto& contacts = study.scenario.mechanism.contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!contacts[i].active) continue;
    const Where where{"contact", static_cast<int>(i), "active", -1};
    faults.push_back({where,
                      fmt::format("contact \"{}\": {} looks at configurations, whatever the state; "
                                  "it takes no contact that is active only somewhere",
                                  contacts[i].name, verb),
                      study.place_of ? study.place_of(where) : Place{}});
  }
  if (!faults.empty()) throw InputError(study.scenario.path, std::move(faults));
}

void add_pressed_notes(const Study& study, std::vector<std::string>& notes) {
  const auto& contacts = study.scenario.mechanism.contacts;
  const std::vector<double> depth = depths(study);
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (depth[i] > 0 && contacts[i].compliance)
      notes.push_back(fmt::format("contact \"{}\" starts pressed into its surface by {:.6g} m",
                                  contacts[i].name, depth[i]));
}

}  // namespace carom
