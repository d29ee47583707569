#pragma once

/// study/stop_request.hpp
///
/// How long computations are asked to stop: they look between their parts.

#include <functional>
#include <utility>

namespace carom {

/// Thrown where a computation was asked to stop. Not a fault of anyone's.
struct Stopped {};

class StopRequest {
 public:
  StopRequest() = default;
  explicit StopRequest(std::function<bool()> asked) : asked_(std::move(asked)) {}

  /// Throws `Stopped` if the computation is to stop.
  void heed() const {
    if (asked_ && asked_()) throw Stopped{};
  }

 private:
  std::function<bool()> asked_;
};

}  // namespace carom
