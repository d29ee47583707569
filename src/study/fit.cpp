#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/nearest_name.hpp"
#include "study/dataset_trains.hpp"
#include "study/train_study.hpp"
#include "train/rule_fit.hpp"
#include "train/segmentation.hpp"
#include "train/selection.hpp"

namespace carom {
namespace {

/// The value of a word, or a fault about the option.
template <class T>
T chosen(const std::string& option, const std::string& word,
         const std::vector<std::pair<std::string, T>>& words, std::vector<Fault>& faults) {
  std::vector<std::string> known;
  for (const auto& [name, value] : words) {
    if (name == word) return value;
    known.push_back(name);
  }
  faults.push_back(
      {{},
       fmt::format("--{}: \"{}\" is not known{}", option, word, nearest_or_all(word, known)),
       {}});
  return words.front().second;
}

void add_coefficients(FitReport& report, const RuleFit& fit, bool with_printed) {
  const SegmentCoefficients printed = find_segment_rule("alluhydan2019")->coefficients;
  const auto add = [&](const char* name, const FittedValue& value, double in_print) {
    report.coefficients.push_back({name, value.value, value.value - value.half_width,
                                   value.value + value.half_width,
                                   with_printed ? std::optional(in_print) : std::nullopt});
  };
  add("a", fit.a, printed.a);
  add("b", fit.b, printed.b);
  add("c", fit.c, printed.c);
  add("a + c", fit.level, printed.a + printed.c);
  add("a b", fit.slope, printed.a * printed.b);
}

}  // namespace

FitReport fit(const FitRequest& request) {
  std::vector<Fault> faults;
  const auto model = chosen<ContactModel>("model", request.model,
                                          {{"hertz", ContactModel::hertz},
                                           {"bilinear", ContactModel::bilinear},
                                           {"rigid", ContactModel::rigid}},
                                          faults);
  const auto interior = chosen<Interior>(
      "interior", request.interior,
      {{"lossless", Interior::lossless}, {"dissipating", Interior::dissipating}}, faults);
  // Faster, contacts are over before a wave has passed a segment, and take ever more steps.
  constexpr double fastest = 1e6;
  if (!(request.speed >= 1 / fastest && request.speed <= fastest))
    faults.push_back({{},
                      fmt::format("--speed is {}; must be from {} to {} m/s", request.speed,
                                  1 / fastest, fastest),
                      {}});
  if (!faults.empty()) throw InputError("", std::move(faults));
  const Dataset dataset = dataset_named(request.data);

  // Pairs of section 2.6 verify the rule; they do not make it.
  std::vector<SelectionPair> pairs;
  std::vector<const DatasetMeasured*> measured;
  for (const DatasetMeasured& one : dataset.measured) {
    if (one.bodies.size() != 2 || !one.printed_segments.empty() || one.restitution == 0) continue;
    pairs.push_back({train_of(dataset, one.bodies, request.speed, model, interior), one.restitution,
                     one.category});
    measured.push_back(&one);
  }
  std::set<double> ratios_seen;
  const Selection selected = selection(pairs);
  FitReport report;
  report.data = dataset.name;
  report.model = request.model;
  report.interior = request.interior;
  report.speed = request.speed;
  std::vector<double> ratios, segments;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const SelectedPair& one = selected.pairs[p];
    report.pairs.push_back({measured[p]->name, pairs[p].category, one.ratio, pairs[p].measured,
                            one.soft_segments, one.restitution, one.error,
                            measured[p]->printed_error});
    ratios.push_back(one.ratio);
    segments.push_back(one.soft_segments);
    ratios_seen.insert(one.ratio);
  }
  if (ratios_seen.size() < 4)
    throw InputError(request.data,
                     {{{},
                       fmt::format("has {} [[measured]] pairs with different stiffness ratios; the "
                                   "fit needs four or more",
                                   ratios_seen.size()),
                       {}}});
  for (const SelectedCategory& category : selected.categories) {
    double sum = 0;
    int count = 0;
    for (const FitReport::Pair& pair : report.pairs)
      if (pair.category == category.category) {
        sum += pair.error;
        ++count;
      }
    report.categories.push_back(
        {category.category, category.hard_segments, category.mean_error, sum / count});
  }
  const RuleFit fitted = rule_fit(ratios, segments);
  const bool published = dataset.name == "alluhydan2019";
  add_coefficients(report, fitted, published);
  report.regression = fitted.regression;
  report.deviation = fitted.deviation;
  const SegmentCoefficients printed = find_segment_rule("alluhydan2019")->coefficients;
  double sum = 0;
  for (std::size_t p = 0; p < pairs.size(); ++p)
    sum += std::pow(printed.a * std::pow(ratios[p], printed.b) + printed.c - segments[p], 2);
  report.printed_deviation = std::sqrt(sum / static_cast<double>(pairs.size() - 3));
  if (!fitted.converged) report.notes.push_back("the least-squares iteration did not converge");
  if (std::any_of(report.coefficients.begin(), report.coefficients.end(),
                  [](const FitReport::Coefficient& each) { return !std::isfinite(each.high); }))
    report.notes.push_back("the points do not determine all three coefficients");
  if (published) {
    const auto inside = [](const FitReport::Coefficient& each) {
      return *each.printed >= each.low && *each.printed <= each.high;
    };
    const bool recovered = inside(report.coefficients[3]) && inside(report.coefficients[4]) &&
                           std::abs(report.regression - 0.89) < 0.05;
    report.notes.push_back(
        recovered
            ? "the printed rule (a + c = 38, a b = -0.1375, R = 0.89) is recovered within the "
              "confidence intervals"
            : "the printed rule (a + c = 38, a b = -0.1375, R = 0.89) is not recovered; a, b "
              "and c alone mean little: with so small a b only a + c and a b show");
  }
  return report;
}

}  // namespace carom
