#include "study/struck_joints.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/least_impulses.hpp"

namespace carom {
namespace {

/// A free base with one link on it is no joint: nothing passes there.
bool base_is_joint(const Tree& tree) {
  const auto at_base = std::ranges::count(tree.links, -1, &TreeLink::parent);
  return tree.base != BaseKind::free || at_base > 1;
}

/// The couples of drives, each at the joint of the links that it turns against each other or, where
/// there is none, on its own. A base that is not free passes on what comes from the ground.
void add_couples(const Striking& s, std::vector<StruckJoint>& joints) {
  const auto& links = s.study.scenario.mechanism.links;
  const auto name_of = [&](int k) { return links[s.tree.links[k].file].name; };
  for (std::size_t d = 0; d < s.tree.drives.size(); ++d) {
    const TreeDrive& drive = s.tree.drives[d];
    const double couple = s.solver.drive_couples()[d];
    const auto add = [&](const std::string& link, const std::string& from, double given) {
      const auto found = std::ranges::find_if(joints, [&](const StruckJoint& joint) {
        return joint.link == link && joint.from == from;
      });
      StruckJoint& joint =
          found != joints.end() ? *found : joints.emplace_back(StruckJoint{link, from, {}, {}});
      joint.couple = joint.couple.value_or(0) + given;
    };
    const std::string link = name_of(drive.link);
    if (drive.against >= 0 && s.tree.links[drive.against].parent == drive.link) {
      add(name_of(drive.against), link, -couple);
    } else if (drive.against < 0 && s.tree.links[drive.link].parent < 0 &&
               s.tree.base != BaseKind::free) {
      add(link, "base", couple);
      add("base", "ground", couple);
    } else {
      add(link, drive.against < 0 ? "ground" : name_of(drive.against), couple);
    }
  }
}

}  // namespace

StruckState struck_state(const Tree& tree, std::span<const double> velocities, double energy) {
  const auto base = velocities.begin() + tree.base_coordinates();
  const auto rates = base + static_cast<std::ptrdiff_t>(tree.links.size());
  return {{velocities.begin(), base}, {base, rates}, {rates, velocities.end()}, energy};
}

std::array<double, 2> moved_velocity(const Striking& s, int k) {
  const TreeContact& contact = s.tree.contacts[s.solver.touching()[k]];
  return surface_velocity(s.tree.surfaces[contact.surface], s.study.scenario.state.time);
}

double drive_work(const Striking& s) {
  double work = 0;
  const std::span<const double> velocities(s.study.scenario.state.velocities);
  for (std::size_t d = 0; d < s.tree.drives.size(); ++d)
    work += s.solver.drive_couples()[d] * driven(s.tree, s.tree.drives[d], velocities);
  return work;
}

std::vector<StruckJoint> passed_on(const Striking& s) {
  const auto& links = s.study.scenario.mechanism.links;
  std::vector<StruckJoint> joints;
  Vec2 at_base;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int k = s.tree.tree_index[i];
    const int parent = s.tree.links[k].parent;
    const Vec2 impulse = s.solver.space().through_joint(k);
    if (parent < 0) at_base += impulse;
    if (parent >= 0 || base_is_joint(s.tree))
      joints.push_back(
          {links[i].name, parent < 0 ? "base" : links[s.tree.links[parent].file].name, impulse});
  }
  if (s.tree.base == BaseKind::pinned) joints.push_back({"base", "ground", at_base});
  if (s.tree.base == BaseKind::slider)
    joints.push_back(
        {"base", "ground", at_base + s.tree.slider_mass * s.solver.space().jump().base});
  add_couples(s, joints);
  return joints;
}

void mark_open(const Striking& s, const Solution<double>& solution, StruckAnswer& answer) {
  const std::vector<double> directions = open_directions(s.solver.problem(), solution);
  const std::size_t width = solution.impulse.size();
  const auto mark = [](double change, bool& determined) {
    determined = determined && std::abs(change) <= unchanged;
  };
  double fastest = 0, turning = 0;
  for (int k = 0; k < solution.count; ++k)
    for (const double speed : moved_velocity(s, k)) fastest = std::max(fastest, std::abs(speed));
  for (const TreeDrive& drive : s.tree.drives)
    turning = std::max(
        turning, std::abs(driven(s.tree, drive, std::span(s.study.scenario.state.velocities))));
  for (std::size_t at = 0; at < directions.size(); at += width) {
    const auto direction = std::span<const double>(directions).subspan(at, width);
    s.solver.apply_to_links(s.tree, direction);
    if (s.request.joints) {
      const std::vector<StruckJoint> changes = passed_on(s);
      for (std::size_t i = 0; i < changes.size(); ++i) {
        auto& determined = answer.joints[i].determined;
        mark(changes[i].impulse.x, determined[0]);
        mark(changes[i].impulse.y, determined[1]);
        mark(changes[i].couple.value_or(0) / s.tree.size, determined[2]);
      }
    }
    double by_surfaces = 0;
    for (int k = 0; k < solution.count; ++k)
      for (std::size_t axis = 0; axis < 2; ++axis)
        by_surfaces +=
            direction[2 * static_cast<std::size_t>(k) + axis] * moved_velocity(s, k)[axis];
    const double by_drives = drive_work(s);
    const double size = fastest + turning * s.tree.size;
    if (size == 0) continue;
    mark((by_surfaces + by_drives) / size, answer.energy.determined[0]);
    mark(by_surfaces / size, answer.energy.determined[1]);
    mark(by_drives / size, answer.energy.determined[2]);
  }
}

}  // namespace carom
