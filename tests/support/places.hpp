#pragma once

/// Where the project's files are on this machine. Only places.cpp knows, so that the objects of
/// tests are the same wherever the project is built, and a compiler's cache serves every copy of
/// it.

#include <string>

namespace carom::places {

extern const std::string test_data;  ///< tests/data
extern const std::string examples;
extern const std::string docs;

}  // namespace carom::places
