#pragma once

/// io/train_words.hpp
///
/// A line about the contacts of a train.

#include <string>

#include "data/train_words.hpp"

namespace carom {

/// "Hertz contacts, interiors lossless (the printed equations), indentation remembered"
std::string model_line(const Train& train);

}  // namespace carom
