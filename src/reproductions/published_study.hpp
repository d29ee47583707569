#pragma once

/// reproductions/published_study.hpp
///
/// A published study as data: its scenario, its figures as sweeps of it, and what it claims, each
/// claim with the checks that decide whether it holds and the verdict on record.

#include <optional>
#include <string>
#include <vector>

#include "data/page.hpp"

namespace carom {

/// One of the study's figures: a sweep of its scenario.
struct PublishedFigure {
  std::string name;  ///< "4"
  std::string title;
  std::string caption;
  std::vector<std::string> parameters;  ///< "name=value"
  std::vector<std::string> laws;
  std::string method = "consistent";
  bool shown = true;                 ///< on the page; false: only checks use it
  std::vector<std::string> figures;  ///< which curves to show
};

/// What is measured in a figure, and what it must be. Which members mean something depends on the
/// kind (reproductions/claim_checks.cpp).
struct ClaimCheck {
  std::string kind;
  std::vector<std::string> figures;  ///< names
  std::vector<std::string> laws;
  std::string contact;
  std::string quantity;          ///< a column's name, with ".tangential" or ".normal"
  std::string word;              ///< an outcome, a boundary's kind, a mode, a contact
  std::vector<double> between;   ///< [from, to] along the axis; empty: all of it
  std::vector<double> expected;  ///< numbers to be found
  double tolerance = 0;          ///< of those
  std::string says;              ///< how the finding is worded; {} is what was measured
};

struct PublishedClaim {
  std::string place;
  std::string claim;
  std::string published;
  std::string reason;
  std::string assumed;    ///< what the judgement takes for granted
  std::string undecided;  ///< why what is at hand cannot decide, whatever the checks find
  Holding recorded = Holding::holds;
  std::vector<ClaimCheck> checks;
};

struct PublishedStudy {
  std::string name;     ///< as after `carom reproduce`: "000"
  std::string chapter;  ///< where a study is part of a longer work
  std::string title;
  std::string source;
  std::vector<std::string> summary;
  std::string assumed;   ///< what the judgements take for granted that say nothing else
  std::string scenario;  ///< the text of a scenario file
  std::vector<PublishedFigure> figures;
  std::vector<PublishedClaim> claims;
  /// The name of a function that computes further claims (reproductions/computed_studies.hpp), and
  /// their verdicts on record, in its order.
  std::string computed;
  std::vector<Holding> record;
};

}  // namespace carom
