#pragma once

/// data/chunk_store.hpp
///
/// Where a sweep's chunks go.

#include <cstdint>

#include "data/sweep_table.hpp"

namespace carom {

class ChunkStore {
 public:
  ChunkStore() = default;
  ChunkStore(const ChunkStore&) = delete;
  ChunkStore& operator=(const ChunkStore&) = delete;
  virtual ~ChunkStore() = default;

  /// Whether a chunk is there already, whole.
  virtual bool has(std::int64_t chunk) const = 0;

  /// Takes a chunk; any order, any thread. Throws InputError where it cannot be kept (a full
  /// disk); what was kept before stays.
  virtual void put(const Chunk& chunk) = 0;
};

}  // namespace carom
