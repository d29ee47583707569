#pragma once

/// train/segmentation.hpp
///
/// How many segments each body of a train gets, by the rule of Alluhydan 2019 (Eqn 2.29 = 3.30 and
/// the five steps of its section 3.3.2):
///
///     j_soft = a r^b + c,   r = 100 K_soft/K_hard    (overall linear stiffnesses)
///
///     1. each ball and cylinder in contact are a set
///     2. the softer body of a set gets j_soft
///     3. the harder one gets 6 if it is the left one (hard-soft), otherwise 4
///     4. of several candidates for j_soft the largest counts
///     5. a ball that only touches balls has as many segments as the ball beside it
///
/// Not in the text, needed by its own tables: a body that is hard in two sets takes the larger
/// count, and one that is hard in one and soft in another takes j_soft. A body in no set that step
/// 5 does not reach stays whole.

#include <optional>
#include <string>
#include <vector>

#include "carom/train.hpp"

namespace carom {

struct NamedCoefficients {
  std::string name;
  SegmentCoefficients coefficients;
  std::string about;  ///< what it reproduces, and what not
};

/// The sets that are known.
const std::vector<NamedCoefficients>& segment_rules();
const NamedCoefficients* find_segment_rule(const std::string& name);

/// A ball and a cylinder in contact.
struct SegmentSet {
  std::size_t left = 0;  ///< the left body; the right one follows
  std::size_t soft = 0;  ///< the softer of the two
  std::size_t hard = 0;
  double ratio = 0;  ///< r
  double value = 0;  ///< a r^b + c
  int soft_segments = 1;
  int hard_segments = 1;
};

struct Segmentation {
  std::vector<SegmentSet> sets;
  std::vector<int> counts;           ///< one a body
  std::vector<std::string> reasons;  ///< one a body
};

/// The rule's choice for every body, whether its segments are given or not.
Segmentation segmentation(const Train& train, const SegmentCoefficients& coefficients);

/// The coefficients that the train names.
SegmentCoefficients coefficients_of(const Train& train);

/// The train with the rule's segments where it asks for them.
Train segmented(Train train);

}  // namespace carom
