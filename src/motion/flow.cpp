#include "motion/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/energy.hpp"
#include "dynamics/state_variables.hpp"
#include "laws/rigid/preparation.hpp"
#include "laws/rigid/scaling.hpp"
#include "motion/thresholds.hpp"
#include "numerics/dense_algebra.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {

Flow::Flow(const Tree& tree)
    : tree_(tree),
      freedom_(tree.degrees_of_freedom()),
      regimes_(tree.contacts.size()),
      space_(tree, ContactSpace<double>::Small::refused),
      acceleration_(tree),
      response_(tree),
      still_(tree),
      loads_(tree),
      energy_pose_(tree),
      energy_motion_(tree),
      own_(tree.degrees_of_freedom()),
      yielding_surfaces_(tree.degrees_of_freedom()),
      variables_(count_of_state_numbers(tree)),
      positions_(tree.degrees_of_freedom()),
      velocities_(tree.degrees_of_freedom()),
      wanted_(tree.drives.size()),
      couples_(tree.drives.size()),
      inertia_(4 * tree.contacts.size() * tree.contacts.size()),
      rates_(2 * tree.contacts.size()),
      forces_(2 * tree.contacts.size()),
      contact_forces_(tree),
      small_(tree) {
  pressed_.reserve(tree.contacts.size());
  set_.reserve(tree.contacts.size());
  for (int i = 0; i < contacts(); ++i)
    if (const TreeContact& each = tree.contacts[i]; each.yields != nullptr)
      yielding_.push_back({.contact = i, .sprung = is_sprung(*each.yields, each.compliance)});
  yielding_force_.resize(2 * yielding_.size());
}

void Flow::set_controller(MotionController* controller) {
  controller_ = controller;
  control_.resize(controller == nullptr ? 0 : tree_.links.size());
}

/// The couples of the controller, each on its link and against the parent.
void Flow::add_control() {
  std::ranges::fill(control_, 0.0);
  controller_->act(time_, positions_, velocities_, control_);
  const TreeMotion<double>& motion = space_.motion();
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const TreeLink& link = tree_.links[k];
    const double couple = control_[static_cast<std::size_t>(link.file)];
    double rate = motion.links[k].rate;
    loads_.links[k].torque += couple;
    if (link.parent >= 0) {
      const auto parent = static_cast<std::size_t>(link.parent);
      loads_.links[parent].torque -= couple;
      rate -= motion.links[parent].rate;
    }
    power_.inputs += couple * rate;
  }
}

void Flow::set_regimes(std::span<const Regime> regimes) {
  std::ranges::copy(regimes, regimes_.begin());
  pressed_.clear();
  for (int i = 0; i < contacts(); ++i)
    if (regimes_[i].pressed()) pressed_.push_back(i);
}

void Flow::place_at(std::span<const double> y, double t) {
  std::ranges::copy(positions(y), positions_.begin());
  std::ranges::copy(velocities(y), velocities_.begin());
  time_ = t;
  space_.place_links(tree_, positions_, velocities_, t);
}

