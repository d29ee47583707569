#pragma once

/// laws/rigid/stage_limit.hpp

namespace carom {

/// The bound on the stages of one impact. Real impacts have a few a contact; without a bound a
/// mistake in a threshold could mean an endless loop.
constexpr int stage_limit(int contacts) {
  return 16 * contacts + 48;
}

}  // namespace carom
