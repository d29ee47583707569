#include "carom/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "dynamics/compiled_model.hpp"
#include "dynamics/mechanism_faults.hpp"
#include "keys/option_keys.hpp"
#include "keys/range_checks.hpp"
#include "motion/options.hpp"

namespace carom {
namespace {

constexpr std::int64_t most_points = std::int64_t{1} << 48;

/// How many the axes make, or `most_points` + 1 where that is more.
std::int64_t points_of(const SweepOptions& options) {
  std::int64_t points = 1;
  for (const std::vector<double>& axis : options.axes) {
    const auto count = static_cast<std::int64_t>(axis.size());
    if (count > 0 && points > most_points / count) return most_points + 1;
    points *= count;
  }
  return points;
}

void check_strikes(const SweepOptions& options, const LawSet& laws, int contacts,
                   std::vector<Fault>& found) {
  for (std::size_t k = 0; k < options.strikes.size(); ++k)
    check_strike(options.strikes[k], laws, contacts, static_cast<int>(k), found);
}

void refuse(std::vector<Fault> found) {
  if (!found.empty()) throw InputError("", std::move(found));
}

int threads_of(const SweepOptions& options, std::int64_t points) {
  const int asked = options.threads > 0
                        ? options.threads
                        : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return static_cast<int>(std::min<std::int64_t>(asked, points));
}

/// Threads take points in blocks, in order, until none is left, one has stopped them or failed.
class Points {
 public:
  Points(const SweepOptions& options, std::int64_t points, int threads)
      : options_(options),
        points_(points),
        // Few enough that no thread is left with much of the work, enough that counting is nothing.
        block_(std::clamp<std::int64_t>(points / (32 * threads), 1, 64)) {}

  /// Calls visit(point) until there is nothing left to do.
  template <class Visit>
  void work(int thread, Visit&& visit) noexcept {
    try {
      std::vector<double> values(options_.axes.size());
      SweepPoint point{.index = 0, .values = values, .thread = thread};
      while (!ends_) {
        const std::int64_t from = next_.fetch_add(block_);
        const std::int64_t to = std::min(from + block_, points_);
        if (from >= points_) return;
        for (point.index = from; point.index < to && !ends_; ++point.index) {
          set_values(point.index, values);
          const bool goes_on = visit(point);
          ++visited_;
          if (!goes_on) stopped_ = ends_ = true;
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      ends_ = true;
    }
  }

  SweepTally tally() const {
    if (error_) std::rethrow_exception(error_);
    return {points_, visited_, stopped_};
  }

 private:
  void set_values(std::int64_t index, std::vector<double>& values) const {
    for (std::size_t a = values.size(); a-- > 0;) {
      const auto count = static_cast<std::int64_t>(options_.axes[a].size());
      values[a] = options_.axes[a][static_cast<std::size_t>(index % count)];
      index /= count;
    }
  }

  const SweepOptions& options_;
  const std::int64_t points_, block_;
  std::atomic<std::int64_t> next_ = 0, visited_ = 0;
  std::atomic<bool> ends_ = false, stopped_ = false;
  std::mutex mutex_;
  std::exception_ptr error_;
};

/// Every point by some thread; `worker()` makes what a thread calls with its points.
template <class Worker>
SweepTally visit_all(const SweepOptions& options, const Worker& worker) {
  const std::int64_t count = points_of(options);
  const int threads = threads_of(options, count);
  Points points(options, count, threads);
  std::vector<decltype(worker())> workers;
  workers.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) workers.push_back(worker());
  {
    std::vector<std::jthread> others;
    others.reserve(static_cast<std::size_t>(threads));
    try {
      for (int i = 1; i < threads; ++i)
        others.emplace_back([&, i] { points.work(i, workers[static_cast<std::size_t>(i)]); });
    } catch (const std::system_error&) {
      // The machine has no more threads to give: those that there are do the work.
    }
    points.work(0, workers[0]);
  }
  return points.tally();
}

/// The strikes of one thread, of one model at a time.
class Striker {
 public:
  explicit Striker(const SweepOptions& options) : options_(options) {}

  void use(const Model& model) {
    workspaces_.clear();
    for (std::size_t k = 0; k < options_.strikes.size(); ++k) workspaces_.emplace_back(model);
    impacts_.resize(workspaces_.size());
  }
  std::span<const Impact> strike_all(const Model& model, const State& state) {
    for (std::size_t k = 0; k < workspaces_.size(); ++k)
      impacts_[k] = strike(model, state, options_.strikes[k], workspaces_[k]);
    return impacts_;
  }

 private:
  const SweepOptions& options_;
  std::vector<Workspace> workspaces_;  // one a strike: impacts are views into them
  std::vector<Impact> impacts_;
};

}  // namespace

std::vector<Fault> faults(const SweepOptions& options) {
  std::vector<Fault> found;
  const Element element(found, "sweep");
  for (std::size_t a = 0; a < options.axes.size(); ++a) {
    const std::vector<double>& axis = options.axes[a];
    const std::string name = "axes[" + std::to_string(a) + "]";
    if (axis.empty())
      element.fault("axes", name + " has no values; must have one or more", static_cast<int>(a));
    const auto wrong = std::ranges::find_if_not(axis, [](double x) { return std::isfinite(x); });
    if (wrong != axis.end())
      element.fault("axes",
                    name + "[" + std::to_string(wrong - axis.begin()) + "] is " + written(*wrong) +
                        "; must be finite",
                    static_cast<int>(a));
  }
  if (points_of(options) > most_points)
    element.fault("axes", "axes make more than 2^48 points; must be fewer");
  check_ranges(element, options);
  return found;
}

std::vector<Fault> faults(const SweepOptions& options, const Model& model) {
  std::vector<Fault> found = faults(options);
  check_strikes(options, *model.compiled().tree.laws, model.contacts(), found);
  return found;
}

std::vector<double> evenly_spaced(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    const double share = count > 1 ? static_cast<double>(i) / (count - 1) : 0;
    values.push_back(share == 0 ? from : share == 1 ? to : from + (to - from) * share);
  }
  return values;
}

SweepTally sweep(const SweepOptions& options, const VisitPoint& visit) {
  refuse(faults(options));
  return visit_all(options,
                   [&] { return [&visit](const SweepPoint& point) { return visit(point); }; });
}

SweepTally sweep(const Model& model, const State& state, const SweepOptions& options,
                 const SetState& set, const VisitStrike& visit) {
  refuse(faults(options, model));
  return visit_all(options, [&] {
    Striker striker(options);
    striker.use(model);
    return [&, striker = std::move(striker), own = state](const SweepPoint& point) mutable {
      own = state;
      set(point.values, own);
      return visit({point, &model, &own, striker.strike_all(model, own), {}});
    };
  });
}

SweepTally sweep(const Mechanism& mechanism, const State& state, const SweepOptions& options,
                 const SetMechanism& set, const VisitStrike& visit) {
  std::vector<Fault> found = faults(options);
  check_strikes(options, *laws_with(mechanism.laws), static_cast<int>(mechanism.contacts.size()),
                found);
  refuse(std::move(found));
  return visit_all(options, [&] {
    return [&, striker = Striker(options)](const SweepPoint& point) mutable {
      Mechanism own = mechanism;
      State own_state = state;
      set(point.values, own, own_state);
      std::vector<Fault> wrong;
      const std::optional<Model> model = checked_model(own, {}, wrong);
      if (!model) return visit({point, nullptr, &own_state, {}, wrong});
      striker.use(*model);
      return visit({point, &*model, &own_state, striker.strike_all(*model, own_state), {}});
    };
  });
}

}  // namespace carom
