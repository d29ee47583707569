#include "laws/rigid/determinacy.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/mode_problem.hpp"
#include "laws/rigid/scaling.hpp"

namespace carom {
namespace {

/// Shares below this part of the largest are zero: modes hold theirs exactly.
constexpr double no_share = 1e-9;

enum Edge : std::uint8_t {
  loaded,  ///< x > 0
  idle,    ///< x = 0: not known whether it can carry
  able,    ///< x = 0, and others with x > 0 do the same
  gone     ///< eliminated
};

/// A unit a contact: the largest entry of its own W becomes of the order of one.
void set_units(int count, const double* inertia, std::vector<double>& unit) {
  const int width = 2 * count;
  const auto own = [&](int i) {
    return std::max(inertia[2 * i * (width + 1)], inertia[(2 * i + 1) * (width + 1)]);
  };
  double largest = 0;
  for (int i = 0; i < count; ++i) largest = std::max(largest, own(i));
  for (int i = 0; i < count; ++i) unit[i] = own(i) > immobile * largest ? unit_for(own(i)) : 1;
}

struct Elimination {
  int edges;
  int rows;  ///< of B
  DeterminacyScratch& s;

  double& q(int a, int b) { return s.quadratic[a * edges + b]; }
  double& row(int r, int b) { return s.rows[r * edges + b]; }

  void eliminate(int p) {
    s.state[p] = gone;
    const double pivot = q(p, p);
    for (int a = 0; a < edges; ++a) {
      if (s.state[a] == gone || q(a, p) == 0) continue;
      const double factor = q(a, p) / pivot;
      for (int b = 0; b < edges; ++b)
        if (s.state[b] != gone) q(a, b) -= factor * q(p, b);
    }
    for (int r = 0; r < rows; ++r) {
      if (row(r, p) == 0) continue;
      const double factor = row(r, p) / pivot;
      for (int b = 0; b < edges; ++b)
        if (s.state[b] != gone) row(r, b) -= factor * q(p, b);
    }
  }

  /// All edges of a state that give a pivot, the largest first.
  void eliminate_all(Edge of) {
    for (;;) {
      int best = -1;
      for (int a = 0; a < edges; ++a)
        if (s.state[a] == of && (best < 0 || q(a, a) > q(best, best))) best = a;
      if (best < 0 || q(best, best) <= singularity_threshold) return;
      eliminate(best);
    }
  }

  /// min over y ≥ 0 of the quadratic form, with y = 1 at one of the idle edges.
  bool can_carry(int edge) {
    if (q(edge, edge) <= singularity_threshold) return true;
    s.idle.clear();
    for (int a = 0; a < edges; ++a)
      if (a != edge && (s.state[a] == idle || s.state[a] == able)) s.idle.push_back(a);
    const int n = static_cast<int>(s.idle.size());
    if (n == 0) return false;
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) s.small[a * n + b] = q(s.idle[a], s.idle[b]);
      // A little more on the diagonal: along its own null directions the path has a choice.
      s.small[a * n + a] += 1e-3 * singularity_threshold;
      s.offset[a] = q(s.idle[a], edge);
      s.cover[a] = 1;
    }
    const auto size = static_cast<std::size_t>(n);
    const auto end = complementary_solution(n, std::span<const double>(s.small).first(size * size),
                                            std::span<const double>(s.offset).first(size),
                                            std::span<const double>(s.cover).first(size),
                                            std::span(s.solution).first(size), s.pivoting);
    if (end != PivotingEnd::solved) return false;
    double value = q(edge, edge);
    double length = 1;
    for (int a = 0; a < n; ++a) {
      value += s.offset[a] * s.solution[a];
      length += s.solution[a] * s.solution[a];
    }
    return value <= singularity_threshold * length;
  }
};

}  // namespace

CarryingContact carrying(double friction, int slip) {
  if (friction == 0) return {Carries::edge, 0, 0, false};
  if (slip == 0) return {Carries::cone, 0, friction, false};
  return {Carries::edge, slip > 0 ? -friction : friction, 0, false};
}

void DeterminacyScratch::reserve(int contacts) {
  const auto most = static_cast<std::size_t>(2 * contacts);
  unit.resize(most / 2);
  carrying.resize(most / 2);
  quadratic.resize(most * most);
  rows.resize(most * most);
  share.resize(most);
  contact.resize(most);
  state.resize(most);
  small.resize(most * most);
  offset.resize(most);
  cover.resize(most);
  solution.resize(most);
  idle.reserve(most);
  pivoting.reserve(2 * contacts);
}

