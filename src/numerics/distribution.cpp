#include "numerics/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

/// SplitMix64's finaliser: every bit of the result depends on every bit of x.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// F and its inverse for the standard normal, accurate in both tails.
double normal_share(double z) {
  return 0.5 * boost::math::erfc(-z / std::numbers::sqrt2);
}
double normal_quantile(double u) {
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * u);
}

/// A normal number between two others, which may be infinite. Where both are above the mean the
/// upper tail is used, whose shares do not round to 1.
double truncated_normal(double u, double low, double high) {
  if (low > 0) return -truncated_normal(1 - u, -high, -low);
  const double below = std::isfinite(low) ? normal_share(low) : 0;
  const double up_to = std::isfinite(high) ? normal_share(high) : 1;
  return std::clamp(normal_quantile(below + u * (up_to - below)), low, high);
}

double triangular_quantile(double from, double mode, double to, double u) {
  const double rising = (mode - from) / (to - from);  // share of the rising side
  return u < rising ? from + std::sqrt(u * (to - from) * (mode - from))
                    : to - std::sqrt((1 - u) * (to - from) * (to - mode));
}

constexpr std::array<DistributionKey, 6> keys{{{"from", &Distribution::from},
                                               {"to", &Distribution::to},
                                               {"mode", &Distribution::mode},
                                               {"mean", &Distribution::mean},
                                               {"median", &Distribution::median},
                                               {"deviation", &Distribution::deviation}}};

struct KeysOfDistribution {
  std::vector<std::string_view> needed;
  std::vector<std::string_view> allowed{};  // besides those needed
};
const KeysOfDistribution& keys_of(DistributionKind kind) {
  static const KeysOfDistribution all[] = {{{"from", "to"}},
                                           {{"from", "to"}},
                                           {{"from", "mode", "to"}},
                                           {{"mean", "deviation"}, {"from", "to"}},
                                           {{"median", "deviation"}}};
  return all[static_cast<int>(kind)];
}

bool has(std::span<const std::string_view> names, std::string_view wanted) {
  return std::ranges::find(names, wanted) != names.end();
}

}  // namespace

std::span<const DistributionKey> distribution_keys() {
  return keys;
}

std::vector<DistributionFault> faults_of(const Distribution& d) {
  std::vector<DistributionFault> faults;
  const KeysOfDistribution& own = keys_of(d.kind);
  for (const DistributionKey& key : keys) {
    const bool given = (d.*key.member).has_value();
    if (!given && has(own.needed, key.name))
      faults.push_back({key.name, fmt::format("{} is missing; a {} distribution needs {}", key.name,
                                              name(d.kind), fmt::join(own.needed, ", "))});
    if (given && !has(own.needed, key.name) && !has(own.allowed, key.name))
      faults.push_back(
          {key.name,
           fmt::format("{} does not belong to a {} distribution, which has {}{}{}", key.name,
                       name(d.kind), fmt::join(own.needed, ", "),
                       own.allowed.empty() ? "" : " and may have ", fmt::join(own.allowed, ", "))});
  }
  if (!faults.empty()) return faults;
  if (d.deviation && !(*d.deviation > 0))
    faults.push_back({"deviation", fmt::format("deviation is {}; must be > 0", *d.deviation)});
  if (d.median && !(*d.median > 0))
    faults.push_back({"median", fmt::format("median is {}; must be > 0", *d.median)});
  if (d.kind == DistributionKind::log_uniform && !(*d.from > 0))
    faults.push_back({"from", fmt::format("from is {}; must be > 0", *d.from)});
  if (d.from && d.to && !(*d.from < *d.to))
    faults.push_back({"to", fmt::format("to is {}; must be > from, which is {}", *d.to, *d.from)});
  else if (d.mode && !(*d.from <= *d.mode && *d.mode <= *d.to))
    faults.push_back({"mode", fmt::format("mode is {}; must be between from and to", *d.mode)});
  if (faults.empty() && d.kind == DistributionKind::normal && (d.from || d.to)) {
    const double low = d.from ? (*d.from - *d.mean) / *d.deviation : -40;
    const double high = d.to ? (*d.to - *d.mean) / *d.deviation : 40;
    constexpr double reach = 37;  // deviations; beyond, a share is below the smallest double
    if (low > reach || high < -reach)
      faults.push_back({d.from && low > reach ? "from" : "to",
                        fmt::format("from and to leave nothing of the distribution: they are more "
                                    "than {} deviations from the mean",
                                    reach)});
  }
  return faults;
}

double quantile(const Distribution& d, double u) {
  switch (d.kind) {
    case DistributionKind::uniform:
      return *d.from + (*d.to - *d.from) * u;
    case DistributionKind::log_uniform:
      return *d.from * std::pow(*d.to / *d.from, u);
    case DistributionKind::triangular:
      return triangular_quantile(*d.from, *d.mode, *d.to, u);
    case DistributionKind::normal: {
      constexpr double none = std::numeric_limits<double>::infinity();
      const double low = d.from ? (*d.from - *d.mean) / *d.deviation : -none;
      const double high = d.to ? (*d.to - *d.mean) / *d.deviation : none;
      const double value = *d.mean + *d.deviation * truncated_normal(u, low, high);
      return std::clamp(value, d.from.value_or(-none), d.to.value_or(none));
    }
    case DistributionKind::log_normal:
      return *d.median * std::exp(*d.deviation * normal_quantile(u));
  }
  return 0;
}

double uniform_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
  const std::uint64_t start = mixed(mixed(seed + golden) ^ stream);
  const std::uint64_t bits = mixed(start + golden * (index + 1)) >> 12;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

std::uint64_t stream_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mixed(hash);
}

}  // namespace carom
