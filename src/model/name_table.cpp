#include "model/name_table.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/nearest_name.hpp"

namespace carom {

NameTable::NameTable(std::string_view section, std::vector<std::string> names)
    : section_(section), names_(std::move(names)) {
  first_.reserve(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].empty())
      nameless_ = true;
    else
      first_.try_emplace(names_[i], static_cast<int>(i));
}

void NameTable::check(std::vector<Fault>& faults) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const int index = static_cast<int>(i);
    if (names_[i].empty()) {
      Element(faults, section_, index)
          .fault("name", fmt::format("name is empty; every {} needs one", section_));
      continue;
    }
    const int first = first_.at(names_[i]);
    if (first == index) continue;
    faults.push_back({{section_, index, "name", -1},
                      fmt::format("two {}s are named \"{}\" (the {} and the {})", section_,
                                  names_[i], ordinal(first), ordinal(index)),
                      {}});
  }
}

std::optional<int> NameTable::found(const Element& user, std::string_view key,
                                    const std::string& name,
                                    const std::vector<std::string>& words) {
  if (const auto entry = first_.find(name); entry != first_.end()) return entry->second;
  if (name.empty()) {
    user.fault(key, fmt::format("{} is empty; must name a [[{}]]", key, section_));
    return std::nullopt;
  }
  if (nameless_) return std::nullopt;  // it may be that one, and its fault is told
  // Looking for the nearest name reads all of them. Nobody reads more suggestions than this, and
  // a large file with one systematic mistake must not take minutes.
  constexpr int enough_suggestions = 100;
  std::string suggestion;
  if (suggestions_ < enough_suggestions) {
    ++suggestions_;
    std::vector<std::string> valid = names_;
    valid.insert(valid.end(), words.begin(), words.end());
    suggestion = did_you_mean(name, valid);
  }
  user.fault(key, fmt::format("{} \"{}\" is not defined{}", key, name, suggestion));
  return std::nullopt;
}

std::string ordinal(int index) {
  const int number = index + 1;
  const int last = number % 10;
  const bool teen = number / 10 % 10 == 1;
  const char* ending = teen || last == 0 || last > 3 ? "th"
                       : last == 1                   ? "st"
                       : last == 2                   ? "nd"
                                                     : "rd";
  return fmt::format("{}{}", number, ending);
}

}  // namespace carom
