#pragma once

/// study/either_study.hpp
///
/// For verbs that take a mechanism or a train, whichever a file has.

#include <variant>

#include "data/train_description.hpp"
#include "study/study.hpp"
#include "study/train_study.hpp"

namespace carom {

using EitherStudy = std::variant<Study, TrainStudy>;
EitherStudy either_study_from_file(const std::string& path,
                                   std::span<const std::string> overrides = {});
/// `laws` are known beside Carom's own (carom/law.hpp).
EitherStudy either_study_from_text(const std::string& text, const std::string& path,
                                   std::span<const std::string> overrides = {},
                                   std::span<const Law* const> laws = {});

/// The train checked and measured, before anything happens.
TrainDescription describe(const TrainStudy& study);

}  // namespace carom
