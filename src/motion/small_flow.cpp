#include "motion/small_flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/thresholds.hpp"
#include "dynamics/small_passes.hpp"
#include "motion/flow.hpp"

namespace carom {
namespace {

/// Nothing acts but gravity and contacts, and the base is free.
bool flies(const Tree& tree) {
  return tree.base == BaseKind::free && tree.springs.empty() && tree.torques.empty() &&
         tree.forces.empty();
}

/// M = L D Lᵀ.
template <int links>
struct Factors {
  double lower[links][links];
  double inverse[links];  ///< 1/D

  /// x becomes M⁻¹x.
  void solve(double* x) const {
    for (int k = 1; k < links; ++k)
      for (int j = 0; j < k; ++j) x[k] -= lower[k][j] * x[j];
    for (int k = links - 1; k >= 0; --k) {
      x[k] *= inverse[k];
      for (int j = k + 1; j < links; ++j) x[k] -= lower[j][k] * x[j];
    }
  }
};

/// The fastest joint or end of a link, as Flow::speed has it.
template <int links>
double fastest(const Tree& tree, const Vec2* e, const double* velocities) {
  Vec2 joint[links];  // in the tree's order
  double speed = 0;
  for (int k = 0; k < links; ++k) {
    const TreeLink& link = tree.links[static_cast<std::size_t>(k)];
    joint[k] = {velocities[0], velocities[1]};
    if (link.parent >= 0) {
      const int parent = tree.links[static_cast<std::size_t>(link.parent)].file;
      joint[k] = joint[link.parent] +
                 velocities[2 + parent] * perpendicular(rotated(link.attach, e[parent]));
    }
    speed = std::max(speed, std::abs(joint[k].x) + std::abs(joint[k].y) +
                                std::abs(velocities[2 + link.file]) * tree.size);
  }
  return speed;
}

template <int links, int contacts>
bool follow_so_many(const SmallTree& small, const Tree& tree, std::span<const Yielding> yielding,
                    std::span<const double> y, std::span<double> slope, std::size_t ledger,
                    std::size_t numbers, SmallFlowSeen* seen) {
  const auto freedom = static_cast<std::size_t>(2 + links);
  const double* const angles = y.data() + 2;
  const double* const velocities = y.data() + freedom;
  const double* const rates = velocities + 2;
  const double* const gaps = y.data() + 2 * freedom;

  Vec2 e[links];
  for (int k = 0; k < links; ++k) e[k] = {std::cos(angles[k]), std::sin(angles[k])};
  // M, its factors, and what the rates do by themselves.
  Factors<links> factors{};
  double turning[links] = {};  // N m; Jᵀf − Σ_k (∂M_jk/∂θ_k) ω_k²
  for (int k = 0; k < links; ++k) {
    const SmallTree::Column& column = small.column[k];
    double pivot = column.inertia;
    double entries[links];
    for (int j = 0; j < k; ++j) {
      const Vec2& c = column.coupling[j];
      const double along = dot(e[j], e[k]), across = cross(e[j], e[k]);
      double entry = c.x * along - c.y * across;
      const double slope_of_it = -(c.x * across + c.y * along);  // ∂M_jk/∂θ_k
      turning[j] -= slope_of_it * rates[k] * rates[k];
      turning[k] += slope_of_it * rates[j] * rates[j];
      for (int i = 0; i < j; ++i) entry -= factors.lower[j][i] * entries[i];
      entries[j] = entry;
      factors.lower[k][j] = entry * factors.inverse[j];
      pivot -= factors.lower[k][j] * entry;
    }
    if (!(pivot > small_pivot * column.inertia)) return false;
    factors.inverse[k] = 1 / pivot;
  }

  // Velocities, arms and v̇ without forces and ω̇.
  Both v[contacts], drift[contacts], arm[contacts][links];
  for (int i = 0; i < contacts; ++i) {
    const SmallTree::Contact& contact = small.contact[i];
    v[i] = contact.per_x * velocities[0] + contact.per_y * velocities[1];
    drift[i] = contact.per_x * tree.gravity.x + contact.per_y * tree.gravity.y;
    for (int k = 0; k < links; ++k) {
      const SmallTree::Column& column = small.column[k];
      v[i] += rates[k] * column.from_joint[i].turned(e[k]);
      arm[i][k] = column.from_centre[i].turned(e[k]);
      drift[i] += (rates[k] * rates[k]) * column.from_centre[i].turned(perpendicular(e[k]));
    }
  }

  // Forces that the laws and sliding give.
  Both force[contacts] = {};
  int held[contacts] = {};
  int holding = 0;
  for (const Yielding& each : yielding) {
    if (!each.closed()) continue;
    const int i = each.contact;
    const TreeContact& contact = tree.contacts[static_cast<std::size_t>(i)];
    const double normal =
        contact.yields->force(contact.compliance, each.memory, -gaps[i], -v[i][1]);
    const double tangential = each.mode == Mode::slides_plus    ? -contact.friction * normal
                              : each.mode == Mode::slides_minus ? contact.friction * normal
                                                                : 0;
    force[i] = Both{tangential, normal};
    if (each.mode == Mode::sticks) held[holding++] = i;
  }
  Vec2 pushed{};  // N
  const auto push = [&](int i, const Both& f) {
    const SmallTree::Contact& contact = small.contact[i];
    pushed += Vec2{f[0] * contact.tangent[0] + f[1] * contact.normal[0],
                   f[0] * contact.tangent[1] + f[1] * contact.normal[1]};
    for (int k = 0; k < links; ++k) turning[k] += sum(arm[i][k] * f);
  };
  for (int i = 0; i < contacts; ++i) push(i, force[i]);

  if (holding > 0) {
    double x[links];
    std::copy_n(turning, links, x);
    factors.solve(x);
    double column[contacts][links];
    double matrix[contacts][contacts], right[contacts];
    for (int h = 0; h < holding; ++h) {
      const int i = held[h];
      for (int k = 0; k < links; ++k) column[h][k] = arm[i][k][0];
      factors.solve(column[h]);
      const SmallTree::Contact& contact = small.contact[i];
      right[h] = -drift[i][0] - small.inverse_mass *
                                    (contact.tangent[0] * pushed.x + contact.tangent[1] * pushed.y);
      for (int k = 0; k < links; ++k) right[h] -= arm[i][k][0] * x[k];
    }
    for (int h = 0; h < holding; ++h)
      for (int g = 0; g < holding; ++g) {
        double w = small.contact[held[h]].together[0][held[g]][0];
        for (int k = 0; k < links; ++k) w += arm[held[h]][k][0] * column[g][k];
        matrix[h][g] = w;
      }
    double needed[contacts] = {};
    if (holding == 1) {
      if (!(matrix[0][0] > 0)) return false;
      needed[0] = right[0] / matrix[0][0];
    }
    if constexpr (contacts == 2)
      if (holding == 2) {
        const double determinant = matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0];
        if (!(determinant > small_pivot * matrix[0][0] * matrix[1][1])) return false;
        needed[0] = (matrix[1][1] * right[0] - matrix[0][1] * right[1]) / determinant;
        needed[1] = (matrix[0][0] * right[1] - matrix[1][0] * right[0]) / determinant;
      }
    for (int h = 0; h < holding; ++h) {
      force[held[h]][0] = needed[h];
      push(held[h], Both{needed[h], 0});
    }
  }

