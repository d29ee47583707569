#include "reports/account.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/rounding.hpp"
#include "reports/spring_words.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

std::string_view doing(Mode mode) {
  switch (mode) {
    case Mode::apart:
      return "is apart from its surface";
    case Mode::separates:
      return "is let go";
    case Mode::sticks:
      return "sticks";
    case Mode::slides_plus:
      return "slides forward (+)";
    case Mode::slides_minus:
      return "slides backward (−)";
  }
  return "";
}

}  // namespace

std::string stage_sentence(const StruckStage& stage, const std::vector<std::string>& contacts) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < stage.modes.size(); ++i)
    words.push_back(fmt::format("{} {}", contacts[i],
                                stage.springs.empty()
                                    ? std::string(doing(stage.modes[i]))
                                    : spring_doing(stage.springs[i], stage.modes[i])));
  return fmt::format("{}, {} {} to {} N s: {}.", name(stage.phase),
                     stage.springs.empty() ? "impulse" : "impulses together", number(stage.from),
                     number(stage.to), fmt::join(words, "; "));
}

std::string stage_ending(const StruckStage& stage, double energy) {
  const double loss = without_rounding(stage.energy_loss, energy);
  const char* goes = loss >= 0                           ? "lost"
                     : stage.phase == Phase::restitution ? "given back"
                                                         : "given";
  return fmt::format("Ends: {}. Energy {}: {} J.", stage.ends_with, goes, number(std::abs(loss)));
}

}  // namespace carom
