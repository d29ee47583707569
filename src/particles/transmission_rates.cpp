#include "particles/transmission_rates.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/loose_contacts.hpp"
#include "laws/rigid/mode_problem.hpp"
#include "laws/rigid/scaling.hpp"

namespace carom {

RateAnswers strike_rates(const RateProblem& problem) {
  const int c = problem.count;
  const int width = 2 * c;
  const auto entry = [&](int r, int s) { return problem.inertia[r * width + s]; };
  double largest = 0;
  for (int r = 0; r < width; ++r) largest = std::max(largest, entry(r, r));

  std::vector<double> unit(c, 1.0);
  std::vector<ModeContact> contacts(c);
  for (int i = 0; i < c; ++i) {
    const double either = std::max(entry(2 * i, 2 * i), entry(2 * i + 1, 2 * i + 1));
    const bool moves = either > immobile * largest;
    if (moves) unit[i] = unit_for(either);
    const int slip = problem.slip[i];
    contacts[i].friction = problem.friction[i];
    contacts[i].normal = i == problem.striker ? NormalRule::impulse
                         : moves              ? NormalRule::unilateral
                                              : NormalRule::apart;
    contacts[i].slip = i == problem.striker && !problem.rough_striker ? SlipRule::given
                       : problem.friction[i] == 0                     ? SlipRule::smooth
                       : slip > 0                                     ? SlipRule::plus
                       : slip < 0                                     ? SlipRule::minus
                                                                      : SlipRule::open;
  }
  std::vector<double> inertia(width * width), offset(width, 0.0), prescribed(width, 0.0);
  for (int r = 0; r < width; ++r)
    for (int s = 0; s < width; ++s)
      inertia[r * width + s] = unit[r / 2] * unit[s / 2] * entry(r, s);
  if (!problem.rough_striker) prescribed[2 * problem.striker] = problem.ratio;
  prescribed[2 * problem.striker + 1] = 1;

  ModeAnswers found;
  ModeScratch scratch;
  found.reserve(c);
  scratch.reserve(c);
  const ModeProblem<double> modes{c,
                                  inertia.data(),
                                  offset.data(),
                                  prescribed.data(),
                                  contacts.data(),
                                  std::max(1.0, std::abs(problem.ratio))};
  select_modes(modes, nullptr, Method::consistent, found, scratch);

  DeterminacyScratch determinacy;
  determinacy.reserve(c);
  LooseScratch loose;
  loose.reserve(c);
  RateAnswers result;
  result.exhaustive = found.exhaustive;
  const double own = unit[problem.striker];
  for (int k = 0; k < found.count; ++k) {
    const int place = found.order[k];
    RateAnswer answer;
    for (int r = 0; r < width; ++r) {
      answer.impulse.push_back(unit[r / 2] / own * found.force_of(place)[r]);
      answer.velocity.push_back(found.rate_of(place)[r] / (unit[r / 2] * own));
    }
    answer.modes.assign(found.modes_of(place), found.modes_of(place) + c);
    answer.impulses_determined = found.impulses_determined[place] != 0;
    answer.open.assign(static_cast<std::size_t>(width), 0);
    const double size = mode_size(modes, found.force_of(place));
    std::vector<CarryingContact>& carried = answer.carrying;
    carried.resize(static_cast<std::size_t>(c));
    for (int i = 0; i < c; ++i) {
      const double* const rate = found.rate_of(place) + 2 * i;
      // The striker's impulse is given, both parts of it, where friction is not asked.
      const bool carries = i != problem.striker && contacts[i].normal != NormalRule::apart &&
                           rate[1] <= still_share * size;
      const int slip = problem.slip[i] != 0                      ? problem.slip[i]
                       : std::abs(rate[0]) <= still_share * size ? 0
                       : rate[0] > 0                             ? 1
                                                                 : -1;
      if (carries) carried[i] = carrying(problem.friction[i], slip);
      if (i == problem.striker && problem.rough_striker) {
        carried[i] = carrying(problem.friction[i], slip);
        carried[i].given = true;
      }
      if (i == problem.striker || contacts[i].normal != NormalRule::apart) continue;
      answer.open[2 * i + 1] = 1;  // nothing moves it
      if (problem.friction[i] > 0) answer.open[2 * i] = 1;
      answer.impulses_determined = false;
    }
    if (find_open(c, problem.inertia.data(), carried.data(), answer.impulse.data(),
                  answer.open.data(), determinacy)) {
      answer.impulses_determined = false;
      add_open_directions(c, determinacy, answer.directions);
    }
    answer.loose = loose_contact(modes, found.force_of(place), found.rate_of(place), loose);
    if (answer.loose >= 0) {
      answer.impulses_determined = false;
      for (int r = 0; r < width; ++r)
        if (std::abs(loose.direction[r]) > unchanged) answer.open[r] = 1;
    }
    cover_open(answer.open, answer.directions);
    result.answers.push_back(std::move(answer));
  }
  return result;
}

}  // namespace carom
