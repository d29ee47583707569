#include "particles/uniqueness_search.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/dense.hpp"
#include "laws/registry.hpp"
#include "motion/impact.hpp"
#include "numerics/dense_algebra.hpp"
#include "particles/transmission_rates.hpp"

namespace carom {
namespace {

constexpr long most_combinations = 20000;
constexpr int surface_angles = 48;
constexpr std::size_t most_places = 24;

/// One mechanism at one configuration, its touching contacts and their W.
class Field {
 public:
  Field(const Mechanism& mechanism, const State& state) : mechanism_(mechanism), state_(state) {
    std::vector<Fault> faults;
    tree_ = compiled(mechanism, faults);
    usable_ = faults.empty();
    if (!usable_) return;
    solver_ = ImpactSolver<double>(tree_);
    const std::vector<double> still(state.velocities.size(), 0.0);
    usable_ = solver_.prepare_with_links(tree_, state.positions, still, state.time);
    contacts_.assign(solver_.touching().begin(), solver_.touching().end());
    inertia_.assign(solver_.inertia().begin(), solver_.inertia().end());
    still_.assign(solver_.velocity().begin(), solver_.velocity().end());
    friction_.assign(solver_.problem().friction().begin(), solver_.problem().friction().end());
  }

  bool usable() const { return usable_; }
  const std::vector<int>& contacts() const { return contacts_; }

  /// Every combination of slips with contact `striker` (a position among the touching) striking.
  std::optional<FoundStrike> strike_at(int striker, long& tried, bool& exhaustive) {
    const int c = static_cast<int>(contacts_.size());
    std::vector<int> rough;
    for (int i = 0; i < c; ++i)
      if (friction_[i] > 0) rough.push_back(i);
    if (rough.empty()) return std::nullopt;
    long combinations = 1;
    for (std::size_t k = 0; k < rough.size(); ++k) combinations *= 3;
    std::vector<int> slip(c, 0);
    for (long code = 0; code < combinations; ++code) {
      if (tried >= most_combinations) {
        exhaustive = false;
        return std::nullopt;
      }
      ++tried;
      // Sliding first, rest last: what slides is what jams.
      long rest = code;
      for (const int i : rough) {
        constexpr int order[] = {-1, 1, 0};
        slip[i] = order[rest % 3];
        rest /= 3;
      }
      const RateAnswers rates =
          strike_rates({c, inertia_, friction_, slip, striker, 0, friction_[striker] > 0});
      if (rates.single()) continue;
      if (rates.answers.empty() && !rates.exhaustive) continue;
      if (auto found = confirmed(striker, slip, static_cast<int>(rates.answers.size())))
        return found;
    }
    return std::nullopt;
  }

 private:
  /// Velocities with these slips, and what a law says of them.
  std::optional<FoundStrike> confirmed(int striker, const std::vector<int>& slip, int answers) {
    const int c = static_cast<int>(contacts_.size());
    const Eigen::MatrixXd jacobian =
        contact_jacobian(tree_, solver_.pose(), solver_.frames(), contacts_);
    Eigen::VectorXd target(2 * c);
    for (int i = 0; i < c; ++i) {
      target[2 * i] = slip[i];
      target[2 * i + 1] = i == striker ? -1 : 0;
    }
    // Where nothing is asked of a tangential velocity it is left free.
    std::vector<int> rows;
    for (int i = 0; i < c; ++i) {
      if (friction_[i] > 0) rows.push_back(2 * i);
      rows.push_back(2 * i + 1);
    }
    const int contact_rows = static_cast<int>(rows.size());
    const int drives = static_cast<int>(tree_.drives.size());
    Eigen::MatrixXd asked = Eigen::MatrixXd::Zero(contact_rows + drives, jacobian.cols());
    Eigen::VectorXd wanted(contact_rows + drives);
    for (int r = 0; r < contact_rows; ++r) {
      asked.row(r) = jacobian.row(rows[r]);
      wanted[r] = target[rows[r]] - still_[rows[r]];
    }
    for (int d = 0; d < drives; ++d) {
      const TreeDrive& drive = tree_.drives[d];
      asked(contact_rows + d, tree_.angle_coordinate(drive.link)) = 1;
      if (drive.against >= 0) asked(contact_rows + d, tree_.angle_coordinate(drive.against)) = -1;
      wanted[contact_rows + d] = prescribed(drive, state_.time)[1];
    }
    Eigen::VectorXd q = least_norm_solution(asked, wanted, only_rounding);
    q += least_norm_solution(asked, wanted - asked * q, only_rounding);
    if ((asked * q - wanted).lpNorm<Eigen::Infinity>() > 1e-9) return std::nullopt;

    FoundStrike found;
    const double largest = q.lpNorm<Eigen::Infinity>();
    for (int i = 0; i < q.size(); ++i)
      found.velocities.push_back(std::abs(q[i]) < 1e-13 * largest ? 0 : q[i]);
    found.striker = contacts_[striker];
    if (!solver_.prepare_with_links(tree_, state_.positions, found.velocities, state_.time))
      return std::nullopt;
    LawOptions options;
    options.record = false;
    const Solution<double>& solution =
        solver_.solve(tree_, *find_law("energetic"), options, found.striker);
    if (solution.verdict != Verdict::ambiguous && solution.verdict != Verdict::inconsistent)
      return std::nullopt;
    found.verdict = solution.verdict;
    found.slip = slip;
    found.contacts = contacts_;
    found.answers = answers;
    found.mechanism = mechanism_;
    return found;
  }

