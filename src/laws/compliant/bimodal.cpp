#include "laws/compliant/bimodal.hpp"

#include <algorithm>
#include <cassert>

namespace carom {
namespace {

double unloading_stiffness(const Bimodal& law) {
  return law.stiffness / std::pow(law.restitution, 2 * law.exponent);
}

/// ∫ F dδ over loading from 0 to δ.
double loading_work(const Bimodal& law, double indentation) {
  return law.stiffness * std::pow(indentation, law.exponent + 1) / (law.exponent + 1);
}

double loss_of_loop(const Bimodal& law, double deepest) {
  return (1 - law.restitution * law.restitution) * loading_work(law, deepest);
}

}  // namespace

void turn(const Bimodal& law, CompliantMemory& memory, double indentation) {
  assert(memory.branch == Branch::loading);
  memory.deepest = indentation;
  memory.permanent = indentation * (1 - law.restitution * law.restitution);
  memory.branch = law.restitution > 0 ? Branch::elastic : Branch::locked;
  memory.unloading = law.restitution > 0 ? unloading_stiffness(law) : 0;
}

void load(CompliantMemory& memory) {
  memory.branch = Branch::loading;
}

void close(const Bimodal& law, CompliantMemory& memory) {
  assert(memory.branch == Branch::open);
  // With e = 0 the unloading curve has no width: contact is on the loading curve at once.
  const bool fresh = memory.deepest == 0 || law.restitution == 0;
  memory.branch = fresh ? Branch::loading : Branch::elastic;
}

void release(const Bimodal& law, CompliantMemory& memory) {
  memory.branch = Branch::open;
  if (law.history == History::remembered) return;
  memory.lost += loss_of_loop(law, memory.deepest);
  memory.deepest = 0;
  memory.permanent = 0;
  memory.armed = false;
}

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

void pass(const Bimodal& law, CompliantMemory& memory, CompliantEvent event, double indentation) {
  switch (event) {
    case CompliantEvent::arm:
      memory.armed = true;
      break;
    case CompliantEvent::close:
      close(law, memory);
      break;
    case CompliantEvent::turn:
      turn(law, memory, indentation);
      break;
    case CompliantEvent::load:
      load(memory);
      break;
    case CompliantEvent::release:
      release(law, memory);
      break;
  }
}

double lost(const Bimodal& law, const CompliantMemory& memory) {
  return memory.lost + loss_of_loop(law, memory.deepest);
}

double stored(const Bimodal& law, const CompliantMemory& memory, double indentation) {
  if (memory.branch == Branch::open || memory.branch == Branch::locked) return 0;
  CompliantMemory turned = memory;
  if (memory.branch == Branch::loading) turn(law, turned, indentation);
  if (turned.branch == Branch::locked) return 0;
  const double u = std::abs(indentation - turned.permanent);
  return turned.unloading * std::pow(u, law.exponent + 1) / (law.exponent + 1);
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
