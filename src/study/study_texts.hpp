#pragma once

#include <span>
#include <string_view>

namespace carom {

/// The files studies/*.toml, which are part of the library.
std::span<const std::string_view> study_texts();

}  // namespace carom
