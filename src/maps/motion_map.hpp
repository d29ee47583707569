#pragma once

/// maps/motion_map.hpp
///
/// The Poincaré map of any mechanism, from one meeting with a section to the next, through
/// `simulate`. Sections are located as the motion's events are: after or before a collision, where
/// contact that lasted ends, where a formula of the state crosses zero.
///
/// At the section a symmetry may be applied, after which the motion starts anew:
///
///     swap    pairs of links change places, so that the mechanism stays where it is in the world
///             and only its links' names change: of two that hang from one joint the angles are
///             exchanged; where one carries the other the chain is walked from its other end,
///             angles become the partner's ± π, and the base is the partner's far end
///     turn    the whole mechanism has turned by this angle, about its mass centre, and is turned
///             back

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/simulate.hpp"
#include "dynamics/contact_space.hpp"
#include "maps/impact_pair.hpp"
#include "maps/orbit_course.hpp"
#include "motion/section_variation.hpp"

namespace carom {

enum class SectionKind : std::uint8_t { post, pre, separation, formula };

struct Section {
  SectionKind kind = SectionKind::post;
  int contact = -1;                         ///< −1: any
  std::string formula{};                    ///< of the state
  std::vector<std::pair<int, int>> swap{};  ///< places in Mechanism::links
  double turn = 0;                          ///< rad
  bool symmetric() const { return !swap.empty() || turn != 0; }
};

/// A meeting with the section.
struct SectionReturn {
  State state;  ///< there, before a symmetry is applied
  int contact = -1;
  std::array<double, 2> velocity{};  ///< m/s; (t, n) of the contact, on the section's side
  std::optional<PairMode> mode{};    ///< of a collision of one contact
  bool struck = false;               ///< the three that follow are of an impact
  Verdict verdict = Verdict::unique;
  bool makes_energy = false;
  bool impulses_determined = true;
};

struct MotionLimit {
  State state;
  int contact = -1;
  double since = 0;  ///< s; the last bounce that was followed
};

struct SectionRun {
  std::vector<SectionReturn> returns;
  std::optional<MotionLimit> limit;  ///< the first
  Motion motion;                     ///< the last one that was followed
  std::string problem;               ///< a symmetry that does not fit
};

/// How a mechanism and its section change with a parameter: direction 0 of the numbers.
struct ParameterSlopes {
  SlopedTree tree;
  Sloped turn;            ///< Section::turn
  SlopedFormula section;  ///< Section::formula, if there is one
};

/// Directions in which a return is differentiated: the parameter first, where one is given; others
/// change the state where the motion begins, and its time.
struct ReturnDirections {
  const ParameterSlopes* parameter = nullptr;
  std::vector<double> times{};
  std::vector<std::vector<double>> positions{}, velocities{};
};
/// The state after a return, symmetry applied, with its slopes, one vector a direction.
struct SlopedReturn {
  State state;
  std::vector<double> times;
  std::vector<std::vector<double>> positions, velocities;
  std::vector<std::optional<DirectionHindrance>> hindered;  ///< those have no slopes
};

/// One a thread.
class MotionMap {
 public:
  /// `options`: of every motion; its duration is the longest to the next return, and its steps are
  /// the most.
  MotionMap(const Model& model, Section section, const MotionOptions& options);

  /// Returns from a state, until there are so many. Without a symmetry it is one motion.
  SectionRun run(const State& start, long returns, MotionSink* sink = nullptr);

  /// The state after the next return, symmetry applied; none where there is no return.
  std::optional<State> next(const State& start);
  /// The same with its derivative.
  std::optional<SlopedReturn> next(const State& start, const ReturnDirections& along);
  /// What happens on the way to it.
  std::optional<OrbitCourse> course(const State& start);

  /// Applies the symmetry; false where the mechanism does not fit itself (`problem`).
  bool apply_symmetry(State& state, std::string& problem) const;

  const Section& section() const { return section_; }
  const Model& model() const { return model_; }
  const MotionOptions& options() const { return options_; }
  bool single() const { return !section_.symmetric(); }
  /// How the last motion of `next` ended.
  MotionEnd last_end() const { return last_end_; }
  /// The section's formula; constant 0 without one.
  const Expression& formula() const { return formula_; }

 private:
  std::optional<State> first_return(const State& start, MotionDirections asked,
                                    SectionCourse& course, SectionSlopes& slopes,
                                    MotionSink* sink = nullptr);
  bool turn_back(SlopedReturn& found, const ReturnDirections& along) const;

  const Model& model_;
  Section section_;
  MotionOptions options_;
  Expression formula_;
  SlopedTree plain_;
  MotionEnd last_end_ = MotionEnd::stopped;
};

}  // namespace carom