void Flow::prepare(std::span<const double> y, double t, std::span<const int> set, bool held) {
  ++evaluations_;
  seen_by_small_ = false;
  if (set_.size() != set.size() || !std::ranges::equal(set_, set))
    set_.assign(set.begin(), set.end());
  place_at(y, t);
  failed_ = !space_.eliminate(tree_);
  // Nothing can be said of the inertia where the positions are not finite.
  singular_ = failed_ && std::ranges::all_of(positions_, [](double x) { return std::isfinite(x); });
  if (failed_) return;
  const TreePose<double>& pose = space_.pose();
  loads_.clear();
  power_ = add_loads(tree_, pose, space_.motion(), positions_, velocities_, t, variables_, loads_);
  if (controller_ != nullptr) add_control();
  if (!yielding_.empty()) add_yielding(y);
  accelerate(tree_, pose, space_.factors(), space_.motion(), loads_, acceleration_);
  for (const TreeSurface& surface : tree_.surfaces)
    if (surface.body >= 0) {
      const int i = tree_.surface_coordinate(surface.body);
      yielding_surfaces_[i] = surface_load(tree_, surface, positions_, velocities_) / surface.mass;
      power_.dampers += surface.damping * velocities_[i] * velocities_[i];
    }
  for (std::size_t k = 0; k < yielding_.size(); ++k) {
    const ContactFrame<double>& frame = space_.frames()[yielding_[k].contact];
    if (frame.body >= 0)
      yielding_surfaces_[tree_.surface_coordinate(frame.body)] -=
          (frame.yield[0] * yielding_force_[2 * k] + frame.yield[1] * yielding_force_[2 * k + 1]) /
          tree_.surfaces[tree_.contacts[yielding_[k].contact].surface].mass;
  }
  if (space_.drives().any()) {
    for (std::size_t d = 0; d < wanted_.size(); ++d) wanted_[d] = prescribed(tree_.drives[d], t)[2];
    std::ranges::fill(couples_, 0.0);
    hold_drives();
  }
  std::ranges::fill(forces_, 0.0);
  contact_forces_.forget();
  held_rows_.clear();
  if (held && !holding_.empty()) hold();
  if (set_.empty()) return;
  if (held_rows_.empty()) space_.inertia(tree_, set_, inertia_);
  for (std::size_t k = 0; k < set_.size(); ++k) {
    const auto rate = acceleration(set_[k]);
    rates_[2 * k] = rate[0];
    rates_[2 * k + 1] = rate[1];
  }
}

/// v̇ = (t, n)·(ü + α arm⊥) + γ, where ü is the joint's whole acceleration, so that γ is the
/// contact's own part alone.
std::array<double, 2> Flow::acceleration(int contact) const {
  const ContactFrame<double>& frame = space_.frames()[contact];
  const LinkMotion<double>& link = acceleration_.links[frame.link];
  const Vec2 a = link.joint + link.rate * perpendicular(frame.arm);
  auto rate = contact_drift(tree_, contact, frame, space_.pose(), space_.motion(), still_,
                            std::span<const double>(positions_), time_);
  const double yields =
      frame.body >= 0 ? yielding_surfaces_[tree_.surface_coordinate(frame.body)] : 0;
  rate[0] += dot(frame.tangent, a) - frame.yield[0] * yields;
  rate[1] += dot(frame.normal, a) - frame.yield[1] * yields;
  return rate;
}

/// A force at a contact, on its link and on a surface that yields.
void Flow::load_at(int contact, double tangential, double normal) {
  const ContactFrame<double>& frame = space_.frames()[contact];
  load_contact(frame, tangential, normal, loads_);
  if (frame.body >= 0)
    yielding_surfaces_[tree_.surface_coordinate(frame.body)] -=
        (frame.yield[0] * tangential + frame.yield[1] * normal) /
        tree_.surfaces[tree_.contacts[contact].surface].mass;
}

/// Adds M⁻¹Jᵀ load to the accelerations; `held`: also what contacts that hold then answer.
void Flow::press(std::span<const double> load, bool held) {
  loads_.clear();
  for (std::size_t k = 0; k < set_.size(); ++k) load_at(set_[k], load[2 * k], load[2 * k + 1]);
  if (held && !held_rows_.empty()) {
    for (std::size_t h = 0; h < held_rows_.size(); ++h) {
      double answer = 0;
      for (std::size_t c = 0; c < load.size(); ++c)
        answer -= held_response_[h * load.size() + c] * load[c];
      const auto k = static_cast<std::size_t>(held_of_[h]);
      const bool normal = held_rows_[h] % 2 == 1;
      const double tangential = normal ? held_slope(static_cast<int>(h)) * answer : answer;
      yielding_force_[2 * k] += tangential;
      if (normal) yielding_force_[2 * k + 1] += answer;
      load_at(yielding_[k].contact, tangential, normal ? answer : 0);
    }
  }
  respond(tree_, space_.pose(), space_.factors(), loads_, response_);
  acceleration_.base += response_.base;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    acceleration_.links[k].joint += response_.links[k].joint;
    acceleration_.links[k].rate += response_.links[k].rate;
  }
  if (space_.drives().any()) hold_drives();
}

/// Gives the drives the couples that bring their accelerations to those wanted.
void Flow::hold_drives() {
  const auto more = space_.drives().couples(tree_, acceleration_, wanted_);
  for (std::size_t d = 0; d < couples_.size(); ++d) couples_[d] += more[d];
  space_.drives().respond_to(more, acceleration_);
}

