#include "study/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/fit_intervals.hpp"
#include "study/fit_rows.hpp"
#include "study/law_choice.hpp"

namespace carom {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// What a number without an answer counts for, in spreads of what was measured.
constexpr double miss = 3;
/// Searches over the rows that have an answer: as often, at most, the rows change.
constexpr int most_searches = 6;

/// A number that was measured.
struct Measured {
  std::size_t experiment = 0, slot = 0;  // of the prediction
  std::size_t quantity = 0, row = 0;     // row: of those used
  double value = 0, root_weight = 1;
  double penalty = 0;
};

/// The mean of what was measured of a quantity, and its spread about it.
struct Spread {
  double mean = 0, deviation = 0;
};
Spread spread_of(const std::vector<double>& values) {
  Spread spread;
  double count = 0;
  for (const double value : values)
    if (std::isfinite(value)) {
      spread.mean += value;
      ++count;
    }
  spread.mean /= std::max(count, 1.0);
  for (const double value : values)
    if (std::isfinite(value)) spread.deviation += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(spread.deviation / std::max(count, 1.0));
  return spread;
}

/// The residuals of a prediction, over the numbers that are in use.
class Residuals {
 public:
  Residuals(Prediction& prediction, const FitRows& rows, const StopRequest& stop)
      : prediction_(prediction), stop_(stop), answers_(prediction.size()) {
    const std::size_t count = rows.rows.size();
    const bool samples = rows.task.quantities.front().subject == FitSubject::sample;
    std::vector<Spread> spreads;
    for (const std::vector<double>& values : rows.measured) spreads.push_back(spread_of(values));
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t q = 0; q < rows.measured.size(); ++q) {
        const double value = rows.measured[q][i];
        if (std::isnan(value)) continue;
        const Spread& spread = spreads[q];
        Measured one{samples ? 0 : i, samples ? q * count + i : q,   q, i,
                     value,           std::sqrt(rows.weights[q][i]), 0};
        one.penalty = one.root_weight * miss *
                      (spread.deviation > 0 ? spread.deviation : std::max(std::abs(value), 1.0));
        used_.push_back(one);
      }
    std::ranges::stable_sort(used_, {}, &Measured::experiment);
  }

  const std::vector<Measured>& used() const { return used_; }
  /// Only these from now on.
  void use(std::vector<Measured> some) { used_ = std::move(some); }

  bool value(std::span<const double> x, std::span<double> r) {
    bool any = false;
    each(x, [&](std::size_t k, double predicted, const std::string&) {
      const Measured& one = used_[k];
      r[k] = std::isnan(predicted) ? one.penalty : one.root_weight * (predicted - one.value);
      any = any || !std::isnan(predicted);
    });
    return any;
  }

  /// False where an answer has no exact derivative.
  bool slopes(std::span<const double> x, std::span<double> out) {
    const std::size_t p = x.size();
    std::vector<double> of_experiment(prediction_.size() * p);
    std::ranges::fill(out, 0.0);
    for (std::size_t k = 0; k < used_.size();) {
      const std::size_t experiment = used_[k].experiment;
      stop_.heed();
      prediction_.predict(x, experiment, answers_);
      const bool any = std::ranges::any_of(answers_, [](double y) { return std::isfinite(y); });
      if (any && !prediction_.slopes(x, experiment, of_experiment)) return false;
      for (; k < used_.size() && used_[k].experiment == experiment; ++k)
        for (std::size_t j = 0; j < p && std::isfinite(answers_[used_[k].slot]); ++j)
          out[k * p + j] = used_[k].root_weight * of_experiment[used_[k].slot * p + j];
    }
    return true;
  }

  /// use(k, predicted, why there is none) of every number in use.
  template <class Use>
  void each(std::span<const double> x, const Use& use) {
    for (std::size_t k = 0; k < used_.size();) {
      const std::size_t experiment = used_[k].experiment;
      stop_.heed();
      const std::string why = prediction_.predict(x, experiment, answers_);
      for (; k < used_.size() && used_[k].experiment == experiment; ++k) {
        const double predicted = answers_[used_[k].slot];
        use(k, std::isfinite(predicted) ? predicted : std::numeric_limits<double>::quiet_NaN(),
            why);
      }
    }
  }

