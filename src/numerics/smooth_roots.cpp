#include "numerics/smooth_roots.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace carom {
namespace {

constexpr int degree = 20;
/// Pieces are cut here and not in the middle, so that round numbers do not fall on a cut.
constexpr double cut = 0.4871;
/// A piece on which no bound decides is not halved below this share of itself: what is left is a
/// root of higher multiplicity.
constexpr double smallest_share = 1e-5;

/// Halving a piece makes the last coefficients of a smooth function fall by far more than this;
/// those of rounding stay. After so many halvings in vain they are taken for rounding.
constexpr double falls = 0.1;
constexpr int in_vain = 3;
/// What is smaller than this share of the largest value and does not get smoother is rounding.
constexpr double rounding_share = 1e-9;
/// Pieces that are looked at in all; a jump takes about 60.
constexpr int most_pieces = 20000;

using Series = std::array<double, degree + 1>;

double node(int k) {
  static const std::array<double, degree + 1> nodes = [] {
    std::array<double, degree + 1> x{};
    for (int i = 0; i <= degree; ++i) x[i] = std::cos(std::numbers::pi * i / degree);
    return x;
  }();
  return nodes[k];
}

/// c_k = 2/N Σ″ f_j cos(πjk/N), first and last halved.
Series coefficients(const Series& values) {
  static const auto cosines = [] {
    std::array<Series, degree + 1> table{};
    for (int j = 0; j <= degree; ++j)
      for (int k = 0; k <= degree; ++k)
        table[j][k] = std::cos(std::numbers::pi * ((j * k) % (2 * degree)) / degree);
    return table;
  }();
  Series c{};
  for (int k = 0; k <= degree; ++k) {
    double sum = 0.5 * (values[0] * cosines[0][k] + values[degree] * cosines[degree][k]);
    for (int j = 1; j < degree; ++j) sum += values[j] * cosines[j][k];
    c[k] = 2 * sum / degree;
  }
  c[0] *= 0.5;
  c[degree] *= 0.5;
  return c;
}

double value(const Series& c, double t) {
  double b1 = 0, b2 = 0;
  for (int k = degree; k > 0; --k) {
    const double b = 2 * t * b1 - b2 + c[k];
    b2 = b1;
    b1 = b;
  }
  return t * b1 - b2 + c[0];
}

/// Of p with respect to t.
Series derivative(const Series& c) {
  Series d{};
  double above = 0, next = 0;
  for (int k = degree; k > 0; --k) {
    const double own = above + 2 * k * c[k];
    d[k - 1] = own;
    above = next;
    next = own;
  }
  d[0] *= 0.5;
  return d;
}

double sum_beyond(const Series& c) {
  double sum = 0;
  for (int k = 1; k <= degree; ++k) sum += std::abs(c[k]);
  return sum;
}

/// The root of a monotone series between the ends, where it has different signs.
double bisected(const Series& c, double low, double high) {
  const bool rising = value(c, low) < value(c, high);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    ((value(c, middle) < 0) == rising ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

class Search {
 public:
  Search(const std::function<double(double)>& function, double from, double to,
         const SmoothRootOptions& options)
      : function_(function), options_(options), narrowest_(options.narrowest * (to - from)) {}

  SmoothRoots all(double from, double to) {
    piece(from, to, {});
    for (auto* list : {&found_.vanishing, &found_.unresolved, &found_.undefined}) join(*list);
    std::sort(found_.roots.begin(), found_.roots.end(),
              [](const SmoothRoot& a, const SmoothRoot& b) { return a.at < b.at; });
    // A root at a cut is found from both sides.
    std::vector<SmoothRoot> roots;
    for (const SmoothRoot& root : found_.roots) {
      const bool seam = std::any_of(cuts_.begin(), cuts_.end(), [&](double at) {
        return std::abs(at - root.at) <= 1e-3 * narrowest_;
      });
      if (seam && !roots.empty() && root.at - roots.back().at <= 1e-2 * narrowest_)
        roots.back().multiplicity = std::max(roots.back().multiplicity, root.multiplicity);
      else
        roots.push_back(root);
    }
    found_.roots = std::move(roots);
    return std::move(found_);
  }

 private:
  /// How the halvings that led to a piece went.
  struct Halvings {
    double tail = std::numeric_limits<double>::infinity();  ///< last coefficients of the whole
    int in_vain = 0;                                        ///< in a row
  };

  void piece(double from, double to, Halvings halvings) {
    ++pieces_;
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    Series values{};
    int finite = 0;
    for (int k = 0; k <= degree; ++k) {
      values[k] = function_(middle + half * node(k));
      if (std::isfinite(values[k])) {
        ++finite;
        largest_ = std::max(largest_, std::abs(values[k]));
      }
    }
    if (finite == degree + 1) {
      const Series c = coefficients(values);
      const double tail =
          std::max({std::abs(c[degree]), std::abs(c[degree - 1]), std::abs(c[degree - 2])});
      if (tail <= std::max(options_.resolution * largest_, options_.floor)) {
        middle_ = middle;
        half_ = half;
        series_ = c;
        isolate(-1, 1, 0);
        return;
      }
      halvings.in_vain = tail > falls * halvings.tail ? halvings.in_vain + 1 : 0;
      halvings.tail = tail;
      if (halvings.in_vain >= in_vain) {
        // Rounding on top of something that keeps away from zero, or nothing but rounding.
        if (std::abs(c[0]) > 4 * sum_beyond(c)) return;
        if (std::abs(c[0]) + sum_beyond(c) <= rounding_share * largest_) {
          found_.unresolved.emplace_back(from, to);
          return;
        }
      }
    }
    if (to - from <= narrowest_ || pieces_ > most_pieces) {
      (finite == 0 ? found_.undefined : found_.unresolved).emplace_back(from, to);
      return;
    }
    // All samples undefined: a narrow island could only hide between them.
    if (finite == 0 && to - from <= 64 * narrowest_) {
      found_.undefined.emplace_back(from, to);
      return;
    }
    if (finite == 0 && undefined_throughout(from, to)) {
      found_.undefined.emplace_back(from, to);
      return;
    }
    const double at = from + cut * (to - from);
    cuts_.push_back(at);
    piece(from, at, halvings);
    piece(at, to, halvings);
  }

  /// Twice as many samples again without a number.
  bool undefined_throughout(double from, double to) const {
    constexpr int samples = 64;
    for (int i = 0; i < samples; ++i)
      if (std::isfinite(function_(from + (to - from) * (i + 0.37) / samples))) return false;
    return true;
  }

  /// Roots of the piece's polynomial for t in [low, high].
  void isolate(double low, double high, int depth) {
    const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
    Series values{};
    for (int k = 0; k <= degree; ++k) values[k] = value(series_, middle + half * node(k));
    const Series c = coefficients(values);
    const double rest = sum_beyond(c);
    const double zero = std::max(options_.floor, 4e-16 * largest_);
    if (std::abs(c[0]) > rest + zero) return;
    if (depth == 0 && std::abs(c[0]) + rest <= 8 * zero) {
      found_.vanishing.emplace_back(middle_ - half_, middle_ + half_);
      return;
    }
    const Series d = derivative(c);
    const auto global = [&](double t) { return middle_ + half_ * (middle + half * t); };
    const double slope_scale = 1 / (half * half_);
    if (std::abs(d[0]) > sum_beyond(d)) {
      crossing(c, d, -1, 1, zero, global, slope_scale);
      return;
    }
    const Series e = derivative(d);
    if (std::abs(e[0]) > sum_beyond(e)) {
      const double left = value(d, -1), right = value(d, 1);
      if ((left < 0) == (right < 0)) {
        crossing(c, d, -1, 1, zero, global, slope_scale);
        return;
      }
      const double extremum = bisected(d, -1, 1);
      if (std::abs(value(c, extremum)) <= zero) {
        found_.roots.push_back({global(extremum), 2});
        return;
      }
      crossing(c, d, -1, extremum, zero, global, slope_scale);
      crossing(c, d, extremum, 1, zero, global, slope_scale);
      return;
    }
    if (half <= smallest_share) {
      const bool crosses = (value(c, -1) < 0) != (value(c, 1) < 0);
      found_.roots.push_back({global(0), crosses ? 3 : 4});
      return;
    }
    const double at = low + cut * (high - low);
    cuts_.push_back(middle_ + half_ * at);
    isolate(low, at, depth + 1);
    isolate(at, high, depth + 1);
  }

  /// The root of a monotone stretch, if there is one.
  template <class Global>
  void crossing(const Series& c, const Series& d, double low, double high, double zero,
                const Global& global, double slope_scale) {
    const double left = value(c, low), right = value(c, high);
    double t = 0;
    if ((left < 0) != (right < 0)) {
      t = bisected(c, low, high);
    } else if (std::min(std::abs(left), std::abs(right)) <= zero) {
      t = std::abs(left) < std::abs(right) ? low : high;
    } else {
      return;
    }
    // One step of Newton's with the function itself takes the polynomial's rounding away.
    double at = global(t);
    const double slope = value(d, t) * slope_scale;
    const double step = function_(at) / slope;
    if (std::isfinite(step) && std::abs(step) < narrowest_) at -= step;
    found_.roots.push_back({at, 1});
  }

  static void join(std::vector<std::pair<double, double>>& list) {
    std::sort(list.begin(), list.end());
    std::vector<std::pair<double, double>> joined;
    for (const auto& [from, to] : list)
      if (!joined.empty() && from <= joined.back().second)
        joined.back().second = std::max(joined.back().second, to);
      else
        joined.emplace_back(from, to);
    list = std::move(joined);
  }

  const std::function<double(double)>& function_;
  const SmoothRootOptions& options_;
  double narrowest_;
  double largest_ = 0;  ///< |function| so far
  int pieces_ = 0;
  double middle_ = 0, half_ = 1;
  Series series_{};
  std::vector<double> cuts_;
  SmoothRoots found_;
};

}  // namespace

SmoothRoots smooth_roots(const std::function<double(double)>& function, double from, double to,
                         const SmoothRootOptions& options) {
  assert(from < to);
  return Search(function, from, to, options).all(from, to);
}

}  // namespace carom
