#include "laws/rigid/impact_orders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>
#include <span>

#include "contact/thresholds.hpp"
#include "laws/registry.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {
namespace {

constexpr long most_hits_followed = 20000;
constexpr long longest_course = 2000;  // hits of one order: beyond, it does not end
constexpr double as_none = 1e-9;       // of the fastest: such an approach, such a difference

class OrderSearch {
 public:
  OrderSearch(const ContactProblem<double>& problem, double speed_floor)
      : problem_(problem), width_(static_cast<std::size_t>(2 * problem.count)) {
    for (const double v : problem.velocity.first(width_))
      fastest_ = std::max(fastest_, std::abs(v));
    least_ = std::max(as_none * fastest_, speed_floor);
    options_.record = false;
  }

  ImpactOrders found() {
    OrderOutcome start;
    start.impulse.assign(width_, 0.0);
    start.velocity_after.assign(problem_.velocity.begin(),
                                problem_.velocity.begin() + static_cast<std::ptrdiff_t>(width_));
    std::vector<OrderOutcome> open{std::move(start)};
    long followed = 0;
    while (!open.empty()) {
      OrderOutcome now = std::move(open.back());
      open.pop_back();
      const std::vector<int> next = approaching(now.velocity_after);
      if (next.empty() || now.verdict != Verdict::unique) {
        add(std::move(now));
        continue;
      }
      // From the last to the first: the first is followed first.
      for (std::size_t k = next.size(); k-- > 0;) {
        if (++followed > most_hits_followed) {
          found_.exhaustive = false;
          return std::move(found_);
        }
        OrderOutcome after = now;
        strike(next[k], after);
        if (after.verdict != Verdict::unique || known_.insert(rounded(after)).second)
          open.push_back(std::move(after));
      }
    }
    return std::move(found_);
  }

 private:
  std::vector<int> approaching(std::span<const double> velocity) const {
    std::vector<int> all;
    for (int i = 0; i < problem_.count; ++i)
      if (velocity[static_cast<std::size_t>(2 * i + 1)] < -least_) all.push_back(i);
    return all;
  }

  double w(std::size_t row, std::size_t column) const {
    return problem_.inertia[row * width_ + column];
  }

  void strike(int contact, OrderOutcome& state) {
    const auto i = static_cast<std::size_t>(contact);
    const std::size_t t = 2 * i, n = t + 1;
    const std::array<double, 4> inertia{w(t, t), w(t, n), w(n, t), w(n, n)};
    const std::array<double, 2> velocity{state.velocity_after[t], state.velocity_after[n]};
    const std::array<double, 2> table{problem_.friction()[i], problem_.restitution()[i]};
    const ContactProblem<double> alone{
        1, inertia, velocity, {table.data(), 1, LawParameters::in_order, 1}, 0};
    solve_impact(law_, alone, options_, workspace_);
    const Solution<double>& solution = workspace_.solution;
    ++state.hits;
    if (state.order.size() < longest_told_order) state.order.push_back(contact);
    state.verdict = solution.verdict;
    state.reason = solution.reason;
    state.reason_contact = contact;
    if (solution.verdict != Verdict::unique) return;
    if (state.hits >= longest_course) {
      state.verdict = Verdict::jammed;
      state.reason = Reason::does_not_end;
      state.reason_contact = -1;
      return;
    }
    for (std::size_t a = 0; a < 2; ++a) {
      const double impulse = solution.impulse[a];
      state.impulse[t + a] += impulse;
      for (std::size_t r = 0; r < width_; ++r) state.velocity_after[r] += w(r, t + a) * impulse;
    }
    state.energy_loss += solution.energy_loss;
    // What the contact itself does is what its law says.
    for (std::size_t a = 0; a < 2; ++a) state.velocity_after[t + a] = solution.velocity_after[a];
  }

  std::vector<long> rounded(const OrderOutcome& state) const {
    std::vector<long> key;
    for (const double v : state.velocity_after)
      key.push_back(std::lround(v / (as_none * std::max(fastest_, 1e-300))));
    return key;
  }

  bool same(const OrderOutcome& a, const OrderOutcome& b) const {
    if (a.verdict != b.verdict) return false;
    if (a.verdict != Verdict::unique) return a.reason == b.reason;
    return std::ranges::equal(a.velocity_after, b.velocity_after, [&](double x, double y) {
      return std::abs(x - y) <= 10 * as_none * fastest_;
    });
  }

  void add(OrderOutcome outcome) {
    if (std::ranges::none_of(found_.outcomes,
                             [&](const OrderOutcome& each) { return same(each, outcome); }))
      found_.outcomes.push_back(std::move(outcome));
  }

  const ContactProblem<double>& problem_;
  std::size_t width_;
  double fastest_ = 0;
  double least_ = 0;
  const Law& law_ = *find_law("energetic");
  LawOptions options_;
  LawWorkspace<double> workspace_{1};
  std::set<std::vector<long>> known_;
  ImpactOrders found_;
};

}  // namespace

ImpactOrders impact_orders(const ContactProblem<double>& problem, double speed_floor) {
  return OrderSearch(problem, speed_floor).found();
}

std::vector<std::vector<double>> stiffnesses_around(const std::vector<double>& given,
                                                    double reach) {
  constexpr double most = 800;
  constexpr int draws = 400;
  const auto count = static_cast<double>(given.size());
  const int steps = std::pow(5, count) <= most ? 5 : std::pow(3, count) <= most ? 3 : 0;
  const auto scaled = [&](std::size_t i, double share) {  // share from −½ to ½
    return given[i] * std::pow(reach, share);
  };
  std::vector<std::vector<double>> all{given};
  if (steps == 0) {
    std::mt19937_64 random(17);
    for (int k = 0; k < draws; ++k) {
      std::vector<double> one;
      for (std::size_t i = 0; i < given.size(); ++i)
        one.push_back(scaled(i, static_cast<double>(random() >> 11) * 0x1.0p-53 - 0.5));
      all.push_back(std::move(one));
    }
    return all;
  }
  std::vector<int> step(given.size(), 0);
  for (;;) {
    std::vector<double> one;
    for (std::size_t i = 0; i < given.size(); ++i)
      one.push_back(scaled(i, static_cast<double>(step[i]) / (steps - 1) - 0.5));
    all.push_back(std::move(one));
    std::size_t i = 0;
    while (i < step.size() && ++step[i] == steps) step[i++] = 0;
    if (i == step.size()) return all;
  }
}

}  // namespace carom