  const Mechanism& mechanism_;
  const State& state_;
  Tree tree_;
  bool usable_ = false;
  ImpactSolver<double> solver_;
  std::vector<int> contacts_;
  std::vector<double> inertia_;
  std::vector<double> still_;  ///< velocities of the contacts where nothing but surfaces moves
  std::vector<double> friction_;
};

std::string free_name(std::string name, const auto& items) {
  while (std::ranges::any_of(items, [&](const auto& item) { return item.name == name; }))
    name += "_";
  return name;
}

}  // namespace

StrikeSearch search_strike(const Mechanism& mechanism, const State& state, int first,
                           bool anywhere) {
  StrikeSearch search;
  Field field(mechanism, state);
  if (!field.usable()) return search;
  std::vector<int> strikers;
  for (std::size_t i = 0; i < field.contacts().size(); ++i)
    if (field.contacts()[i] == first) strikers.push_back(static_cast<int>(i));
  for (std::size_t i = 0; i < field.contacts().size(); ++i)
    if (field.contacts()[i] != first) strikers.push_back(static_cast<int>(i));
  for (const int striker : strikers) {
    search.found = field.strike_at(striker, search.tried, search.exhaustive);
    if (search.found) return search;
  }
  const bool rough = std::ranges::any_of(
      mechanism.contacts, [](const Contact& contact) { return contact.friction > 0; });
  if (!anywhere || !rough || 2 * mechanism.links.size() > most_places) return search;

  std::vector<Fault> faults;
  const Tree tree = compiled(mechanism, faults);
  TreePose<double> pose(tree);
  place(tree, std::span<const double>(state.positions), pose);
  for (std::size_t link = 0; link < mechanism.links.size(); ++link)
    for (const bool far : {true, false}) {
      // The near end of a link on another link is that link's.
      if (!far && tree.links[tree.tree_index[link]].parent >= 0) continue;
      const Vec2 at{far ? mechanism.links[link].length : 0.0, 0};
      for (int k = 0; k < surface_angles; ++k) {
        Mechanism changed = mechanism;
        Surface surface;
        surface.name = free_name("anvil", mechanism.surfaces);
        surface.angle = 2 * std::numbers::pi * k / surface_angles;
        surface.point = point_position(pose, tree.tree_index[link], at);
        Contact contact;
        contact.name = free_name("blow", mechanism.contacts);
        contact.link = mechanism.links[link].name;
        contact.at = at;
        contact.surface = surface.name;
        contact.restitution = 0.5;
        changed.surfaces.push_back(surface);
        changed.contacts.push_back(contact);
        Field other(changed, state);
        if (!other.usable() || other.contacts().empty() ||
            other.contacts().back() + 1 != static_cast<int>(changed.contacts.size()))
          continue;
        long tried = 0;
        bool all = true;
        search.found = other.strike_at(static_cast<int>(other.contacts().size()) - 1, tried, all);
        search.tried += tried;
        if (search.found) {
          search.found->added = true;
          return search;
        }
      }
    }
  return search;
}

}  // namespace carom