 private:
  Prediction& prediction_;
  const StopRequest& stop_;
  std::vector<double> answers_;
  std::vector<Measured> used_;
};

LeastSquares problem_of(const Scenario& scenario, Residuals& residuals, double accuracy) {
  const FitChoice& choice = *scenario.fit;
  LeastSquares problem;
  problem.residuals = residuals.used().size();
  problem.accuracy = accuracy;
  for (const std::string& name : choice.free) {
    const auto bound = std::ranges::find(choice.bounds, name, &NamedRange::name);
    const bool bounded = bound != choice.bounds.end();
    problem.low.push_back(bounded ? bound->low : -infinite);
    problem.high.push_back(bounded ? bound->high : infinite);
    const double start =
        std::abs(std::ranges::find(scenario.parameters, name, &Parameter::name)->value);
    const double width = problem.high.back() - problem.low.back();
    problem.scale.push_back(std::isfinite(width) ? 0.1 * width : start > 0 ? start : 1);
  }
  problem.value = [&residuals](std::span<const double> x, std::span<double> r) {
    return residuals.value(x, r);
  };
  problem.slopes = [&residuals](std::span<const double> x, std::span<double> slopes) {
    return residuals.slopes(x, slopes);
  };
  return problem;
}

/// What the search has come to.
struct Found {
  LeastSquares problem;
  LeastSquaresFit fit;
  int starts = 0, agree = 0, evaluations = 0;
  std::vector<std::pair<Measured, std::string>> unanswered;
  bool settled = true;  ///< the same rows are out twice
};

/// The numbers that have an answer at x; the others go to `unanswered`.
std::vector<Measured> with_answers(Residuals& residuals, std::span<const double> x, Found& found) {
  std::vector<Measured> some;
  residuals.each(x, [&](std::size_t k, double predicted, const std::string& why) {
    if (std::isnan(predicted))
      found.unanswered.emplace_back(residuals.used()[k], why.empty() ? "no number" : why);
    else
      some.push_back(residuals.used()[k]);
  });
  return some;
}

Found searched(const Scenario& scenario, Residuals& residuals, double accuracy, int more_starts) {
  const std::vector<Measured> all = residuals.used();
  std::vector<double> start;
  for (const std::string& name : scenario.fit->free)
    start.push_back(std::ranges::find(scenario.parameters, name, &Parameter::name)->value);
  Found found;
  found.problem = problem_of(scenario, residuals, accuracy);
  ManyStarts many = from_many_starts(found.problem, start, more_starts);
  found.fit = std::move(many.best);
  found.starts = many.starts;
  found.agree = many.agree;
  found.evaluations = found.fit.evaluations;
  if (!found.fit.found) {
    with_answers(residuals, start, found);
    return found;
  }
  std::size_t out = 0;
  for (int k = 0; k < most_searches; ++k) {
    residuals.use(all);
    found.unanswered.clear();
    std::vector<Measured> some = with_answers(residuals, found.fit.x, found);
    const bool same = found.unanswered.size() == out;
    out = found.unanswered.size();
    residuals.use(std::move(some));
    found.problem = problem_of(scenario, residuals, accuracy);
    found.settled = same;
    if (same) break;
    found.fit = least_squares(found.problem, found.fit.x);
    found.evaluations += found.fit.evaluations;
  }
  return found;
}

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Intervals by profile; where one of them finds a place with a lower S, the search goes on there.
void add_profiles(Found& found, FitSpread& spread, IdentificationReport& report) {
  constexpr int most_restarts = 3;
  for (int restart = 0; restart <= most_restarts; ++restart) {
    std::optional<std::vector<double>> better;
    for (std::size_t j = 0; j < report.parameters.size() && !better; ++j) {
      FittedParameter& parameter = report.parameters[j];
      const double half =
          spread.freedom > 0 ? student_quantile(report.confidence, spread.freedom) * spread.error[j]
                             : infinite;
      const ProfileInterval profile =
          profile_interval(found.problem, found.fit, spread, j, report.confidence, half);
      parameter.profile_low = finite(profile.ends[0]);
      parameter.profile_high = finite(profile.ends[1]);
      parameter.low_at_bound = profile.at_bound[0];
      parameter.high_at_bound = profile.at_bound[1];
      if (restart < most_restarts) better = profile.better;
    }
    if (!better) return;
    LeastSquaresFit again = least_squares(found.problem, *better);
    if (!(again.sum < found.fit.sum)) return;
    found.evaluations += again.evaluations;
    found.fit = std::move(again);
    found.agree = 1;
    spread = fit_spread(found.problem, found.fit);
  }
}

