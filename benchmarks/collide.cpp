/// Chapter 2's study: 18 pairs × 500 segmentations (every seventh of them, so that a run takes
/// seconds), by the two methods of Carom and by a standard adaptive integrator with event location:
/// Dormand and Prince's with dense output (Boost.odeint) and TOMS 748 for the events.
///
/// Each prints its time a collision and its error in e_G against the series at 1e-12.

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "study/dataset_trains.hpp"
#include "train/collide.hpp"

namespace carom {
namespace {

namespace odeint = boost::numeric::odeint;
using State = std::vector<double>;  // displacements, then velocities

/// Two bodies with one contact, in the units of their line.
struct Baseline {
  explicit Baseline(const Line& given) : line(given) {
    const std::size_t n = line.segments();
    inverse_mass.resize(n);
    stiffness.assign(n + 1, 0.0);
    for (const LineBody& body : line.bodies)
      for (std::size_t i = body.first; i < body.first + body.count; ++i) {
        inverse_mass[i] = 1 / body.mass;
        if (i > body.first) stiffness[i] = body.stiffness;
      }
    contact = line.contacts[0].interface;
  }

  double indentation(const State& x) const { return x[contact - 1] - x[contact]; }
  double rate(const State& x) const {
    const std::size_t n = inverse_mass.size();
    return x[n + contact - 1] - x[n + contact];
  }

  void operator()(const State& x, State& out, double) const {
    const std::size_t n = inverse_mass.size();
    double left = 0;
    for (std::size_t i = 0; i < n; ++i) {
      out[i] = x[n + i];
      const double right = i + 1 == n         ? 0
                           : i + 1 == contact ? force(line.contacts[0].law, memory, indentation(x))
                                              : stiffness[i + 1] * (x[i] - x[i + 1]);
      out[n + i] = (left - right) * inverse_mass[i];
      left = right;
    }
  }

  /// The restitution, by steps of which none goes beyond an event.
  double restitution(double tolerance) {
    const std::size_t n = inverse_mass.size();
    State x(2 * n, 0.0);
    for (const LineBody& body : line.bodies)
      for (std::size_t i = body.first; i < body.first + body.count; ++i) x[n + i] = body.velocity;
    const Bimodal& law = line.contacts[0].law;
    close(law, memory);
    auto stepper =
        odeint::make_dense_output(tolerance, tolerance, odeint::runge_kutta_dopri5<State>());
    double t = 0;
    stepper.initialize(x, t, 0.01);
    State at(2 * n);
    while (true) {
      const auto [from, to] = stepper.do_step(std::cref(*this));
      const auto event = [&](double time) {
        stepper.calc_state(time, at);
        return memory.branch == Branch::loading ? rate(at) : indentation(at) - memory.permanent;
      };
      if (event(to) > 0) continue;
      std::uintmax_t most = 60;
      double low = from;
      if (memory.branch == Branch::loading && event(from) <= 0) low = from + 1e-9 * (to - from);
      const auto bracket = boost::math::tools::toms748_solve(
          event, low, to, boost::math::tools::eps_tolerance<double>(48), most);
      t = 0.5 * (bracket.first + bracket.second);
      stepper.calc_state(t, at);
      if (memory.branch == Branch::loading) {
        turn(law, memory, indentation(at));
      } else {
        break;
      }
      stepper.initialize(at, t, 0.01);
    }
    double after[2] = {0, 0};
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t i = line.bodies[b].first; i < line.bodies[b].first + line.bodies[b].count;
           ++i)
        after[b] += at[n + i] / static_cast<double>(line.bodies[b].count);
    return -(after[0] - after[1]) / (line.bodies[0].velocity - line.bodies[1].velocity);
  }

  const Line& line;
  std::vector<double> inverse_mass, stiffness;
  std::size_t contact = 0;
  CompliantMemory memory;
};

std::vector<Train> study() {
  const Dataset dataset = dataset_named("alluhydan2019");
  std::vector<Train> all;
  int count = 0;
  for (const DatasetMeasured& pair : dataset.measured) {
    if (!pair.printed_segments.empty()) continue;
    const Train train =
        train_of(dataset, pair.bodies, 0.5, ContactModel::hertz, Interior::lossless);
    const std::size_t soft = train.bodies[0].stiffness <= train.bodies[1].stiffness ? 0 : 1;
    for (int hard = 1; hard <= 10; ++hard)
      for (int many = 1; many <= 50; ++many) {
        if (count++ % 7 != 0) continue;
        all.push_back(train);
        all.back().bodies[soft].segments = many;
        all.back().bodies[1 - soft].segments = hard;
      }
  }
  return all;
}

double run(const char* name, const std::vector<Train>& trains, const std::vector<double>& reference,
           const std::function<double(const Train&)>& method) {
  std::vector<double> found;
  double best = 1e300;
  for (int repeat = 0; repeat < 5; ++repeat) {
    found.clear();
    const std::clock_t start = std::clock();  // of the processor: others may be at work
    for (const Train& train : trains) found.push_back(method(train));
    const double taken = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::min(best, taken / static_cast<double>(trains.size()));
  }
  std::vector<double> errors;
  for (std::size_t i = 0; i < found.size() && !reference.empty(); ++i)
    errors.push_back(std::abs(found[i] - reference[i]));
  std::sort(errors.begin(), errors.end());
  // Collisions with a second touch are beyond the baseline, which stops at the first separation.
  const double most = errors.empty() ? 0 : errors[errors.size() * 95 / 100];
  std::printf("%-28s %9.1f us  error of 95 %%: %.1e  whole study of 9,000: %.2f s\n", name, best,
              most, best * 9000e-6);
  return best;
}

}  // namespace
}  // namespace carom

int main() {
  using namespace carom;
  const std::vector<Train> trains = study();
  std::vector<double> reference;
  for (Train train : trains) {
    train.tolerance = 1e-12;
    reference.push_back(collision(train).restitution.value_or(0));
  }
  const auto series = [](double tolerance) {
    return [tolerance](Train train) {
      train.tolerance = tolerance;
      return collision(train).restitution.value_or(0);
    };
  };
  const auto modes = [](Precision precision) {
    return [precision](const Train& train) {
      return quick_collision(train, precision).restitution.value_or(0);
    };
  };
  const auto baseline = [](double tolerance) {
    return [tolerance](const Train& train) {
      const Line line = line_of(train);
      return Baseline(line).restitution(tolerance);
    };
  };
  const double standard = run("odeint, tolerance 2e-7", trains, reference, baseline(2e-7));
  const double loose = run("odeint, tolerance 1e-3", trains, reference, baseline(1e-3));
  const double exact = run("series, tolerance 1e-9", trains, reference, series(1e-9));
  const double fine = run("modes, fine", trains, reference, modes(Precision::fine));
  const double table = run("modes, table", trains, reference, modes(Precision::table));
  std::printf(
      "\nfaster than odeint: %.1f x at 1e-6, %.1f x at 1e-3; the series, at 1e-12, take %.1f "
      "times as long as odeint at 1e-6\n",
      standard / fine, loose / table, exact / standard);
}