bool regular_inertia(int count, const double* inertia, DeterminacyScratch& scratch) {
  set_units(count, inertia, scratch.unit);
  const int width = 2 * count;
  std::vector<double>& a = scratch.quadratic;
  for (int r = 0; r < width; ++r)
    for (int c = 0; c < width; ++c)
      a[r * width + c] = scratch.unit[r / 2] * scratch.unit[c / 2] * inertia[r * width + c];
  for (int p = 0; p < width; ++p) {
    const double pivot = a[p * width + p];
    if (!(pivot > singularity_threshold)) return false;
    for (int r = p + 1; r < width; ++r) {
      const double factor = a[r * width + p] / pivot;
      for (int c = p + 1; c < width; ++c) a[r * width + c] -= factor * a[p * width + c];
    }
  }
  return true;
}

bool find_open(int count, const double* inertia, const CarryingContact* contacts,
               const double* force, std::uint8_t* open, DeterminacyScratch& scratch) {
  const int width = 2 * count;
  set_units(count, inertia, scratch.unit);
  // An edge has length one in the scaled units; its two components stand in the rows of B.
  int edges = 0;
  for (int i = 0; i < count; ++i)
    edges += contacts[i].carries == Carries::none   ? 0
             : contacts[i].carries == Carries::cone ? 2
                                                    : 1;
  scratch.edges = edges;
  if (edges == 0) return false;
  Elimination e{edges, width, scratch};
  std::fill_n(scratch.rows.begin(), static_cast<std::size_t>(width * edges), 0.0);
  double largest = 0;
  int next = 0;
  for (int i = 0; i < count; ++i) {
    const CarryingContact& c = contacts[i];
    if (c.carries == Carries::none) continue;
    const double tangential = force[2 * i] / scratch.unit[i];
    const double normal = force[2 * i + 1] / scratch.unit[i];
    const bool cone = c.carries == Carries::cone;
    const double slope = cone ? c.friction : c.slope;
    const double length = std::sqrt(1 + slope * slope);
    for (const double side : {1.0, -1.0}) {
      scratch.contact[next] = i;
      scratch.share[next] = length * (cone ? 0.5 * (normal + side * tangential / slope) : normal);
      largest = std::max(largest, std::abs(scratch.share[next]));
      e.row(2 * i, next) = side * slope / length;
      e.row(2 * i + 1, next) = 1 / length;
      ++next;
      if (!cone) break;
    }
  }
  for (int a = 0; a < edges; ++a) {
    scratch.state[a] = scratch.share[a] > no_share * largest ? loaded : idle;
    const int i = scratch.contact[a];
    for (int b = 0; b < edges; ++b) {
      const int j = scratch.contact[b];
      double sum = i == j && contacts[i].given ? 1 : 0;
      for (const int r : {2 * i, 2 * i + 1})
        for (const int t : {2 * j, 2 * j + 1})
          sum += e.row(r, a) * scratch.unit[i] * inertia[r * width + t] * scratch.unit[j] *
                 e.row(t, b);
      e.q(a, b) = sum;
    }
  }
  e.eliminate_all(loaded);
  for (int a = 0; a < edges; ++a)
    if (scratch.state[a] == idle && e.can_carry(a)) scratch.state[a] = able;
  e.eliminate_all(able);
  bool any = false;
  for (int r = 0; r < width; ++r)
    for (int a = 0; a < edges; ++a)
      if ((scratch.state[a] == loaded || scratch.state[a] == able) &&
          std::abs(e.row(r, a)) > unchanged) {
        open[r] = 1;
        any = true;
      }
  return any;
}

void add_open_directions(int count, const DeterminacyScratch& scratch,
                         std::vector<double>& directions) {
  const int width = 2 * count;
  for (int a = 0; a < scratch.edges; ++a) {
    if (scratch.state[a] != loaded && scratch.state[a] != able) continue;
    const std::size_t from = directions.size();
    double largest = 0;
    for (int r = 0; r < width; ++r) {
      const double change = scratch.rows[r * scratch.edges + a];
      directions.push_back(std::abs(change) > unchanged ? scratch.unit[r / 2] * change : 0);
      largest = std::max(largest, std::abs(directions.back()));
    }
    for (std::size_t r = from; r < directions.size(); ++r) directions[r] /= largest;
    if (largest == 0) directions.resize(from);
  }
}

void cover_open(std::span<const std::uint8_t> open, std::vector<double>& directions) {
  const std::size_t width = open.size();
  for (std::size_t r = 0; r < width; ++r) {
    bool covered = open[r] == 0;
    for (std::size_t at = r; at < directions.size(); at += width)
      covered = covered || directions[at] != 0;
    if (covered) continue;
    directions.resize(directions.size() + width, 0.0);
    directions[directions.size() - width + r] = 1;
  }
}

}  // namespace carom
