#pragma once

/// train/selection.hpp
///
/// Segments chosen so that a pair's effective restitution e_G meets a measured one (Alluhydan 2019,
/// Eqns 2.25 to 2.27). With PE = 100 |e_G − ē_G|/ē_G, for each category of pairs
///
///     APE_i = mean of PE over its pairs and over j_S = 1 … 50,  at j_H = i = 1 … 10
///     j_H   = the i of the least APE_i = APE_m
///     j_S   = for each pair, the one of least PE at that j_H
///
/// soft and hard being the bodies of lower and higher overall stiffness.

#include <string>
#include <vector>

#include "carom/train.hpp"

namespace carom {

struct SelectionPair {
  Train train;          ///< two bodies
  double measured = 0;  ///< ē_G
  int category = 1;
};

struct SelectedPair {
  std::size_t soft = 0;  ///< which body
  double ratio = 0;      ///< r, per cent
  int soft_segments = 1;
  double restitution = 0;            ///< at the choice
  double error = 0;                  ///< per cent
  std::vector<double> restitutions;  ///< at the category's j_H, for j_S = 1 …
};

struct SelectedCategory {
  int category = 1;
  int hard_segments = 1;
  double mean_error = 0;            ///< APE_m
  std::vector<double> mean_errors;  ///< APE_i
};

struct Selection {
  std::vector<SelectedPair> pairs;
  std::vector<SelectedCategory> categories;
};

/// Collides every pair with every segmentation, on as many threads as there are cores; the answer
/// does not depend on their number.
Selection selection(const std::vector<SelectionPair>& pairs, int most_soft = 50,
                    int most_hard = 10);

}  // namespace carom
