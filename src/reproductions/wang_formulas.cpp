#include "reproductions/wang_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reproductions/judges.hpp"

namespace carom::wang {
namespace {

double sum_q1(const Flight& f, double to) {
  return integral([&](double t) { return f.body.q1.at(t); }, f.left.t, to);
}
double sum_q2(const Flight& f, double to) {
  return integral([&](double t) { return f.body.q2.at(t); }, f.left.t, to);
}
double twice_q1(const Flight& f, double to) {
  return twice_integral([&](double t) { return f.body.q1.at(t); }, f.left.t, to);
}
double twice_q2(const Flight& f, double to) {
  return twice_integral([&](double t) { return f.body.q2.at(t); }, f.left.t, to);
}
/// θ and θ̇ at a time of the flight.
double turned_to(const Flight& f, double t) {
  return f.left.theta + f.left.omega * (t - f.left.t) + twice_q2(f, t);
}
double turning_at(const Flight& f, double t) {
  return f.left.omega + sum_q2(f, t);
}
/// ẏ₂ and y₂ by which the plate went on.
double plate_faster(const Flight& f, double to) {
  return f.body.plate.velocity(to) - f.body.plate.velocity(f.left.t);
}
double plate_further(const Flight& f, double to) {
  return f.body.plate.at(to) - f.body.plate.at(f.left.t);
}

Sides kinematics(const Accelerated& x, const Body& body, bool mended) {
  const double first = body.d1(x.at.theta), second = body.d2(x.at.theta);
  return {
      x.u,
      {x.y, mended ? -first * x.theta : -second * x.at.omega, -second * x.at.omega * x.at.omega}};
}

/// u̇₁ at a time by the last line of (16).
std::vector<double> gap_rate(const Flight& f, const Instant& to) {
  const double here = f.body.d1(f.left.theta), there = f.body.d1(to.theta);
  return {f.left.u, -(there - here) * f.left.omega, sum_q1(f, to.t), -plate_faster(f, to.t),
          -there * sum_q2(f, to.t)};
}

/// u₁ at a time by the last line of (17).
std::vector<double> gap_terms(const Flight& f, const Instant& to, bool mended) {
  const double time = to.t - f.left.t;
  const double moved = f.body.plate.velocity(f.left.t) * time;
  return {f.left.gap,
          f.left.u * time,
          f.body.d1(f.left.theta) * f.left.omega * time,
          twice_q1(f, to.t),
          -plate_further(f, to.t),
          mended ? moved : -moved,
          -(f.body.h(to.theta) - f.body.h(f.left.theta))};
}

double gap_acceleration(const Flight& f, double t) {
  const double theta = turned_to(f, t), omega = turning_at(f, t);
  return f.body.q1.at(t) - f.body.plate.acceleration(t) - f.body.d1(theta) * f.body.q2.at(t) -
         f.body.d2(theta) * omega * omega;
}

constexpr const char* plate_sign =
    "ẏ₂(t_n)(t − t_n) must be added, as in the line before it and in (29)";

constexpr std::array formulas = {
    PrintedFormula{"equation (2)", "u₁ = y − h(θ)",
                   [](const Flight& f, bool) -> Sides {
                     return {f.middle.gap, {f.middle.y, -f.body.h(f.middle.theta)}};
                   }},
    PrintedFormula{"equations (3), (24)", "y − h(θ) = 0 at a collision",
                   [](const Flight& f, bool) -> Sides {
                     return {0, {f.arrived.y, -f.body.h(f.arrived.theta)}};
                   }},
    PrintedFormula{"equation (4)", "u̇₁⁺ = −e u̇₁⁻",
                   [](const Flight& f, bool) -> Sides {
                     return {f.rebounded.u, {-f.body.e * f.arrived.u}};
                   }},
    PrintedFormula{"equation (5)", "u̇₁ = ẏ − h′θ̇",
                   [](const Flight& f, bool) -> Sides {
                     return {f.middle.u, {f.middle.v, -f.body.d1(f.middle.theta) * f.middle.omega}};
                   }},
    PrintedFormula{"equation (6)", "θ̇⁺ − θ̇⁻ = −h′/(h′² + ρ²) (u̇₁⁺ − u̇₁⁻)",
                   [](const Flight& f, bool) -> Sides {
                     const double lever = f.body.lever(f.arrived.theta);
                     return {f.rebounded.omega - f.arrived.omega,
                             {-lever * f.rebounded.u, lever * f.arrived.u}};
                   }},
    PrintedFormula{"equation (8)", "mÿ = F_y − mÿ₂ + f_y, on the plate",
                   [](const Flight& f, bool) -> Sides {
                     const Accelerated& x = f.pressed;
                     const double m = f.body.mass;
                     return {m * x.y,
                             {m * f.body.q1.at(x.at.t), -m * f.body.plate.acceleration(x.at.t),
                              x.force}};
                   }},
    PrintedFormula{"equation (9)", "mρ²θ̈ = T − h′f_y, on the plate",
                   [](const Flight& f, bool) -> Sides {
                     const Accelerated& x = f.pressed;
                     const double moment = f.body.mass * f.body.rho * f.body.rho;
                     return {moment * x.theta,
                             {moment * f.body.q2.at(x.at.t), -f.body.d1(x.at.theta) * x.force}};
                   }},
    PrintedFormula{"equation (10)", "ü₁ = ÿ − h″θ̇ − h″θ̇², in flight",
                   [](const Flight& f, bool mended) { return kinematics(f.free, f.body, mended); },
                   Defect::misprint, "the second term is −h′θ̈"},
    PrintedFormula{
        "equation (10)", "the same on the plate, where ü₁ = 0",
        [](const Flight& f, bool mended) { return kinematics(f.pressed, f.body, mended); },
        Defect::misprint, "the second term is −h′θ̈"},
    PrintedFormula{"equation (11)", "ẏ = u̇₁ + h′θ̇",
                   [](const Flight& f, bool) -> Sides {
                     return {f.middle.v, {f.middle.u, f.body.d1(f.middle.theta) * f.middle.omega}};
                   }},
    PrintedFormula{"equation (12)", "u̇₁(t) = u̇₁(t_n⁺) + ∫ü₁",
                   [](const Flight& f, bool) -> Sides {
                     return {f.middle.u,
                             {f.left.u, integral([&](double t) { return gap_acceleration(f, t); },
                                                 f.left.t, f.middle.t)}};
                   }},
    PrintedFormula{"equation (13)", "u₁(t) = u₁(t_n⁺) + ∫u̇₁",
                   [](const Flight& f, bool) -> Sides {
                     const double time = f.middle.t - f.left.t;
                     return {f.middle.gap,
                             {f.left.gap, f.left.u * time,
                              twice_integral([&](double t) { return gap_acceleration(f, t); },
                                             f.left.t, f.middle.t)}};
                   }},
    PrintedFormula{"equations (14), (18)", "θ̇(t) = θ̇(t_n⁺) + ∫Q₂",
                   [](const Flight& f, bool) -> Sides {
                     return {f.middle.omega, {f.left.omega, sum_q2(f, f.middle.t)}};
                   }},
    PrintedFormula{"equations (15), (19)", "θ(t) = θ(t_n⁺) + θ̇(t_n⁺)(t − t_n⁺) + ∬Q₂",
                   [](const Flight& f, bool) -> Sides {
                     return {f.middle.theta,
                             {f.left.theta, f.left.omega * (f.middle.t - f.left.t),
                              twice_q2(f, f.middle.t)}};
                   }},
    PrintedFormula{"equation (16), second line", "u̇₁(t) = ẏ(t_n⁺) + ∫(Q₁ − ÿ₂) − h′(θ̇(t_n⁺) + ∫Q₂)",
                   [](const Flight& f, bool) -> Sides {
                     const double there = f.body.d1(f.middle.theta);
                     return {f.middle.u,
                             {f.left.v, sum_q1(f, f.middle.t), -plate_faster(f, f.middle.t),
                              -there * f.left.omega, -there * sum_q2(f, f.middle.t)}};
                   }},
    PrintedFormula{"equation (16), last line",
                   "u̇₁(t) = u̇₁(t_n⁺) − (h′ − h′_n)θ̇(t_n⁺) + ∫Q₁ − (ẏ₂ − ẏ₂(t_n⁺)) − h′∫Q₂",
                   [](const Flight& f, bool) -> Sides {
                     return {f.middle.u, gap_rate(f, f.middle)};
                   }},
    PrintedFormula{
        "equation (17), second line", "u₁(t) = y(t_n⁺) + ẏ(t_n⁺)(t − t_n⁺) + ∬(Q₁ − ÿ₂) − h(θ)",
        [](const Flight& f, bool) -> Sides {
          const double time = f.middle.t - f.left.t;
          const auto plate = [&](double t) { return f.body.plate.acceleration(t); };
          return {f.middle.gap,
                  {f.left.y, f.left.v * time, twice_q1(f, f.middle.t),
                   -twice_integral(plate, f.left.t, f.middle.t), -f.body.h(f.middle.theta)}};
        }},
    PrintedFormula{
        "equation (17), last line",
        "u₁(t) = u₁ + (u̇₁ + h′θ̇)(t − t_n) + ∬Q₁ − (y₂ − y₂(t_n)) − ẏ₂(t_n)(t − t_n) − (h − "
        "h_n)",
        [](const Flight& f, bool mended) -> Sides {
          return {f.middle.gap, gap_terms(f, f.middle, mended)};
        },
        Defect::misprint, plate_sign},
    PrintedFormula{"equation (20)", "u̇₁ right before the next collision",
                   [](const Flight& f, bool) -> Sides {
                     return {f.arrived.u, gap_rate(f, f.arrived)};
                   }},
    PrintedFormula{"equation (21)", "u₁ at the next collision",
                   [](const Flight& f, bool mended) -> Sides {
                     return {0, gap_terms(f, f.arrived, mended)};
                   },
                   Defect::misprint, plate_sign},
    PrintedFormula{"equation (22)", "θ̇(t_{n+1}) = θ̇(t_n⁺) + ∫Q₂",
                   [](const Flight& f, bool mended) -> Sides {
                     return {mended ? f.arrived.omega : f.rebounded.omega,
                             {f.left.omega, sum_q2(f, f.arrived.t)}};
                   },
                   Defect::reading,
                   "it is the rate before the collision, t⁻; θ̇ is not among the continuous "
                   "quantities whose superscripts are dropped, and after a collision the "
                   "formula does not hold"},
    PrintedFormula{"equation (23)", "θ(t_{n+1}) = θ(t_n) + θ̇(t_n⁺)(t_{n+1} − t_n) + ∬Q₂",
                   [](const Flight& f, bool) -> Sides {
                     return {f.arrived.theta,
                             {f.left.theta, f.left.omega * (f.arrived.t - f.left.t),
                              twice_q2(f, f.arrived.t)}};
                   }},
    PrintedFormula{"equation (25)", "u̇₁(n+1) = −e{u̇₁(n) − [h′(n+1) − h′(n)]θ(n) + …}",
                   [](const Flight& f, bool mended) -> Sides {
                     std::vector<double> terms = gap_rate(f, f.arrived);
                     if (!mended) terms[1] *= f.left.theta / f.left.omega;
                     for (double& term : terms) term *= -f.body.e;
                     return {f.rebounded.u, terms};
                   },
                   Defect::misprint, "θ(n) is θ̇(n), as in (20)"},
    PrintedFormula{"equation (26)", "θ(n+1) = θ(n) + θ̇(n)τ(n) + ∬Q₂",
                   [](const Flight& f, bool) -> Sides {
                     return {f.rebounded.theta,
                             {f.left.theta, f.left.omega * f.tau, twice_q2(f, f.left.t + f.tau)}};
                   }},
    PrintedFormula{"equation (27)", "θ̇(n+1) = θ̇(n) − (1+e)/e · h′/(ρ² + h′²) u̇₁(n+1) + ∫Q₂, e > 0",
                   [](const Flight& f, bool) -> Sides {
                     const double e = f.body.e;
                     return {f.rebounded.omega,
                             {f.left.omega,
                              -(1 + e) / e * f.body.lever(f.arrived.theta) * f.rebounded.u,
                              sum_q2(f, f.arrived.t)}};
                   }},
    PrintedFormula{"equation (28)", "t(n+1) = t(n) + τ(n), τ of the map's closed form",
                   [](const Flight& f, bool) -> Sides {
                     return {f.arrived.t, {f.left.t, f.tau}};
                   }},
    PrintedFormula{"equation (29)", "the equation for τ(n)",
                   [](const Flight& f, bool) -> Sides {
                     Instant to = f.arrived;
                     to.t = f.left.t + f.tau;
                     to.theta = turned_to(f, to.t);
                     return {0, gap_terms(f, to, true)};
                   }},
    PrintedFormula{"equation (41)",
                   "W* = Q₁ − ÿ₂ − h′Q₂ − h″θ̇², the contact's force per m being "
                   "−W*ρ²/(ρ² + h′²)",
                   [](const Flight& f, bool) -> Sides {
                     const Instant& x = f.pressed.at;
                     const double first = f.body.d1(x.theta), rho2 = f.body.rho * f.body.rho;
                     return {-f.pressed.force / f.body.mass * (rho2 + first * first) / rho2,
                             {f.body.q1.at(x.t), -f.body.plate.acceleration(x.t),
                              -first * f.body.q2.at(x.t), -f.body.d2(x.theta) * x.omega * x.omega}};
                   }},
};

}  // namespace

std::span<const PrintedFormula> printed_formulas() {
  return formulas;
}

double residual(const PrintedFormula& formula, std::span<const Flight> flights, bool mended,
                int turned) {
  double worst = 0;
  for (const Flight& flight : flights) {
    const Sides sides = formula.sides(flight, mended);
    double sum = 0, size = std::abs(sides.found);
    for (std::size_t k = 0; k < sides.terms.size(); ++k) {
      sum += (static_cast<int>(k) == turned ? -1 : 1) * sides.terms[k];
      size += std::abs(sides.terms[k]);
    }
    worst = std::max(worst, std::abs(sides.found - sum) / size);
  }
  return worst;
}

std::vector<Flight> any_flights(int count) {
  Numbers numbers(1993);
  std::vector<Flight> all;
  for (int k = 0; k < count; ++k) {
    const Engine engine(any_body(numbers));
    all.push_back(flight(engine, any_launch(numbers)));
  }
  return all;
}

Holding verdict(const PrintedFormula& formula, double as_printed, double mended) {
  const bool printed_holds = vanishing(as_printed) == Holding::holds;
  const bool other = formula.defect == Defect::reading && vanishing(mended) == Holding::holds;
  return by_reading(printed_holds, other);
}

void add_formulas(Comparison& result) {
  constexpr int count = 24;
  const std::vector<Flight> flights = any_flights(count);
  PageTable table;
  table.name = "formulas";
  table.title = "Printed formulas";
  table.caption = fmt::format(
      "Largest difference of both sides, as a share of their terms, in {} flights of the engine "
      "under any forces: as printed, and as mended where something is wrong.",
      count);
  table.columns = {{"place"}, {"formula"}, {"as printed"}, {"as mended"}, {"what is wrong"}};
  for (const PrintedFormula& formula : formulas) {
    const double printed = residual(formula, flights, false);
    std::string reason = fmt::format(
        "largest miss, as a share of the terms, in {} flights of the engine under any forces",
        count);
    const bool wrong = formula.defect != Defect::none;
    const double mended = wrong ? residual(formula, flights, true) : printed;
    if (wrong) reason += fmt::format("; {}: {:.1e} then", formula.why, mended);
    const Holding holding = verdict(formula, printed, mended);
    result.claims.push_back(
        {formula.number, formula.what, std::nullopt, printed, "", holding, reason});
    if (holding != Holding::holds)
      table.marks.push_back(
          {table.rows.size(), std::nullopt, mark_of(holding), std::string(name(holding))});
    table.rows.push_back({formula.number, formula.what, printed,
                          wrong ? PageCell(mended) : PageCell(), formula.why});
  }
  result.sections.emplace_back(std::move(table));
}

}  // namespace carom::wang
