/// Siconos 4.4: doubles; Moreau's law of impact (Newton's restitution) in time stepping, with a
/// dense mass matrix that its user supplies: here the chain's, in (x, y, angles). Work: one
/// TimeStepping::computeOneStep. The friction problem is solved by projected Gauss–Seidel to its
/// default tolerance. Run with OPENBLAS_NUM_THREADS=1.

#include <Friction_cst.h>

#include <SiconosKernel.hpp>

#include "harness.hpp"

namespace peers {
namespace {

/// The mechanism's own mathematics, which Siconos asks for. M_ab = H_ab cos(θ_a − θ_b) between
/// angles.
struct Mathematics {
  Case c;
  std::vector<double> moment;    ///< kg m: what hangs on a body, times its arms
  std::vector<double> coupling;  ///< H, n × n
  std::vector<double> cosine, sine;

  explicit Mathematics(const Case& the_case) : c(the_case) {
    const auto n = c.bodies.size();
    std::vector<double> beyond(n, 0), all(n, 0);
    for (std::size_t k = n; k-- > 0;) {
      all[k] += 1 + beyond[k];
      const int parent = c.bodies[k].parent;
      if (parent < 0) continue;
      (c.bodies[k].at_far_end ? beyond : all)[static_cast<std::size_t>(parent)] += all[k];
    }
    moment.resize(n);
    coupling.assign(n * n, 0);
    cosine.resize(n);
    sine.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      moment[k] = 0.5 + beyond[k];
      coupling[k * n + k] = 0.25 + beyond[k];
      std::size_t child = k;
      for (int p = c.bodies[k].parent; p >= 0; p = c.bodies[static_cast<std::size_t>(p)].parent) {
        const auto parent = static_cast<std::size_t>(p);
        if (c.bodies[child].at_far_end)
          coupling[k * n + parent] = coupling[parent * n + k] = moment[k];
        child = parent;
      }
    }
  }

  void turn(const SiconosVector& q) {
    for (std::size_t k = 0; k < cosine.size(); ++k) {
      cosine[k] = std::cos(q.getValue(static_cast<unsigned>(2 + k)));
      sine[k] = std::sin(q.getValue(static_cast<unsigned>(2 + k)));
    }
  }

  void mass(double* m) const {
    const std::size_t n = cosine.size();
    const std::size_t d = n + 2;
    m[0] = m[d + 1] = static_cast<double>(n);
    m[1] = m[d] = 0;
    for (std::size_t k = 0; k < n; ++k) {
      double* const column = m + (2 + k) * d;
      column[0] = m[2 + k] = -moment[k] * sine[k];
      column[1] = m[d + 2 + k] = moment[k] * cosine[k];
      for (std::size_t l = 0; l < n; ++l)
        column[2 + l] = coupling[l * n + k] * (cosine[k] * cosine[l] + sine[k] * sine[l]);
      column[2 + k] += 1.0 / 12;
    }
  }
};

class Chain : public LagrangianDS {
 public:
  Chain(std::shared_ptr<Mathematics> mathematics, SP::SiconosVector q, SP::SiconosVector v)
      : LagrangianDS(q, v), mathematics_(std::move(mathematics)) {
    _mass = std::make_shared<SimpleMatrix>(q->size(), q->size());
    _hasConstantMass = false;
    _fGyr = std::make_shared<SiconosVector>(q->size());
    _forces = std::make_shared<SiconosVector>(q->size());
  }
  void computeMass() override { computeMass(_q[0]); }
  void computeMass(SP::SiconosVector q) override {
    mathematics_->turn(*q);
    mathematics_->mass(_mass->getArray());
    _mass->resetFactorizationFlags();
  }
  // Forces of rates are finite and no part of an impact; with the short steps used they vanish.
  void computeFGyr() override {}
  void computeFGyr(SP::SiconosVector, SP::SiconosVector) override {}

