/// MuJoCo 2.2: doubles, joint coordinates, soft contacts (a convex problem, Newton's method). It
/// has no coefficient of restitution, so this is not like for like: the default contact dies out
/// within a few steps without rebound. Work: one mj_step, of which an impact takes several; the
/// time is for one. Where a rebound is emulated by the contact's damping, friction loses its
/// damping too and energy can double; that variant is left out.

#include <mujoco/mujoco.h>

#include <sstream>

#include "harness.hpp"

namespace peers {
namespace {

class Mujoco : public Peer {
 public:
  ~Mujoco() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void build(const Case& c, double time_step) override {
    case_ = c;
    children_.assign(c.bodies.size(), {});
    for (int k = 1; k < c.links(); ++k)
      children_[static_cast<std::size_t>(c.bodies[static_cast<std::size_t>(k)].parent)].push_back(
          k);
    std::ostringstream head;
    head.precision(17);
    head << "<mujoco><compiler angle='radian'/><option timestep='" << time_step
         << "' gravity='0 0 0' solver='Newton' cone='elliptic'><flag warmstart='disable'/></option>"
         << "<size njmax='" << 200 + 20 * c.contacts.size() << "' nconmax='"
         << 50 + c.contacts.size() << "'/><default><geom condim='3' friction='" << c.friction
         << " 0 0'";
    // Contacts as fast as ten steps, so that an impact is over before anything moves.
    if (time_step < 1e-4) head << " solref='" << 10 * time_step << " 1'";
    head << "/></default><worldbody><geom type='plane' pos='0 0 1e-9' size='1 1 1' contype='1' "
            "conaffinity='2'/>";
    files_.push_back(head.str());
    write_bodies();
    load();
    for (int k = 0; k < c.links(); ++k) {
      const int joint = mj_name2id(model_, mjOBJ_JOINT, ("h" + std::to_string(k)).c_str());
      hinge_.push_back(model_->jnt_qposadr[joint]);
    }
    reset();
  }

  void reset() override {
    mju_zero(data_->qacc_warmstart, model_->nv);
    data_->time = 0;
    data_->qpos[0] = case_.bodies[0].near_end.x;
    data_->qpos[1] = case_.bodies[0].near_end.y;
    data_->qvel[0] = case_.bodies[0].near_velocity.x;
    data_->qvel[1] = case_.bodies[0].near_velocity.y;
    for (std::size_t k = 0; k < hinge_.size(); ++k) {
      const Body& body = case_.bodies[k];
      data_->qpos[hinge_[k]] = body.angle;
      data_->qvel[hinge_[k]] = body.rate;
      if (body.parent < 0) continue;
      data_->qpos[hinge_[k]] -= case_.bodies[static_cast<std::size_t>(body.parent)].angle;
      data_->qvel[hinge_[k]] -= case_.bodies[static_cast<std::size_t>(body.parent)].rate;
    }
  }

  void step() override { mj_step(model_, data_); }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    for (std::size_t k = 0; k < result.size(); ++k) {
      result[k].rate = data_->qvel[hinge_[k]];
      if (result[k].parent >= 0)
        result[k].rate += result[static_cast<std::size_t>(result[k].parent)].rate;
    }
    place(result, result[0].near_end, {data_->qvel[0], data_->qvel[1]});
    return result;
  }

 private:
  /// The reader refuses more than a hundred nested elements, so that long chains go on in other
  /// files.
  void write_bodies() {
    constexpr std::size_t deepest = 80;
    std::vector<std::size_t> began{0};  // depth at which each open file begins
    std::vector<std::pair<int, std::size_t>> path;
    std::vector<std::size_t> open{0};
    const auto enter = [&](int k) {
      if (path.size() - began.back() >= deepest) {
        files_[open.back()] += "<include file='" + std::to_string(files_.size()) + ".xml'/>";
        open.push_back(files_.size());
        began.push_back(path.size());
        files_.emplace_back("<mujocoinclude>");
      }
      const Body& body = case_.bodies[static_cast<std::size_t>(k)];
      std::ostringstream text;
      text.precision(17);
      text << "<body pos='" << (body.parent >= 0 && body.at_far_end ? 1 : 0)
           << " 0 0'><inertial pos='0.5 0 0' mass='1' diaginertia='" << 1.0 / 12 << ' ' << 1.0 / 12
           << ' ' << 1.0 / 12 << "'/>";
      if (body.parent < 0)
        text << "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>";
      text << "<joint name='h" << k << "' type='hinge' axis='0 -1 0'/>";
      for (const Touch& touch : case_.contacts)
        if (touch.body == k) {
          const Vec2 at = sphere_centre(case_, touch);
          text << "<geom type='sphere' size='" << contact_radius << "' pos='" << at.x + 0.5 << " 0 "
               << at.y << "' contype='2' conaffinity='1'/>";
        }
      files_[open.back()] += text.str();
      path.emplace_back(k, 0);
    };
    enter(0);
    while (!path.empty()) {
      auto& [k, next] = path.back();
      const auto& children = children_[static_cast<std::size_t>(k)];
      if (next < children.size()) {
        enter(children[next++]);
        continue;
      }
      files_[open.back()] += "</body>";
      path.pop_back();
      if (open.size() > 1 && path.size() == began.back()) {
        files_[open.back()] += "</mujocoinclude>";
        open.pop_back();
        began.pop_back();
      }
    }
    files_[0] += "</worldbody></mujoco>";
  }

  void load() {
    auto folder = std::make_unique<mjVFS>();
    mj_defaultVFS(folder.get());
    for (std::size_t k = 0; k < files_.size(); ++k) {
      mj_makeEmptyFileVFS(folder.get(), (std::to_string(k) + ".xml").c_str(),
                          static_cast<int>(files_[k].size()));
      std::memcpy(folder->filedata[folder->nfile - 1], files_[k].data(), files_[k].size());
    }
    char message[500] = "";
    model_ = mj_loadXML("0.xml", folder.get(), message, sizeof message);
    mj_deleteVFS(folder.get());
    if (model_ == nullptr) {
      std::fprintf(stderr, "MuJoCo: %s: %s\n", case_.name.c_str(), message);
      std::exit(1);
    }
    data_ = mj_makeData(model_);
  }

  Case case_;
  std::vector<std::vector<int>> children_;
  std::vector<std::string> files_;
  std::vector<int> hinge_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  return run("MuJoCo",
             {{"soft, no rebound", [] { return std::make_unique<Mujoco>(); }, 1024, 64, 20}}, argc,
             argv);
}
