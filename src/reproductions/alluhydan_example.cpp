#include <fmt/format.h>

#include <array>
#include <cmath>

#include "reproductions/alluhydan_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/dataset_trains.hpp"
#include "train/segmentation.hpp"

namespace carom::alluhydan {

void add_five_body_example(Comparison& comparison, const Dataset& dataset) {
  Train train = train_of(dataset, {"S2b", "R2c", "R1c", "W3b", "W1b"}, 1, ContactModel::hertz,
                         Interior::lossless);
  const Segmentation chosen = segmentation(train, find_segment_rule("alluhydan2019")->coefficients);
  const SegmentSet &first = chosen.sets[0], &second = chosen.sets[1];
  const auto add = [&](const std::string& what, double published, double ours, Holding verdict,
                       const std::string& reason) {
    comparison.claims.push_back({"section 3.3.2, Figure 3.7", what, published, ours, "", verdict,
                                 reason, "the bodies of the first row of Table 3.7"});
  };
  // A count is rounded; one that is right only if truncated is so in part.
  const auto counted = [](double published, double value) {
    return by_reading(std::round(value) == published, std::floor(value) == published);
  };
  add("stiffness ratio of the first set", 1.44, first.ratio, within(1.44, first.ratio, 0.005),
      "to the printed digits");
  add("segments of the second body", 38, first.value, counted(38, first.value), "rounded");
  add("stiffness ratio of the second set", 11.3, second.ratio, within(11.3, second.ratio, 0.05),
      "to the printed digits");
  add("segments of the third body", 37, second.value, counted(37, second.value),
      fmt::format(
          "{:.2f} is 37 only if truncated, but {:.2f} of the first set is 38 only if rounded",
          second.value, first.value));
  const std::array<std::pair<std::size_t, double>, 3> harder{{{0, 6}, {3, 4}, {4, 4}}};
  const char* why[] = {"the harder body of a hard-soft set", "the harder body of a soft-hard set",
                       "a ball that touches only a ball: as that one"};
  const char* which[] = {"first", "fourth", "fifth"};
  for (std::size_t k = 0; k < harder.size(); ++k) {
    const auto& [body, published] = harder[k];
    const double ours = chosen.counts[body];
    add(fmt::format("segments of the {} body", which[k]), published, ours,
        within(published, ours, 0), why[k]);
  }
}

}  // namespace carom::alluhydan
