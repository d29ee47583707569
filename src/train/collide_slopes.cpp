#include "train/collide_slopes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/nearest_name.hpp"
#include "keys/range_checks.hpp"
#include "train/collide.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

/// The way with slopes must come to the same velocities, but for so much of V.
constexpr double same_answer = 1e-9;

bool agrees(const SlopedLine& line, const TrainResult& found, const TrainResult& answer) {
  if (found.verdict != answer.verdict) return false;
  for (std::size_t b = 0; b < answer.bodies.size(); ++b)
    if (!(std::abs(found.bodies[b].velocity_after * line.units.velocity + line.units.frame -
                   answer.bodies[b].velocity_after) <= same_answer * line.units.velocity))
      return false;
  return true;
}

/// J; how ½ Σ m v² grows.
double energy_slope(const std::vector<Sloped>& masses, const std::vector<Sloped>& velocities,
                    std::size_t d) {
  double sum = 0;
  for (std::size_t b = 0; b < masses.size(); ++b)
    sum += (0.5 * masses[b] * velocities[b] * velocities[b]).slope[d];
  return sum;
}

/// Numbers in SI units of what a line has in its own.
class Told {
 public:
  Told(const Train& train, const TrainNumbers& numbers, const SlopedLine& line,
       const SlopedOutcome& outcome)
      : train_(train), line_(line), outcome_(outcome) {
    for (std::size_t b = 0; b < train.bodies.size(); ++b) {
      masses_.push_back(numbers(train.bodies[b].mass));
      before_.push_back(numbers(train.bodies[b].velocity));
      segments_.push_back(numbers(train.bodies[b].segments));
      after_.push_back(outcome.velocities[b] * line.units.velocity + line.units.frame);
    }
  }

  TrainSlopes along(std::size_t d) const {
    TrainSlopes told;
    told.hindered = hindrance(d);
    if (told.hindered) return told;
    const LineUnits& units = line_.units;
    told.side = outcome_.marks.sides[d];
    for (const Sloped& each : after_) told.velocities.push_back(each.slope[d]);
    told.energy_loss = energy_slope(masses_, before_, d) - energy_slope(masses_, after_, d);
    told.vibration = outcome_.vibration.slope[d] * units.energy();
    told.lost = outcome_.lost.slope[d] * units.energy();
    if (after_.size() == 2 && before_[0] > before_[1])
      told.restitution = (-(outcome_.velocities[0] - outcome_.velocities[1]) * units.velocity /
                          (before_[0] - before_[1]))
                             .slope[d];
    for (const SlopedOutcome::Contact& each : outcome_.contacts) {
      TrainSlopes::Contact& contact = told.contacts.emplace_back();
      contact.impulse = each.impulse.slope[d] * units.mass * units.velocity;
      if (!each.touches) continue;
      if (!each.parts[d]) contact.from = each.from.slope[d] * units.time;
      if (each.opens_again) contact.to = each.to.slope[d] * units.time;
    }
    if (finite(told)) return told;
    return {.hindered = TrainHindrance::grazing};
  }

 private:
  std::optional<TrainHindrance> hindrance(std::size_t d) const {
    if (outcome_.marks.hindered[d]) return outcome_.marks.hindered[d];
    if (std::ranges::any_of(segments_, [d](const Sloped& x) { return x.slope[d] != 0; }))
      return TrainHindrance::segments;
    for (std::size_t c = 0; c < line_.contacts.size(); ++c) {
      const Sloped& e = line_.contacts[c].law.restitution;
      if (e == 0 && e.slope[d] != 0 && outcome_.contacts[c].touches) return TrainHindrance::plastic;
    }
    return std::nullopt;
  }

  static bool finite(const TrainSlopes& told) {
    double check =
        0 * (told.energy_loss + told.vibration + told.lost) + 0 * told.restitution.value_or(0);
    for (const double slope : told.velocities) check += 0 * slope;
    for (const TrainSlopes::Contact& each : told.contacts)
      check += 0 * (each.impulse + each.from.value_or(0) + each.to.value_or(0));
    return check == 0;
  }

  const Train& train_;
  const SlopedLine& line_;
  const SlopedOutcome& outcome_;
  std::vector<Sloped> masses_, before_, after_, segments_;
};

struct TrainNumber {
  std::string name;
  const double* number;
};

