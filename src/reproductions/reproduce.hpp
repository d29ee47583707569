#pragma once

/// reproductions/reproduce.hpp
///
/// Published studies done again, each claim beside our numbers. A study is a file studies/*.toml:
/// scenario, figures, claims with their checks, and the verdicts on record.

#include <optional>
#include <string>
#include <vector>

#include "facade/sweep.hpp"
#include "reproductions/reproduction.hpp"

namespace carom {

/// All studies, by name and chapter.
std::vector<PublishedStudy> published_studies();

/// Those that a user means by a name ("000", "all") and a chapter (empty: all of them). There are
/// none, and faults say why, where there is no such study or it has no such chapter.
std::vector<PublishedStudy> studies_named(const std::string& name, const std::string& chapter,
                                          std::vector<Fault>& faults);

/// Does a study again; the figures' results go to folders within `folder`, tables to CSV files.
/// Nothing where it was interrupted.
std::optional<Reproduced> reproduced(const PublishedStudy& study, const std::string& folder,
                                     const SweepSetting& setting);

}  // namespace carom
