#include "laws/rigid/loose_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/determinacy.hpp"

namespace carom {
namespace {

/// Conditions on a direction whose largest component is one hold up to this.
constexpr double direction_rounding = 1e-9;

/// Up to so many steps of elimination all combinations are looked at: some milliseconds.
constexpr long most_work = 2'000'000;
constexpr long most_unknowns = 125;  // the third power is less

/// What a contact's force may do beside the answer at hand.
enum class Part : std::uint8_t {
  out,       ///< none
  presses,   ///< F_n > 0, or asked for: its change has either sign
  given,     ///< F_n is prescribed; friction may change where it sticks
  may_press  ///< F_n = 0 and r_n = 0: its change is not negative
};

/// How it may: rows and columns of the system.
enum class Option : std::uint8_t { none, holds, plus, minus, smooth };

struct LooseSearch {
  using enum Part;
  using enum Option;
  const ModeProblem<double>& problem;
  const double* force;
  const double* rate;
  LooseScratch& s;
  int count = problem.count;
  int width = 2 * problem.count;
  double size = mode_size(problem, force);

  double entry(int r, int c) const { return problem.inertia[r * width + c]; }
  std::uint8_t* options(int i) { return s.options.data() + 4 * i; }
  Option chosen(int i) { return static_cast<Option>(options(i)[s.option[i]]); }
  bool is(int i, Part part) const { return s.state[i] == static_cast<std::uint8_t>(part); }
  void set(int i, Part part) { s.state[i] = static_cast<std::uint8_t>(part); }
  bool at_rest(int i) const {
    return problem.contacts[i].slip == SlipRule::open &&
           std::abs(rate[2 * i]) <= still_share * size;
  }
  /// Friction less than there could be.
  bool within_cone(int i) const {
    return std::abs(force[2 * i]) <
           problem.contacts[i].friction * force[2 * i + 1] - direction_rounding * size;
  }
  Option slides(int i) const {
    const ModeContact& contact = problem.contacts[i];
    switch (contact.slip) {
      case SlipRule::plus:
        return plus;
      case SlipRule::minus:
        return minus;
      case SlipRule::open:
        return rate[2 * i] > 0 ? plus : minus;
      default:
        return smooth;
    }
  }
  double slope(int i, Option option) const {
    const double friction = problem.contacts[i].friction;
    return option == plus ? -friction : option == minus ? friction : 0;
  }

  /// Sets the contact's part and its options; how many there are.
  int classify(int i) {
    const ModeContact& contact = problem.contacts[i];
    const bool unilateral = contact.normal == NormalRule::unilateral;
    const bool carries = force[2 * i + 1] > direction_rounding * size;
    std::uint8_t* const to = options(i);
    int number = 0;
    const auto add = [&](Option option) { to[number++] = static_cast<std::uint8_t>(option); };
    if (contact.normal == NormalRule::impulse) {
      set(i, given);
      add(at_rest(i) && within_cone(i) ? holds : none);
    } else if (!unilateral && contact.normal != NormalRule::velocity) {
      set(i, out);
      add(none);
    } else if (!unilateral || carries) {
      set(i, presses);
      add(at_rest(i) ? holds : slides(i));
    } else if (rate[2 * i + 1] <= still_share * size) {
      set(i, may_press);
      add(none);
      if (at_rest(i)) {
        add(holds);
        add(plus);
        add(minus);
      } else {
        add(slides(i));
      }
    } else {
      set(i, out);
      add(none);
    }
    return number;
  }

  /// The unknowns of a combination.
  int gather() {
    int unknowns = 0;
    for (int i = 0; i < count; ++i) {
      const auto option = chosen(i);
      if (option == none) continue;
      if (!is(i, given)) {
        s.row[unknowns] = 2 * i + 1;
        s.slope[unknowns++] = slope(i, option);
      }
      if (option == holds) {
        s.row[unknowns] = 2 * i;
        s.slope[unknowns++] = 0;
      }
    }
    return unknowns;
  }

  /// Eliminates with all pivots; the rank. Columns are exchanged in s.column.
  int eliminate(int n) {
    double* const a = s.matrix.data();
    for (int k = 0; k < n; ++k) {
      s.column[k] = k;
      for (int j = 0; j < n; ++j) {
        const int tangential = s.row[j] & ~1;
        a[k * n + j] = entry(s.row[k], s.row[j]) + s.slope[j] * entry(s.row[k], tangential);
      }
    }
    for (int p = 0; p < n; ++p) {
      int best_row = p;
      int best_column = p;
      for (int r = p; r < n; ++r)
        for (int c = p; c < n; ++c)
          if (std::abs(a[r * n + c]) > std::abs(a[best_row * n + best_column])) {
            best_row = r;
            best_column = c;
          }
      if (!(std::abs(a[best_row * n + best_column]) > singularity_threshold)) return p;
      for (int c = 0; c < n; ++c) std::swap(a[p * n + c], a[best_row * n + c]);
      for (int r = 0; r < n; ++r) std::swap(a[r * n + p], a[r * n + best_column]);
      std::swap(s.column[p], s.column[best_column]);
      for (int r = p + 1; r < n; ++r) {
        const double factor = a[r * n + p] / a[p * n + p];
        for (int c = p; c < n; ++c) a[r * n + c] -= factor * a[p * n + c];
      }
    }
    return n;
  }

