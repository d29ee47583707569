#include "motion/tangent_flow.hpp"

#include <algorithm>
#include <cmath>

#include "contact/thresholds.hpp"
#include "dynamics/forces.hpp"
#include "dynamics/state_variables.hpp"
#include "motion/thresholds.hpp"
#include "numerics/dense_algebra.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {
namespace {

/// f, ḟ, f̈ of a drive, with slopes.
std::array<Sloped, 3> prescribed_slopes(const TreeDriveOf<Sloped>& drive, const Sloped& time) {
  using Second = Dual<Dual<Sloped>>;
  const Second now{Dual<Sloped>(time, {Sloped(1.0)}), {Dual<Sloped>(Sloped(1.0))}};
  const Second f = drive.angle(std::span<const Second>(&now, 1));
  return {f.value.value, f.value.slope[0], f.slope[0].slope[0]};
}

void keep_largest(const SlopeLanes& from, SlopeLanes& most) {
  for (std::size_t l = 0; l < from.of.size(); ++l)
    most.of[l] = std::max(most.of[l], std::abs(from.of[l]));
}

}  // namespace

TangentFlow::TangentFlow(const Tree& tree)
    : tree_(tree),
      freedom_(tree.degrees_of_freedom()),
      accelerations_(static_cast<std::size_t>(freedom_)),
      rates_(tree.contacts.size()),
      lane_loads_(tree),
      change_(tree),
      body_change_(static_cast<std::size_t>(tree.yielding)),
      acceleration_(static_cast<std::size_t>(freedom_)),
      force_(tree.contacts.size()) {
  const std::size_t links = tree.links.size();
  pose_.links.resize(links);
  motion_.links.resize(links);
  carried_.links.resize(links);
  still_.links.resize(links);
  loads_.links.resize(links);
  missed_.torques.resize(links);
  missed_.force.resize(links);
  variables_.resize(count_of_state_numbers(tree));
  body_missed_.resize(static_cast<std::size_t>(tree.yielding));
  frames_.resize(tree.contacts.size());
  velocity_.resize(tree.contacts.size());
  rate_.resize(tree.contacts.size());
}

void TangentFlow::prepare(const Flow& flow, std::span<const double> y,
                          std::span<const double> slope) {
  flow_ = &flow;
  const auto n = static_cast<std::size_t>(freedom_);
  std::copy_n(slope.begin() + static_cast<std::ptrdiff_t>(n), n, accelerations_.begin());
  flow.observe(y, rates_);
  list_unknowns(flow);
  respond_to_unknowns();
  invert();
}

void TangentFlow::list_unknowns(const Flow& flow) {
  unknowns_.clear();
  for (int i = 0; i < flow.contacts(); ++i) {
    const Regime& regime = flow.regimes()[static_cast<std::size_t>(i)];
    if (!regime.pressed()) continue;
    const double mu = tree_.contacts[static_cast<std::size_t>(i)].friction;
    const double follows = regime.fixed() ? 0 : regime.mode == Mode::slides_plus ? -mu : mu;
    unknowns_.push_back({i, 1, follows});
    if (regime.fixed()) unknowns_.push_back({i, 0, 0});
  }
  for (std::size_t d = 0; d < tree_.drives.size(); ++d)
    unknowns_.push_back({-1, static_cast<int>(d), 0});
}

