#include "particles/critical_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "contact/thresholds.hpp"
#include "numerics/smooth_roots.hpp"

namespace carom {
namespace {

/// Roots nearer than this are one configuration.
constexpr double together = 1e-10;
/// How far behind a critical point the set of closed contacts is looked at.
constexpr double behind = 1e-9;
/// The axis is looked at a little beyond its ends: a root at an end keeps its multiplicity.
constexpr double margin = 0.013;
/// Pieces of the axis nearer than this are told as one.
constexpr double near = 1e-6;
/// How far from a change of the set both sides are looked at.
constexpr double change = 1e-5;

struct FactorRoot {
  double s = 0;
  int factor = 0;
  int multiplicity = 1;
};

class Walk {
 public:
  Walk(CriticalSystem& system, std::vector<double> point, int axis)
      : system_(system), point_(std::move(point)), axis_(axis) {}

  CriticalLine walk(double from, double to) {
    const double low = from - margin * (to - from), high = to + margin * (to - from);
    double s = low;
    first_ = low;
    int steps = 0;
    constexpr int most_steps = 10000;
    while (s < high && ++steps < most_steps) {
      const double start = defined_from(s + behind, high);
      if (start >= high) {
        line_.undefined.emplace_back(s, high);
        break;
      }
      point_[axis_] = start;
      system_.place(point_);
      const ClosedContacts closed = system_.closed();
      s = stretch(closed, s, start, high);
    }
    keep(from, to);
    for (auto* list : {&line_.undefined, &line_.unresolved}) clip(*list, from, to);
    return std::move(line_);
  }

 private:
  bool place(double s) {
    point_[axis_] = s;
    return system_.place(point_);
  }

  /// The first place from s on where there is a configuration, on a grid fine enough to start from.
  double defined_from(double s, double high) {
    if (place(s)) return s;
    constexpr int samples = 2000;
    for (int i = 1; i <= samples; ++i) {
      const double at = s + (high - s) * i / samples;
      if (!place(at)) continue;
      double outside = s + (high - s) * (i - 1) / samples, inside = at;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (outside + inside);
        (place(middle) ? inside : outside) = middle;
      }
      return inside;
    }
    return high;
  }

  /// Roots of all factors under `closed` from `s` on, up to where the set changes; gives that
  /// place.
  double stretch(const ClosedContacts& closed, double s, double start, double high) {
    place(start);
    const std::vector<std::vector<int>> of_contact = system_.factors_of(closed);
    const int factors = static_cast<int>(system_.factor_values(closed).size());
    std::map<double, std::vector<double>> cache;
    const auto values = [&](double at) -> const std::vector<double>& {
      const auto known = cache.find(at);
      if (known != cache.end()) return known->second;
      std::vector<double> found;
      if (place(at)) found = system_.factor_values(closed);
      found.resize(factors, std::numeric_limits<double>::quiet_NaN());
      return cache.emplace(at, std::move(found)).first->second;
    };
    std::vector<FactorRoot> roots;
    std::vector<std::vector<std::pair<double, double>>> vanishing(factors);
    std::vector<std::pair<double, double>> undefined, unresolved;
    for (int f = 0; f < factors; ++f) {
      SmoothRoots found = smooth_roots([&](double at) { return values(at)[f]; }, s, high);
      for (const SmoothRoot& root : found.roots)
        if (root.at > s + 0.5 * behind || s == first_)
          roots.push_back({root.at, f, root.multiplicity});
      vanishing[f] = std::move(found.vanishing);
      undefined.insert(undefined.end(), found.undefined.begin(), found.undefined.end());
      unresolved.insert(unresolved.end(), found.unresolved.begin(), found.unresolved.end());
    }
    std::ranges::sort(roots, {}, &FactorRoot::s);

    double end = high;
    for (std::size_t i = 0; i < roots.size();) {
      std::size_t next = i;
      while (next < roots.size() && roots[next].s - roots[i].s <= together) ++next;
      report(closed, of_contact, vanishing,
             {roots.begin() + static_cast<long>(i), roots.begin() + static_cast<long>(next)});
      const double last = roots[next - 1].s;
      i = next;
      if (last + behind >= high) break;
      // Whether the set changed: looked at behind this root and before the next.
      const double ahead = i < roots.size() ? roots[i].s : high;
      if (!place(last + std::min(behind, 0.5 * (ahead - last)))) continue;
      ClosedContacts now = system_.closed();
      if (relevant(now, closed)) {
        end = last;
        report_change(closed, now, last, i < roots.size() ? roots[i].s : high);
        break;
      }
    }
    for (std::size_t j = 0; j < of_contact.size(); ++j)
      for (const int f : of_contact[j])
        for (const auto& [from, to] : vanishing[f])
          if (from < end)
            line_.blocked.push_back({static_cast<int>(j), system_.cause(closed, f),
                                     std::max(from, s), std::min(to, end)});
    const auto up_to = [&](const std::vector<std::pair<double, double>>& list,
                           std::vector<std::pair<double, double>>& into) {
      for (const auto& [from, to] : list)
        if (from < end) into.emplace_back(from, std::min(to, end));
    };
    up_to(undefined, line_.undefined);
    up_to(unresolved, line_.unresolved);
    return end;
  }

