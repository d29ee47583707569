#pragma once

/// io/train_words.hpp
///
/// The words of scenario files for what a train is, and a line about its contacts.

#include <string>
#include <string_view>

#include "carom/train.hpp"

namespace carom {

constexpr std::string_view name(ContactModel model) {
  return model == ContactModel::rigid      ? "rigid"
         : model == ContactModel::bilinear ? "bilinear"
                                           : "hertz";
}

constexpr std::string_view name(Interior interior) {
  return interior == Interior::lossless ? "lossless" : "dissipating";
}

constexpr std::string_view name(History history) {
  return history == History::remembered ? "remembered"
         : history == History::reset    ? "reset"
                                        : "latched";
}

constexpr std::string_view name(BodyKind kind) {
  return kind == BodyKind::ball ? "ball" : "cylinder";
}

/// Of an outcome that is one of several: rigid hits in one instant.
inline constexpr std::string_view coincident_hits_words =
    "AMBIGUOUS: hits coincide, and their order changes the outcome; given is one, as a choice";

/// "Hertz contacts, interiors lossless (the printed equations), indentation remembered"
std::string model_line(const Train& train);

}  // namespace carom
