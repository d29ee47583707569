#include "motion/scaled_modes.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/preparation.hpp"
#include "laws/rigid/scaling.hpp"

namespace carom {

ScaledModes::ScaledModes(std::size_t contacts)
    : matrix_(4 * contacts * contacts),
      offset_(2 * contacts),
      unit_(contacts),
      yields_(contacts),
      contacts_(contacts) {}

void ScaledModes::pose(std::span<const double> inertia, std::span<const double> rates) {
  const int width = static_cast<int>(rates.size());
  count_ = width / 2;
  scale_ = 0;
  for (int k = 0; k < count_; ++k) {
    const int t = 2 * k;
    const double largest = std::max(inertia[t * width + t], inertia[(t + 1) * width + t + 1]);
    yields_[k] = largest > 0 ? 1 : 0;
    unit_[k] = largest > 0 ? unit_for(largest) : 1;
  }
  for (int r = 0; r < width; ++r) {
    offset_[r] = unit_[r / 2] * rates[r];
    scale_ = std::max(scale_, std::abs(offset_[r]));
    for (int c = 0; c < width; ++c)
      matrix_[r * width + c] = unit_[r / 2] * unit_[c / 2] * inertia[r * width + c];
  }
}

void ScaledModes::allow(int contact, NormalRule normal, SlipRule slip, double friction) {
  contacts_[contact] = {normal, friction == 0 ? SlipRule::smooth : slip,
                        std::min(friction, largest_friction)};
}

double ScaledModes::size_of(double rate) const {
  return count_ == 0 ? 0 : rate * *std::max_element(unit_.begin(), unit_.begin() + count_);
}

ModeProblem<double> ScaledModes::problem() const {
  return {count_,  matrix_.data(),   offset_.data(),
          nullptr, contacts_.data(), scale_ > 0 ? scale_ : 1};
}

}  // namespace carom
