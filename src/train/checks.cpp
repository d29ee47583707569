#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/nearest_name.hpp"
#include "carom/train.hpp"
#include "keys/element.hpp"
#include "keys/range_checks.hpp"
#include "keys/train_keys.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

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
  /// Of numbers with a unit.
  template <class T>
  static void check_sizes(const Element& element, const T& item) {
    for_each_value(item, [&](const KeyFacts& facts, double value) {
      const double size = std::abs(value);
      if (facts.unit != "1" && std::isfinite(size) &&
          (size > largest_size || (size > 0 && size < smallest_size)))
        element.fault(facts.name, fmt::format("{} is {}; its size must be between {} and {}, or 0",
                                              facts.name, value, smallest_size, largest_size));
    });
  }

  void check_train() {
    const Element element(faults_, "train");
    for_each_value(train_, [&]<class Value>(const KeyFacts& facts, const Value& value) {
      if constexpr (std::is_same_v<Value, double>) element.check(facts.name, value, facts);
    });
    if (!train_.coefficients && find_segment_rule(train_.rule) == nullptr) {
      std::vector<std::string> known;
      for (const NamedCoefficients& each : segment_rules()) known.push_back(each.name);
      element.fault("rule", fmt::format("rule \"{}\" is not known{}", train_.rule,
                                        nearest_or_all(train_.rule, known)));
    }
    if (train_.bodies.size() < 2)
      element.fault("", fmt::format("has {} [[body]]; a train needs two or more",
                                    train_.bodies.empty() ? "no" : "one"));
  }

  /// Coefficients of one's own may give anything.
  void check_coefficients() {
    if (!train_.coefficients) return;
    const Element element(faults_, "train");
    for_each_value(*train_.coefficients, [&](const KeyFacts& facts, double value) {
      if (const std::string allowed = allowed_instead(facts, value); !allowed.empty())
        element.fault("rule", fmt::format("rule: {} is {}; {}", facts.name, value, allowed));
    });
    if (!faults_.empty()) return;
    for (const SegmentSet& set : segmentation(train_, *train_.coefficients).sets)
      if (train_.bodies[set.soft].stiffness > 0 && !(std::abs(set.value) <= most_segments))
        element.fault("rule", fmt::format("rule gives {:.3g} segments to \"{}\" (r = {:.4g}); must "
                                          "be at most {}",
                                          set.value, names_[set.soft], set.ratio, most_segments));
  }

  void check_body(std::size_t i) {
    const TrainBody& body = train_.bodies[i];
    const Element element(faults_, "body", static_cast<int>(i), body.name);
    if (body.name.empty()) element.fault("name", "name is empty");
    const auto first = std::find(names_.begin(), names_.end(), body.name) - names_.begin();
    if (!body.name.empty() && first < static_cast<std::ptrdiff_t>(i))
      element.fault("name",
                    fmt::format("name \"{}\" is taken by body {} already", body.name, first + 1));
    check_ranges(element, body);
    check_sizes(element, body);
    const bool springs = body.segments_by_rule || body.segments > 1;
    if (springs && body.stiffness == 0)
      element.fault("stiffness", "stiffness is missing; the springs between segments need it");
    if (!body.contact_stiffness && train_.model == ContactModel::hertz)
      element.fault("contact_stiffness", "contact_stiffness is missing; model \"hertz\" needs it");
    if (!body.contact_stiffness && !springs && train_.model == ContactModel::bilinear &&
        body.stiffness == 0)
      element.fault("stiffness",
                    "stiffness is missing; model \"bilinear\" needs it or contact_stiffness");
  }

  void check_pair(std::size_t i) {
    const TrainPair& pair = train_.pairs[i];
    const std::string name = pair.left.empty() && pair.right.empty()
                                 ? std::string()
                                 : fmt::format("{}–{}", pair.left, pair.right);
    const Element element(faults_, "pair", static_cast<int>(i), name);
    check_ranges(element, pair);
    check_sizes(element, pair);
    if (pair.restitution == 0 && train_.interior == Interior::dissipating)
      element.fault("restitution",
                    "restitution is 0; an interior that dissipates like the contact needs it "
                    "above 0");
    const std::string* const ends[] = {&pair.left, &pair.right};
    std::vector<std::ptrdiff_t> places;
    for (int k = 0; k < 2; ++k) {
      const auto found = std::find(names_.begin(), names_.end(), *ends[k]);
      places.push_back(found - names_.begin());
      // It may be one whose name could not be read, and whose fault is told.
      if (found == names_.end() && !nameless())
        element.fault("between",
                      fmt::format("between names body \"{}\", which is not defined{}", *ends[k],
                                  did_you_mean(*ends[k], names_)),
                      k);
    }
    const auto bodies = static_cast<std::ptrdiff_t>(names_.size());
    if (places[0] == bodies || places[1] == bodies) return;
    if (places[1] != places[0] + 1)
      element.fault("between",
                    fmt::format("\"{}\" and \"{}\" are not neighbours in this order; bodies stand "
                                "left to right as in the file",
                                pair.left, pair.right));
    else if (!met_.insert(places[0]).second)
      element.fault("between",
                    fmt::format("\"{}\" and \"{}\" have a pair already", pair.left, pair.right));
  }

  bool nameless() const { return std::ranges::find(names_, "") != names_.end(); }

  void check_neighbours() {
    const auto unread = [](const TrainPair& pair) {
      return pair.left.empty() || pair.right.empty();
    };
    if (nameless() || std::ranges::any_of(train_.pairs, unread)) return;
    for (std::size_t i = 0; i + 1 < names_.size(); ++i)
      if (!met_.contains(static_cast<std::ptrdiff_t>(i)))
        Element(faults_, "body", static_cast<int>(i + 1), names_[i + 1])
            .fault("",
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