  factors.solve(turning);  // ω̇
  if (seen != nullptr) {
    for (int i = 0; i < contacts; ++i) {
      const SmallTree::Contact& contact = small.contact[i];
      Both rate =
          drift[i] + small.inverse_mass * (contact.per_x * pushed.x + contact.per_y * pushed.y);
      for (int k = 0; k < links; ++k) rate += turning[k] * arm[i][k];
      seen->velocity[i] = v[i];
      seen->acceleration[i] = rate;
      seen->force[i] = force[i];
    }
    seen->speed = fastest<links>(tree, e, velocities);
  }
  Both base = Both{tree.gravity.x, tree.gravity.y} + small.inverse_mass * Both{pushed.x, pushed.y};
  for (int k = 0; k < links; ++k) {
    const LinkVector& centre = small.column[k].centre;
    base -= turning[k] * centre.turned(e[k]) +
            (rates[k] * rates[k]) * centre.turned(perpendicular(e[k]));
  }

  std::copy_n(velocities, freedom, slope.begin());
  put(base, slope.data() + freedom);
  std::copy_n(turning, links, slope.data() + freedom + 2);
  double* out = slope.data() + 2 * freedom;
  for (int i = 0; i < contacts; ++i) *out++ = v[i][1];
  out = std::fill_n(out, ledger, 0.0);
  for (const Yielding& each : yielding) {
    const Both& f = force[each.contact];
    const Both power = f * v[each.contact];
    put(f, out);
    put(power, out + 2);
    std::fill(out + 4, out + numbers, 0.0);
    out += numbers;
  }
  return true;
}

template <int contacts>
auto for_links(int links) {
  switch (links) {
    case 1:
      return follow_so_many<1, contacts>;
    case 2:
      return follow_so_many<2, contacts>;
    case 3:
      return follow_so_many<3, contacts>;
    case 4:
      return follow_so_many<4, contacts>;
    case 5:
      return follow_so_many<5, contacts>;
    default:
      static_assert(SmallTree::most_links == 6);
      return follow_so_many<6, contacts>;
  }
}

}  // namespace

SmallFlow::SmallFlow(const Tree& tree) {
  if (flies(tree)) small_ = small_tree(tree);
  static_assert(SmallTree::most_contacts == 2);
  method_ = small_.contacts == 1 ? for_links<1>(small_.links) : for_links<2>(small_.links);
}

}  // namespace carom
