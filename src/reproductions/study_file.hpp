#pragma once

#include <string_view>

#include "reproductions/published_study.hpp"

namespace carom {

/// A study from the text of its file (studies/*.toml, which are part of the library). A mistake in
/// one is ours: throws std::runtime_error with its place.
PublishedStudy published_study(std::string_view text);

}  // namespace carom
