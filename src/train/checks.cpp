#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/nearest_name.hpp"
#include "carom/train.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

constexpr double most_segments = 1e7;
/// Beyond these sizes energies and times may leave the range of doubles.
constexpr double largest_size = 1e50, smallest_size = 1e-50;

class Checker {
 public:
  explicit Checker(const Train& train) : train_(train) {
    for (const TrainBody& body : train.bodies) names_.push_back(body.name);
  }

  std::vector<Fault> faults() {
    check_train();
    for (std::size_t i = 0; i < train_.bodies.size(); ++i) check_body(i);
    for (std::size_t i = 0; i < train_.pairs.size(); ++i) check_pair(i);
    check_neighbours();
    check_coefficients();
    return std::move(faults_);
  }

 private:
  void fault(std::string_view section, int index, std::string_view name, std::string_view key,
             std::string_view problem, int component = -1) {
    std::string title(section);
    if (!name.empty())
      title += fmt::format(" \"{}\"", name);
    else if (index >= 0)
      title += fmt::format(" {}", index + 1);
    faults_.push_back({{std::string(section), index, std::string(key), component},
                       fmt::format("{}: {}", title, problem),
                       {}});
  }

  /// Of a number that is in its range otherwise.
  template <class At>
  static void check_size(const At& at, std::string_view key, double value) {
    const double size = std::abs(value);
    if (size > largest_size || (size > 0 && size < smallest_size))
      at(key, fmt::format("{} is {}; its size must be between {} and {}, or 0", key, value,
                          smallest_size, largest_size));
  }

  void check_train() {
    if (!(train_.tolerance > 0 && train_.tolerance <= 0.1))
      fault("train", -1, "", "tolerance",
            fmt::format("tolerance is {}; must be > 0 and <= 0.1", train_.tolerance));
    if (!train_.coefficients && find_segment_rule(train_.rule) == nullptr) {
      std::vector<std::string> known;
      for (const NamedCoefficients& each : segment_rules()) known.push_back(each.name);
      fault("train", -1, "", "rule",
            fmt::format("rule \"{}\" is not known{}", train_.rule,
                        nearest_or_all(train_.rule, known)));
    }
    if (train_.bodies.size() < 2)
      fault("train", -1, "", "",
            fmt::format("has {} [[body]]; a train needs two or more",
                        train_.bodies.empty() ? "no" : "one"));
  }

  /// Coefficients of one's own may give anything.
  void check_coefficients() {
    if (!train_.coefficients) return;
    const auto count = [&](std::string_view key, double value) {
      if (!(value == std::floor(value) && value >= 1 && value <= most_segments))
        fault("train", -1, "", "rule",
              fmt::format("rule: {} is {}; must be a whole number from 1 to {}", key, value,
                          most_segments));
    };
    count("hard_first", train_.coefficients->hard_first);
    count("soft_first", train_.coefficients->soft_first);
    if (!faults_.empty()) return;
    for (const SegmentSet& set : segmentation(train_, *train_.coefficients).sets)
      if (train_.bodies[set.soft].stiffness > 0 && !(std::abs(set.value) <= most_segments))
        fault("train", -1, "", "rule",
              fmt::format("rule gives {:.3g} segments to \"{}\" (r = {:.4g}); must be at most {}",
                          set.value, names_[set.soft], set.ratio, most_segments));
  }

