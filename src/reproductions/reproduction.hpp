#pragma once

/// reproductions/reproduction.hpp
///
/// What `reproduce` tells: published studies done again, claim by claim.

#include <string>
#include <vector>

#include "data/quantity.hpp"
#include "reproductions/published_study.hpp"

namespace carom {

struct Reproduced {
  PublishedStudy study;
  std::vector<PageClaim> claims;     ///< in the order of the study's
  std::vector<std::string> changed;  ///< claims whose verdict is not the one on record
  Page page;
};

struct Reproduction {
  std::vector<Reproduced> studies;
};

constexpr auto quantities(Of<PageClaim>) {
  using Own = PageClaim;
  return Entries{quantity("place", "1", "in the publication", &Own::place),
                 quantity("claim", &Own::claim),
                 quantity("published", &Own::published),
                 quantity("ours", &Own::ours),
                 quantity("verdict", &Own::verdict),
                 quantity("reason", &Own::reason),
                 quantity("assumed", "1", "what the judgement takes for granted", &Own::assumed)};
}

constexpr auto quantities(Of<Reproduced>) {
  constexpr auto of_study = [](auto member) { return path(&Reproduced::study, member); };
  return Entries{quantity("study", of_study(&PublishedStudy::name)),
                 quantity("chapter", of_study(&PublishedStudy::chapter)),
                 quantity("title", of_study(&PublishedStudy::title)),
                 quantity("source", of_study(&PublishedStudy::source)),
                 quantity("claims", &Reproduced::claims),
                 quantity("changed", "1", "claims whose verdict is not the one on record",
                          &Reproduced::changed)};
}

constexpr auto quantities(Of<Reproduction>) {
  return Entries{quantity("studies", &Reproduction::studies)};
}

}  // namespace carom
