// Contacts that yield, as the flow sees them: loads by their laws, and what those that stick or are
// locked hold.

#include <algorithm>
#include <cmath>

#include "contact/thresholds.hpp"
#include "motion/flow.hpp"
#include "numerics/dense_algebra.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {
namespace {

/// λ_t = slope·λ_n where one slides.
double slip_slope(const TreeContact& contact, Mode mode) {
  return mode == Mode::slides_plus    ? -contact.friction
         : mode == Mode::slides_minus ? contact.friction
                                      : 0;
}

/// A contact that sticks holds the mechanism, unless a spring gives way.
bool holds(const Yielding& each) {
  return each.mode == Mode::sticks && !each.sprung;
}

bool is_locked(const Yielding& each) {
  return each.memory.branch == Branch::locked;
}

}  // namespace

const Yielding* Flow::yielding_of(int contact) const {
  const auto found = std::ranges::find(yielding_, contact, &Yielding::contact);
  return found == yielding_.end() ? nullptr : &*found;
}

void Flow::hold_yielding() {
  holding_.clear();
  for (std::size_t k = 0; k < yielding_.size(); ++k)
    if (yielding_[k].closed() && (holds(yielding_[k]) || is_locked(yielding_[k])))
      holding_.push_back(static_cast<int>(k));
  by_small_ = small_.suits() && std::ranges::any_of(yielding_, &Yielding::closed) &&
              std::ranges::none_of(yielding_, [](const Yielding& each) {
                return each.closed() && (each.sprung || is_locked(each));
              });
}

/// Loads of the contacts that yield, as far as their laws give them.
void Flow::add_yielding(std::span<const double> y) {
  for (std::size_t k = 0; k < yielding_.size(); ++k) {
    const Yielding& each = yielding_[k];
    const TreeContact& contact = tree_.contacts[each.contact];
    double normal = 0;
    if (each.closed() && !is_locked(each))
      normal = contact.yields->force(contact.compliance, each.memory, -y[gap_index(each.contact)],
                                     -velocity(each.contact)[1]);
    const bool by_spring = each.closed() && each.sprung && each.mode == Mode::sticks;
    yielding_force_[2 * k] =
        by_spring ? y[spring_index(k)] : slip_slope(contact, each.mode) * normal;
    yielding_force_[2 * k + 1] = normal;
    if (each.closed())
      load_contact(space_.frames()[each.contact], yielding_force_[2 * k], normal, loads_);
  }
}

double Flow::held_slope(int row) const {
  const Yielding& each =
      yielding_[static_cast<std::size_t>(held_of_[static_cast<std::size_t>(row)])];
  return slip_slope(tree_.contacts[each.contact], each.mode);
}

/// The forces of those that hold, without others, which go into the accelerations; and W of the set
/// as they hold it: W_SS − W_SH A⁻¹ W_HS, A the rows of H with friction that follows from them.
void Flow::hold() {
  all_ = set_;
  for (const int k : holding_) all_.push_back(yielding_[static_cast<std::size_t>(k)].contact);
  std::ranges::sort(all_);
  const std::size_t width = 2 * all_.size();
  all_inertia_.resize(width * width);
  space_.inertia(tree_, all_, all_inertia_);
  const auto row_of = [&](int contact) {
    return static_cast<int>(2 * (std::ranges::find(all_, contact) - all_.begin()));
  };
  set_rows_.clear();
  for (const int contact : set_)
    for (int axis = 0; axis < 2; ++axis) set_rows_.push_back(row_of(contact) + axis);
  held_of_.clear();
  for (const int k : holding_) {
    const Yielding& each = yielding_[static_cast<std::size_t>(k)];
    const int row = row_of(each.contact);
    if (is_locked(each)) {
      held_rows_.push_back(row + 1);
      held_of_.push_back(k);
    }
    if (holds(each)) {
      held_rows_.push_back(row);
      held_of_.push_back(k);
    }
  }
  const std::size_t count = held_rows_.size();
  const std::size_t others = set_rows_.size();
  const auto entry = [&](int row, std::size_t h) {
    const double* const w = all_inertia_.data() + static_cast<std::size_t>(row) * width;
    const int column = held_rows_[h];
    return w[column] + (column % 2 == 1 ? held_slope(static_cast<int>(h)) * w[column - 1] : 0);
  };
  // A⁻¹ of b_H and of the columns W_HS, one after another.
  held_response_.resize(count * others);
  held_matrix_.resize(count * count);
  solved_.resize(count);
  const auto solve = [&](auto right) {
    for (std::size_t r = 0; r < count; ++r) {
      solved_[r] = right(r);
      for (std::size_t c = 0; c < count; ++c) held_matrix_[r * count + c] = entry(held_rows_[r], c);
    }
    if (count == 1) {
      solved_[0] = held_matrix_[0] > 0 ? solved_[0] / held_matrix_[0] : 0;
      return;
    }
    if (solve_dense(static_cast<int>(count), held_matrix_.data(), solved_.data(),
                    singularity_threshold))
      return;
    Eigen::MatrixXd a(count, count);
    Eigen::VectorXd b(count);
    for (std::size_t r = 0; r < count; ++r) {
      b[static_cast<int>(r)] = right(r);
      for (std::size_t c = 0; c < count; ++c)
        a(static_cast<int>(r), static_cast<int>(c)) = entry(held_rows_[r], c);
    }
    const Eigen::VectorXd x = least_norm_solution(a, b);
    for (std::size_t r = 0; r < count; ++r) solved_[r] = x[static_cast<int>(r)];
  };
  solve([&](std::size_t r) {
    return acceleration(
        yielding_[static_cast<std::size_t>(held_of_[r])].contact)[held_rows_[r] % 2];
  });
  loads_.clear();
  for (std::size_t h = 0; h < count; ++h) {
    const auto k = static_cast<std::size_t>(held_of_[h]);
    const bool normal = held_rows_[h] % 2 == 1;
    const double force = -solved_[h];
    const double tangential = normal ? held_slope(static_cast<int>(h)) * force : force;
    yielding_force_[2 * k] += tangential;
    if (normal) yielding_force_[2 * k + 1] += force;
    load_at(yielding_[k].contact, tangential, normal ? force : 0);
  }
  respond(tree_, space_.pose(), space_.factors(), loads_, response_);
  acceleration_.base += response_.base;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    acceleration_.links[k].joint += response_.links[k].joint;
    acceleration_.links[k].rate += response_.links[k].rate;
  }
  if (space_.drives().any()) hold_drives();
  for (std::size_t s = 0; s < others; ++s) {
    solve([&](std::size_t r) {
      return all_inertia_[static_cast<std::size_t>(held_rows_[r]) * width +
                          static_cast<std::size_t>(set_rows_[s])];
    });
    for (std::size_t h = 0; h < count; ++h) held_response_[h * others + s] = solved_[h];
  }
  for (std::size_t r = 0; r < others; ++r)
    for (std::size_t c = 0; c < others; ++c) {
      double sum = all_inertia_[static_cast<std::size_t>(set_rows_[r]) * width +
                                static_cast<std::size_t>(set_rows_[c])];
      for (std::size_t h = 0; h < count; ++h)
        sum -= entry(set_rows_[r], h) * held_response_[h * others + c];
      inertia_[r * others + c] = sum;
    }
}

}  // namespace carom
