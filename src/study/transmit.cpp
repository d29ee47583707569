#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/certificate.hpp"
#include "dynamics/compiled_model.hpp"
#include "dynamics/contact_space.hpp"
#include "laws/rigid/least_impulses.hpp"
#include "motion/impact.hpp"
#include "particles/particle_strike.hpp"
#include "particles/transmission_sensitivity.hpp"
#include "study/input_check.hpp"
#include "study/mechanism_drawing.hpp"
#include "study/notes.hpp"
#include "study/roles.hpp"
#include "study/study.hpp"

namespace carom {
namespace {

/// So many derivatives are given at most.
constexpr std::size_t most_derivatives = 20000;

struct Transmitting {
  const Study& study;
  const Tree& tree;
  StrikeRoles roles;
  double ratio;
  bool derivatives;
  const Contact& contact(int i) const { return study.scenario.mechanism.contacts[i]; }
};

void settle_outcome(TransmittedContact& contact, double mobility) {
  contact.signed_outcome = contact.normal_velocity - contact.self_response * contact.normal_impulse;
  const double scale = std::sqrt(contact.self_response * std::max(mobility, 0.0));
  contact.outcome = contact.signed_outcome > transmission_rounding * scale    ? Response::leaves
                    : contact.signed_outcome < -transmission_rounding * scale ? Response::pressed
                                                                              : Response::critical;
}

/// Of impulses that are not determined: which contacts' and rods' are not. A contact that does not
/// leave can carry, and rods pass on what contacts do.
void mark_open(const ParticleTree& particles, const ParticleAnswer& answer,
               TransmissionReport& report) {
  const std::size_t count = particles.contacts.size();
  std::vector<CarryingContact> carried(count);
  for (std::size_t j = 0; j < count; ++j)
    if (answer.closed[j] != 0 || answer.velocity[particles.contacts[j].mass] == Vec2{})
      carried[j] = carrying(0, 0);
  std::vector<std::uint8_t> open(2 * count, 0);
  std::vector<double> directions;
  if (count <= determinacy_limit) {
    const std::vector<double> normal = contact_responses(particles);
    std::vector<double> inertia(4 * count * count, 0.0), impulse(2 * count, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      impulse[2 * i + 1] = answer.normal_impulse[i];
      for (std::size_t j = 0; j < count; ++j)
        inertia[(2 * i + 1) * 2 * count + 2 * j + 1] = normal[i * count + j];
    }
    DeterminacyScratch scratch;
    scratch.reserve(static_cast<int>(count));
    if (find_open(static_cast<int>(count), inertia.data(), carried.data(), impulse.data(),
                  open.data(), scratch))
      add_open_directions(static_cast<int>(count), scratch, directions);
  }
  // Too many contacts to say which: all that can carry.
  if (directions.empty())
    for (std::size_t j = 0; j < count; ++j) open[2 * j + 1] = carried[j].carries != Carries::none;
  cover_open(open, directions);
  std::vector<std::vector<double>> passed;  // by each rod, for a unit impulse at each contact
  const ClosedContacts none(count, 0);
  for (std::size_t j = 0; j < count; ++j) {
    const ParticleContact& at = particles.contacts[j];
    report.contacts[j].determined[1] = open[2 * j + 1] == 0;
    passed.push_back(open[2 * j + 1] == 0
                         ? std::vector<double>(report.rods.size(), 0.0)
                         : held_response(particles, none, {at.mass, at.normal}).tension);
  }
  for (std::size_t from = 0; from < directions.size(); from += 2 * count)
    for (std::size_t r = 0; r < report.rods.size(); ++r) {
      double change = 0;
      for (std::size_t j = 0; j < count; ++j) change += directions[from + 2 * j + 1] * passed[j][r];
      if (std::abs(change) <= unchanged) continue;
      report.rods[r].determined[0] = false;
      report.rods[r].blocked = false;
    }
}

void through_particles(const Transmitting& t, const ParticleLayout& layout,
                       TransmissionReport& report) {
  report.method = TransmissionMethod::elimination;
  const ParticleTree particles =
      particle_tree(layout, t.tree, t.study.scenario.state.positions, t.roles.resting);
  const TreeSurface& surface = t.tree.surfaces[t.tree.contacts[t.roles.striker].surface];
  const ParticleImpulse impulse{layout.contact_mass[t.roles.striker],
                                surface.normal + t.ratio * surface.tangent};
  const ParticleAnswer answer = strike(particles, impulse);
  // Where parts are rigid by themselves no rod's impulse is determined, nor is its change.
  const bool derivatives = t.derivatives && answer.impulses_determined;
  const ParticleMotion open =
      held_response(particles, ClosedContacts(particles.contacts.size(), 0), impulse);
  report.impulses_determined = answer.impulses_determined;
  report.mobility = dot(surface.normal, answer.velocity[impulse.mass]);
  const double power = dot(impulse.impulse, answer.velocity[impulse.mass]);
  for (std::size_t j = 0; j < particles.contacts.size(); ++j) {
    const ParticleContact& at = particles.contacts[j];
    TransmittedContact contact;
    contact.name = t.contact(at.contact).name;
    contact.open = dot(at.normal, open.velocity[at.mass]);
    contact.normal_velocity = answer.normal_velocity[j];
    contact.normal_impulse = answer.normal_impulse[j];
    contact.self_response = answer.self_response[j];
    settle_outcome(contact, power);
    if (derivatives) {
      ContactSensitivity slopes = sensitivity(particles, impulse, answer, static_cast<int>(j));
      contact.velocity_by_angle = std::move(slopes.velocity);
      contact.impulse_by_angle = std::move(slopes.impulse);
      contact.outcome_by_angle = std::move(slopes.outcome);
    }
    report.contacts.push_back(std::move(contact));
  }
  for (std::size_t r = 0; r < particles.rods.size(); ++r)
    report.rods.push_back(
        {report.links[r], answer.tension[r], 0,
         std::abs(answer.tension[r]) <= transmission_rounding * std::hypot(1, t.ratio)});
  if (!answer.impulses_determined) mark_open(particles, answer, report);
}

/// Impulses through the near joints of all links, and the drives' couples.
void add_joints(const Transmitting& t, ContactSpace<double>& space, std::span<const int> contacts,
                std::span<const double> impulse, std::span<const double> directions,
                TransmissionReport& report) {
  const State& state = t.study.scenario.state;
  space.show_links(t.tree, state.positions, state.velocities, state.time);
  space.strike_links(t.tree, contacts, impulse);
  double size = 0;
  for (std::size_t k = 0; k < impulse.size(); k += 2)
    size = std::max(size, std::hypot(impulse[k], impulse[k + 1]));
  std::vector<bool> turned(report.links.size(), false);  // by a drive's couple
  for (std::size_t d = 0; d < t.tree.drives.size(); ++d) {
    const double couple = space.couples()[d];
    if (std::abs(couple) <= transmission_rounding * size * t.tree.size) continue;
    for (const int end : {t.tree.drives[d].link, t.tree.drives[d].against})
      if (end >= 0) turned[static_cast<std::size_t>(t.tree.links[end].file)] = true;
  }
  // A free base is a joint where several links meet.
  const bool base_is_joint =
      t.tree.base != BaseKind::free || std::ranges::count(t.tree.links, -1, &TreeLink::parent) > 1;
  const auto through = [&](std::size_t i) -> std::array<double, 2> {
    const int k = t.tree.tree_index[i];
    const Vec2 passed = space.through_joint(k);
    const Vec2& e = space.pose().links[k].direction;
    return {-dot(e, passed), dot(perpendicular(e), passed)};
  };
  for (std::size_t i = 0; i < report.links.size(); ++i) {
    const bool is_joint = t.tree.links[t.tree.tree_index[i]].parent >= 0 || base_is_joint;
    const auto [along, across] = through(i);
    TransmittedRod rod{report.links[i], along, across};
    rod.free = !is_joint;
    rod.blocked =
        is_joint && !turned[i] && std::hypot(along, across) <= transmission_rounding * size;
    report.rods.push_back(std::move(rod));
  }
  for (std::size_t at = 0; at < directions.size(); at += impulse.size()) {
    space.strike_links(t.tree, contacts, directions.subspan(at, impulse.size()));
    for (std::size_t i = 0; i < report.rods.size(); ++i)
      for (std::size_t k = 0; k < 2; ++k)
        if (std::abs(through(i)[k]) > unchanged) {
          report.rods[i].determined[k] = false;
          report.rods[i].blocked = false;
        }
  }
}

void through_modes(const Transmitting& t, TransmissionReport& report) {
  report.method = TransmissionMethod::modes;
  const State& state = t.study.scenario.state;
  std::vector<int> contacts = t.roles.resting;
  contacts.push_back(t.roles.striker);
  std::ranges::sort(contacts);
  std::vector<double> inertia(4 * contacts.size() * contacts.size());
  std::vector<std::vector<double>> slopes;
  ContactSpace<double> space(t.tree);
  if (!space.inertia_at(t.tree, state.positions, state.time, contacts, inertia) ||
      (t.derivatives && !contact_inertia_with_derivatives(t.tree, state.positions, state.time,
                                                          contacts, inertia, slopes)))
    throw InputError(t.study.scenario.path,
                     {{{"state", -1, "", -1},
                       "state: the mass matrix is singular in this configuration",
                       t.study.place_of({"state", -1, "", -1})}});
  std::vector<double> friction;
  for (const int i : contacts)
    friction.push_back(i == t.roles.striker ? 0 : t.tree.contacts[i].friction);
  const std::vector<int> slip(contacts.size(), 0);
  const int striker =
      static_cast<int>(std::ranges::find(contacts, t.roles.striker) - contacts.begin());
  const RateProblem problem{
      static_cast<int>(contacts.size()), inertia, friction, slip, striker, t.ratio};
  const RateAnswers rates = strike_rates(problem);
  report.verdict = rates.answers.empty() ? Verdict::inconsistent
                   : rates.single()      ? Verdict::unique
                                         : Verdict::ambiguous;
  if (rates.answers.empty()) {
    report.notes.emplace_back("no combination of contact modes is consistent with this strike");
    return;
  }
  if (rates.answers.size() > 1)
    report.notes.push_back(fmt::format(
        "{} answers are consistent with this strike; one of them is given", rates.answers.size()));
  if (rates.answers.front().loose >= 0)
    report.notes.push_back(loose_words(
        t.contact(contacts[static_cast<std::size_t>(rates.answers.front().loose)]).name));
  if (!rates.exhaustive)
    report.notes.emplace_back("not every combination of modes was tried: there may be others");
  const RateAnswer& answer = rates.answers.front();
  report.impulses_determined = answer.impulses_determined;
  const int width = 2 * problem.count;
  const auto entry = [&](int r, int s) { return inertia[r * width + s]; };
  report.mobility = answer.velocity[2 * striker + 1];
  const double power = report.mobility + t.ratio * answer.velocity[2 * striker];
  std::vector<ContactSensitivity> by_angle;
  if (t.derivatives) by_angle = sensitivities(problem, answer, slopes);
  const std::vector<double> told =
      answer.impulses_determined || problem.count > least_impulses_limit
          ? answer.impulse
          : least_impulses(inertia, answer.carrying, answer.impulse);
  for (int k = 0; k < problem.count; ++k) {
    if (k == striker) continue;
    TransmittedContact contact;
    contact.name = t.contact(contacts[k]).name;
    contact.open = entry(2 * k + 1, 2 * striker + 1) + t.ratio * entry(2 * k + 1, 2 * striker);
    contact.normal_velocity = answer.velocity[2 * k + 1];
    contact.normal_impulse = told[2 * k + 1];
    contact.tangential_impulse = told[2 * k];
    contact.determined = {answer.open[2 * k] == 0, answer.open[2 * k + 1] == 0};
    contact.self_response = entry(2 * k + 1, 2 * k + 1);
    settle_outcome(contact, power);
    if (t.derivatives) {
      contact.velocity_by_angle = by_angle[k].velocity;
      contact.impulse_by_angle = by_angle[k].impulse;
      contact.outcome_by_angle = by_angle[k].outcome;
    }
    report.contacts.push_back(std::move(contact));
  }
  add_joints(t, space, contacts, told, answer.directions, report);
}

}  // namespace

TransmissionReport transmit(const Study& study, const TransmitRequest& request) {
  refuse_active(study, "transmit");
  check_ratio(request.ratio);
  const Tree& tree = study.model.compiled().tree;
  const Mechanism& mechanism = study.scenario.mechanism;
  TransmissionReport report;
  report.title = study.scenario.title;
  report.ratio = request.ratio;
  Transmitting t{study, tree, strike_roles(study, "transmit"), request.ratio, true};
  report.striker = t.contact(t.roles.striker).name;
  for (const Link& link : mechanism.links) report.links.push_back(link.name);
  for (std::size_t i = 0; i < mechanism.contacts.size(); ++i)
    if (static_cast<int>(i) != t.roles.striker &&
        std::ranges::find(t.roles.resting, static_cast<int>(i)) == t.roles.resting.end())
      report.notes.push_back(fmt::format("contact \"{}\" does not touch and takes no part",
                                         mechanism.contacts[i].name));
  if (report.links.size() * t.roles.resting.size() > most_derivatives) {
    t.derivatives = false;
    report.notes.push_back(
        fmt::format("sensitivities are left out: there would be more than {}", most_derivatives));
  }
  if (t.contact(t.roles.striker).friction > 0 && request.ratio == 0)
    report.notes.push_back(
        fmt::format("contact \"{}\" strikes with friction {:.6g}: --ratio f takes the impulse "
                    "n + f t (here f = 0)",
                    report.striker, t.contact(t.roles.striker).friction));
  add_closing_note(study, report.notes);
  add_compliance_notes(study.scenario, report.notes);

  const bool frictional =
      std::ranges::any_of(t.roles.resting, [&](int i) { return tree.contacts[i].friction > 0; });
  const ParticleReading reading = particle_layout(mechanism, tree);
  if (reading.layout && !frictional)
    through_particles(t, *reading.layout, report);
  else
    through_modes(t, report);
  for (TransmittedContact& contact : report.contacts)
    if (contact.outcome == Response::critical && !contact.determined[1])
      contact.outcome = Response::open;
  if (!report.impulses_determined)
    report.notes.push_back(fmt::format(
        "{}; {}", impulses_open(report.verdict == Verdict::unique),
        report.method != TransmissionMethod::modes || report.contacts.size() < least_impulses_limit
            ? "those given have the least sum of squares"
            : "those given are the first that were found"));

  ImpactSolver<double> solver(tree);
  const State& state = study.scenario.state;
  if (solver.prepare_with_links(tree, state.positions, state.velocities, state.time))
    report.drawing = mechanism_drawing(study, solver);
  return report;
}

}  // namespace carom
