#pragma once

/// reports/train_words.hpp
///
/// A line about the contacts of a train.

#include <string>

#include "carom/train.hpp"

namespace carom {

/// Of an outcome that is one of several: rigid hits in one instant.
inline constexpr std::string_view coincident_hits_words =
    "AMBIGUOUS: hits coincide, and their order changes the outcome; given is one, as a choice";

/// Of an outcome that springs decided, beside which the orders are told.
inline constexpr std::string_view orders_beside_words =
    "hits coincide: given is what springs decide together; one after the other they lead to";

/// "Hertz contacts, interiors lossless (the printed equations), indentation remembered"
std::string model_line(const Train& train);

}  // namespace carom
