#include "laws/compliant/bimodal.hpp"

#include <algorithm>

namespace carom {

Guards guards(const Bimodal& law, const CompliantMemory& memory) {
  Guards all;
  switch (memory.branch) {
    case Branch::open:
      if (memory.armed)
        all.add(
            {CompliantEvent::close, CompliantQuantity::indentation, closing_level(memory), true});
      else
        all.add({CompliantEvent::arm, CompliantQuantity::indentation, 0, false});
      break;
    case Branch::loading:
      all.add({CompliantEvent::turn, CompliantQuantity::rate, 0, false});
      break;
    case Branch::elastic:
      if (law.history != History::latched)
        all.add({CompliantEvent::load, CompliantQuantity::indentation, memory.deepest, true});
      if (!law.bilateral)
        all.add({CompliantEvent::release, CompliantQuantity::indentation, memory.permanent, false});
      break;
    case Branch::locked:
      all.add({CompliantEvent::release, CompliantQuantity::force, 0, false});
      all.add({CompliantEvent::load, CompliantQuantity::force,
               law.stiffness * std::pow(memory.deepest, law.exponent), true});
      break;
  }
  return all;
}

TangentialSpring tangential(const Bimodal& law, double compliance, const CompliantMemory& memory,
                            double indentation) {
  if (compliance == 0) return {};
  const double n = law.exponent;
  const double e2 = law.restitution * law.restitution;
  const bool unloads = memory.branch == Branch::elastic;
  // How deep an undamaged contact would be that is as wide.
  const double depth = unloads                           ? (indentation - memory.permanent) / e2
                       : memory.branch == Branch::locked ? memory.deepest
                                                         : indentation;
  TangentialSpring spring;
  spring.spreading = unloads ? compliance / e2 : compliance;
  spring.narrowing = spring.spreading / n;
  // Linear springs have theirs where contact begins.
  spring.stiffness = n * law.stiffness / compliance * std::pow(std::max(depth, 0.0), n - 1);
  if (depth <= 0) return spring;
  spring.fading = (n - 1) / (unloads ? depth * e2 : depth);
  return spring;
}

double advance(const Bimodal& law, CompliantMemory& memory, double indentation, double rate) {
  if (!memory.armed && indentation < 0) memory.armed = true;
  if (memory.branch == Branch::open && memory.armed && indentation > closing_level(memory))
    close(law, memory);
  const bool latched = law.history == History::latched;
  if (memory.branch == Branch::elastic && !latched && indentation >= memory.deepest) load(memory);
  if (memory.branch == Branch::loading && rate < 0) turn(law, memory, indentation);
  if (memory.branch == Branch::elastic && !law.bilateral && indentation <= memory.permanent)
    release(law, memory);
  return force(law, memory, indentation);
}

}  // namespace carom