/// What unit forces do, `lane_count` of them at a time.
void TangentFlow::respond_to_unknowns() {
  const std::size_t count = unknowns_.size();
  const std::size_t passes = (count + lane_count - 1) / lane_count;
  while (columns_.size() < passes)
    columns_.push_back({LaneMotion(tree_), std::vector<SlopeLanes>(body_change_.size())});
  const ContactSpace<double>& space = flow_->space();
  for (std::size_t p = 0; p < passes; ++p) {
    Response& column = columns_[p];
    lane_loads_.clear();
    std::ranges::fill(column.bodies, SlopeLanes{});
    for (std::size_t l = 0; l < lane_count && p * lane_count + l < count; ++l) {
      const Unknown& unknown = unknowns_[p * lane_count + l];
      if (unknown.contact < 0) {
        const TreeDrive& drive = tree_.drives[static_cast<std::size_t>(unknown.axis)];
        lane_loads_.torque[static_cast<std::size_t>(drive.link)].of[l] += 1;
        if (drive.against >= 0)
          lane_loads_.torque[static_cast<std::size_t>(drive.against)].of[l] -= 1;
        continue;
      }
      const ContactFrame<double>& frame = space.frames()[static_cast<std::size_t>(unknown.contact)];
      const double t = unknown.axis == 0 ? 1 : unknown.follows;
      const double n = unknown.axis == 0 ? 0 : 1;
      const Vec2 world = t * frame.tangent + n * frame.normal;
      const auto link = static_cast<std::size_t>(frame.link);
      lane_loads_.force[link].x.of[l] += world.x;
      lane_loads_.force[link].y.of[l] += world.y;
      lane_loads_.torque[link].of[l] += cross(frame.arm, world);
      if (frame.body < 0) continue;
      const int surface = tree_.contacts[static_cast<std::size_t>(unknown.contact)].surface;
      column.bodies[static_cast<std::size_t>(frame.body)].of[l] -=
          (frame.yield[0] * t + frame.yield[1] * n) /
          tree_.surfaces[static_cast<std::size_t>(surface)].mass;
    }
    respond(tree_, space.pose(), space.factors(), lane_loads_, column.links);
  }
}

std::array<SlopeLanes, 2> TangentFlow::at_contact(int contact, const LaneMotion& links,
                                                  std::span<const SlopeLanes> bodies) const {
  const ContactFrame<double>& frame = flow_->space().frames()[static_cast<std::size_t>(contact)];
  const auto link = static_cast<std::size_t>(frame.link);
  const SlopeLanes x = links.joint[link].x - frame.arm.y * links.rate[link];
  const SlopeLanes y = links.joint[link].y + frame.arm.x * links.rate[link];
  std::array<SlopeLanes, 2> rate{frame.tangent.x * x + frame.tangent.y * y,
                                 frame.normal.x * x + frame.normal.y * y};
  if (frame.body >= 0)
    for (std::size_t axis = 0; axis < 2; ++axis)
      rate[axis] -= frame.yield[axis] * bodies[static_cast<std::size_t>(frame.body)];
  return rate;
}

SlopeLanes TangentFlow::at_row(const Unknown& row, const LaneMotion& links,
                               std::span<const SlopeLanes> bodies) const {
  if (row.contact >= 0)
    return at_contact(row.contact, links, bodies)[static_cast<std::size_t>(row.axis)];
  const TreeDrive& drive = tree_.drives[static_cast<std::size_t>(row.axis)];
  SlopeLanes rate = links.rate[static_cast<std::size_t>(drive.link)];
  if (drive.against >= 0) rate -= links.rate[static_cast<std::size_t>(drive.against)];
  return rate;
}

/// The inverse of the rows' response, by elimination; where it is singular the pseudo-inverse, rows
/// and unknowns measured in what each does to itself.
void TangentFlow::invert() {
  const std::size_t count = unknowns_.size();
  inverse_.assign(count * count, 0.0);
  singular_ = false;
  if (count == 0) return;
  Eigen::MatrixXd a(count, count);
  for (std::size_t c = 0; c < count; ++c) {
    const Response& column = columns_[c / lane_count];
    for (std::size_t r = 0; r < count; ++r)
      a(static_cast<int>(r), static_cast<int>(c)) =
          at_row(unknowns_[r], column.links, column.bodies).of[c % lane_count];
  }
  const int n = static_cast<int>(count);
  Eigen::VectorXd unit(n);
  double most = 0;
  for (int r = 0; r < n; ++r) most = std::max(most, a(r, r));
  for (int r = 0; r < n; ++r)
    unit[r] = 1 / std::sqrt(std::max(a(r, r), singularity_threshold * most));
  const Eigen::MatrixXd scaled = unit.asDiagonal() * a * unit.asDiagonal();
  std::vector<double> matrix(count * count), right(count);
  for (int c = 0; c < n && !singular_; ++c) {
    for (int r = 0; r < n; ++r)
      for (int k = 0; k < n; ++k) matrix[static_cast<std::size_t>(r * n + k)] = scaled(r, k);
    std::ranges::fill(right, 0.0);
    right[static_cast<std::size_t>(c)] = 1;
    singular_ = !solve_dense(n, matrix.data(), right.data(), singularity_threshold);
    for (int r = 0; r < n; ++r)
      inverse_[static_cast<std::size_t>(r * n + c)] =
          unit[r] * right[static_cast<std::size_t>(r)] * unit[c];
  }
  if (!singular_) return;
  for (int c = 0; c < n; ++c) {
    const Eigen::VectorXd x = least_norm_solution(scaled, Eigen::VectorXd::Unit(n, c));
    for (int r = 0; r < n; ++r)
      inverse_[static_cast<std::size_t>(r * n + c)] = unit[r] * x[r] * unit[c];
  }
}