 private:
  std::shared_ptr<Mathematics> mathematics_;
};

/// Gap and tangential place of a contact.
class Point : public LagrangianScleronomousR {
 public:
  Point(std::shared_ptr<Mathematics> mathematics, Touch touch)
      : mathematics_(std::move(mathematics)), touch_(touch) {
    _jachq =
        std::make_shared<SimpleMatrix>(2, static_cast<unsigned>(mathematics_->c.bodies.size() + 2));
  }
  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    const SiconosVector& angles = *q.vector(0);
    double x = angles.getValue(0);
    double height = angles.getValue(1) - 1e-10;
    along([&](unsigned k) {
      x += std::cos(angles.getValue(2 + k));
      height += std::sin(angles.getValue(2 + k));
    });
    y.setValue(0, height);
    y.setValue(1, x);
  }
  void computeJachq(const BlockVector& q, BlockVector&) override {
    const SiconosVector& angles = *q.vector(0);
    _jachq->zero();
    _jachq->setValue(0, 1, 1);
    _jachq->setValue(1, 0, 1);
    along([&](unsigned k) {
      _jachq->setValue(0, 2 + k, std::cos(angles.getValue(2 + k)));
      _jachq->setValue(1, 2 + k, -std::sin(angles.getValue(2 + k)));
    });
  }

 private:
  /// The bodies whose whole length lies between the first near end and the contact.
  template <class Visit>
  void along(const Visit& visit) {
    const std::vector<Body>& bodies = mathematics_->c.bodies;
    if (touch_.far_end) visit(static_cast<unsigned>(touch_.body));
    for (int k = touch_.body; bodies[static_cast<std::size_t>(k)].parent >= 0;) {
      const Body& body = bodies[static_cast<std::size_t>(k)];
      if (body.at_far_end) visit(static_cast<unsigned>(body.parent));
      k = body.parent;
    }
  }

  std::shared_ptr<Mathematics> mathematics_;
  Touch touch_;
};

class SiconosPeer : public Peer {
 public:
  void build(const Case& c, double time_step) override {
    case_ = c;
    auto mathematics = std::make_shared<Mathematics>(c);
    const auto size = static_cast<unsigned>(c.bodies.size() + 2);
    positions_ = std::make_shared<SiconosVector>(size);
    velocities_ = std::make_shared<SiconosVector>(size);
    for (unsigned i = 0; i < size; ++i) {
      positions_->setValue(i, c.positions[i]);
      velocities_->setValue(i, c.velocities[i]);
    }
    chain_ = std::make_shared<Chain>(mathematics, std::make_shared<SiconosVector>(*positions_),
                                     std::make_shared<SiconosVector>(*velocities_));
    auto system = std::make_shared<NonSmoothDynamicalSystem>(0, 1e9);
    system->insertDynamicalSystem(chain_);
    for (const Touch& touch : c.contacts) {
      auto law = std::make_shared<NewtonImpactFrictionNSL>(c.restitution, 0, c.friction, 2);
      contacts_.push_back(
          std::make_shared<Interaction>(law, std::make_shared<Point>(mathematics, touch)));
      system->link(contacts_.back(), chain_);
    }
    simulation_ = std::make_shared<TimeStepping>(
        system, std::make_shared<TimeDiscretisation>(0, time_step),
        std::make_shared<MoreauJeanOSI>(0.5),
        std::make_shared<FrictionContact>(2, SICONOS_FRICTION_2D_NSGS));
    simulation_->setNewtonOptions(SICONOS_TS_LINEAR);
    simulation_->setCheckSolverFunction(+[](int, Simulation*) {});
    simulation_->setWarnOnNonConvergence(false);
    simulation_->initialize();
  }

  void reset() override {
    if (fresh_) {
      fresh_ = false;
      return;
    }
    // nextStep chooses the active contacts from the state: put it back before.
    *chain_->q() = *positions_;
    *chain_->velocity() = *velocities_;
    for (auto& contact : contacts_) contact->resetAllLambda();
    simulation_->updateOutput(0);
    simulation_->updateOutput(1);
    simulation_->nextStep();
  }

  void step() override { simulation_->computeOneStep(); }

  std::vector<Body> bodies() override {
    std::vector<Body> result = case_.bodies;
    const SiconosVector& v = *chain_->velocity();
    for (std::size_t k = 0; k < result.size(); ++k)
      result[k].rate = v.getValue(static_cast<unsigned>(2 + k));
    place(result, result[0].near_end, {v.getValue(0), v.getValue(1)});
    return result;
  }

 private:
  Case case_;
  SP::SiconosVector positions_, velocities_;
  std::shared_ptr<Chain> chain_;
  std::vector<SP::Interaction> contacts_;
  SP::TimeStepping simulation_;
  bool fresh_ = true;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  using namespace peers;
  return run("Siconos", {{"Gauss–Seidel", [] { return std::make_unique<SiconosPeer>(); }, 256}},
             argc, argv);
}
