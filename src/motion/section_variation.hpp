#pragma once

/// motion/section_variation.hpp
///
/// The derivative of where a motion meets a section: of the state there, and of the time. At an
/// event both are known to whoever follows the motion (variation.hpp); where a formula of the state
/// crosses zero, dt = −g′/ġ and D(x) = S + ẋ dt.

#include <functional>

#include "motion/variation.hpp"

namespace carom {

/// Where the section is in the course of a motion.
struct SectionCourse {
  bool before = false;                    ///< of an event: the state that it finds
  const Expression* formula = nullptr;    ///< of the state; null: events
  std::vector<SlopedFormula> followed{};  ///< it, of the trees with slopes
  std::function<bool()> met;              ///< whether the sink has been told of the return
};

/// Of the state at the section, at its own time.
struct SectionSlopes {
  bool met = false;
  std::vector<double> times;  ///< one a direction
  std::vector<std::vector<double>> positions, velocities;
  std::vector<std::optional<DirectionHindrance>> hindered;
};

class SectionVariation : public MotionVariation {
 public:
  SectionVariation(const Tree& tree, const Law& law, const MotionOptions& options,
                   MotionDirections asked, const SectionCourse& course, SectionSlopes& slopes);

  void advance(const MotionPresent& present) override;
  void arrive(const std::optional<FoundEvent>& trigger, const MotionPresent& present) override;
  void depart(const MotionPresent& present, const InstantImpact& impact) override;

 private:
  void take_section(const std::vector<Row>& rows, const Row& times,
                    std::span<const std::optional<DirectionHindrance>> hindered);

  const SectionCourse& course_;
  SectionSlopes& slopes_;
  std::vector<Row> arrived_;
  Row arrived_at_;
  std::vector<std::optional<DirectionHindrance>> hindered_before_;
};

/// A motion to a section, where its sink ends it, and the derivative there; of no directions: the
/// motion alone.
Motion simulate_to_section(const Model& model, const State& state, const MotionOptions& options,
                           MotionSink& sink, const SectionCourse& course, MotionDirections asked,
                           SectionSlopes& slopes);

}  // namespace carom