  void check_body(std::size_t i) {
    const TrainBody& body = train_.bodies[i];
    const auto at = [&](std::string_view key, std::string_view problem) {
      fault("body", static_cast<int>(i), body.name, key, problem);
    };
    if (body.name.empty()) at("name", "name is empty");
    const auto first = std::find(names_.begin(), names_.end(), body.name) - names_.begin();
    if (!body.name.empty() && first < static_cast<std::ptrdiff_t>(i))
      at("name", fmt::format("name \"{}\" is taken by body {} already", body.name, first + 1));
    if (!(body.mass > 0)) at("mass", fmt::format("mass is {}; must be > 0", body.mass));
    if (!(body.length >= 0)) at("length", fmt::format("length is {}; must be >= 0", body.length));
    if (!(body.stiffness >= 0))
      at("stiffness", fmt::format("stiffness is {}; must be >= 0", body.stiffness));
    check_size(at, "mass", body.mass);
    check_size(at, "length", body.length);
    check_size(at, "stiffness", body.stiffness);
    check_size(at, "contact_stiffness", body.contact_stiffness.value_or(0));
    check_size(at, "velocity", body.velocity);
    const bool whole_number = body.segments == std::floor(body.segments);
    if (!body.segments_by_rule &&
        !(whole_number && body.segments >= 1 && body.segments <= most_segments))
      at("segments", fmt::format("segments is {}; must be a whole number from 1 to {}, or \"auto\"",
                                 body.segments, most_segments));
    const bool springs = body.segments_by_rule || body.segments > 1;
    if (springs && body.stiffness == 0)
      at("stiffness", "stiffness is missing; the springs between segments need it");
    if (body.contact_stiffness && !(*body.contact_stiffness > 0))
      at("contact_stiffness",
         fmt::format("contact_stiffness is {}; must be > 0", *body.contact_stiffness));
    if (!body.contact_stiffness && train_.model == ContactModel::hertz)
      at("contact_stiffness", "contact_stiffness is missing; model \"hertz\" needs it");
    if (!body.contact_stiffness && !springs && train_.model == ContactModel::bilinear &&
        body.stiffness == 0)
      at("stiffness", "stiffness is missing; model \"bilinear\" needs it or contact_stiffness");
  }

  void check_pair(std::size_t i) {
    const TrainPair& pair = train_.pairs[i];
    const std::string name = pair.left.empty() && pair.right.empty()
                                 ? std::string()
                                 : fmt::format("{}–{}", pair.left, pair.right);
    const auto at = [&](std::string_view key, std::string_view problem, int component = -1) {
      fault("pair", static_cast<int>(i), name, key, problem, component);
    };
    if (!(pair.restitution >= 0 && pair.restitution <= 1))
      at("restitution", fmt::format("restitution is {}; must be in [0, 1]", pair.restitution));
    else if (pair.restitution == 0 && train_.interior == Interior::dissipating)
      at("restitution",
         "restitution is 0; an interior that dissipates like the contact needs it above 0");
    if (!(pair.gap >= 0))
      at("gap", fmt::format("gap is {}: the bodies overlap; must be >= 0", pair.gap));
    check_size(at, "gap", pair.gap);
    const std::string* const ends[] = {&pair.left, &pair.right};
    std::vector<std::ptrdiff_t> places;
    for (int k = 0; k < 2; ++k) {
      const auto found = std::find(names_.begin(), names_.end(), *ends[k]);
      places.push_back(found - names_.begin());
      if (found == names_.end())
        at("between",
           fmt::format("between names body \"{}\", which is not defined{}", *ends[k],
                       did_you_mean(*ends[k], names_)),
           k);
    }
    const auto bodies = static_cast<std::ptrdiff_t>(names_.size());
    if (places[0] == bodies || places[1] == bodies) return;
    if (places[1] != places[0] + 1)
      at("between", fmt::format("\"{}\" and \"{}\" are not neighbours in this order; bodies stand "
                                "left to right as in the file",
                                pair.left, pair.right));
    else if (!met_.insert(places[0]).second)
      at("between", fmt::format("\"{}\" and \"{}\" have a pair already", pair.left, pair.right));
  }

  void check_neighbours() {
    for (std::size_t i = 0; i + 1 < names_.size(); ++i)
      if (!met_.contains(static_cast<std::ptrdiff_t>(i)))
        fault("body", static_cast<int>(i + 1), names_[i + 1], "",
              fmt::format("no [[pair]] is between it and \"{}\"; its restitution is needed",
                          names_[i]));
  }

  const Train& train_;
  std::vector<std::string> names_;
  std::vector<Fault> faults_;
  std::set<std::ptrdiff_t> met_;  // left places of the pairs seen
};

}  // namespace

std::vector<Fault> train_faults(const Train& train) {
  return Checker(train).faults();
}

}  // namespace carom
