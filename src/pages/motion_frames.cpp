#include "pages/motion_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/rounding.hpp"
#include "data/simulation_table.hpp"
#include "dynamics/compiled_model.hpp"
#include "dynamics/contacts.hpp"
#include "pages/page_parts.hpp"
#include "stores/trajectory.hpp"
#include "study/body_shape.hpp"

namespace carom {
namespace {

constexpr int digits = 6;  // of places and angles: a hundredth of a pixel
constexpr int outline_points = 64;

Mode mode_named(const std::string& folder, const std::string& word) {
  // Earlier versions wrote the names that modes of impacts have.
  for (const Mode mode : all_values<Mode>)
    if (motion_modes[static_cast<int>(mode)] == word || name(mode) == word) return mode;
  damaged(folder, fmt::format("\"{}\" is no mode of a contact", word));
}

/// A frame's contacts from its coordinates: where they are, not what they do.
class Geometry {
 public:
  explicit Geometry(const Tree& tree) : tree_(tree), pose_(tree), frames_(tree.contacts.size()) {}

  std::span<const ContactFrame<double>> contacts(const std::vector<double>& positions,
                                                 double time) {
    place<double>(tree_, positions, pose_);
    frame_contacts<double>(tree_, pose_, positions, time, frames_);
    return frames_;
  }
  const TreePose<double>& pose() const { return pose_; }

 private:
  const Tree& tree_;
  TreePose<double> pose_;
  std::vector<ContactFrame<double>> frames_;
};

Vec2 displacement(const Tree& tree, const TreeSurface& surface, const MotionFrame& frame) {
  if (surface.body >= 0)
    return frame.positions[static_cast<std::size_t>(tree.surface_coordinate(surface.body))] *
           surface.body_direction;
  const std::span<const double> now(&frame.time, 1);
  return surface.tangential_motion(now) * surface.tangent +
         surface.normal_motion(now) * surface.normal;
}

Vec2 seen(const Vec2& v) {
  return {to_digits(v.x, digits), to_digits(v.y, digits)};
}

void add_links(const Tree& tree, const Mechanism& mechanism, const std::vector<MotionFrame>& frames,
               PageMotion& motion) {
  std::vector<BodyShape> shapes = body_shapes(tree, mechanism);
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const Link& link = mechanism.links[i];
    const int k = tree.tree_index[i];
    const TreeLink& compiled = tree.links[k];
    MovingLink moving;
    moving.name = link.name;
    moving.massless = link.mass == 0;
    moving.parent = compiled.parent < 0 ? -1 : tree.links[compiled.parent].file;
    moving.attach = compiled.attach;
    moving.length = link.length;
    if (!moving.massless) moving.centre = link.com.value_or(Vec2{link.length / 2, 0});
    moving.block = std::move(shapes[i].block);
    moving.others = std::move(shapes[i].arms);
    const auto place = static_cast<std::size_t>(tree.angle_coordinate(k));
    for (const MotionFrame& frame : frames)
      moving.angles.push_back(to_digits(frame.positions[place], digits));
    motion.links.push_back(std::move(moving));
  }
  std::map<std::string_view, int> file_index;
  for (std::size_t i = 0; i < mechanism.links.size(); ++i)
    file_index[mechanism.links[i].name] = static_cast<int>(i);
  for (const PointMass& mass : mechanism.masses)
    motion.masses.push_back({file_index.at(mass.link), mass.at, mass.mass});
}

void add_contacts(const Tree& tree, const Mechanism& mechanism, PageMotion& motion) {
  for (std::size_t i = 0; i < tree.contacts.size(); ++i) {
    const TreeContact& contact = tree.contacts[i];
    MovingContact moving;
    moving.name = mechanism.contacts[i].name;
    moving.link = tree.links[contact.link].file;
    moving.surface = contact.surface;
    moving.at = contact.centre;
    for (const Vec2& point : outline_on_link(contact, outline_points))
      moving.outline.push_back(seen(point));
    motion.contacts.push_back(std::move(moving));
  }
}

/// Gaps that are rounding of the places they are made of, and forces that are rounding of others.
void clear_rounding(double size, std::vector<MotionFrame>& frames) {
  double hardest = 0;
  for (const MotionFrame& frame : frames)
    for (const ContactMotion& contact : frame.contacts)
      for (const double force : contact.force)
        if (std::isfinite(force)) hardest = std::max(hardest, std::abs(force));
  for (MotionFrame& frame : frames)
    for (ContactMotion& contact : frame.contacts) {
      contact.gap = without_rounding(contact.gap, size);
      for (double& force : contact.force) force = without_rounding(force, hardest);
    }
}

}  // namespace

