#pragma once

/// motion/batch_run.hpp
///
/// Many impacts on several threads, and where their answers go.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "carom/strike_batch.hpp"

namespace carom {

/// Few enough that a thread's last block is nothing, enough that counting is nothing.
inline constexpr std::int64_t batch_block = 256;

/// How many threads are worth starting for `states`: each has some blocks.
inline int batch_threads(int asked, std::int64_t states) {
  const int wanted =
      asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return static_cast<int>(std::clamp<std::int64_t>(states / (4 * batch_block), 1, wanted));
}

/// What one thread has counted. On a cache line of its own.
struct alignas(64) BatchCount {
  std::array<std::int64_t, 6> verdicts{};
  std::int64_t errors = 0;
  bool exact = true;
};

/// The answer to state i, of a model with f degrees of freedom.
inline void keep_answer(const Impact& impact, std::size_t i, std::size_t f, std::size_t c,
                        const BatchAnswers& to, BatchCount& count) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const bool sound = impact.error == StrikeError::none;
  const bool answered = !impact.velocities.empty();
  if (sound)
    ++count.verdicts[static_cast<std::size_t>(impact.verdict)];
  else
    ++count.errors;
  if (!to.errors.empty()) to.errors[i] = impact.error;
  if (!to.verdicts.empty()) to.verdicts[i] = impact.verdict;
  if (!to.velocities.empty()) {
    const std::span<double> own = to.velocities.subspan(i * f, f);
    if (answered)
      std::ranges::copy(impact.velocities, own.begin());
    else
      std::ranges::fill(own, none);
  }
  const auto pairs = [&](std::span<double> all, bool known, auto member) {
    if (all.empty()) return;
    double* own = all.data() + i * 2 * c;
    for (std::size_t k = 0; k < c; ++k, own += 2) {
      own[0] = known ? (impact.contacts[k].*member)[0] : none;
      own[1] = known ? (impact.contacts[k].*member)[1] : none;
    }
  };
  pairs(to.impulses, answered, &ContactImpact::impulse);
  pairs(to.contact_velocities_before, sound, &ContactImpact::velocity_before);
  pairs(to.contact_velocities_after, answered, &ContactImpact::velocity_after);
  if (!to.outcomes.empty())
    for (std::size_t k = 0; k < c; ++k)
      to.outcomes[i * c + k] = answered ? impact.contacts[k].outcome : Outcome::rebounds;
  if (!to.kinetic_energy_before.empty())
    to.kinetic_energy_before[i] = sound ? impact.kinetic_energy_before : none;
  if (!to.kinetic_energy_after.empty())
    to.kinetic_energy_after[i] = answered ? impact.kinetic_energy_after : none;
  if (!to.contact_work.empty()) to.contact_work[i] = answered ? impact.contact_work : none;
  if (!to.makes_energy.empty()) to.makes_energy[i] = impact.makes_energy;
  if (!to.impulses_determined.empty()) to.impulses_determined[i] = impact.impulses_determined;
}

/// The derivatives of that answer by so many inputs.
inline void keep_jacobian(const ImpactJacobian& d, std::size_t i, std::size_t f, std::size_t c,
                          std::size_t inputs, const BatchJacobians& to, BatchCount& count) {
  const bool told = d.inputs == inputs;
  if (told) count.exact = count.exact && d.exact;
  const auto keep = [&](std::span<double> all, std::span<const double> from, std::size_t width) {
    if (all.empty()) return;
    for (std::size_t j = 0; j < inputs; ++j) {
      const std::span<double> own = all.subspan((i * inputs + j) * width, width);
      if (told && d.sides[j] != Side::none)
        std::ranges::copy(from.subspan(j * width, width), own.begin());
      else
        std::ranges::fill(own, std::numeric_limits<double>::quiet_NaN());
    }
  };
  keep(to.velocities, d.velocities, f);
  keep(to.impulses, d.impulses, 2 * c);
  keep(to.energy_loss, d.energy_loss, 1);
  for (std::size_t j = 0; j < inputs && !to.sides.empty(); ++j)
    to.sides[i * inputs + j] = told ? d.sides[j] : Side::none;
}

/// Blocks of states are handed out in order and finished, so that what is done is the first so
/// many. `workers[t](from, to, count)` answers states [from, to) on thread t; what it throws ends
/// the work.
template <class Worker>
BatchTally run_batch(std::int64_t states, std::span<Worker> workers, const BatchOptions& options) {
  const std::atomic<bool>* const stop = options.stop;
  std::atomic<std::int64_t> next = 0;
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto work = [&](Worker& worker, BatchCount& count) {
    try {
      while (stop == nullptr || !stop->load(std::memory_order_relaxed)) {
        const std::int64_t from = next.fetch_add(batch_block, std::memory_order_relaxed);
        if (from >= states) return;
        const std::int64_t to = std::min(from + batch_block, states);
        worker(static_cast<std::size_t>(from), static_cast<std::size_t>(to), count);
        if (options.done != nullptr) options.done->fetch_add(to - from, std::memory_order_relaxed);
      }
    } catch (...) {
      const std::lock_guard guard(error_mutex);
      if (!error) error = std::current_exception();
      next = states;
    }
  };
  BatchTally tally{.states = states};
  const auto add = [&](const BatchCount& count) {
    for (std::size_t v = 0; v < count.verdicts.size(); ++v) tally.verdicts[v] += count.verdicts[v];
    tally.errors += count.errors;
    tally.exact = tally.exact && count.exact;
  };
  if (workers.size() == 1) {
    BatchCount count;
    work(workers[0], count);
    add(count);
  } else {
    std::vector<BatchCount> counts(workers.size());
    {
      std::vector<std::jthread> others;
      others.reserve(workers.size());
      try {
        for (std::size_t t = 1; t < workers.size(); ++t)
          others.emplace_back([&, t] { work(workers[t], counts[t]); });
      } catch (const std::system_error&) {
        // The machine has no more threads to give: those that there are do the work.
      }
      work(workers[0], counts[0]);
    }
    for (const BatchCount& count : counts) add(count);
  }
  if (error) std::rethrow_exception(error);
  tally.done = std::min(next.load(), states);
  return tally;
}

}  // namespace carom
