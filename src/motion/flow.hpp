#pragma once

/// motion/flow.hpp
///
/// The motion between events as a differential equation. The numbers of a state are
///
///     y = (q, q̇, g, E):   positions, velocities, the gap of every contact, energies so far
///
/// The gaps are integrated beside the positions they follow from, ġ = v_n: close to a surface they
/// keep their own digits where the difference of positions would lose them. E are the energy that
/// dampers and friction took and the work that inputs and moved surfaces did.
///
/// With the contacts of a set S pressed, v̇ = b + W λ at them, b the rates without contact forces;
/// λ follows from the modes (motion/contact_forces.hpp), and q̈ = q̈₀ + M⁻¹Jᵀλ. Contacts that yield
/// (`yielding`) press by their laws, F(δ = −g, δ̇ = −v_n, memory), as loads do; where one sticks, or
/// is locked, its force is what keeps v̇_t, or v̇_n, zero, and W and b are those of the mechanism
/// that it so holds. Their impulses and works, and the forces of springs along their surfaces
/// (laws/compliant/tangential.hpp), are numbers of the state too. Where contacts are, W
/// and M⁻¹ are those of ContactSpace (dynamics/contact_space.hpp). Constraints hold for the
/// accelerations; `project` puts positions and velocities back on them after a step.

#include <Eigen/Core>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "carom/simulate.hpp"
#include "dynamics/contact_space.hpp"
#include "dynamics/forces.hpp"
#include "laws/compliant/tangential.hpp"
#include "laws/rigid/determinacy.hpp"
#include "motion/contact_forces.hpp"
#include "motion/small_flow.hpp"

namespace carom {

/// A contact at one instant.
struct ContactRates {
  double gap = 0;                        ///< m; as integrated
  std::array<double, 2> velocity{};      ///< v, m/s
  std::array<double, 2> acceleration{};  ///< v̇, m/s²
  std::array<double, 2> force{};         ///< λ, N
  /// m/s²; of a contact that is wedged, −v̇_n of those that are if they let go (else infinite)
  double wedge = std::numeric_limits<double>::infinity();
};

/// A contact that yields, and what it does between two events.
struct Yielding {
  int contact = 0;
  CompliantMemory memory{};
  Mode mode = Mode::apart;  ///< sticks, slides: closed
  bool sprung = false;      ///< yields along its surface too
  // What its collision, or its swing about rest, is measured in, while it is closed.
  double depth = 0;  ///< m; indentations
  double speed = 0;  ///< m/s
  double load = 0;   ///< N
  bool closed() const { return memory.branch != Branch::open; }
};

class Flow {
 public:
  explicit Flow(const Tree& tree);

  const Tree& tree() const { return tree_; }
  int freedom() const { return freedom_; }
  int contacts() const { return static_cast<int>(tree_.contacts.size()); }
  std::size_t size() const {
    return 2 * freedom_ + tree_.contacts.size() + ledger_size + yielding_numbers * yielding_.size();
  }

  static constexpr int ledger_size = 4;
  static constexpr std::size_t yielding_numbers = 5;
  enum Ledger { dampers, friction, inputs, surfaces };
  std::size_t gap_index(int contact) const { return 2 * freedom_ + contact; }
  std::size_t ledger_index(Ledger entry) const {
    return 2 * freedom_ + tree_.contacts.size() + entry;
  }
  /// The k-th contact that yields: its impulses (t, n), the works (t, n) of its force on the chain,
  /// so far, and the force of its spring along the surface, where it sticks.
  std::size_t yielding_index(std::size_t k) const {
    return 2 * freedom_ + tree_.contacts.size() + ledger_size + yielding_numbers * k;
  }
  std::size_t spring_index(std::size_t k) const { return yielding_index(k) + 4; }
  std::span<const double> positions(std::span<const double> y) const {
    return y.first(static_cast<std::size_t>(freedom_));
  }
  std::span<const double> velocities(std::span<const double> y) const {
    return y.subspan(static_cast<std::size_t>(freedom_), static_cast<std::size_t>(freedom_));
  }

  /// m/s²: what accelerations are compared with where those at the contacts cancel.
  void set_reference(double reference) { reference_ = reference; }
  double reference() const { return reference_; }

  /// Acts in the joints from now on.
  void set_controller(MotionController* controller);

  /// What the contacts do from now on.
  void set_regimes(std::span<const Regime> regimes);
  std::span<const Regime> regimes() const { return regimes_; }

  /// The contacts that yield; `hold_yielding` takes what has been changed of them.
  std::span<Yielding> yielding() { return yielding_; }
  std::span<const Yielding> yielding() const { return yielding_; }
  void hold_yielding();
  /// What one of them does, or null where the contact is rigid.
  const Yielding* yielding_of(int contact) const;
  /// J; what those contacts would give back, along the surface and along the normal.
  std::array<double, 2> stored(std::span<const double> y) const;
  /// J; the kinetic energy of every link, in file order.
  std::vector<double> link_energies(std::span<const double> y);

  /// ẏ. For Boost.odeint. Where nothing finite exists, `failed` is set and ẏ is not a number.
  void operator()(const std::vector<double>& y, std::vector<double>& slope, double t);

  /// ẏ within a step, for whoever asks nothing else of that state: by a faster way where there is
  /// one (motion/small_flow.hpp). What the flow tells is that of the state before.
  void within(const std::vector<double>& y, std::vector<double>& slope, double t);
  /// The same for whoever then asks for no more than `observe` and `speed`.
  void arrive(const std::vector<double>& y, std::vector<double>& slope, double t);