MotionFrames motion_frames(const std::string& folder, const Study& study, SimulationReport& report,
                           std::size_t most, std::size_t most_events) {
  const Tree& tree = study.model.compiled().tree;
  const std::size_t freedom = static_cast<std::size_t>(tree.degrees_of_freedom());
  const std::size_t contacts = tree.contacts.size();
  const Trajectory samples = trajectory(folder, most);
  MotionFrames result;
  result.samples = samples.time.size();
  for (std::size_t i = 0; i < samples.time.size(); ++i) {
    if (samples.positions[i].size() != freedom || samples.contacts[i].size() != contacts)
      damaged(folder, "trajectory.h5 is of another mechanism");
    result.frames.push_back(
        {samples.time[i], samples.positions[i], samples.contacts[i], samples.energy[i]});
  }
  const Motion& motion = report.motion;
  MotionFrame end{motion.final.time, motion.final.positions, motion.contacts, motion.energy};
  if (end.positions.size() != freedom || motion.final.velocities.size() != freedom ||
      end.contacts.size() != contacts)
    damaged(folder, "summary.json is of another mechanism");

  // One frame for all events of one instant.
  Geometry geometry(tree);
  const CsvTable table = text_table_in(folder, "events.csv");
  std::vector<MotionEvent>& events = report.events;
  const auto modes = std::ranges::find(table.headings, "mode");
  if (table.rows.size() != events.size() || modes == table.headings.end())
    damaged(folder, "events.csv and summary.json do not have the same events");
  const auto mode_column = static_cast<std::size_t>(modes - table.headings.begin());
  std::vector<MotionFrame> instants;
  std::vector<std::vector<bool>> named;  // contacts that the events of an instant are about
  for (std::size_t e = 0; e < std::min(events.size(), most_events); ++e) {
    MotionEvent& event = events[e];
    const bool impact = event.kind == MotionEventKind::impact;
    if (event.positions.size() != freedom || (impact && event.impulses.size() != contacts))
      damaged(folder, "summary.json is of another mechanism");
    // A collision that takes time is in the samples; its event is told where it began.
    if (tree.contacts[static_cast<std::size_t>(event.contact)].yields != nullptr) {
      event.mode = mode_named(folder, table.rows[e][mode_column]);
      continue;
    }
    if (instants.empty() || instants.back().time != event.time) {
      MotionFrame frame{event.time, event.positions, {}, {}, true};
      const double unknown = std::nan("");
      for (const auto& each : geometry.contacts(frame.positions, event.time))
        frame.contacts.push_back({Mode::apart, each.gap, {}, {unknown, unknown}});
      instants.push_back(std::move(frame));
      named.emplace_back(contacts, false);
    }
    MotionFrame& frame = instants.back();
    frame.energy = event.energy;
    const auto place = static_cast<std::size_t>(event.contact);
    named.back()[place] = true;
    ContactMotion& own = frame.contacts[place];
    event.mode = own.mode = mode_named(folder, table.rows[e][mode_column]);
    if (own.mode == Mode::apart) {
      own.force = {0, 0};
    } else if (!impact && event.kind != MotionEventKind::limit) {
      own.force = event.force;
      own.determined = event.determined;
    }
  }
  // What contacts do that no event is about is what they did before.
  std::vector<Mode> doing(contacts, Mode::apart);
  std::vector<MotionFrame> merged;
  std::size_t next = 0;
  const auto take_instants = [&](double until, bool all) {
    for (; next < instants.size() && (all || instants[next].time < until); ++next) {
      for (std::size_t c = 0; c < contacts; ++c)
        if (!named[next][c]) instants[next].contacts[c].mode = doing[c];
      for (std::size_t c = 0; c < contacts; ++c) doing[c] = instants[next].contacts[c].mode;
      merged.push_back(std::move(instants[next]));
    }
  };
  for (MotionFrame& frame : result.frames) {
    take_instants(frame.time, false);
    for (std::size_t c = 0; c < contacts; ++c) doing[c] = frame.contacts[c].mode;
    merged.push_back(std::move(frame));
  }
  take_instants(0, true);
  if (merged.empty() || merged.back().time <= end.time) merged.push_back(std::move(end));
  // What is apart has no force, whatever is known.
  for (MotionFrame& frame : merged)
    for (ContactMotion& contact : frame.contacts)
      if (contact.mode == Mode::apart) contact.force = {0, 0};
  clear_rounding(report.size, merged);
  result.frames = std::move(merged);
  return result;
}

PageMotion moving_mechanism(const Study& study, const std::vector<MotionFrame>& frames) {
  const Tree& tree = study.model.compiled().tree;
  const Mechanism& mechanism = study.scenario.mechanism;
  PageMotion motion;
  motion.base = tree.base;
  motion.base_position = tree.base_position;
  motion.slider_direction = tree.slider_direction;
  for (const MotionFrame& frame : frames) motion.times.push_back(frame.time);
  add_links(tree, mechanism, frames, motion);
  for (std::size_t i = 0; i < tree.surfaces.size(); ++i) {
    const TreeSurface& surface = tree.surfaces[i];
    MovingSurface moving{
        mechanism.surfaces[i].name, SurfaceKind::fixed, surface.point, surface.angle, {}};
    if (surface.body >= 0 || surface.moved) {
      moving.kind = surface.body >= 0 ? SurfaceKind::yields : SurfaceKind::moved;
      for (const MotionFrame& frame : frames)
        moving.displacements.push_back(seen(displacement(tree, surface, frame)));
    }
    motion.surfaces.push_back(std::move(moving));
  }
  add_contacts(tree, mechanism, motion);
  Geometry geometry(tree);
  for (const MotionFrame& frame : frames) {
    const auto places = geometry.contacts(frame.positions, frame.time);
    if (tree.base != BaseKind::pinned) motion.bases.push_back(seen(geometry.pose().base));
    for (std::size_t c = 0; c < motion.contacts.size(); ++c) {
      MovingContact& moving = motion.contacts[c];
      const ContactMotion& at = frame.contacts[c];
      if (!moving.outline.empty()) moving.touching.push_back(seen(places[c].point));
      moving.modes.push_back(static_cast<std::uint8_t>(at.mode));
      moving.gaps.push_back(to_digits(at.gap, digits));
      moving.forces.push_back({to_digits(at.force[0], digits), to_digits(at.force[1], digits)});
    }
  }
  for (std::size_t c = 0; c < motion.contacts.size(); ++c)
    for (std::size_t axis = 0; axis < 2; ++axis)
      for (const MotionFrame& frame : frames)
        motion.contacts[c].determined[axis].push_back(frame.contacts[c].determined[axis] ? 1 : 0);
  motion.modes = {"apart", "touches", "sticks", "slides along +t", "slides along −t"};
  return motion;
}

}  // namespace carom
