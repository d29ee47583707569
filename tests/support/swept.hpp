#pragma once

/// support/swept.hpp
///
/// Sweeps that tests make, of mechanisms (`Study`) and of trains (`TrainStudy`).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "facade/sweep.hpp"
#include "stores/results_reader.hpp"

namespace carom {

/// The text of an axis of `count` values from `from` to `to`.
inline std::string axis_text(const std::string& parameter, double from, double to, int count) {
  return fmt::format("\n[[sweep]]\nparameter = \"{}\"\nfrom = {}\nto = {}\ncount = {}\n", parameter,
                     from, to, count);
}

inline SweepRequest request_of(const std::string& verb, bool boundaries = false) {
  SweepRequest request;
  request.of = verb;
  request.boundaries = boundaries;
  return request;
}

template <class AnyStudy>
SweepReport swept(const AnyStudy& study, const SweepRequest& request, int threads = 2) {
  SweepSetting setting;
  setting.threads = threads;
  const SweepAnswer answer = sweep(study, request, setting);
  EXPECT_TRUE(answer.complete);
  return answer.report;
}

/// What is refused of a request, which must be.
template <class AnyStudy>
InputError refused(const AnyStudy& study, const SweepRequest& request) {
  try {
    sweep(study, request, {});
  } catch (const InputError& error) {
    return error;
  }
  ADD_FAILURE() << "nothing is refused";
  return {"", {}};
}

/// One point of a table.
inline Slab slab_of(const Grid& grid, std::int64_t point) {
  Slab slab;
  for (std::size_t d = 0; d < grid.dimensions.size(); ++d) {
    slab.start.push_back(grid.place(point, d));
    slab.count.push_back(1);
    slab.step.push_back(1);
  }
  return slab;
}

}  // namespace carom