  /// Everything at (y, t) but the contact forces: W and b of the contacts in `set`.
  /// `held`: contacts that yield and stick hold the mechanism meanwhile, as they do between
  /// events; impulses they do not withstand.
  void prepare(std::span<const double> y, double t, std::span<const int> set, bool held = true);
  std::span<const double> inertia() const {
    return std::span(inertia_).first(4 * set_.size() * set_.size());
  }
  std::span<const double> forces() const { return std::span(forces_).first(2 * set_.size()); }
  std::span<const double> rates() const { return std::span(rates_).first(2 * set_.size()); }
  std::span<const int> set() const { return set_; }
  std::array<double, 2> velocity(int contact) const {
    return {space_.velocity(contact, 0), space_.velocity(contact, 1)};
  }
  double geometric_gap(int contact) const { return space_.gap(contact); }
  /// The mechanism at the state evaluated last, its links eliminated.
  const ContactSpace<double>& space() const { return space_; }

  /// Every contact at the state evaluated last.
  void observe(std::span<const double> y, std::span<ContactRates> observed) const;

  /// (t, n) a contact: whether its force, with these regimes at the state evaluated last, is
  /// determined (laws/rigid/determinacy.hpp); a drive: whether its couple is. Slips below `rest`,
  /// m/s, are rounding.
  void find_determined(std::span<const Regime> regimes, std::span<const ContactRates> contacts,
                       double rest, std::span<std::array<bool, 2>> determined,
                       std::span<std::uint8_t> couples_determined);

  /// Velocities after impulses (t, n) at the contacts of the set prepared last.
  void strike(std::span<const double> impulse, std::span<double> velocities);

  /// What the drives' couples do (W after an evaluation, J after `strike`) at these velocities.
  double drive_work(std::span<const double> velocities) const;
  /// Those couples on the drives' links (N m, or N m s).
  std::span<const double> drive_couples() const { return couples_; }

  /// Puts y back onto the constraints of the regimes: gaps of pressed contacts to zero, their
  /// normal velocity and that of sticking contacts along the surface too, by the least change in
  /// the sense of the kinetic energy. Leaves the derivative evaluated last out of date.
  void project(std::vector<double>& y, double t);
  /// The positions alone.
  void project_positions(std::vector<double>& y, double t);

  MotionEnergy energy(std::span<const double> y);
  /// The fastest joint or end of a link at the state evaluated last, m/s.
  double speed() const;
  /// The largest acceleration there, m/s².
  double acceleration_size() const;

  bool failed() const { return failed_; }
  bool singular() const { return singular_; }
  /// Failed because no forces keep the contacts in their regimes.
  bool without_forces() const { return without_forces_; }
  long evaluations() const { return evaluations_; }

 private:
  void add_control();
  bool follow_small(std::span<const double> y, std::span<double> slope, SmallFlowSeen* seen);
  void place_at(std::span<const double> y, double t);
  void press(std::span<const double> load, bool held);
  void add_yielding(std::span<const double> y);
  void hold();
  double held_slope(int row) const;
  void load_at(int contact, double tangential, double normal);
  std::array<double, 2> acceleration(int contact) const;
  void hold_drives();
  void find_open_couples(std::span<const int> closed, std::span<const double> directions,
                         std::span<std::uint8_t> determined);
  void project_drives(std::vector<double>& y, double t);
  /// Strikes so that these rows of v (2k + axis, k in the set) change as asked.
  void impose(std::span<const int> rows, const Eigen::VectorXd& change, std::span<double> numbers);

  const Tree& tree_;
  int freedom_;
  std::vector<Regime> regimes_;
  std::vector<int> pressed_;  ///< contacts whose regime is pressed

  ContactSpace<double> space_;
  std::vector<Yielding> yielding_;
  std::vector<int> holding_;            ///< places in yielding_ of those that stick or are locked
  std::vector<double> yielding_force_;  ///< (t, n) each, at the state evaluated last
  // Where some hold: W of the set and of them, in rising order, and what follows from it.
  std::vector<int> all_;
  std::vector<int> held_rows_;           ///< in `all_`
  std::vector<int> set_rows_, held_of_;  ///< rows of the set; a held row's place in yielding_
  std::vector<double> all_inertia_, held_matrix_, held_response_, solved_;

  TreeMotion<double> acceleration_, response_;
  TreeMotion<double> still_;  ///< zeros
  TreeLoads<double> loads_;
  TreePose<double> energy_pose_;  ///< where energies are asked for
  TreeMotion<double> energy_motion_;
  std::vector<double> own_, yielding_surfaces_;  ///< q̈; a yielding surface's part of it
  std::vector<double> variables_;
  LoadPower power_;
  MotionController* controller_ = nullptr;
  std::vector<double> control_;  ///< N m; of every link, in file order
  std::vector<double> positions_, velocities_;
  double time_ = 0;

  std::vector<int> set_;
  std::vector<double> wanted_, couples_;          ///< a drive: φ̈; its couple, N m
  std::vector<double> inertia_, rates_, forces_;  ///< of the set
  ContactForces contact_forces_;
  SmallFlow small_;
  SmallFlowSeen seen_;
  bool by_small_ = false;       ///< what contacts do now suits it
  bool seen_by_small_ = false;  ///< the state evaluated last is in `seen_`
  double reference_ = 0;
  DeterminacyScratch determinacy_;
  bool failed_ = false;
  bool singular_ = false;
  bool without_forces_ = false;
  long evaluations_ = 0;
};

}  // namespace carom
