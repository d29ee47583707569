#include "train/selection.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <thread>

#include "train/collide.hpp"

namespace carom {
namespace {

/// Where modes do not apply and series are used.
constexpr double table_tolerance = 1e-6;

double restitution(const SelectionPair& pair, std::size_t soft, int soft_segments,
                   int hard_segments) {
  Train train = pair.train;
  train.tolerance = table_tolerance;
  train.bodies[soft].segments = soft_segments;
  train.bodies[1 - soft].segments = hard_segments;
  return quick_collision(train, Precision::fine).restitution.value_or(0);
}

/// Calls `work(i)` for every i < count.
template <class Work>
void on_all_cores(std::size_t count, Work&& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned k = 0; k < cores; ++k)
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

Selection selection(const std::vector<SelectionPair>& pairs, int most_soft, int most_hard) {
  const auto hards = static_cast<std::size_t>(most_hard);
  const auto softs = static_cast<std::size_t>(most_soft);
  Selection chosen;
  for (const SelectionPair& pair : pairs) {
    const double one = pair.train.bodies[0].stiffness, other = pair.train.bodies[1].stiffness;
    SelectedPair selected;
    selected.soft = one <= other ? 0 : 1;
    selected.ratio = 100 * std::min(one, other) / std::max(one, other);
    chosen.pairs.push_back(std::move(selected));
  }
  // e_G of pair p at j_H = h + 1, j_S = s + 1
  std::vector<double> all(pairs.size() * hards * softs);
  on_all_cores(pairs.size() * hards, [&](std::size_t i) {
    const std::size_t p = i / hards, h = i % hards;
    for (std::size_t s = 0; s < softs; ++s)
      all[i * softs + s] = restitution(pairs[p], chosen.pairs[p].soft, static_cast<int>(s) + 1,
                                       static_cast<int>(h) + 1);
  });
  const auto error = [&](std::size_t p, std::size_t h, std::size_t s) {
    return 100 * std::abs(all[(p * hards + h) * softs + s] - pairs[p].measured) / pairs[p].measured;
  };
  std::map<int, std::vector<std::size_t>> categories;
  for (std::size_t p = 0; p < pairs.size(); ++p) categories[pairs[p].category].push_back(p);
  for (const auto& [category, members] : categories) {
    SelectedCategory selected;
    selected.category = category;
    for (std::size_t h = 0; h < hards; ++h) {
      double sum = 0;
      for (const std::size_t p : members)
        for (std::size_t s = 0; s < softs; ++s) sum += error(p, h, s);
      selected.mean_errors.push_back(sum / static_cast<double>(members.size() * softs));
    }
    const auto least = std::min_element(selected.mean_errors.begin(), selected.mean_errors.end());
    const auto hard = static_cast<std::size_t>(least - selected.mean_errors.begin());
    selected.hard_segments = static_cast<int>(hard) + 1;
    selected.mean_error = *least;
    for (const std::size_t p : members) {
      SelectedPair& pair = chosen.pairs[p];
      std::size_t best = 0;
      for (std::size_t s = 0; s < softs; ++s) {
        pair.restitutions.push_back(all[(p * hards + hard) * softs + s]);
        if (error(p, hard, s) < error(p, hard, best)) best = s;
      }
      pair.soft_segments = static_cast<int>(best) + 1;
      pair.restitution = pair.restitutions[best];
      pair.error = error(p, hard, best);
    }
    chosen.categories.push_back(std::move(selected));
  }
  return chosen;
}

}  // namespace carom
