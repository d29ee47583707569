#pragma once

/// data/train_words.hpp
///
/// The words of scenario files and results for what a train is.

#include <string_view>

#include "carom/train.hpp"
#include "data/quantity.hpp"

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

constexpr std::string_view name(TrainVerdict verdict) {
  constexpr std::string_view names[] = {"collided", "never_meet", "too_long", "ambiguous"};
  return names[static_cast<int>(verdict)];
}
template <>
inline constexpr TrainVerdict last_of<TrainVerdict> = TrainVerdict::ambiguous;
template <>
inline constexpr ContactModel last_of<ContactModel> = ContactModel::hertz;
template <>
inline constexpr Interior last_of<Interior> = Interior::dissipating;
template <>
inline constexpr History last_of<History> = History::latched;
template <>
inline constexpr BodyKind last_of<BodyKind> = BodyKind::cylinder;

}  // namespace carom
