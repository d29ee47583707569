#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Core>
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "dynamics/compiled_model.hpp"
#include "dynamics/dense.hpp"
#include "dynamics/energy.hpp"
#include "dynamics/world_places.hpp"
#include "model/law_checks.hpp"
#include "motion/impact.hpp"
#include "numerics/dense_algebra.hpp"
#include "study/mechanism_drawing.hpp"
#include "study/passing_words.hpp"
#include "study/study.hpp"

namespace carom {
namespace {

/// The dense mass matrix is looked at only up to this size.
constexpr int condition_limit = 200;
/// Rank and condition of W are measured up to this many contacts.
constexpr int measured_contacts = 150;
/// W beyond this is nearly singular.
constexpr double poor_condition = 1e8;

std::vector<DescribedLink> described_links(const Study& study, const TreePose<double>& pose) {
  const Tree& tree = study.model.compiled().tree;
  const Mechanism& mechanism = study.scenario.mechanism;
  const State& state = study.scenario.state;
  std::vector<DescribedLink> links;
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const int k = tree.tree_index[i];
    const TreeLink& link = tree.links[k];
    const int coordinate = tree.angle_coordinate(k);
    DescribedLink described;
    described.name = mechanism.links[i].name;
    described.parent =
        link.parent < 0 ? "base" : mechanism.links[tree.links[link.parent].file].name;
    described.at = link.attach;
    described.length = link.length;
    described.mass = link.mass;
    described.com = link.com;
    described.inertia = link.inertia;
    described.angle = state.positions[coordinate];
    described.rate = state.velocities[coordinate];
    described.near = pose.links[k].joint;
    described.far = point_position(pose, k, {link.length, 0});
    links.push_back(std::move(described));
  }
  return links;
}

/// Point masses, and how many ride on each link.
std::vector<DescribedMass> described_masses(const Study& study, const MechanismDrawing& drawing,
                                            std::vector<DescribedLink>& links) {
  std::unordered_map<std::string_view, DescribedLink*> link_named;
  for (DescribedLink& link : links) link_named[link.name] = &link;
  std::vector<DescribedMass> masses;
  for (std::size_t i = 0; i < drawing.masses.size(); ++i) {
    const PointMass& mass = study.scenario.mechanism.masses[i];
    masses.push_back({mass.link, mass.at, mass.mass, drawing.masses[i].position});
    ++link_named.at(mass.link)->point_masses;
  }
  return masses;
}

std::vector<DescribedSurface> described_surfaces(const Study& study,
                                                 const MechanismDrawing& drawing) {
  const Tree& tree = study.model.compiled().tree;
  std::vector<DescribedSurface> surfaces;
  for (std::size_t i = 0; i < tree.surfaces.size(); ++i) {
    const TreeSurface& surface = tree.surfaces[i];
    DescribedSurface described;
    described.name = study.scenario.mechanism.surfaces[i].name;
    described.kind = surface.body >= 0 ? SurfaceKind::yields
                     : surface.moved   ? SurfaceKind::moved
                                       : SurfaceKind::fixed;
    described.angle = surface.angle;
    described.point = drawing.surfaces[i].point;
    if (surface.body >= 0) {
      const int coordinate = tree.surface_coordinate(surface.body);
      described.body = study.scenario.mechanism.surfaces[i].body;
      described.body->displacement = study.scenario.state.positions[coordinate];
      described.body->velocity = study.scenario.state.velocities[coordinate];
    }
    surfaces.push_back(std::move(described));
  }
  return surfaces;
}

std::vector<DescribedContact> described_contacts(const Study& study,
                                                 const ImpactSolver<double>& solver) {
  const Mechanism& mechanism = study.scenario.mechanism;
  const Tree& tree = study.model.compiled().tree;
  std::vector<DescribedContact> contacts;
  const std::vector<int> directions = solver.normal_directions();
  std::size_t touching = 0;  // those that touch come in the same order
  for (std::size_t i = 0; i < mechanism.contacts.size(); ++i) {
    const Contact& contact = mechanism.contacts[i];
    const int index = static_cast<int>(i);
    DescribedContact described;
    described.name = contact.name;
    described.link = contact.link;
    described.surface = contact.surface;
    described.outline = contact.outline;
    described.position = solver.frames()[i].point;
    described.gap = solver.gap(index);
    described.velocity = {solver.contact_velocity_before(index, 0),
                          solver.contact_velocity_before(index, 1)};
    described.friction = contact.friction;
    described.static_friction = tree.contacts[i].static_friction;
    described.restitution = contact.restitution;
    for (const LawParameter& parameter : tree.laws->parameters().subspan(2))
      described.parameters.emplace_back(std::string(parameter.name),
                                        parameter_of(contact, parameter));
    described.compliance = contact.compliance;
    const double tolerance = touching_tolerance * tree.size;
    if (std::abs(described.gap) > tolerance) {
      described.state = described.gap > 0 ? ContactPlace::above : ContactPlace::below;
    } else {
      const int direction = directions[touching++];
      described.state = direction < 0   ? ContactPlace::approaching
                        : direction > 0 ? ContactPlace::leaving
                                        : ContactPlace::touching;
    }
    contacts.push_back(std::move(described));
  }
  return contacts;
}

/// Rank and condition of W, each contact in units of its own largest entry, and which contacts
/// share a combination of impulses that moves nothing.
DescribedInertia described_inertia(const Study& study, const ImpactSolver<double>& solver,
                                   std::vector<std::string>& warnings) {
  DescribedInertia described;
  for (const int contact : solver.touching())
    described.contacts.push_back(study.scenario.mechanism.contacts[contact].name);
  described.matrix.assign(solver.inertia().begin(), solver.inertia().end());
  const int size = 2 * static_cast<int>(described.contacts.size());
  if (size == 0 || size > 2 * measured_contacts) return described;
  described.measured = true;
  Eigen::MatrixXd w = Eigen::Map<const Eigen::MatrixXd>(described.matrix.data(), size, size);
  const Eigen::VectorXd plain = symmetric_eigenvalues(w);
  for (int i = 0; i < size / 2; ++i) {
    const double largest = std::max(w(2 * i, 2 * i), w(2 * i + 1, 2 * i + 1));
    if (largest <= 0) {
      warnings.push_back(fmt::format("contact \"{}\" cannot move: impulses there change nothing",
                                     described.contacts[i]));
      continue;
    }
    const double scale = 1 / std::sqrt(largest);
    w.middleRows(2 * i, 2) *= scale;
    w.middleCols(2 * i, 2) *= scale;
  }
  const SymmetricEigen scaled = symmetric_eigen(w);
  std::vector<bool> involved(size / 2, false);
  for (int k = 0; k < size; ++k) {
    if (scaled.values[k] > rank_tolerance * scaled.values.maxCoeff()) {
      ++described.rank;
      continue;
    }
    for (int i = 0; i < size / 2; ++i)
      if (scaled.vectors.col(k).segment(2 * i, 2).norm() > 1e-6) involved[i] = true;
  }
  if (described.rank < size) {
    std::vector<std::string> names;
    for (int i = 0; i < size / 2; ++i)
      if (involved[i]) names.push_back("\"" + described.contacts[i] + "\"");
    warnings.push_back(fmt::format(
        "{}: some impulses there change no velocity (rank of W is {} of {})",
        names.size() == 1 ? fmt::format("contact {} cannot move freely", names.front())
                          : fmt::format("contacts {} are redundant", fmt::join(names, ", ")),
        described.rank, size));
  } else {
    described.condition = plain.maxCoeff() / plain.minCoeff();
    if (*described.condition > poor_condition)
      warnings.push_back(
          fmt::format("W is nearly singular (condition {:.2g}): impulses are "
                      "known to few digits",
                      *described.condition));
  }
  return described;
}

/// M on the motions that the drives leave, in an orthonormal basis of them.
Eigen::MatrixXd free_mass_matrix(const Tree& tree, const TreePose<double>& pose) {
  Eigen::MatrixXd m = mass_matrix(tree, pose);
  const int size = static_cast<int>(m.rows()), drives = static_cast<int>(tree.drives.size());
  if (drives == 0) return m;
  Eigen::MatrixXd driven = Eigen::MatrixXd::Zero(size, drives);
  for (int d = 0; d < drives; ++d) {
    driven(tree.angle_coordinate(tree.drives[d].link), d) = 1;
    if (tree.drives[d].against >= 0) driven(tree.angle_coordinate(tree.drives[d].against), d) = -1;
  }
  const Eigen::MatrixXd left = orthogonal_complement(driven);
  return left.transpose() * m * left;
}

void warn_about_contacts(const DescribeReport& report, double size,
                         std::vector<std::string>& warnings) {
  std::vector<std::string> approaching;
  for (const DescribedContact& contact : report.contacts) {
    if (contact.state == ContactPlace::approaching)
      approaching.push_back("\"" + contact.name + "\"");
    if (contact.state == ContactPlace::below)
      warnings.push_back(fmt::format("contact \"{}\" is {:.3g} m below surface \"{}\"",
                                     contact.name, -contact.gap, contact.surface));
    if (contact.state == ContactPlace::above && contact.gap < nearly_touching * size)
      warnings.push_back(fmt::format(
          "contact \"{}\" nearly touches surface \"{}\" (gap {:.3g} m) and takes no part in an "
          "impact",
          contact.name, contact.surface, contact.gap));
  }
  if (approaching.size() == 1)
    warnings.push_back(
        fmt::format("contact {} approaches its surface: this is an impact", approaching.front()));
  if (approaching.size() > 1)
    warnings.push_back(
        fmt::format("contacts {} approach their surfaces at once", fmt::join(approaching, ", ")));
}

}  // namespace

