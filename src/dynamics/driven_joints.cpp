#include "dynamics/driven_joints.hpp"

#include <algorithm>

#include "base/dual.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {
namespace {

template <class T>
T relative_rate(const TreeDriveOf<T>& drive, const TreeMotion<T>& motion) {
  T rate = motion.links[drive.link].rate;
  if (drive.against >= 0) rate -= motion.links[drive.against].rate;
  return rate;
}

}  // namespace

template <class T>
DrivenJoints<T>::DrivenJoints(const TreeOf<T>& tree)
    : responses_(tree.drives.size(), TreeMotion<T>(tree)),
      matrix_(tree.drives.size() * tree.drives.size()),
      scratch_(matrix_.size()),
      right_(tree.drives.size()),
      coupling_(2 * tree.contacts.size() * tree.drives.size()),
      loads_(tree) {}

template <class T>
bool DrivenJoints<T>::prepare(const TreeOf<T>& tree, const TreePose<T>& pose,
                              const TreeFactors<T>& factors) {
  const std::size_t n = count();
  for (std::size_t d = 0; d < n; ++d) {
    loads_.clear();
    loads_.links[tree.drives[d].link].torque += T(1);
    if (tree.drives[d].against >= 0) loads_.links[tree.drives[d].against].torque -= T(1);
    respond(tree, pose, factors, loads_, responses_[d]);
  }
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < n; ++c)
      matrix_[r * n + c] = relative_rate(tree.drives[r], responses_[c]);
  std::ranges::copy(matrix_, scratch_.begin());
  std::ranges::fill(right_, T(0));
  return n == 1 ? plain(matrix_[0]) > 0
                : solve_dense(static_cast<int>(n), scratch_.data(), right_.data(), singular_pivot);
}

template <class T>
void DrivenJoints<T>::solve(std::span<T> right) {
  std::ranges::copy(matrix_, scratch_.begin());
  solve_dense(static_cast<int>(count()), scratch_.data(), right.data(), 0);
}

template <class T>
void DrivenJoints<T>::reduce(std::span<const ContactFrame<T>> frames, std::span<const int> contacts,
                             std::span<T> w) {
  const std::size_t n = count();
  const std::size_t rows = 2 * contacts.size();
  for (std::size_t r = 0; r < rows; ++r) {
    const ContactFrame<T>& frame = frames[contacts[r / 2]];
    const Vec2T<T>& direction = r % 2 == 0 ? frame.tangent : frame.normal;
    for (std::size_t d = 0; d < n; ++d) {
      const LinkMotion<T>& link = responses_[d].links[frame.link];
      const Vec2T<T> v = link.joint + link.rate * perpendicular(frame.arm);
      coupling_[r * n + d] = direction.x * v.x + direction.y * v.y;
    }
  }
  for (std::size_t c = 0; c < rows; ++c) {
    const T free = w[c * rows + c];
    std::copy_n(coupling_.begin() + static_cast<std::ptrdiff_t>(c * n), n, right_.begin());
    solve(right_);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t d = 0; d < n; ++d) w[r * rows + c] -= coupling_[r * n + d] * right_[d];
    if (!(w[c * rows + c] > drives_hold * free)) w[c * rows + c] -= T(plain(w[c * rows + c]));
  }
  // What drives hold altogether has exact zeros, not rounding (slopes stay what they are).
  for (std::size_t r = 0; r < rows; ++r) {
    if (plain(w[r * rows + r]) != 0) continue;
    for (std::size_t c = 0; c < rows; ++c)
      for (T* entry : {&w[r * rows + c], &w[c * rows + r]}) *entry -= T(plain(*entry));
  }
}

template <class T>
std::span<const T> DrivenJoints<T>::couples(const TreeOf<T>& tree, const TreeMotion<T>& response,
                                            std::span<const T> wanted) {
  for (std::size_t d = 0; d < count(); ++d)
    right_[d] = wanted[d] - relative_rate(tree.drives[d], response);
  solve(right_);
  return right_;
}

template <class T>
void DrivenJoints<T>::add(const TreeOf<T>& tree, std::span<const T> couples,
                          TreeLoads<T>& loads) const {
  for (std::size_t d = 0; d < count(); ++d) {
    loads.links[tree.drives[d].link].torque += couples[d];
    if (tree.drives[d].against >= 0) loads.links[tree.drives[d].against].torque -= couples[d];
  }
}

template <class T>
void DrivenJoints<T>::respond_to(std::span<const T> couples, TreeMotion<T>& motion) const {
  for (std::size_t d = 0; d < count(); ++d) {
    motion.base += couples[d] * responses_[d].base;
    for (std::size_t k = 0; k < motion.links.size(); ++k) {
      motion.links[k].joint += couples[d] * responses_[d].links[k].joint;
      motion.links[k].rate += couples[d] * responses_[d].links[k].rate;
    }
  }
}

std::array<double, 3> prescribed(const TreeDrive& drive, double time) {
  using Second = Dual<Dual<double>>;
  const Second now{Dual<double>(time, {1.0}), {Dual<double>(1.0)}};
  const Second f = drive.angle(std::span<const Second>(&now, 1));
  return {f.value.value, f.value.slope[0], f.slope[0].slope[0]};
}

template class DrivenJoints<double>;
template class DrivenJoints<Sloped>;

}  // namespace carom
