#pragma once

/// scenarios/described.hpp
///
/// Values of a file in the words of a message.

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>

namespace carom::io {

/// `true`, `"left"`, `0.5`, `an array`.
std::string described(const toml::node& node);

/// In as few digits as give the number back; `inf`, `-inf`, `nan`.
std::string described(double number);

/// In quotes, and cut where it is too long for a message.
std::string quoted(std::string_view text);

/// On one line: control characters are written \\n, \\t, \\x07.
std::string on_one_line(std::string_view text);

/// `1 link`, `3 links`.
std::string counted(std::size_t count, std::string_view what);

/// An integer's or a float's value.
std::optional<double> plain_number(const toml::node& node);

}  // namespace carom::io
