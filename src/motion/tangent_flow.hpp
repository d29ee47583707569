#pragma once

/// motion/tangent_flow.hpp
///
/// How the accelerations and contact forces of a motion change with its state, the time and the
/// numbers of its mechanism, where contacts keep their modes. At a solved state the equations
///
///     F(q̈, λ, c; q, q̇, t, p) = 0     M q̈ − h − Jᵀλ − J_dᵀc,   v̇ of what is held,   φ̈ − f̈ of drives
///
/// hold, and the slopes of q̈, λ, c are K⁻¹(−F′): F′ by one pass of inverse dynamics with slopes, in
/// which q̈, λ, c are plain; K by the factors and the contact-space inertia that the flow has there
/// already. Nothing is eliminated with slopes.
///
/// Where the equations leave forces open (feet of one body) they are as small as can be; the
/// accelerations are what they are.

#include <array>
#include <span>
#include <vector>

#include "dynamics/inverse.hpp"
#include "motion/flow.hpp"
#include "motion/lanes.hpp"

namespace carom {

class TangentFlow {
 public:
  explicit TangentFlow(const Tree& tree);

  /// Goes to the state that the flow was evaluated at last, ẏ there.
  void prepare(const Flow& flow, std::span<const double> y, std::span<const double> slope);

  /// Slopes of accelerations and forces there, by those of the state and of the tree.
  void find(const SlopedTree& tree, std::span<const Sloped> positions,
            std::span<const Sloped> velocities, const Sloped& time);
  /// The same of where contacts are and how fast alone.
  void look(const SlopedTree& tree, std::span<const Sloped> positions,
            std::span<const Sloped> velocities, const Sloped& time);

  /// After `find`: of q̈, and of λ (t, n) at a contact, N.
  std::span<const SlopeLanes> accelerations() const { return acceleration_; }
  const std::array<SlopeLanes, 2>& force(int contact) const { return force_[contact]; }
  /// And v̇, with all that it depends on.
  std::array<SlopeLanes, 2> contact_acceleration(int contact) const;

  /// After `find` or `look`, at every contact.
  const Sloped& gap(int contact) const { return frames_[contact].gap; }
  const std::array<Sloped, 2>& velocity(int contact) const { return velocity_[contact]; }

  /// After `look`: takes out of slopes of velocities what constraints of the present modes do not
  /// let be, by impulses at what is held (and friction where it slides); returns the largest taken
  /// out at contacts, m/s.
  SlopeLanes hold_velocities(const SlopedTree& tree, std::span<SlopeLanes> velocities,
                             const Sloped& time);
  /// The same of positions, whose changes are added to `moved`; returns the largest gap, m, or
  /// angle of a drive times the mechanism's size.
  SlopeLanes hold_positions(const SlopedTree& tree, std::span<const Sloped> positions,
                            std::span<SlopeLanes> moved, const Sloped& time);

  /// Whether forces are open there.
  bool singular() const { return singular_; }

 private:
  /// A force of which the equations say how large it is.
  struct Unknown {
    int contact = -1;    ///< or −1: a drive's couple
    int axis = 0;        ///< t, n; or which drive
    double follows = 0;  ///< λ_t/λ_n of a normal force where it slides
  };
  struct Response {
    LaneMotion links;
    std::vector<SlopeLanes> bodies;  ///< of yielding surfaces
  };

  void list_unknowns(const Flow& flow);
  void respond_to_unknowns();
  void invert();
  void place(const SlopedTree& tree, std::span<const Sloped> positions,
             std::span<const Sloped> velocities, const Sloped& time);
  void load_contacts(const SlopedTree& tree);
  SlopeLanes at_row(const Unknown& row, const LaneMotion& links,
                    std::span<const SlopeLanes> bodies) const;
  std::array<SlopeLanes, 2> at_contact(int contact, const LaneMotion& links,
                                       std::span<const SlopeLanes> bodies) const;
  std::array<Sloped, 2> explicit_rate(const SlopedTree& tree, int contact) const;
  void answer(std::span<const SlopeLanes> missed);
  void add_answers(LaneMotion& links, std::span<SlopeLanes> bodies) const;
  void generalize(const LaneMotion& links, std::span<const SlopeLanes> bodies,
                  std::span<SlopeLanes> numbers) const;

  const Tree& tree_;
  int freedom_;
  const Flow* flow_ = nullptr;
  std::vector<double> accelerations_;  ///< q̈, plain
  std::vector<ContactRates> rates_;
  std::vector<Unknown> unknowns_;
  std::vector<Response> columns_;  ///< `lane_count` unknowns each
  std::vector<double> inverse_;    ///< of the rows' response to the unknowns
  bool singular_ = false;

  TreePose<Sloped> pose_;
  TreeMotion<Sloped> motion_, carried_, still_;
  TreeLoads<Sloped> loads_;
  Missed<Sloped> missed_;
  std::vector<Sloped> variables_, positions_, body_missed_;
  Sloped time_;
  std::vector<ContactFrame<Sloped>> frames_;
  std::vector<std::array<Sloped, 2>> velocity_, rate_;
  LaneLoads lane_loads_;
  LaneMotion change_;
  std::vector<SlopeLanes> body_change_, row_missed_, answers_, acceleration_;
  std::vector<std::array<SlopeLanes, 2>> force_;
};

}  // namespace carom