void Flow::operator()(const std::vector<double>& y, std::vector<double>& slope, double t) {
  prepare(y, t, pressed_);
  without_forces_ = false;
  if (!failed_ && !set_.empty()) {
    without_forces_ = failed_ =
        !contact_forces_.find(set_, regimes_, inertia(), rates(), reference_, false, forces_);
    if (!failed_) press(forces(), true);
  }
  if (failed_) {
    std::ranges::fill(slope, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  generalized(tree_, acceleration_, std::span(own_));
  for (int body = 0; body < tree_.yielding; ++body) {
    const int i = tree_.surface_coordinate(body);
    own_[i] = yielding_surfaces_[i];
  }
  for (int i = 0; i < freedom_; ++i) {
    slope[i] = velocities_[i];
    slope[freedom_ + i] = own_[i];
  }
  for (int i = 0; i < contacts(); ++i)
    slope[gap_index(i)] = regimes_[i].pressed() ? 0 : velocity(i)[1];
  power_.inputs += drive_work(velocities_);
  double rubbed = 0;
  double moved = 0;
  for (std::size_t k = 0; k < set_.size(); ++k) {
    const int contact = set_[k];
    if (!regimes_[contact].fixed()) rubbed -= forces_[2 * k] * velocity(contact)[0];
    const TreeSurface& surface = tree_.surfaces[tree_.contacts[contact].surface];
    if (!surface.moved) continue;
    const auto v = surface_velocity(surface, t);
    moved += forces_[2 * k] * v[0] + forces_[2 * k + 1] * v[1];
  }
  for (std::size_t k = 0; k < yielding_.size(); ++k) {
    const int contact = yielding_[k].contact;
    const auto v = velocity(contact);
    const double* const force = &yielding_force_[2 * k];
    double* const sums = &slope[yielding_index(k)];
    sums[0] = force[0];
    sums[1] = force[1];
    sums[2] = force[0] * v[0];
    sums[3] = force[1] * v[1];
    slope[spring_index(k)] = yielding_[k].sprung && yielding_[k].mode == Mode::sticks
                                 ? stick_rate(tree_.contacts[contact].yields->tangential(
                                                  tree_.contacts[contact].compliance,
                                                  yielding_[k].memory, -y[gap_index(contact)]),
                                              force[0], v[0], -v[1])
                                 : 0;
    const TreeSurface& surface = tree_.surfaces[tree_.contacts[contact].surface];
    if (!surface.moved) continue;
    const auto moves = surface_velocity(surface, t);
    moved += force[0] * moves[0] + force[1] * moves[1];
  }
  slope[ledger_index(dampers)] = power_.dampers;
  slope[ledger_index(friction)] = rubbed;
  slope[ledger_index(inputs)] = power_.inputs;
  slope[ledger_index(surfaces)] = moved;
}

bool Flow::follow_small(std::span<const double> y, std::span<double> slope, SmallFlowSeen* seen) {
  if (!by_small_ || controller_ != nullptr || !pressed_.empty() ||
      !small_.follow(tree_, yielding_, y, slope, ledger_size, yielding_numbers, seen))
    return false;
  ++evaluations_;
  return true;
}

void Flow::within(const std::vector<double>& y, std::vector<double>& slope, double t) {
  if (!follow_small(y, slope, nullptr)) (*this)(y, slope, t);
}

void Flow::arrive(const std::vector<double>& y, std::vector<double>& slope, double t) {
  // Whether forces are determined is asked where something rigid is closed.
  const bool closed = std::ranges::any_of(regimes_, &Regime::closed);
  if (closed || !follow_small(y, slope, &seen_)) return (*this)(y, slope, t);
  seen_by_small_ = true;
  failed_ = singular_ = without_forces_ = false;
}

void Flow::observe(std::span<const double> y, std::span<ContactRates> observed) const {
  if (seen_by_small_) {
    for (int i = 0; i < contacts(); ++i) {
      observed[i] = {.gap = y[gap_index(i)]};
      put(seen_.velocity[i], observed[i].velocity.data());
      put(seen_.acceleration[i], observed[i].acceleration.data());
      put(seen_.force[i], observed[i].force.data());
    }
    return;
  }
  for (int i = 0; i < contacts(); ++i) {
    observed[i].gap = y[gap_index(i)];
    observed[i].velocity = velocity(i);
    observed[i].acceleration = acceleration(i);
    observed[i].force = {};
    observed[i].wedge = std::numeric_limits<double>::infinity();
  }
  for (std::size_t k = 0; k < yielding_.size(); ++k)
    observed[yielding_[k].contact].force = {yielding_force_[2 * k], yielding_force_[2 * k + 1]};
  for (std::size_t k = 0; k < set_.size(); ++k)
    observed[set_[k]].force = {forces_[2 * k], forces_[2 * k + 1]};
  for (const int k : contact_forces_.wedged()) observed[set_[k]].wedge = -contact_forces_.release();
}

void Flow::find_determined(std::span<const Regime> regimes, std::span<const ContactRates> contacts,
                           double rest, std::span<std::array<bool, 2>> determined,
                           std::span<std::uint8_t> couples_determined) {
  std::ranges::fill(determined, std::array{true, true});
  std::ranges::fill(couples_determined, std::uint8_t{1});
  std::vector<int> closed;
  for (int i = 0; i < static_cast<int>(regimes.size()); ++i)
    if (regimes[i].closed()) closed.push_back(i);
  if (closed.empty()) return;
  const int count = static_cast<int>(closed.size());
  const auto width = 2 * closed.size();
  std::vector<double> inertia(width * width), force(width, 0.0);
  space_.inertia(tree_, closed, inertia);
  for (std::size_t k = 0; k < closed.size(); ++k) {
    if (!regimes[closed[k]].pressed()) continue;
    force[2 * k] = contacts[closed[k]].force[0];
    force[2 * k + 1] = contacts[closed[k]].force[1];
  }
  double largest = 0;
  for (std::size_t r = 0; r < width; ++r) largest = std::max(largest, inertia[r * (width + 1)]);
  determinacy_.reserve(count);
  std::vector<std::uint8_t> open(width, 0);
  std::vector<CarryingContact> carried;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const int i = closed[k];
    const TreeContact& contact = tree_.contacts[i];
    const Mode mode = regimes[i].mode;
    const double slip = contacts[i].velocity[0];
    const bool rests = regimes[i].fixed() || (mode == Mode::separates && std::abs(slip) <= rest);
    const bool backward = mode == Mode::slides_minus || (mode == Mode::separates && slip < 0);
    const int direction = rests ? 0 : backward ? -1 : 1;
    const double rubs = rests ? contact.static_friction : contact.friction;
    carried.push_back(carrying(std::min(rubs, largest_friction), direction));
    // One that no force lifts or presses may be pressed as hard as one likes, and rub so.
    const double normal = inertia[(2 * k + 1) * (width + 1)];
    const double tangential = inertia[2 * k * (width + 1)];
    if (normal > immobile * std::max(tangential, largest)) continue;
    open[2 * k + 1] = 1;
    if (rubs > 0 && (!rests || !(tangential > immobile * largest))) open[2 * k] = 1;
  }
  std::vector<double> directions;
  if (!regular_inertia(count, inertia.data(), determinacy_) &&
      find_open(count, inertia.data(), carried.data(), force.data(), open.data(), determinacy_))
    add_open_directions(count, determinacy_, directions);
  for (std::size_t k = 0; k < closed.size(); ++k)
    determined[static_cast<std::size_t>(closed[k])] = {open[2 * k] == 0, open[2 * k + 1] == 0};
  cover_open(open, directions);
  if (space_.drives().any()) find_open_couples(closed, directions, couples_determined);
}

/// A couple is open where forces that change as they may ask for another one.
void Flow::find_open_couples(std::span<const int> closed, std::span<const double> directions,
                             std::span<std::uint8_t> determined) {
  const std::vector<double> held(couples_.size(), 0.0);
  const std::size_t width = 2 * closed.size();
  for (std::size_t at = 0; at < directions.size(); at += width) {
    loads_.clear();
    for (std::size_t k = 0; k < closed.size(); ++k)
      load_contact(space_.frames()[closed[k]], directions[at + 2 * k], directions[at + 2 * k + 1],
                   loads_);
    respond(tree_, space_.pose(), space_.factors(), loads_, response_);
    const auto change = space_.drives().couples(tree_, response_, held);
    for (std::size_t d = 0; d < determined.size(); ++d)
      if (std::abs(change[d]) > unchanged * tree_.size) determined[d] = 0;
  }
}

double Flow::drive_work(std::span<const double> velocities) const {
  double work = 0;
  for (std::size_t d = 0; d < couples_.size(); ++d)
    work += couples_[d] * driven(tree_, tree_.drives[d], velocities);
  return work;
}

void Flow::strike(std::span<const double> impulse, std::span<double> velocities) {
  std::ranges::fill(yielding_surfaces_, 0.0);
  acceleration_.base = {};
  for (LinkMotion<double>& link : acceleration_.links) link = {};
  std::ranges::fill(wanted_, 0.0);
  std::ranges::fill(couples_, 0.0);
  press(impulse, false);
  generalized(tree_, acceleration_, std::span(own_));
  for (int body = 0; body < tree_.yielding; ++body) {
    const int i = tree_.surface_coordinate(body);
    own_[i] = yielding_surfaces_[i];
  }
  for (int i = 0; i < freedom_; ++i) velocities[i] += own_[i];
}

/// The change M⁻¹Jᵀx is the least in the sense of the kinetic energy.
void Flow::impose(std::span<const int> rows, const Eigen::VectorXd& change,
                  std::span<double> numbers) {
  const int width = 2 * static_cast<int>(set_.size());
  Eigen::MatrixXd w(rows.size(), rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows.size(); ++c)
      w(static_cast<int>(r), static_cast<int>(c)) = inertia_[rows[r] * width + rows[c]];
  const Eigen::VectorXd x = least_norm_solution(w, change, dependent_rows);
  std::vector<double> impulse(static_cast<std::size_t>(width), 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r) impulse[rows[r]] = x[static_cast<int>(r)];
  strike(impulse, numbers);
}

/// Drives first: the contacts' corrections leave them as they are.
void Flow::project_drives(std::vector<double>& y, double t) {
  prepare(y, t, {});
  if (failed_) return;
  const auto correct = [&](std::span<double> numbers, int derivative) {
    acceleration_.base = {};
    for (LinkMotion<double>& link : acceleration_.links) link = {};
    for (std::size_t d = 0; d < wanted_.size(); ++d)
      wanted_[d] = prescribed(tree_.drives[d], t)[derivative] -
                   driven(tree_, tree_.drives[d], std::span<const double>(numbers));
    hold_drives();
    generalized(tree_, acceleration_, std::span(own_));
    for (int body = 0; body < tree_.yielding; ++body) own_[tree_.surface_coordinate(body)] = 0;
    for (int i = 0; i < freedom_; ++i) numbers[i] += own_[i];
  };
  const auto n = static_cast<std::size_t>(freedom_);
  correct(std::span(y).first(n), 0);
  correct(std::span(y).subspan(n, n), 1);
}

void Flow::project_positions(std::vector<double>& y, double t) {
  const double length = tree_.size;
  for (int pass = 0; pass < 3; ++pass) {
    prepare(y, t, pressed_, false);
    if (failed_) return;
    std::vector<int> rows;
    Eigen::VectorXd change(set_.size());
    double worst = 0;
    for (std::size_t k = 0; k < set_.size(); ++k) {
      rows.push_back(static_cast<int>(2 * k + 1));
      change[static_cast<int>(k)] = -space_.gap(set_[k]);
      worst = std::max(worst, std::abs(space_.gap(set_[k])));
    }
    if (worst <= 4 * std::numeric_limits<double>::epsilon() * length) break;
    impose(rows, change, std::span(y).first(static_cast<std::size_t>(freedom_)));
  }
}

void Flow::project(std::vector<double>& y, double t) {
  if (space_.drives().any()) project_drives(y, t);
  if (pressed_.empty()) return;
  project_positions(y, t);
  prepare(y, t, pressed_, false);
  if (failed_) return;
  std::vector<int> rows;
  std::vector<double> wanted;
  double worst = 0;
  for (std::size_t k = 0; k < set_.size(); ++k) {
    const auto v = velocity(set_[k]);
    rows.push_back(static_cast<int>(2 * k + 1));
    wanted.push_back(-v[1]);
    worst = std::max(worst, std::abs(v[1]));
    if (!regimes_[set_[k]].fixed()) continue;
    rows.push_back(static_cast<int>(2 * k));
    wanted.push_back(-v[0]);
    worst = std::max(worst, std::abs(v[0]));
  }
  if (worst > 4 * std::numeric_limits<double>::epsilon() * speed())
    impose(rows, Eigen::Map<Eigen::VectorXd>(wanted.data(), static_cast<int>(wanted.size())),
           std::span(y).subspan(static_cast<std::size_t>(freedom_),
                                static_cast<std::size_t>(freedom_)));
  for (const int contact : pressed_) y[gap_index(contact)] = 0;
}

MotionEnergy Flow::energy(std::span<const double> y) {
  place(tree_, positions(y), energy_pose_);
  move(tree_, energy_pose_, velocities(y), energy_motion_);
  MotionEnergy e;
  e.kinetic = kinetic_energy(tree_, energy_pose_, energy_motion_, velocities(y));
  const Potential potential = potential_energy(tree_, energy_pose_, positions(y));
  e.gravity = potential.gravity;
  e.springs = potential.springs;
  e.dampers = y[ledger_index(dampers)];
  e.friction = y[ledger_index(friction)];
  e.inputs = y[ledger_index(inputs)];
  e.surfaces = y[ledger_index(surfaces)];
  const auto kept = stored(y);
  e.springs += kept[0] + kept[1];
  for (std::size_t k = 0; k < yielding_.size(); ++k) {
    e.friction -= y[yielding_index(k) + 2];
    e.impacts -= y[yielding_index(k) + 3];
  }
  e.friction -= kept[0];
  e.impacts -= kept[1];
  return e;
}

std::array<double, 2> Flow::stored(std::span<const double> y) const {
  std::array<double, 2> sum{};
  for (std::size_t k = 0; k < yielding_.size(); ++k) {
    const Yielding& each = yielding_[k];
    if (!each.closed()) continue;
    const TreeContact& contact = tree_.contacts[each.contact];
    const double indentation = -y[gap_index(each.contact)];
    sum[1] += contact.yields->stored(contact.compliance, each.memory, indentation);
    if (!each.sprung) continue;
    const double force =
        each.mode == Mode::sticks
            ? y[spring_index(k)]
            : contact.friction *
                  contact.yields->force(contact.compliance, each.memory, indentation, 0);
    sum[0] += stored_along(contact.yields->tangential(contact.compliance, each.memory, indentation),
                           force);
  }
  return sum;
}

std::vector<double> Flow::link_energies(std::span<const double> y) {
  place(tree_, positions(y), energy_pose_);
  move(tree_, energy_pose_, velocities(y), energy_motion_);
  std::vector<double> energies(tree_.links.size());
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const LinkMotion<double>& link = energy_motion_.links[k];
    const Vec2 v = link.joint + link.rate * perpendicular(energy_pose_.links[k].com);
    energies[static_cast<std::size_t>(tree_.links[k].file)] =
        0.5 * (tree_.links[k].mass * dot(v, v) + tree_.links[k].inertia * link.rate * link.rate);
  }
  return energies;
}

double Flow::acceleration_size() const {
  double largest = 0;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const LinkMotion<double>& a = acceleration_.links[k];
    const double rate = space_.motion().links[k].rate;
    largest = std::max(largest, std::abs(a.joint.x) + std::abs(a.joint.y) +
                                    (std::abs(a.rate) + rate * rate) * tree_.size);
  }
  for (int body = 0; body < tree_.yielding; ++body)
    largest = std::max(largest, std::abs(yielding_surfaces_[tree_.surface_coordinate(body)]));
  return largest;
}

double Flow::speed() const {
  if (seen_by_small_) return seen_.speed;
  double fastest = 0;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const LinkMotion<double>& m = space_.motion().links[k];
    fastest = std::max(fastest,
                       std::abs(m.joint.x) + std::abs(m.joint.y) + std::abs(m.rate) * tree_.size);
  }
  for (int body = 0; body < tree_.yielding; ++body)
    fastest = std::max(fastest, std::abs(velocities_[tree_.surface_coordinate(body)]));
  return fastest;
}

}  // namespace carom
