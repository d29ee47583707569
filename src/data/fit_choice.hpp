#pragma once

/// data/fit_choice.hpp
///
/// [fit]: which parameters are found from what was measured (docs/fit.md).

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// name = [low, high]
struct NamedRange {
  std::string name;
  double low = 0, high = 0;  ///< may be infinite
};

/// name = "text"
struct NamedText {
  std::string name;
  std::string text;
};

/// name = 2.0, or name = "text"
struct NamedWeight {
  std::string name;
  double value = 1;  ///< > 0; without a text
  std::string text;  ///< a column of standard deviations
};

struct FitChoice {
  std::vector<std::string> free;     ///< parameters
  std::vector<NamedRange> bounds;    ///< of free ones
  std::vector<std::string> compare;  ///< what is predicted (data/fit_names.hpp)
  std::vector<NamedText> columns;    ///< where that was measured, if not in a column of its name
  std::vector<NamedText> given;      ///< parameters and parts of the state that rows have
  std::vector<NamedWeight> weights;  ///< of what is compared
  std::optional<std::string> where;  ///< a formula over columns: rows where it is above zero
  double confidence = 0.95;          ///< in (0, 1)
};

}  // namespace carom
