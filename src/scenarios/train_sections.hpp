#pragma once

/// scenarios/train_sections.hpp
///
/// [train], [[body]] and [[pair]]: a scenario that is an in-line train instead of a mechanism.

#include <vector>

#include "scenarios/schema.hpp"

namespace carom::io {

const std::vector<Section>& train_sections();

}  // namespace carom::io
