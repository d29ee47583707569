#pragma once

/// data/uniqueness_report.hpp
///
/// What `verdict` tells: whether velocities and impulses are determined, for every strike at this
/// configuration, and why.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/impact.hpp"
#include "carom/mechanism.hpp"

namespace carom {

/// Impulses that move nothing.
struct SelfStress {
  std::vector<std::pair<std::string, double>> contacts;  ///< "A0" or "A0 (tangential)", its share
  std::vector<std::pair<std::string, double>> rods;      ///< tension > 0; particle trees only
  bool one_sided = false;  ///< all normal shares have one sign: contacts can carry it at any time
};

struct SlidingVerdict {
  std::vector<std::pair<std::string, int>> signs;  ///< contacts with friction
  bool unique = true;                              ///< the matrix is a P-matrix
  std::vector<std::string> failing;                ///< the contacts whose minor is not positive
  double minor = 0;
};

struct FrictionVerdict {
  std::string contact;
  bool end = false;                     ///< at the end of a rod, or of a chain
  double friction = 0;                  ///< μ
  std::optional<double> critical;       ///< μ_c over all surface angles; absent: no friction does
  std::optional<double> critical_here;  ///< as its surface lies
  int slip = 0;                         ///< sliding in this direction brings it about
};

struct ShownStrike {
  std::string striker;
  Verdict verdict = Verdict::ambiguous;  ///< or inconsistent
  int answers = 0;                       ///< in the first instant
  std::vector<std::pair<std::string, int>> slips;
  bool added = false;      ///< the strike is at a surface that the scenario does not have
  Mechanism mechanism;     ///< with that surface and contact
  State state;             ///< with the velocities of the strike
  std::string scenario{};  ///< both as the text of a file
};

/// The strike of the file itself: its velocities, frictions and law.
struct OwnStrike {
  std::string law;
  Verdict verdict = Verdict::unique;
  std::string why{};  ///< where it is not `unique`
  bool impulses_determined = true;
};

/// Whether something follows from every strike here.
enum class Determined { always, not_always, not_known };
constexpr std::string_view name(Determined determined) {
  constexpr std::string_view names[] = {"always", "not always", "not known"};
  return names[static_cast<int>(determined)];
}

struct UniquenessReport {
  std::string title;
  std::string striker;
  std::vector<std::string> contacts;  ///< the resting ones
  Determined velocities = Determined::not_known;
  std::string velocities_why;
  Determined impulses = Determined::not_known;
  std::string impulses_why;
  int rank = 0;  ///< of the normal rows
  int rows = 0;
  int full_rank = 0;  ///< with the tangential rows of contacts with friction
  int full_rows = 0;
  std::vector<SelfStress> self_stresses;
  std::vector<SlidingVerdict> sliding;
  std::vector<FrictionVerdict> friction;
  std::optional<OwnStrike> own;  ///< absent where nothing approaches
  long strikes_tried = 0;
  std::optional<ShownStrike> example;
  std::vector<std::string> notes;
};

}  // namespace carom
