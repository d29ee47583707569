#include "laws/compliant/friction.hpp"

#include <algorithm>
#include <cmath>

#include "contact/thresholds.hpp"
#include "numerics/dense_algebra.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {
namespace {

/// A force is in its cone, and a rate has a sign, but for this share of what it is a sum of.
constexpr double rounding_share = 1e-12;
/// So many undecided contacts are enumerated: 3⁸ combinations.
constexpr int most_enumerated = 8;

double slope(const RubbingContact& contact) {
  return contact.mode == Mode::slides_plus    ? -contact.friction
         : contact.mode == Mode::slides_minus ? contact.friction
                                              : 0;
}

}  // namespace

void CompliantFriction::reserve(std::size_t count) {
  rows_.reserve(2 * count);
  matrix_.resize(4 * count * count);
  right_.resize(2 * count);
  given_.resize(2 * count);
  gives_way_.resize(count);
  tried_.resize(count);
}

void CompliantFriction::find(std::span<const RubbingContact> contacts,
                             std::span<const double> inertia, std::span<const double> rates,
                             std::span<double> force) {
  const std::size_t width = 2 * contacts.size();
  rows_.clear();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const RubbingContact& contact = contacts[k];
    force[2 * k] = 0;
    if (contact.mode == Mode::apart) {
      force[2 * k + 1] = 0;
      continue;
    }
    if (contact.locked) {
      force[2 * k + 1] = 0;
      rows_.push_back(static_cast<int>(2 * k + 1));
    }
    if (contact.mode != Mode::sticks)
      force[2 * k] = slope(contact) * force[2 * k + 1];
    else if (contact.sprung)
      force[2 * k] = contact.spring;
    else
      rows_.push_back(static_cast<int>(2 * k));
  }
  if (rows_.empty()) return;
  const std::size_t count = rows_.size();
  for (std::size_t r = 0; r < count; ++r) {
    const double* const row = inertia.data() + static_cast<std::size_t>(rows_[r]) * width;
    double known = rates.empty() ? 0 : rates[static_cast<std::size_t>(rows_[r])];
    for (std::size_t j = 0; j < width; ++j) known += row[j] * force[j];
    right_[r] = -known;
    for (std::size_t c = 0; c < count; ++c) {
      const auto column = static_cast<std::size_t>(rows_[c]);
      double entry = row[column];
      if (column % 2 == 1) entry += slope(contacts[column / 2]) * row[column - 1];
      matrix_[r * count + c] = entry;
    }
  }
  if (count == 1) {
    // A contact that nothing moves needs no force.
    const double entry = matrix_[0];
    right_[0] = entry > 0 ? right_[0] / entry : 0;
  } else {
    std::copy_n(right_.begin(), count, given_.begin());
    if (!solve_dense(static_cast<int>(count), matrix_.data(), right_.data(),
                     singularity_threshold)) {
      // Two feet of one body share their friction: the least forces.
      Eigen::MatrixXd a(count, count);
      Eigen::VectorXd b(count);
      for (std::size_t r = 0; r < count; ++r) {
        b[static_cast<int>(r)] = given_[r];
        const double* const row = inertia.data() + static_cast<std::size_t>(rows_[r]) * width;
        for (std::size_t c = 0; c < count; ++c) {
          const auto column = static_cast<std::size_t>(rows_[c]);
          double entry = row[column];
          if (column % 2 == 1) entry += slope(contacts[column / 2]) * row[column - 1];
          a(static_cast<int>(r), static_cast<int>(c)) = entry;
        }
      }
      const Eigen::VectorXd x = least_norm_solution(a, b);
      for (std::size_t r = 0; r < count; ++r) right_[r] = x[static_cast<int>(r)];
    }
  }
  for (std::size_t r = 0; r < count; ++r) {
    const auto row = static_cast<std::size_t>(rows_[r]);
    force[row] = right_[r];
    const RubbingContact& contact = contacts[row / 2];
    if (row % 2 == 1 && contact.mode != Mode::sticks) force[row - 1] = slope(contact) * right_[r];
  }
}

double CompliantFriction::rate(std::size_t row, std::span<const double> inertia,
                               std::span<const double> rates, std::span<const double> force,
                               double& size) const {
  const std::size_t width = force.size();
  double sum = rates.empty() ? 0 : rates[row];
  size = std::abs(sum);
  for (std::size_t j = 0; j < width; ++j) {
    const double part = inertia[row * width + j] * force[j];
    sum += part;
    size += std::abs(part);
  }
  return sum;
}

bool CompliantFriction::consistent(std::span<const RubbingContact> contacts,
                                   std::span<const double> inertia, std::span<const double> rates,
                                   std::span<const double> force) const {
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const RubbingContact& contact = contacts[k];
    if (!contact.undecided) continue;
    if (contact.mode == Mode::sticks) {
      const double most = contact.static_friction * force[2 * k + 1];
      if (std::abs(force[2 * k]) > most * (1 + rounding_share)) return false;
    } else {
      double size = 0;
      const double slip = rate(2 * k, inertia, rates, force, size);
      if ((contact.mode == Mode::slides_plus ? slip : -slip) < -rounding_share * size) return false;
    }
  }
  return true;
}

bool CompliantFriction::decide(std::span<RubbingContact> contacts, std::span<const double> inertia,
                               std::span<const double> rates, std::span<double> force) {
  bool any = false;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    gives_way_[k] = 0;
    if (!contacts[k].undecided) continue;
    contacts[k].mode = Mode::sticks;
    any = true;
  }
  find(contacts, inertia, rates, force);
  if (!any) return true;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      RubbingContact& contact = contacts[k];
      if (!contact.undecided || contact.mode != Mode::sticks) continue;
      const double most = contact.static_friction * force[2 * k + 1];
      const bool held = std::abs(force[2 * k]) <= most * (1 + rounding_share);
      if (held && !contact.gives_way) continue;
      gives_way_[k] = force[2 * k] < 0 ? 1 : 2;  // friction that points back: it slides ahead
      more = true;
    }
    for (std::size_t k = 0; more && k < contacts.size(); ++k)
      if (gives_way_[k] != 0)
        contacts[k].mode = gives_way_[k] == 1 ? Mode::slides_plus : Mode::slides_minus;
    if (more) find(contacts, inertia, rates, force);
  }
  return consistent(contacts, inertia, rates, force) || enumerate(contacts, inertia, rates, force);
}

bool CompliantFriction::enumerate(std::span<RubbingContact> contacts,
                                  std::span<const double> inertia, std::span<const double> rates,
                                  std::span<double> force) {
  constexpr Mode modes[] = {Mode::sticks, Mode::slides_plus, Mode::slides_minus};
  int open = 0;
  int combinations = 1;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    tried_[k] = contacts[k].mode;
    if (contacts[k].undecided && ++open <= most_enumerated) combinations *= 3;
  }
  if (open <= most_enumerated)
    for (int slide = 0; slide <= open; ++slide)
      for (int code = 0; code < combinations; ++code) {
        int sliding = 0;
        int rest = code;
        for (RubbingContact& contact : contacts) {
          if (!contact.undecided) continue;
          contact.mode = modes[rest % 3];
          sliding += rest % 3 != 0 ? 1 : 0;
          rest /= 3;
        }
        if (sliding != slide) continue;
        find(contacts, inertia, rates, force);
        if (consistent(contacts, inertia, rates, force)) return true;
      }
  for (std::size_t k = 0; k < contacts.size(); ++k) contacts[k].mode = tried_[k];
  find(contacts, inertia, rates, force);
  return false;
}

}  // namespace carom
