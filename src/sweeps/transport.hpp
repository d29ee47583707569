#pragma once

/// sweeps/transport.hpp
///
/// Messages between the processes ("ranks") of one sweep, which may be on several machines. Rank 0
/// leads: it hands out chunks and keeps what comes back. All calls are made by one thread.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace carom {

struct Message {
  int from = 0;
  std::vector<std::byte> bytes;
};

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  /// Ranks on this rank's machine, itself included: they share its cores.
  virtual int neighbours() const = 0;

  /// May wait until the other side receives.
  virtual void send(int to, std::span<const std::byte> bytes) = 0;
  /// The next message, if one has arrived. Those of one rank come in the order of sending.
  virtual std::optional<Message> receive() = 0;
};

}  // namespace carom
