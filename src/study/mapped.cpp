#include "study/mapped.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "dynamics/compiled_model.hpp"
#include "study/law_choice.hpp"
#include "sweeps/scenario_slopes.hpp"

namespace carom {
namespace {

constexpr double map_tolerance = 1e-12;
/// To a return, where [simulate] does not say otherwise: what takes more (a wheel whose hub weighs
/// next to nothing) comes to no end that anybody waits for.
constexpr long most_steps_of_a_return = 200000;

[[noreturn]] void refuse_section(const Study& study, std::string what) {
  const Where where{"map", -1, "section", -1};
  throw InputError(study.scenario.path,
                   {{where, std::move(what), study.place_of ? study.place_of(where) : Place{}}});
}

Section chosen_section(const Study& study) {
  const Scenario& scenario = study.scenario;
  const Mechanism& mechanism = scenario.mechanism;
  const MapChoice choice = scenario.map.value_or(MapChoice{});
  Section section;
  if (choice.section == "post" || choice.section == "pre")
    section.kind = choice.section == "post" ? SectionKind::post : SectionKind::pre;
  else if (choice.section == "separation")
    section.kind = SectionKind::separation;
  else {
    section.kind = SectionKind::formula;
    section.formula = choice.section;
    const ParsedExpression parsed =
        parsed_expression(choice.section, state_variables(mechanism), mechanism.parameters);
    if (!parsed.faults.empty())
      refuse_section(
          study,
          fmt::format("section = \"{}\": {}; must be post, pre, separation or a formula of the "
                      "state",
                      choice.section, parsed.faults[0].message));
    if (parsed.expression.is_constant())
      refuse_section(study,
                     fmt::format("section = \"{}\" is the same everywhere; no motion crosses it",
                                 choice.section));
  }
  const auto place = [](const auto& items, const std::string& name) {
    for (std::size_t i = 0; i < items.size(); ++i)
      if (items[i].name == name) return static_cast<int>(i);
    return -1;
  };
  if (choice.contact) section.contact = place(mechanism.contacts, *choice.contact);
  for (const auto& [one, other] : choice.swap)
    section.swap.emplace_back(place(mechanism.links, one), place(mechanism.links, other));
  section.turn = choice.turn;
  if (mechanism.contacts.empty() && section.kind != SectionKind::formula)
    refuse_section(study,
                   "map: the mechanism has no contact; its section must be a formula of the state");
  return section;
}

}  // namespace

std::unique_ptr<Mapped> mapped(const Study& given, const MapRequest& request) {
  auto made = std::make_unique<Mapped>(Mapped{.study = given});
  const Study& study = made->study;
  const Scenario& scenario = study.scenario;
  const MapChoice choice = scenario.map.value_or(MapChoice{});
  std::vector<std::string> asked;
  if (!request.law.empty()) asked.push_back(request.law);
  made->law = chosen_laws(study, asked).front();
  made->within =
      choice.within.value_or(scenario.simulate ? scenario.simulate->duration : default_within);
  made->period = choice.period;
  const Section section = chosen_section(study);
  const Tree& tree = study.model.compiled().tree;
  const bool closed = section.kind == SectionKind::post && !section.symmetric();
  if (closed && request.path != "motion") made->pair = impact_pair(tree, *made->law);
  if (made->pair && !made->period) {
    const auto rate = made->pair->rate();
    if (rate && *rate > 0) made->period = 2 * std::numbers::pi / *rate;
  }
  if (made->pair) {
    const auto rate = made->pair->rate();
    made->with_time = !rate || *rate > 0;
  }
  if (!made->pair && request.path == "closed")
    throw InputError(scenario.path,
                     {{{},
                       "--path closed: this is no convex body on a plate whose flight is known in "
                       "closed form (docs/theory/maps.md), or its section is not post",
                       {}}});
  MotionOptions options;
  options.duration = made->within;
  options.tolerance = map_tolerance;
  options.step_limit = most_steps_of_a_return;
  if (scenario.simulate) {
    options = motion_options(*scenario.simulate);
    if (scenario.simulate->steps == MotionChoice{}.steps)
      options.step_limit = most_steps_of_a_return;
    options.duration = made->within;
    options.tolerance = std::min(options.tolerance, map_tolerance);
  }
  options.law = made->law->name;
  if (scenario.impact.several) options.several = *scenario.impact.several;
  options.on_ambiguous = request.on_ambiguous;
  made->motion.emplace(study.model, section, options);
  return made;
}

SectionMap* section_of(Mapped& m, std::string& problem, const SectionMap* like) {
  const Scenario& scenario = m.study.scenario;
  if (m.section) return m.section.get();
  if (m.pair) {
    if (m.with_time && !m.period)
      problem = "the formulas in t have no common period: [map] period gives it";
    else
      m.section = pair_section(*m.pair, scenario.mechanism.links[0].name,
                               m.with_time ? m.period : std::nullopt, m.within, &*m.motion,
                               m.along ? &*m.along : nullptr);
  } else {
    State about = scenario.state;
    auto first = m.motion->next(about);
    if (!first) {
      problem = m.motion->last_end() == MotionEnd::step_limit
                    ? too_many_steps(*m.motion)
                    : "the motion from [state] has no return, and [state] says where to look";
      return nullptr;
    }
    about = *std::move(first);
    m.section =
        motion_section(*m.motion, about, m.period, problem, m.along ? &*m.along : nullptr, like);
    if (!problem.empty()) m.section.reset();
  }
  return m.section.get();
}

void follow_parameter(Mapped& m, const std::string& name) {
  const Scenario& scenario = m.study.scenario;
  const auto own = std::ranges::find(scenario.parameters, name, &Parameter::name);
  const std::array place{static_cast<int>(own - scenario.parameters.begin())};
  SlopedStart start = sloped_start(scenario, m.study.model.compiled().tree, place);
  if (!start.numbers.finite()) return;
  ParameterSlopes along{std::move(start.tree), {}, {}};
  if (scenario.map) along.turn = start.numbers(scenario.map->turn);
  const Mechanism& mechanism = scenario.mechanism;
  if (m.motion->section().kind == SectionKind::formula) {
    std::vector<std::string> names = state_variables(mechanism);
    for (const Parameter& parameter : mechanism.parameters) {
      // A variable hides a parameter of its name.
      const bool hidden = std::ranges::find(names, parameter.name) != names.end();
      names.push_back(hidden ? std::string() : parameter.name);
      along.section.parameters.push_back(start.numbers(parameter.value));
    }
    along.section.expression = parsed_expression(m.motion->section().formula, names).expression;
  }
  m.along = std::move(along);
}

std::string too_many_steps(const MotionMap& map) {
  return fmt::format(
      "the motion takes more than {} steps to a return ([simulate] steps says how many it may)",
      map.options().step_limit);
}

void tell_impacts(const ImpactRecord& record, std::string_view law, MapReport& report) {
  report.gains += record.gains();
  for (std::string& each : record.warnings()) report.warnings.push_back(std::move(each));
  for (std::string& each : record.notes(law, record.open_impacts()))
    report.notes.push_back(std::move(each));
  if (record.choices() > 0)
    report.notes.push_back(fmt::format(
        "{} had several answers; one was followed each time (--on-ambiguous first), so this map is "
        "one of several",
        record.choices() == 1 ? std::string("one impact")
                              : fmt::format("{} impacts", record.choices())));
}

Named<double> named_numbers(const Mechanism& mechanism, const State& state) {
  const std::vector<std::string> names = state_names(mechanism);
  Named<double> all;
  const std::size_t n = state.positions.size();
  for (std::size_t i = 0; i < n; ++i) all.emplace_back(names[i], state.positions[i]);
  for (std::size_t i = 0; i < n; ++i) all.emplace_back(names[n + i], state.velocities[i]);
  return all;
}

Named<double> timed(const Mechanism& mechanism, const State& state, bool with_time) {
  Named<double> all;
  if (with_time) all.emplace_back("time", state.time);
  for (auto& each : named_numbers(mechanism, state)) all.push_back(std::move(each));
  return all;
}

}  // namespace carom
