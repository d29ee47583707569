#pragma once

/// base/nearest_name.hpp
///
/// The valid name that a mistyped one was probably meant to be: the smallest number of letters
/// changed, added, left out or swapped with a neighbour (optimal string alignment distance),
/// provided that it is at most a third of the longer name's letters (and at least one is allowed).

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace carom {

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> valid);

/// `; did you mean "left"?` or, when nothing is near, an empty text.
std::string did_you_mean(std::string_view name, std::span<const std::string> valid);

/// The same, or, when nothing is near, what is allowed: `; must be one of left, right`.
std::string nearest_or_all(std::string_view name, std::span<const std::string> valid);

}  // namespace carom