void add_parameters(const Scenario& scenario, const Found& found, const FitSpread& spread,
                    IdentificationReport& report) {
  const double t =
      spread.freedom > 0 ? student_quantile(report.confidence, spread.freedom) : infinite;
  std::vector<std::size_t> known;
  for (std::size_t j = 0; j < found.fit.x.size(); ++j) {
    FittedParameter& own = report.parameters[j];
    own.name = scenario.fit->free[j];
    own.start = std::ranges::find(scenario.parameters, own.name, &Parameter::name)->value;
    own.value = found.fit.x[j];
    own.at = found.fit.held[j] < 0   ? FitEnd::low
             : found.fit.held[j] > 0 ? FitEnd::high
                                     : FitEnd::inside;
    own.determined = spread.determined[j];
    if (!(spread.error[j] > 0) || !std::isfinite(spread.error[j])) continue;
    own.error = spread.error[j];
    own.low = finite(own.value - t * spread.error[j]);
    own.high = finite(own.value + t * spread.error[j]);
    known.push_back(j);
  }
  for (const std::size_t i : known) {
    report.correlated.push_back(report.parameters[i].name);
    report.correlations.emplace_back();
    for (const std::size_t k : known)
      report.correlations.back().push_back(spread.correlations[i * found.fit.x.size() + k]);
  }
  for (const std::vector<double>& direction : spread.open) {
    FitOpen& open = report.open.emplace_back();
    for (std::size_t j = 0; j < direction.size(); ++j)
      if (direction[j] != 0) open.direction.emplace_back(report.parameters[j].name, direction[j]);
  }
  report.condition = finite(spread.condition);
  report.sum = found.fit.sum;
  report.freedom = spread.freedom;
  report.deviation = finite(spread.deviation).value_or(0);
}

void add_points(const FitRows& rows, const MeasuredTable& table, Residuals& residuals,
                const Found& found, IdentificationReport& report) {
  struct Sums {
    double mean = 0, square = 0, largest = 0, measured = 0, about = 0;
    long count = 0;
  };
  std::vector<Sums> sums(rows.task.quantities.size());
  std::vector<bool> used(table.rows(), false);
  residuals.each(found.fit.x, [&](std::size_t k, double predicted, const std::string&) {
    const Measured& one = residuals.used()[k];
    Sums& own = sums[one.quantity];
    const double residual = predicted - one.value;
    own.mean += residual;
    own.square += residual * residual;
    own.largest = std::max(own.largest, std::abs(residual));
    own.measured += one.value;
    ++own.count;
    used[rows.rows[one.row]] = true;
    report.points.push_back({static_cast<long>(rows.rows[one.row]) + 1,
                             rows.task.quantities[one.quantity].name, one.value, predicted,
                             one.root_weight * one.root_weight});
  });
  for (const Measured& one : residuals.used()) {
    Sums& own = sums[one.quantity];
    own.about += std::pow(one.value - own.measured / static_cast<double>(own.count), 2);
  }
  for (std::size_t q = 0; q < sums.size(); ++q) {
    const double count = std::max(1.0, static_cast<double>(sums[q].count));
    report.columns.push_back({rows.task.quantities[q].name, rows.task.quantities[q].unit,
                              sums[q].count, sums[q].mean / count,
                              std::sqrt(sums[q].square / count), sums[q].largest,
                              std::sqrt(sums[q].about / count),
                              sums[q].about > 0 ? 1 - sums[q].square / sums[q].about : 0});
  }
  report.answered = std::ranges::count(used, true);
}

