#pragma once

/// carom/version.hpp
///
/// Threads: constants; safe on any.

namespace carom {

/// Carom's version, as in `carom --version` and in every result.
inline constexpr const char* version = "0.1.0";

/// The format of JSON documents and result files.
inline constexpr int format = 1;

}  // namespace carom
