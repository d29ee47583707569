#pragma once

/// data/claim.hpp
///
/// A published statement beside what Carom computes.

#include <optional>
#include <string>

namespace carom {

struct Claim {
  std::string source;  ///< theorem, figure, equation, table
  std::string what;
  std::optional<double> published;
  std::optional<double> ours;
  std::string unit;
  std::string verdict;  ///< holds | holds in part | does not hold
  std::string reason;
};

}  // namespace carom