/// The rows without an answer, each once, and how many there are of each kind.
void add_gaps(const FitRows& rows, const MeasuredTable& table, const Found& found,
              IdentificationReport& report) {
  report.gaps = rows.gaps;
  for (const auto& [one, why] : found.unanswered) {
    const long row = static_cast<long>(rows.rows[one.row]) + 1;
    if (std::ranges::find(report.gaps, row, &FitGap::row) == report.gaps.end())
      report.gaps.push_back({row, table.lines[rows.rows[one.row]], why});
  }
  std::ranges::stable_sort(report.gaps, {}, &FitGap::row);
  for (const FitGap& gap : report.gaps) {
    auto same = std::ranges::find(report.gap_counts, gap.why, &FitGapCount::why);
    if (same == report.gap_counts.end())
      same = report.gap_counts.insert(same, FitGapCount{gap.why, 0});
    ++same->rows;
  }
}

std::string listed_direction(const FitOpen& open) {
  std::string list;
  for (const auto& [name, part] : open.direction)
    list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
  return list;
}

/// What must be said of the result.
void add_warnings(const Scenario& scenario, const Found& found, bool profiles,
                  IdentificationReport& report) {
  auto& warnings = report.warnings;
  if (report.freedom <= 0)
    warnings.push_back(fmt::format(
        "{} for {} free parameters: the noise, and with it every interval, is unknown",
        report.points.size() == 1 ? std::string("one number was measured")
                                  : fmt::format("{} numbers were measured", report.points.size()),
        report.parameters.size()));
  for (const FitOpen& open : report.open)
    warnings.push_back(
        open.direction.size() == 1
            ? fmt::format("the data do not determine {}: nothing that was measured depends on it",
                          listed_direction(open))
            : fmt::format("the data do not determine {} each for itself: they can change together "
                          "and nothing that was measured does",
                          listed_direction(open)));
  for (const FittedParameter& each : report.parameters) {
    if (each.determined && each.at != FitEnd::inside)
      warnings.push_back(fmt::format("{} is at its {} bound: the least sum is there or beyond",
                                     each.name, name(each.at)));
    const bool flat =
        profiles && each.determined && each.at == FitEnd::inside && report.freedom > 0 &&
        report.deviation > 0 &&
        ((!each.profile_low && !each.low_at_bound) || (!each.profile_high && !each.high_at_bound));
    if (flat && each.error && each.low)
      warnings.push_back(
          fmt::format("the profile of {} is flat: within reach the sum does not rise enough for "
                      "its interval to "
                      "end, so its standard error means little",
                      each.name));
  }
  constexpr double ill = 1e4;
  if (report.condition && *report.condition > ill)
    warnings.push_back(fmt::format(
        "the parameters are hardly told apart (condition {:.1e}): see their correlations",
        *report.condition));
  if (!report.converged)
    warnings.emplace_back("the search did not converge: the estimates are the best that was found");
  if (!found.settled)
    warnings.emplace_back("which rows have an answer changes with the estimates, to the end");
  std::vector<std::string> units;
  for (const FittedColumn& column : report.columns)
    if (std::ranges::find(units, column.unit) == units.end()) units.push_back(column.unit);
  if (units.size() > 1 && scenario.fit->weights.empty())
    report.notes.emplace_back(
        "quantities of different units are compared without weights: those with the larger numbers "
        "count more");
  if (found.starts > 1 && found.agree < found.starts)
    report.notes.push_back(
        fmt::format("of {} starts {} led to the least sum; the others ended in others, larger ones",
                    found.starts, found.agree));
}