void TangentFlow::place(const SlopedTree& tree, std::span<const Sloped> positions,
                        std::span<const Sloped> velocities, const Sloped& time) {
  positions_.assign(positions.begin(), positions.end());
  time_ = time;
  carom::place(tree, positions, pose_);
  move(tree, pose_, velocities, motion_);
}

void TangentFlow::look(const SlopedTree& tree, std::span<const Sloped> positions,
                       std::span<const Sloped> velocities, const Sloped& time) {
  place(tree, positions, velocities, time);
  for (int i = 0; i < static_cast<int>(frames_.size()); ++i) {
    frame_contact(tree, pose_, positions, time, i, frames_[static_cast<std::size_t>(i)]);
    velocity_[static_cast<std::size_t>(i)] =
        contact_velocity(tree, i, frames_[static_cast<std::size_t>(i)], motion_, velocities, time);
  }
}

/// v̇ where q̈ is plain.
std::array<Sloped, 2> TangentFlow::explicit_rate(const SlopedTree& tree, int contact) const {
  const ContactFrame<Sloped>& frame = frames_[static_cast<std::size_t>(contact)];
  const LinkMotion<Sloped>& link = carried_.links[static_cast<std::size_t>(frame.link)];
  const Vec2T<Sloped> a = link.joint + link.rate * perpendicular(frame.arm);
  auto rate = contact_drift(tree, contact, frame, pose_, motion_, still_,
                            std::span<const Sloped>(positions_), time_);
  rate[0] += dot(frame.tangent, a);
  rate[1] += dot(frame.normal, a);
  if (frame.body >= 0) {
    const double yields =
        accelerations_[static_cast<std::size_t>(tree_.surface_coordinate(frame.body))];
    rate[0] -= frame.yield[0] * yields;
    rate[1] -= frame.yield[1] * yields;
  }
  return rate;
}

/// The forces that the flow found; those of friction where it slides follow its coefficient.
void TangentFlow::load_contacts(const SlopedTree& tree) {
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    force_[i] = {};
    const Regime& regime = flow_->regimes()[i];
    if (!regime.pressed()) continue;
    const Sloped normal(rates_[i].force[1]);
    Sloped tangential(rates_[i].force[0]);
    if (!regime.fixed()) {
      const double sign = regime.mode == Mode::slides_plus ? -1 : 1;
      tangential = sign * tree.contacts[i].friction * normal;
      force_[i][0] = slopes(tangential);
    }
    load_contact(frames_[i], tangential, normal, loads_);
    if (frames_[i].body >= 0)
      body_missed_[static_cast<std::size_t>(frames_[i].body)] +=
          frames_[i].yield[0] * tangential + frames_[i].yield[1] * normal;
  }
}

