#pragma once

/// study/reproduce.hpp
///
/// Published studies done again, each claim beside our numbers. A study is a file studies/*.toml:
/// scenario, figures, claims with their checks, and the verdicts on record.

#include <optional>
#include <string>
#include <vector>

#include "data/published_study.hpp"
#include "study/sweep.hpp"

namespace carom {

/// All studies, by name and chapter.
std::vector<PublishedStudy> published_studies();

/// Those that a user means by a name ("000", "all") and a chapter (empty: all of them). There are
/// none, and faults say why, where there is no such study or it has no such chapter.
std::vector<PublishedStudy> studies_named(const std::string& name, const std::string& chapter,
                                          std::vector<Fault>& faults);

struct Reproduced {
  PublishedStudy study;
  std::vector<PageClaim> claims;     ///< in the order of the study's
  std::vector<std::string> changed;  ///< claims whose verdict is not the one on record
  Page page;
};

/// Does a study again; the figures' results go to folders within `folder`, tables to CSV files.
/// Nothing where it was interrupted.
std::optional<Reproduced> reproduced(const PublishedStudy& study, const std::string& folder,
                                     const SweepSetting& setting);

/// One line a claim, for a terminal.
std::string text(const Reproduced& reproduced);
/// A line a study, with the count of each verdict.
std::string summary_text(const std::vector<Reproduced>& all);
std::string json(const std::vector<Reproduced>& all);

}  // namespace carom
