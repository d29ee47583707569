/// One palette: drawings and pages have the same colours by the same names, and a colour has one
/// meaning.

#include "draw/palette.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "draw/critical.hpp"
#include "draw/impulse.hpp"
#include "draw/mechanism.hpp"
#include "draw/svg.hpp"
#include "draw/transmission.hpp"
#include "unit/draw/samples.hpp"
#include "unit/draw/xml.hpp"

namespace carom {
namespace {

using nlohmann::json;

std::string file(const std::string& name) {
  std::ifstream stream(std::string(CAROM_WEB) + "/src/" + name);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

json of_pages() {
  return json::parse(file("base/palette.json"));
}

TEST(Palette, PagesHaveTheSameColoursByTheSameNames) {
  const json pages = of_pages();
  json drawings = json::object();
  for (const Tone& tone : tones()) drawings[tone.name] = {tone.light, tone.dark};
  EXPECT_EQ(drawings, pages.at("tones"));
  json series = json::array();
  for (const Tone& tone : series_tones()) series.push_back({tone.light, tone.dark});
  EXPECT_EQ(series, pages.at("series"));
  for (const auto& [name, sign] : {std::pair{"above", 1}, {"below", -1}, {"nothing", 0}})
    for (const auto& [key, theme] : {std::pair{"light", Theme::light}, {"dark", Theme::dark}}) {
      const auto stops = number_stops(theme, sign);
      EXPECT_EQ(json(std::vector<std::string>(stops.begin(), stops.end())),
                pages.at("ramps").at(name).at(key));
    }
}

TEST(Palette, AColourHasOneMeaning) {
  const json pages = of_pages();
  for (const int theme : {0, 1}) {
    std::map<std::string, std::string> meaning;
    const auto add = [&](const std::string& colour, const std::string& name) {
      const auto [found, fresh] = meaning.emplace(colour, name);
      EXPECT_TRUE(fresh) << colour << " is " << found->second << " and " << name;
    };
    for (const auto& [name, colours] : pages.at("tones").items()) add(colours.at(theme), name);
    for (const char* list : {"series", "regions"})
      for (const json& colours : pages.at(list)) add(colours.at(theme), list);
  }
}

TEST(Palette, ThePageItselfHasItToo) {
  // The variables of the page's style that are colours of the palette, light and dark.
  const std::string css = file("page/style.css");
  const json all = of_pages().at("tones");
  for (const auto& [variable, name] :
       {std::pair{"page", "paper"}, {"ink", "ink"}, {"soft", "soft"}}) {
    std::set<std::string> found, expected;
    const std::regex one("--" + std::string(variable) + ": (#[0-9a-f]{6})\\b");
    for (std::sregex_iterator it(css.begin(), css.end(), one), end; it != end; ++it)
      found.insert((*it)[1]);
    for (const json& colour : all.at(name)) expected.insert(colour.get<std::string>());
    EXPECT_EQ(found, expected) << variable;
  }
}

TEST(Palette, NumbersGoFromPaleToStrongOnEitherSide) {
  EXPECT_EQ(number_colour(Theme::light, 1), number_stops(Theme::light, 1).back());
  EXPECT_EQ(number_colour(Theme::dark, -1), number_stops(Theme::dark, -1).back());
  EXPECT_EQ(number_colour(Theme::light, 0), number_stops(Theme::light, 0).front());
  EXPECT_EQ(number_colour(Theme::light, 0.2), number_stops(Theme::light, 1)[1]);
  EXPECT_EQ(number_colour(Theme::light, -0.25), number_stops(Theme::light, -1)[1]);
}

TEST(Palette, TheStyleSheetHasNoOtherColours) {
  std::set<std::string> known;
  for (const Theme theme : {Theme::light, Theme::dark}) {
    for (const Tone& tone : tones()) known.emplace(tone.in(theme));
    for (const Tone& tone : series_tones()) known.emplace(tone.in(theme));
    for (int level = -number_levels; level <= number_levels; ++level)
      known.insert(number_colour(theme, static_cast<double>(level) / number_levels));
  }
  const std::string sheet(style_sheet());
  const std::regex colour("#[0-9a-f]{3,6}\\b");
  for (std::sregex_iterator it(sheet.begin(), sheet.end(), colour), end; it != end; ++it)
    EXPECT_TRUE(known.contains(it->str())) << it->str();
}

/// Every class of a drawing has a rule, but for the groups that pointers read.
void expect_styled(const std::string& document) {
  const std::string sheet(style_sheet());
  for (const Element& element : elements_of(document)) {
    if (!element.attributes.contains("class")) continue;
    std::istringstream classes(element.attribute("class"));
    for (std::string each; classes >> each;) {
      if (each == "carom" || each.starts_with("drawn-")) continue;
      EXPECT_NE(sheet.find("." + each + "{"), std::string::npos) << each;
    }
  }
}

TEST(Palette, EveryStyleOfADrawingIsInTheSheet) {
  for (const MechanismDrawing& drawing : {samples::arch(), samples::biped(), samples::ellipse(),
                                          samples::slider(), samples::box(), samples::pendulum()})
    expect_styled(mechanism_svg(drawing));
  expect_styled(impulse_svg(samples::impact()));
  for (const bool determined : {true, false})
    expect_styled(transmission_svg(samples::strike(determined)));
  expect_styled(critical_svg(samples::plane()));
}

}  // namespace
}  // namespace carom
