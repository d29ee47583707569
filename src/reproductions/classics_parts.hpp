#pragma once

/// reproductions/classics_parts.hpp
///
/// The parts of classics.hpp, and what they share.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"
#include "study/study.hpp"

namespace carom::classics_parts {

/// A scenario of studies/classics or examples, by the file's name without its ending. `overrides`
/// are "name=value".
std::string classic_text(std::string_view name);
Study classic(std::string_view name, std::span<const std::string> overrides = {});

/// A published number that ours must meet to `tolerance`, its last digit; the reason tells the
/// difference.
Claim met(std::string source, std::string what, double published, double ours, std::string unit,
          double tolerance, std::string reason = "");

/// Values at three sizes s, s/2, s/4 of what goes to zero: the limit, where the error has the
/// orders 1 and 2, and the ratio of their differences, 2 where it is of the first.
struct Extrapolated {
  double limit = 0;
  double ratio = 0;
};
Extrapolated extrapolated(const std::array<double, 3>& values);

void add_motions(Comparison& result, const StopRequest& stop);
void add_impacts(Comparison& result, const StopRequest& stop);
void add_plate(Comparison& result, const StopRequest& stop);
void add_wheel(Comparison& result, const StopRequest& stop);
void add_walker(Comparison& result, const StopRequest& stop);

}  // namespace carom::classics_parts
