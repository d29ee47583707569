#pragma once

/// data/sweep_request.hpp
///
/// What is asked of a sweep, and how one rank tells it to the others.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/impact.hpp"
#include "data/quantity.hpp"

namespace carom {

struct SweepRequest {
  std::string of = "strike";
  std::vector<std::string> laws;  ///< as in StrikeRequest
  Method method = Method::consistent;
  std::vector<std::string> quantities;  ///< to keep; empty: all
  std::string folder;                   ///< of the results; empty: only the report is made
  bool resume = false;                  ///< go on with what is in the folder
  bool force = false;                   ///< replace results in the folder
  std::optional<bool> csv;  ///< whether to write a CSV file; by default where it is small
  bool boundaries = false;
  std::string along;         ///< the parameter along which boundaries are sought; empty: the last
  double tolerance = 1e-10;  ///< of the boundaries, as a fraction of the axis; 1e-14 to 1e-2
  std::optional<std::int64_t> chunk;  ///< points a chunk, ≥ 1; absent: chosen
};

/// What other ranks must know to ask the same question.
struct SentSweep {
  std::string text, path;  ///< of the scenario
  std::vector<std::string> overrides;
  SweepRequest request;
};

constexpr auto quantities(Of<SentSweep>) {
  using Request = SweepRequest;
  constexpr auto of = [](auto member) { return path(&SentSweep::request, member); };
  return Entries{quantity("text", &SentSweep::text),
                 quantity("path", &SentSweep::path),
                 quantity("overrides", &SentSweep::overrides),
                 quantity("of", of(&Request::of)),
                 quantity("laws", of(&Request::laws)),
                 quantity("method", of(&Request::method)),
                 quantity("quantities", of(&Request::quantities)),
                 quantity("boundaries", of(&Request::boundaries)),
                 quantity("along", of(&Request::along)),
                 quantity("tolerance", of(&Request::tolerance)),
                 quantity("chunk", of(&Request::chunk))};
}

}  // namespace carom