void TangentFlow::find(const SlopedTree& tree, std::span<const Sloped> positions,
                       std::span<const Sloped> velocities, const Sloped& time) {
  look(tree, positions, velocities, time);
  carry(tree, pose_, motion_, std::span<const double>(accelerations_), carried_);
  loads_.clear();
  add_loads(tree, pose_, motion_, positions, velocities, time, std::span(variables_), loads_);
  for (const TreeSurfaceOf<Sloped>& surface : tree.surfaces) {
    if (surface.body < 0) continue;
    const int i = tree_.surface_coordinate(surface.body);
    body_missed_[static_cast<std::size_t>(surface.body)] =
        surface.mass * accelerations_[static_cast<std::size_t>(i)] -
        surface_load(tree, surface, positions, velocities);
  }
  load_contacts(tree);
  const std::span<const double> couples = flow_->drive_couples();
  for (std::size_t d = 0; d < couples.size(); ++d) {
    const TreeDrive& drive = tree_.drives[d];
    loads_.links[static_cast<std::size_t>(drive.link)].torque += couples[d];
    if (drive.against >= 0)
      loads_.links[static_cast<std::size_t>(drive.against)].torque -= couples[d];
  }
  miss(tree, pose_, motion_, carried_, loads_, std::span<const double>(accelerations_), missed_);

  lane_loads_.clear();
  for (std::size_t k = 0; k < missed_.torques.size(); ++k)
    lane_loads_.torque[k] -= slopes(missed_.torques[k]);
  if (tree_.base == BaseKind::free)
    lane_loads_.base = {-1.0 * slopes(missed_.base.x), -1.0 * slopes(missed_.base.y)};
  else if (tree_.base == BaseKind::slider)
    lane_loads_.slider = -1.0 * slopes(missed_.slider);
  const ContactSpace<double>& space = flow_->space();
  respond(tree_, space.pose(), space.factors(), lane_loads_, change_);
  for (const TreeSurface& surface : tree_.surfaces)
    if (surface.body >= 0) {
      const auto body = static_cast<std::size_t>(surface.body);
      body_change_[body] = (-1 / surface.mass) * slopes(body_missed_[body]);
    }
  row_missed_.clear();
  for (const Unknown& row : unknowns_) {
    SlopeLanes missing = at_row(row, change_, body_change_);
    if (row.contact >= 0)
      missing += slopes(explicit_rate(tree, row.contact)[static_cast<std::size_t>(row.axis)]);
    else
      missing -=
          slopes(prescribed_slopes(tree.drives[static_cast<std::size_t>(row.axis)], time)[2]);
    row_missed_.push_back(missing);
  }
  answer(row_missed_);
  add_answers(change_, body_change_);
  for (std::size_t u = 0; u < unknowns_.size(); ++u) {
    const Unknown& unknown = unknowns_[u];
    if (unknown.contact < 0) continue;
    auto& force = force_[static_cast<std::size_t>(unknown.contact)];
    force[static_cast<std::size_t>(unknown.axis)] += answers_[u];
    if (unknown.axis == 1) force[0] += unknown.follows * answers_[u];
  }
  generalize(change_, body_change_, acceleration_);
  for (std::size_t i = 0; i < frames_.size(); ++i)
    rate_[i] = explicit_rate(tree, static_cast<int>(i));
}

/// The unknowns by which the rows come to what they must be.
void TangentFlow::answer(std::span<const SlopeLanes> missed) {
  const std::size_t count = unknowns_.size();
  answers_.assign(count, SlopeLanes{});
  for (std::size_t u = 0; u < count; ++u)
    for (std::size_t r = 0; r < count; ++r) answers_[u] -= inverse_[u * count + r] * missed[r];
}

void TangentFlow::add_answers(LaneMotion& links, std::span<SlopeLanes> bodies) const {
  for (std::size_t u = 0; u < answers_.size(); ++u) {
    const Response& column = columns_[u / lane_count];
    const std::size_t l = u % lane_count;
    const auto add = [&](const SlopeLanes& unit, SlopeLanes& to) {
      to += unit.of[l] * answers_[u];
    };
    add(column.links.base.x, links.base.x);
    add(column.links.base.y, links.base.y);
    for (std::size_t k = 0; k < links.rate.size(); ++k) {
      add(column.links.joint[k].x, links.joint[k].x);
      add(column.links.joint[k].y, links.joint[k].y);
      add(column.links.rate[k], links.rate[k]);
    }
    for (std::size_t body = 0; body < bodies.size(); ++body) add(column.bodies[body], bodies[body]);
  }
}

