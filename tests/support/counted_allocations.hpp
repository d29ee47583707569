#pragma once

namespace carom::testing {

/// How often the process has allocated so far. Link counted_allocations.cpp, which replaces the
/// global operator new.
long allocation_count();

}  // namespace carom::testing
