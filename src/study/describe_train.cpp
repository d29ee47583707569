#include <fmt/format.h>

#include <algorithm>

#include "study/either_study.hpp"
#include "train/cost.hpp"
#include "train/line.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

/// 1/K_C = 1/K_left + 1/K_right of the contact stiffnesses (carom/train.hpp).
std::optional<double> contact_stiffness(const Train& train, const TrainBody& left,
                                        const TrainBody& right) {
  if (train.model == ContactModel::rigid) return std::nullopt;
  const auto own = [&](const TrainBody& body) {
    return body.contact_stiffness.value_or(train.model == ContactModel::bilinear ? body.stiffness
                                                                                 : 0);
  };
  return 1 / (1 / own(left) + 1 / own(right));
}

std::vector<DescribedPair> described_pairs(const Train& train) {
  std::vector<DescribedPair> pairs;
  for (std::size_t i = 0; i + 1 < train.bodies.size(); ++i) {
    const TrainBody &left = train.bodies[i], &right = train.bodies[i + 1];
    const auto pair = std::ranges::find_if(train.pairs, [&](const TrainPair& each) {
      return each.left == left.name && each.right == right.name;
    });
    DescribedPair described{left.name,
                            right.name,
                            pair->restitution,
                            pair->gap,
                            left.velocity - right.velocity,
                            contact_stiffness(train, left, right),
                            std::nullopt,
                            pair->origin};
    if (described.approach > 0) described.meet = described.gap / described.approach;
    pairs.push_back(std::move(described));
  }
  return pairs;
}

void add_meetings(TrainDescription& report) {
  bool any = false;
  for (const DescribedPair& pair : report.pairs) {
    if (!pair.meet) continue;
    any = true;
    report.warnings.push_back(
        pair.gap == 0 ? fmt::format("\"{}\" and \"{}\" touch and approach at {:.6g} m/s: this is a "
                                    "collision",
                                    pair.left, pair.right, pair.approach)
                      : fmt::format("\"{}\" and \"{}\" approach at {:.6g} m/s and would meet after "
                                    "{:.6g} s",
                                    pair.left, pair.right, pair.approach, *pair.meet));
  }
  if (!any) report.warnings.emplace_back("no two neighbours approach: nothing collides");
}

}  // namespace

TrainDescription describe(const TrainStudy& study) {
  const Train& given = *study.scenario.train;
  TrainDescription report;
  report.title = study.scenario.title;
  report.parameters = study.scenario.parameters;
  report.train = segmented(given);
  for (const TrainBody& body : given.bodies) report.by_rule.push_back(body.segments_by_rule);
  report.pairs = described_pairs(given);
  for (const TrainBody& body : given.bodies) {
    report.mass += body.mass;
    report.momentum += body.mass * body.velocity;
  }
  report.velocity = report.momentum / report.mass;
  for (const TrainBody& body : given.bodies) {
    const double relative = body.velocity - report.velocity;
    report.kinetic_energy += 0.5 * body.mass * body.velocity * body.velocity;
    report.relative_energy += 0.5 * body.mass * relative * relative;
  }
  report.estimated_seconds = estimated_work(line_of(report.train)) / work_a_second;
  add_meetings(report);
  return report;
}

}  // namespace carom