void TangentFlow::generalize(const LaneMotion& links, std::span<const SlopeLanes> bodies,
                             std::span<SlopeLanes> numbers) const {
  if (tree_.base == BaseKind::free) {
    numbers[0] = links.base.x;
    numbers[1] = links.base.y;
  } else if (tree_.base == BaseKind::slider) {
    numbers[0] = tree_.slider_direction.x * links.base.x + tree_.slider_direction.y * links.base.y;
  }
  for (std::size_t k = 0; k < links.rate.size(); ++k)
    numbers[static_cast<std::size_t>(tree_.angle_coordinate(static_cast<int>(k)))] = links.rate[k];
  for (std::size_t body = 0; body < bodies.size(); ++body)
    numbers[static_cast<std::size_t>(tree_.surface_coordinate(static_cast<int>(body)))] =
        bodies[body];
}

std::array<SlopeLanes, 2> TangentFlow::contact_acceleration(int contact) const {
  auto rate = at_contact(contact, change_, body_change_);
  for (std::size_t axis = 0; axis < 2; ++axis)
    rate[axis] += slopes(rate_[static_cast<std::size_t>(contact)][axis]);
  return rate;
}

SlopeLanes TangentFlow::hold_velocities(const SlopedTree& tree, std::span<SlopeLanes> velocities,
                                        const Sloped& time) {
  row_missed_.clear();
  SlopeLanes most;
  for (const Unknown& row : unknowns_) {
    SlopeLanes missing;
    if (row.contact >= 0) {
      missing = slopes(
          velocity_[static_cast<std::size_t>(row.contact)][static_cast<std::size_t>(row.axis)]);
      keep_largest(missing, most);
    } else {
      const TreeDrive& drive = tree_.drives[static_cast<std::size_t>(row.axis)];
      missing = velocities[static_cast<std::size_t>(tree_.angle_coordinate(drive.link))];
      if (drive.against >= 0)
        missing -= velocities[static_cast<std::size_t>(tree_.angle_coordinate(drive.against))];
      missing -=
          slopes(prescribed_slopes(tree.drives[static_cast<std::size_t>(row.axis)], time)[1]);
    }
    row_missed_.push_back(missing);
  }
  answer(row_missed_);
  change_ = LaneMotion(tree_);
  std::ranges::fill(body_change_, SlopeLanes{});
  add_answers(change_, body_change_);
  generalize(change_, body_change_, acceleration_);
  for (std::size_t i = 0; i < velocities.size(); ++i) velocities[i] += acceleration_[i];
  return most;
}

SlopeLanes TangentFlow::hold_positions(const SlopedTree& tree, std::span<const Sloped> positions,
                                       std::span<SlopeLanes> moved, const Sloped& time) {
  row_missed_.clear();
  SlopeLanes most;
  for (const Unknown& row : unknowns_) {
    SlopeLanes missing;
    if (row.contact >= 0) {
      if (row.axis == 1) missing = slopes(gap(row.contact));
      keep_largest(missing, most);
    } else {
      const TreeDrive& drive = tree_.drives[static_cast<std::size_t>(row.axis)];
      missing = slopes(positions[static_cast<std::size_t>(tree_.angle_coordinate(drive.link))]);
      if (drive.against >= 0)
        missing -=
            slopes(positions[static_cast<std::size_t>(tree_.angle_coordinate(drive.against))]);
      missing -=
          slopes(prescribed_slopes(tree.drives[static_cast<std::size_t>(row.axis)], time)[0]);
      keep_largest(tree_.size * missing, most);
    }
    row_missed_.push_back(missing);
  }
  answer(row_missed_);
  change_ = LaneMotion(tree_);
  std::ranges::fill(body_change_, SlopeLanes{});
  add_answers(change_, body_change_);
  generalize(change_, body_change_, acceleration_);
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += acceleration_[i];
  return most;
}

}  // namespace carom
