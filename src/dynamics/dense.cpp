#include "dynamics/dense.hpp"

#include <Eigen/Cholesky>

#include "dynamics/forces.hpp"

namespace carom {
namespace {

/// Adds a 2-vector to what a base coordinate sees of it.
template <class Row>
void add_base(const Tree& tree, const Vec2& v, Row&& row) {
  if (tree.base == BaseKind::free) {
    row(0) += v.x;
    row(1) += v.y;
  } else if (tree.base == BaseKind::slider) {
    row(0) += dot(tree.slider_direction, v);
  }
}

}  // namespace

Eigen::MatrixXd mass_matrix(const Tree& tree, const TreePose<double>& pose) {
  const int n = static_cast<int>(tree.links.size());
  const int base = tree.base_coordinates();
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(tree.degrees_of_freedom(), tree.degrees_of_freedom());
  std::vector<double> carried(n);  // m̂
  std::vector<Vec2> moment(n);     // s
  double total = 0;
  for (int k = n - 1; k >= 0; --k) {
    const TreeLink& link = tree.links[k];
    carried[k] += link.mass;
    moment[k] += link.mass * pose.links[k].com;
    const int i = tree.angle_coordinate(k);
    m(i, i) += link.inertia + link.mass * dot(link.com, link.com);
    if (link.parent < 0) {
      total += carried[k];
    } else {
      const Vec2& offset = pose.links[k].offset;
      const int up = tree.angle_coordinate(link.parent);
      carried[link.parent] += carried[k];
      moment[link.parent] += carried[k] * offset;
      m(up, up) += carried[k] * dot(offset, offset);
    }
    int child = k;
    for (int a = link.parent; a >= 0; child = a, a = tree.links[a].parent) {
      const int j = tree.angle_coordinate(a);
      m(i, j) = m(j, i) = dot(pose.links[child].offset, moment[k]);
    }
    if (base > 0) add_base(tree, perpendicular(moment[k]), m.col(i).head(base));
  }
  if (tree.base == BaseKind::free) m(0, 0) = m(1, 1) = total;
  if (tree.base == BaseKind::slider) m(0, 0) = tree.slider_mass + total;
  if (base > 0)
    m.bottomLeftCorner(m.rows() - base, base) =
        m.topRightCorner(base, m.rows() - base).transpose().eval();
  for (const TreeSurface& surface : tree.surfaces)
    if (surface.body >= 0) {
      const int i = tree.surface_coordinate(surface.body);
      m(i, i) = surface.mass;
    }
  return m;
}

Eigen::VectorXd bias(const Tree& tree, const TreePose<double>& pose,
                     const TreeMotion<double>& motion, const TreeLoads<double>& loads,
                     std::span<const double> positions, std::span<const double> velocities) {
  Eigen::VectorXd h = Eigen::VectorXd::Zero(tree.degrees_of_freedom());
  TreeMotion<double> still(tree);
  drift(tree, pose, motion, still);
  const int n = static_cast<int>(tree.links.size());
  std::vector<Vec2> net(n);  // force less inertia force of a link and all it carries
  Vec2 at_base;
  for (int k = n - 1; k >= 0; --k) {
    const TreeLink& link = tree.links[k];
    const double rate = motion.links[k].rate;
    const Vec2 inertial = link.mass * (still.links[k].joint - rate * rate * pose.links[k].com);
    net[k] += loads.links[k].force - inertial;
    h(tree.angle_coordinate(k)) += loads.links[k].torque - cross(pose.links[k].com, inertial);
    if (link.parent < 0) {
      at_base += net[k];
    } else {
      net[link.parent] += net[k];
      h(tree.angle_coordinate(link.parent)) += cross(pose.links[k].offset, net[k]);
    }
  }
  add_base(tree, at_base, h);
  if (tree.base == BaseKind::slider) h(0) += loads.slider;
  for (const TreeSurface& surface : tree.surfaces)
    if (surface.body >= 0)
      h(tree.surface_coordinate(surface.body)) = surface_load(tree, surface, positions, velocities);
  return h;
}

Eigen::MatrixXd contact_jacobian(const Tree& tree, const TreePose<double>& pose,
                                 std::span<const ContactFrame<double>> frames,
                                 std::span<const int> contacts) {
  Eigen::MatrixXd jacobian =
      Eigen::MatrixXd::Zero(2 * static_cast<int>(contacts.size()), tree.degrees_of_freedom());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactFrame<double>& frame = frames[contacts[i]];
    const Vec2 axes[2] = {frame.tangent, frame.normal};
    for (int a = 0; a < 2; ++a) {
      auto row = jacobian.row(2 * static_cast<int>(i) + a);
      add_base(tree, axes[a], row);
      row(tree.angle_coordinate(frame.link)) = cross(frame.arm, axes[a]);
      int child = frame.link;
      for (int k = tree.links[child].parent; k >= 0; child = k, k = tree.links[k].parent)
        row(tree.angle_coordinate(k)) = cross(pose.links[child].offset, axes[a]);
      if (frame.body >= 0) row(tree.surface_coordinate(frame.body)) = -frame.yield[a];
    }
  }
  return jacobian;
}

Eigen::MatrixXd dense_contact_inertia(const Tree& tree, const TreePose<double>& pose,
                                      std::span<const ContactFrame<double>> frames,
                                      std::span<const int> contacts) {
  const Eigen::MatrixXd jacobian = contact_jacobian(tree, pose, frames, contacts);
  const Eigen::LLT<Eigen::MatrixXd> factor(mass_matrix(tree, pose));
  const Eigen::MatrixXd half = factor.matrixL().solve(jacobian.transpose());
  return half.transpose() * half;
}

}  // namespace carom
