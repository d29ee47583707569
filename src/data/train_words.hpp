#pragma once

/// data/train_words.hpp
///
/// Which of the words for what a train is (`name`, carom/train.hpp) is the last, for tables.

#include "carom/train.hpp"
#include "data/quantity.hpp"

namespace carom {

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