  /// dF of the null vector with one at a free column, its largest component one.
  void direction(int n, int rank, int free, double sign) {
    const double* const a = s.matrix.data();
    for (int k = 0; k < n; ++k) s.null[k] = 0;
    s.null[free] = sign;
    for (int k = rank - 1; k >= 0; --k) {
      double sum = a[k * n + free] * sign;
      for (int j = k + 1; j < rank; ++j) sum += a[k * n + j] * s.null[j];
      s.null[k] = -sum / a[k * n + k];
    }
    std::fill_n(s.direction.begin(), width, 0.0);
    for (int k = 0; k < n; ++k) {
      const int j = s.column[k];
      s.direction[s.row[j]] += s.null[k];
      if (s.slope[j] != 0) s.direction[s.row[j] - 1] += s.slope[j] * s.null[k];
    }
    double largest = 0;
    for (int r = 0; r < width; ++r) largest = std::max(largest, std::abs(s.direction[r]));
    for (int r = 0; r < width; ++r) s.direction[r] /= largest;
  }

  /// Whether every condition allows it and a rate changes.
  bool changes_rates() {
    double largest = 0;
    for (int r = 0; r < width; ++r) {
      double sum = 0;
      for (int c = 0; c < width; ++c) sum += entry(r, c) * s.direction[c];
      s.rate[r] = sum;
      largest = std::max(largest, std::abs(sum));
    }
    if (!(largest > unchanged)) return false;
    for (int i = 0; i < count; ++i) {
      const auto option = chosen(i);
      const double tangential = s.direction[2 * i];
      const double normal = s.direction[2 * i + 1];
      // One that sticks at its limit does not go beyond.
      if (is(i, presses) && option == holds && !within_cone(i) &&
          (force[2 * i] > 0 ? tangential : -tangential) >
              problem.contacts[i].friction * normal + direction_rounding)
        return false;
      if (!is(i, may_press)) continue;
      if (option == none && s.rate[2 * i + 1] < -direction_rounding) return false;
      if (option == none) continue;
      if (normal < -direction_rounding) return false;
      if (!at_rest(i)) continue;
      if (option == holds &&
          std::abs(tangential) > problem.contacts[i].friction * normal + direction_rounding)
        return false;
      if (option == plus && s.rate[2 * i] < -direction_rounding) return false;
      if (option == minus && s.rate[2 * i] > direction_rounding) return false;
    }
    return true;
  }

  /// The contact that carries most of it.
  int bearer() const {
    int best = 0;
    for (int i = 1; i < count; ++i)
      if (s.direction[2 * i + 1] > s.direction[2 * best + 1]) best = i;
    return best;
  }

  /// Single contacts that nothing lifts or presses.
  int single() {
    for (int i = 0; i < count; ++i) {
      if (!is(i, may_press) || at_rest(i) || problem.contacts[i].friction == 0) continue;
      if (entry(2 * i + 1, 2 * i + 1) > immovable * entry(2 * i, 2 * i)) continue;
      std::fill_n(s.direction.begin(), width, 0.0);
      s.direction[2 * i + 1] = 1;
      s.direction[2 * i] = slope(i, slides(i));
      if (changes_rates()) return i;
    }
    return -1;
  }

  int find() {
    long combinations = 1;
    long most = 0;  // unknowns
    for (int i = 0; i < count; ++i) {
      const int number = classify(i);
      most += is(i, out) ? 0 : 2;
      s.number[i] = static_cast<std::uint8_t>(number);
      combinations = std::min<long>(combinations * number, enumeration_limit + 1);
      s.option[i] = 0;
    }
    if (combinations > enumeration_limit || combinations * most * most * most > most_work)
      return single();
    for (;;) {
      const int n = gather();
      const int rank = eliminate(n);
      for (int free = rank; free < n; ++free)
        for (const double sign : {1.0, -1.0}) {
          direction(n, rank, free, sign);
          if (changes_rates()) return bearer();
        }
      int i = 0;
      while (i < count && ++s.option[i] == s.number[i]) s.option[i++] = 0;
      if (i == count) return -1;
    }
  }
};

}  // namespace

void LooseScratch::reserve(int contacts) {
  const auto most = static_cast<std::size_t>(2 * contacts);
  const auto few = std::min<std::size_t>(most, most_unknowns);
  matrix.resize(few * few);
  slope.resize(most);
  null.resize(most);
  rate.resize(most);
  direction.resize(most);
  row.resize(most);
  column.resize(most);
  option.resize(most / 2);
  options.resize(2 * most);
  number.resize(most / 2);
  state.resize(most / 2);
}

int loose_contact(const ModeProblem<double>& problem, const double* force, const double* rate,
                  LooseScratch& scratch) {
  return LooseSearch{problem, force, rate, scratch}.find();
}

}  // namespace carom