  /// A contact that changes changes the factors of others only; with one contact nothing changes.
  bool relevant(const ClosedContacts& now, const ClosedContacts& before) const {
    return now.size() > 1 && now != before;
  }

  void report(const ClosedContacts& closed, const std::vector<std::vector<int>>& of_contact,
              const std::vector<std::vector<std::pair<double, double>>>& vanishing,
              const std::vector<FactorRoot>& roots) {
    for (std::size_t j = 0; j < of_contact.size(); ++j) {
      CriticalRoot found;
      found.contact = static_cast<int>(j);
      double sum = 0;
      for (const FactorRoot& root : roots) {
        if (std::ranges::find(of_contact[j], root.factor) == of_contact[j].end()) continue;
        found.multiplicity += root.multiplicity;
        found.causes.push_back(system_.cause(closed, root.factor));
        sum += root.s;
      }
      if (found.causes.empty()) continue;
      found.s = sum / static_cast<double>(found.causes.size());
      // Beyond a mass that is blocked throughout, nothing more can be lost.
      const bool blocked = std::ranges::any_of(of_contact[j], [&](int f) {
        return std::ranges::any_of(vanishing[f], [&](const auto& piece) {
          return piece.first <= found.s && found.s <= piece.second;
        });
      });
      if (!blocked) line_.roots.push_back(std::move(found));
    }
  }

  /// Contacts that begin or cease to get anything because another one opens or closes at s.
  void report_change(const ClosedContacts& before, const ClosedContacts& now, double s,
                     double ahead) {
    const double step = std::min(change, 0.5 * (ahead - s));
    std::vector<StruckRest> left, right;
    for (std::size_t j = 0; j < now.size(); ++j)
      left.push_back(rest_at(s - step, static_cast<int>(j)));
    for (std::size_t j = 0; j < now.size(); ++j)
      right.push_back(rest_at(s + step, static_cast<int>(j)));
    std::string changes;
    // A contact that gets nothing is open or closed by rounding: it is not what changes.
    for (std::size_t k = 0; k < now.size(); ++k)
      if (now[k] != before[k] && flips(left[k], right[k]))
        changes += fmt::format("{}contact \"{}\" {}", changes.empty() ? "" : ", ",
                               system_.contact_name(static_cast<int>(k)),
                               now[k] != 0 ? "closes" : "opens");
    const CriticalCause cause{CriticalCauseKind::contacts_change, changes};
    for (std::size_t j = 0; j < now.size() && !changes.empty(); ++j) {
      if ((left[j] == StruckRest::untouched) == (right[j] == StruckRest::untouched)) continue;
      const bool known = std::ranges::any_of(line_.roots, [&](const CriticalRoot& root) {
        return root.contact == static_cast<int>(j) && std::abs(root.s - s) <= behind;
      });
      if (!known) line_.roots.push_back({s, static_cast<int>(j), {cause}, 1});
    }
  }

  StruckRest rest_at(double s, int contact) {
    if (!place(s)) return StruckRest::unknown;
    return rest_of(system_.outcomes()[contact]);
  }

