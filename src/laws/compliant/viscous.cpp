#include "laws/compliant/viscous.hpp"

#include <algorithm>

namespace carom {
namespace {

/// K u^1.5 of a closed contact.
double elastic_force(const Viscous& law, const CompliantMemory& memory, double indentation) {
  const double u = indentation - memory.permanent;
  return memory.branch == Branch::open || u <= 0 ? 0 : law.stiffness * u * std::sqrt(u);
}

}  // namespace

double force(const Viscous& law, const CompliantMemory& memory, double indentation, double rate) {
  return elastic_force(law, memory, indentation) * (1 + damping_rate(law, memory) * rate);
}

double loss_rate(const Viscous& law, const CompliantMemory& memory, double indentation,
                 double rate) {
  return elastic_force(law, memory, indentation) * damping_rate(law, memory) * rate * rate;
}

double stored(const Viscous& law, const CompliantMemory& memory, double indentation) {
  return elastic_force(law, memory, indentation) * (indentation - memory.permanent) / 2.5;
}

Guards guards(const Viscous& law, const CompliantMemory& memory) {
  Guards all;
  if (memory.branch == Branch::open) {
    all.add({CompliantEvent::close, CompliantQuantity::indentation, memory.permanent, true});
    return all;
  }
  all.add({CompliantEvent::release, CompliantQuantity::indentation, memory.permanent, false});
  const double damping = damping_rate(law, memory);
  if (damping > 0) all.add({CompliantEvent::release, CompliantQuantity::rate, -1 / damping, false});
  return all;
}

void pass(const Viscous& law, CompliantMemory& memory, CompliantEvent event, double indentation,
          double rate) {
  if (event == CompliantEvent::close) {
    memory.branch = Branch::loading;
    if (memory.approach == 0) memory.approach = rate;
  } else if (event == CompliantEvent::release) {
    memory.lost += stored(law, memory, indentation);
    memory.permanent = std::max(memory.permanent, indentation);
    memory.branch = Branch::open;
  }
}

double yielded_restitution(double damping) {
  if (damping == 0) return 1;
  // The left side falls with e′, from above zero at 0 to −∞ at the lesser of 1 and 1/d.
  double low = 0, high = std::min(1.0, 1 / damping);
  for (int i = 0; i < 200 && low < high; ++i) {
    const double half = 0.5 * (low + high);
    if (half == low || half == high) break;
    const double left = damping * (1 + half) - std::log1p(damping) + std::log1p(-damping * half);
    (left > 0 ? low : high) = half;
  }
  return 0.5 * (low + high);
}

}  // namespace carom
