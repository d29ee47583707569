#pragma once

/// numerics/distribution.hpp
///
/// Random numbers that depend only on (seed, stream, index): sample i is the quantile of the
/// distribution at the i-th uniform number of its stream, so that any sample can be had without
/// those before it, and the same on every thread, rank and run.
///
///     uniform      F⁻¹(u) = from + (to − from) u
///     log_uniform  F⁻¹(u) = from (to/from)^u                          from, to > 0
///     triangular   rises from `from` to `mode`, falls to `to`
///     normal       F⁻¹(u) = mean + deviation √2 erf⁻¹(2u − 1); between `from` and `to` where
///     given:
///                  u is mapped to [F(from), F(to)] first (the truncated normal)
///     log_normal   exp of a normal: the median is `median`, the deviation of the logarithm
///                  `deviation`
///
/// Uniform numbers come from SplitMix64's finaliser over the counter (Steele, Lea & Flood 2014),
/// 52 bits, centred in their cells: never 0 or 1.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

enum class DistributionKind : std::uint8_t { uniform, log_uniform, triangular, normal, log_normal };
constexpr std::string_view name(DistributionKind kind) {
  constexpr std::string_view names[] = {"uniform", "log_uniform", "triangular", "normal",
                                        "log_normal"};
  return names[static_cast<int>(kind)];
}

struct Distribution {
  DistributionKind kind = DistributionKind::uniform;
  std::optional<double> from;
  std::optional<double> to;
  std::optional<double> mode;
  std::optional<double> mean;
  std::optional<double> median;
  std::optional<double> deviation;  ///< > 0
};

/// A key of a distribution's table and the member it fills.
struct DistributionKey {
  std::string_view name;
  std::optional<double> Distribution::*member;
};
std::span<const DistributionKey> distribution_keys();

/// What is wrong with a distribution's numbers: the key, and the problem in words.
struct DistributionFault {
  std::string_view key;
  std::string problem;
};
std::vector<DistributionFault> faults_of(const Distribution& distribution);

/// F⁻¹(u), 0 < u < 1, of a distribution without faults.
double quantile(const Distribution& distribution, double u);

/// The index-th number of a stream, strictly between 0 and 1.
double uniform_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// A stream for a name: different names, unrelated numbers.
std::uint64_t stream_of(std::string_view name);

}  // namespace carom