  /// Merges what was found from both sides of a change of set, looks at both sides of every root,
  /// and keeps those on the axis.
  void keep(double from, double to) {
    std::ranges::sort(line_.roots, [](const CriticalRoot& a, const CriticalRoot& b) {
      return std::pair(a.contact, a.s) < std::pair(b.contact, b.s);
    });
    std::vector<CriticalRoot>& roots = line_.roots;
    std::vector<CriticalRoot> merged;
    for (CriticalRoot& root : roots) {
      if (!merged.empty() && merged.back().contact == root.contact &&
          root.s - merged.back().s <= behind) {
        // The same factor again, seen with the set behind; or another that took over there.
        for (CriticalCause& cause : root.causes)
          if (std::ranges::find(merged.back().causes, cause) == merged.back().causes.end())
            merged.back().causes.push_back(std::move(cause));
        continue;
      }
      merged.push_back(std::move(root));
    }
    roots = std::move(merged);
    const double beyond = margin * (to - from);
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const bool first = i == 0 || roots[i - 1].contact != roots[i].contact;
      const bool last = i + 1 == roots.size() || roots[i + 1].contact != roots[i].contact;
      const double before = first ? from - beyond : roots[i - 1].s;
      const double after = last ? to + beyond : roots[i + 1].s;
      roots[i].below = side(roots[i], before);
      roots[i].above = side(roots[i], after);
      const bool flipped = flips(roots[i].below, roots[i].above);
      const bool same = roots[i].below <= StruckRest::pressed && roots[i].below == roots[i].above;
      // A zero whose factor changes with the set has a kink there: its order is its parity.
      if (flipped && roots[i].multiplicity % 2 == 0) --roots[i].multiplicity;
      if (same && roots[i].multiplicity % 2 == 1) ++roots[i].multiplicity;
    }
    constexpr double end_rounding = 1e-12;  // of the axis
    std::erase_if(roots, [&](const CriticalRoot& root) {
      return root.s < from - end_rounding || root.s > to + end_rounding;
    });
    for (CriticalRoot& root : roots) root.s = std::clamp(root.s, from, to);
    std::ranges::sort(roots, [](const CriticalRoot& a, const CriticalRoot& b) {
      return std::pair(a.s, a.contact) < std::pair(b.s, b.contact);
    });
    std::erase_if(line_.blocked, [&](BlockedStretch& piece) {
      piece.from = std::max(piece.from, from);
      piece.to = std::min(piece.to, to);
      return piece.to <= piece.from;
    });
  }

  /// The outcome between a root and the next one: midway, or nearer where there is no
  /// configuration.
  StruckRest side(const CriticalRoot& root, double next) {
    double share = 0.5;
    for (int tries = 0; tries < 12; ++tries, share *= 0.25) {
      const StruckRest rest = rest_at(root.s + share * (next - root.s), root.contact);
      if (rest != StruckRest::unknown) return rest;
    }
    return StruckRest::unknown;
  }

  static void clip(std::vector<std::pair<double, double>>& list, double from, double to) {
    std::ranges::sort(list);
    std::vector<std::pair<double, double>> joined;
    for (auto [low, high] : list) {
      low = std::max(low, from);
      high = std::min(high, to);
      if (low >= high) continue;
      if (!joined.empty() && low <= joined.back().second + near)
        joined.back().second = std::max(joined.back().second, high);
      else
        joined.emplace_back(low, high);
    }
    list = std::move(joined);
  }

  CriticalSystem& system_;
  std::vector<double> point_;
  int axis_;
  double first_ = 0;
  CriticalLine line_;
};

}  // namespace

StruckRest rest_of(double y) {
  return std::isnan(y)                ? StruckRest::unknown
         : y > transmission_rounding  ? StruckRest::leaves
         : y < -transmission_rounding ? StruckRest::pressed
                                      : StruckRest::untouched;
}

CriticalLine critical_line(CriticalSystem& system, std::vector<double> others, int axis,
                           double from, double to) {
  return Walk(system, std::move(others), axis).walk(from, to);
}

CriticalLine scanned_line(CriticalSystem& system, std::vector<double> others, int axis,
                          int samples) {
  CriticalLine line;
  const auto outcomes = [&](double s) {
    others[axis] = s;
    return system.place(others)
               ? system.outcomes()
               : std::vector<double>(system.contacts(), std::numeric_limits<double>::quiet_NaN());
  };
  const auto at = [&](int i) { return static_cast<double>(i) / (samples - 1); };
  std::vector<double> before = outcomes(0);
  for (int i = 1; i < samples; ++i) {
    const std::vector<double> now = outcomes(at(i));
    for (int j = 0; j < system.contacts(); ++j) {
      if (!std::isfinite(before[j]) || !std::isfinite(now[j]) || (before[j] < 0) == (now[j] < 0))
        continue;
      double low = at(i - 1), high = at(i);
      bool jumped = false;
      for (int k = 0; k < 60 && !jumped; ++k) {
        const double middle = 0.5 * (low + high);
        const double y = outcomes(middle)[j];
        if (!std::isfinite(y)) jumped = true;
        ((y < 0) == (before[j] < 0) ? low : high) = middle;
      }
      // A change of sign without a zero is a jump from one answer to another.
      if (jumped || std::abs(outcomes(low)[j] - outcomes(high)[j]) > 1e-6) {
        line.unresolved.emplace_back(low, high);
        continue;
      }
      line.roots.push_back({0.5 * (low + high),
                            j,
                            {{CriticalCauseKind::changes_sign}},
                            1,
                            rest_of(before[j]),
                            rest_of(now[j])});
    }
    before = now;
  }
  return line;
}

}  // namespace carom
