#pragma once

/// data/force_loop.hpp
///
/// A contact that yields, force over indentation from where it closed to where it opened.

#include <string>
#include <vector>

namespace carom {

struct ForceLoop {
  std::string name;
  std::vector<double> indentation;  ///< m
  std::vector<double> force;        ///< N
  double lost = 0;                  ///< J; the area
};

}  // namespace carom