/// Every number that a collision depends on and that need not be whole.
std::vector<TrainNumber> numbers_of(const Train& train) {
  std::vector<TrainNumber> all;
  for (const TrainBody& body : train.bodies) {
    const std::string path = "body." + body.name + ".";
    all.push_back({path + "mass", &body.mass});
    all.push_back({path + "stiffness", &body.stiffness});
    if (body.contact_stiffness)
      all.push_back({path + "contact_stiffness", &*body.contact_stiffness});
    all.push_back({path + "velocity", &body.velocity});
  }
  for (std::size_t p = 0; p < train.pairs.size(); ++p) {
    const std::string path = "pair." + std::to_string(p) + ".";
    all.push_back({path + "restitution", &train.pairs[p].restitution});
    all.push_back({path + "gap", &train.pairs[p].gap});
    all.push_back({path + "stiffness", &train.pairs[p].stiffness});
  }
  return all;
}

}  // namespace

std::vector<TrainSlopes> collision_slopes(const Train& train, const TrainResult& answer,
                                          const TrainNumbers& numbers, std::size_t count) {
  if (answer.verdict != TrainVerdict::collided && answer.verdict != TrainVerdict::never_meet)
    return std::vector<TrainSlopes>(count, TrainSlopes{.hindered = TrainHindrance::unanswered});
  const SlopedLine line = sloped_line_of(train, numbers);
  SlopedOutcome outcome;
  const TrainResult found = collide_by_series(line, {}, outcome);
  if (!agrees(line, found, answer))
    return std::vector<TrainSlopes>(count, TrainSlopes{.hindered = TrainHindrance::unconfirmed});
  // Touches that rounding makes or leaves out change no velocity, but when the last one ends.
  for (std::size_t c = 0; c < answer.contacts.size(); ++c)
    if (found.contacts[c].touches != answer.contacts[c].touches)
      outcome.contacts[c].opens_again = false;
  const Told told(train, numbers, line, outcome);
  std::vector<TrainSlopes> slopes;
  for (std::size_t d = 0; d < count; ++d) slopes.push_back(told.along(d));
  return slopes;
}

std::vector<Fault> faults(std::span<const TrainDirection> along, const Train& train) {
  std::vector<std::string> names;
  for (const TrainNumber& each : numbers_of(train)) names.push_back(each.name);
  std::vector<Fault> found;
  for (std::size_t j = 0; j < along.size(); ++j) {
    const Element element(found, "direction", static_cast<int>(j));
    bool finite = true;
    for (const NumberSlope& each : along[j].numbers) {
      finite = finite && std::isfinite(each.slope);
      if (std::ranges::find(names, each.number) == names.end())
        element.fault("numbers", "\"" + each.number + "\" is not a number of the train" +
                                     did_you_mean(each.number, names));
    }
    if (!finite) element.fault("slopes", "slopes must be finite");
  }
  return found;
}

TrainResult collide(const Train& train, const CollideOptions& options,
                    std::span<const TrainDirection> along, std::vector<TrainSlopes>& slopes) {
  std::vector<Fault> found = train_faults(train);
  std::ranges::move(faults(options), std::back_inserter(found));
  std::ranges::move(faults(along, train), std::back_inserter(found));
  if (!found.empty()) throw InputError("", std::move(found));
  const Train whole = segmented(train);
  TrainResult result = patient_collision(whole, options.patience, options.orders);
  const std::vector<TrainNumber> numbers = numbers_of(whole);
  constexpr auto width = static_cast<std::size_t>(Sloped::directions);
  slopes.clear();
  for (std::size_t first = 0; first < along.size(); first += width) {
    const auto some = along.subspan(first, std::min(width, along.size() - first));
    const TrainNumbers sloped = [&](const double& number) {
      Sloped x = number;
      const auto named = std::ranges::find(numbers, &number, &TrainNumber::number);
      if (named == numbers.end()) return x;
      for (std::size_t d = 0; d < some.size(); ++d)
        for (const NumberSlope& each : some[d].numbers)
          if (each.number == named->name) x.slope[d] += each.slope;
      return x;
    };
    std::ranges::move(collision_slopes(whole, result, sloped, some.size()),
                      std::back_inserter(slopes));
  }
  return result;
}

}  // namespace carom
