#pragma once

/// One combination of contact modes as a system of equalities in non-negative unknowns: see
/// support/mode_enumeration.hpp.

#include <cstdint>
#include <string>
#include <vector>

#include "support/dense_mechanics.hpp"

namespace carom::testing {

/// min |A x − b|, x ≥ 0 (Lawson & Hanson, Solving Least Squares Problems, 1974, chapter 23).
Vector nonnegative_solution(const Matrix& A, const Vector& b);

enum class Doing : std::uint8_t { leaves, sticks, slides_plus, slides_minus };

inline int direction(Doing d) {
  return d == Doing::slides_plus ? 1 : d == Doing::slides_minus ? -1 : 0;
}

/// One touching contact of the problem.
struct Toucher {
  int contact = 0;
  int slip = 0;       ///< sign of v_t
  bool rests = true;  ///< v_t = 0: also where `slip` is the direction in which it has given way
  double friction = 0;
  bool either_way = false;  ///< slides in any direction: it has given way, with less friction now

  std::vector<Doing> options() const {
    if (friction == 0) return {Doing::leaves, Doing::slides_plus};
    if (either_way) return {Doing::leaves, Doing::slides_plus, Doing::slides_minus};
    if (slip > 0) return {Doing::leaves, Doing::slides_plus};
    if (slip < 0) return {Doing::leaves, Doing::slides_minus};
    return {Doing::leaves, Doing::sticks, Doing::slides_plus, Doing::slides_minus};
  }
};

/// Equalities in non-negative unknowns, row by row.
class Combination {
 public:
  /// `rates` = b and `mobility` = W over all contacts.
  Combination(const std::vector<Toucher>& touching, const std::vector<Doing>& modes,
              const Matrix& mobility, const Vector& rates);

  void zero(int row) { rows_.push_back({row, 0}); }
  void at_least_zero(int row, int sign) { rows_.push_back({row, sign}); }
  /// Σ of the forces' entries in `row` is 1.
  void prescribe(int row) { prescribed_ = row; }

  /// How far from consistent: the residual, in units of `scale`.
  double violation(double scale);
  const Vector& force() const { return force_; }

 private:
  struct Row {
    int row = 0;
    int sign = 0;  ///< 0: an equality
  };
  const Matrix& mobility_;
  const Vector& rates_;
  std::vector<Vector> generators_;
  std::vector<Row> rows_;
  int prescribed_ = -1;
  Vector force_;
};

/// Calls `visit` with every combination of the contacts' options.
template <class Visit>
void every_combination(const std::vector<Toucher>& touching, const Visit& visit) {
  std::vector<std::vector<Doing>> options;
  for (const Toucher& t : touching) options.push_back(t.options());
  std::vector<std::size_t> choice(touching.size(), 0);
  std::vector<Doing> modes(touching.size());
  while (true) {
    for (std::size_t k = 0; k < touching.size(); ++k) modes[k] = options[k][choice[k]];
    visit(modes);
    std::size_t k = 0;
    while (k < choice.size() && ++choice[k] == options[k].size()) choice[k++] = 0;
    if (k == choice.size()) return;
  }
}

/// {0 sticks, 1 leaves}
std::string text(const std::vector<Toucher>& touching, const std::vector<Doing>& modes);

}  // namespace carom::testing