IdentificationReport identified(
    const Scenario& scenario, const std::function<Place(const Where&)>& place_of,
    const MeasuredTable& table, const IdentifyRequest& request,
    const std::function<std::unique_ptr<Prediction>(const PredictionTask&)>& prediction_of,
    const Law* law) {
  FitRows rows = fit_rows(scenario, table, place_of);
  rows.task.law = law;
  IdentificationReport report;
  report.title = scenario.title;
  report.data = table.name;
  report.subject = rows.task.quantities.front().subject;
  if (law != nullptr) report.law = law->name;
  report.confidence = scenario.fit->confidence;
  report.rows = static_cast<long>(table.rows());
  report.left_out = rows.left_out;
  report.parameters.resize(scenario.fit->free.size());

  const std::unique_ptr<Prediction> prediction = prediction_of(rows.task);
  Residuals residuals(*prediction, rows, request.stop);
  Found found = searched(scenario, residuals, prediction->accuracy(), request.starts);
  report.starts = found.starts;
  add_gaps(rows, table, found, report);
  if (!found.fit.found) {
    for (std::size_t j = 0; j < report.parameters.size(); ++j) {
      FittedParameter& own = report.parameters[j];
      own.name = scenario.fit->free[j];
      own.start = own.value = found.fit.x[j];
      own.determined = false;
    }
    report.warnings.emplace_back("no row has an answer: nothing was fitted");
    return report;
  }
  FitSpread spread = fit_spread(found.problem, found.fit);
  if (request.profiles) {
    for (std::size_t j = 0; j < report.parameters.size(); ++j)
      report.parameters[j].name = scenario.fit->free[j];
    add_profiles(found, spread, report);
  }
  std::vector<double> exact(found.problem.residuals * found.problem.parameters());
  report.slopes = residuals.slopes(found.fit.x, exact) ? FitSlopes::exact : FitSlopes::differences;
  report.converged = found.fit.converged && found.settled;
  report.agree = found.agree;
  report.evaluations = found.evaluations;
  add_parameters(scenario, found, spread, report);
  add_points(rows, table, residuals, found, report);
  add_warnings(scenario, found, request.profiles, report);
  return report;
}

/// Faults of the call, and of a scenario without [fit].
void check_request(const Scenario& scenario, const IdentifyRequest& request) {
  std::vector<Fault> faults;
  if (request.starts < 0 || request.starts > 10000)
    faults.push_back(
        {{}, fmt::format("--starts is {}; must be from 0 to 10000", request.starts), {}});
  if (!faults.empty()) throw InputError("", std::move(faults));
  if (!scenario.fit)
    throw InputError(scenario.path,
                     {{{},
                       "fit: this scenario has no [fit]; it needs one with the parameters that are "
                       "free and what is compared, such as free = [\"e\"], compare = "
                       "[\"velocity.y_after\"]",
                       {}}});
}

}  // namespace

IdentificationReport identify(const EitherStudy& study, const MeasuredTable& measured,
                              const IdentifyRequest& request) {
  if (const auto* train = std::get_if<TrainStudy>(&study)) {
    check_request(train->scenario, request);
    if (!request.law.empty())
      throw InputError("", {{{}, "--law: a train follows no law of impact", {}}});
    return identified(
        train->scenario, train->place_of, measured, request,
        [&](const PredictionTask& task) { return collision_prediction(*train, task); }, nullptr);
  }
  const auto& mechanism = std::get<Study>(study);
  check_request(mechanism.scenario, request);
  const auto laws = chosen_laws(
      mechanism, request.law.empty() ? std::vector<std::string>{} : std::vector{request.law});
  if (laws.size() != 1)
    throw InputError("", {{{}, "--law: a fit follows one law; must be one name", {}}});
  return identified(
      mechanism.scenario, mechanism.place_of, measured, request,
      [&](const PredictionTask& task) {
        return task.quantities.front().subject == FitSubject::impact
                   ? impact_prediction(mechanism, task)
                   : motion_prediction(mechanism, task);
      },
      laws.front());
}

}  // namespace carom