DescribeReport describe(const Study& study) {
  const Tree& tree = study.model.compiled().tree;
  const State& state = study.scenario.state;
  ImpactSolver<double> solver(tree);
  if (!solver.prepare_with_links(tree, state.positions, state.velocities, state.time))
    throw InputError(study.scenario.path,
                     {{{"state", -1, "", -1},
                       "state: positions, velocities or formulas at its time are not finite",
                       study.place_of({"state", -1, "", -1})}});
  DescribeReport report;
  report.title = study.scenario.title;
  report.time = state.time;
  report.gravity = tree.gravity;
  report.base = study.scenario.mechanism.base;
  report.base_velocity.assign(state.velocities.begin(),
                              state.velocities.begin() + tree.base_coordinates());
  report.parameters = study.scenario.parameters;
  report.torques = study.scenario.mechanism.torques;
  report.drives = study.scenario.mechanism.drives;
  report.forces = study.scenario.mechanism.forces;
  report.springs = study.scenario.mechanism.springs;
  // A driven joint is not free: each drive takes a degree (none closes a ring, see model/tree.cpp).
  report.degrees_of_freedom = tree.degrees_of_freedom() - static_cast<int>(report.drives.size());
  report.drawing = mechanism_drawing(study, solver);
  report.links = described_links(study, solver.pose());
  report.masses = described_masses(study, report.drawing, report.links);
  report.surfaces = described_surfaces(study, report.drawing);
  report.contacts = described_contacts(study, solver);
  report.contact_inertia = described_inertia(study, solver, report.warnings);
  warn_about_contacts(report, tree.size, report.warnings);
  add_passing_warnings(study, ends_behind(tree, state), report.warnings);
  add_closing_note(study, report.warnings);
  if (study.scenario.close)
    report.closing =
        DescribedClosing{study.scenario.close->angles, study.scenario.close->touch,
                         study.closing.solutions, study.closing.chosen + 1, study.closing.complete};

  report.kinetic_energy = solver.kinetic_energy_before();
  const Potential potential = potential_energy(tree, solver.pose(), state.positions);
  report.gravity_energy = potential.gravity;
  report.spring_energy = potential.springs;
  const Momentum total = momentum(tree, solver.pose(), solver.motion());
  report.momentum = total.linear;
  report.angular_momentum = total.angular;
  report.mass = moving_mass(tree);
  if (report.mass > 0) report.com = mass_centre(tree, solver.pose());
  if (tree.degrees_of_freedom() <= condition_limit && report.degrees_of_freedom > 0) {
    const Eigen::VectorXd values = symmetric_eigenvalues(free_mass_matrix(tree, solver.pose()));
    report.mass_matrix_condition = values.maxCoeff() / values.minCoeff();
  }
  return report;
}

}  // namespace carom
