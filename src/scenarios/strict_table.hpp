#pragma once

/// scenarios/strict_table.hpp
///
/// A table of a data file or a study, key by key. What was not asked for at the end is not a key.

#include <fmt/format.h>
#include <toml++/toml.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "carom/fault.hpp"

namespace carom::io {

class StrictTable {
 public:
  StrictTable(const toml::table& table, std::string title, std::vector<Fault>& faults)
      : table_(table), title_(std::move(title)), faults_(faults) {}

  void read(std::string_view key, std::string& to, bool needed = false);
  void read(std::string_view key, bool& to);
  void read(std::string_view key, double& to, double least, double most, bool needed = false);
  void read(std::string_view key, std::optional<double>& to, double least, double most);
  void read(std::string_view key, int& to, int least, bool needed = false);
  void read(std::string_view key, std::vector<std::string>& to, bool needed = false);
  void read(std::string_view key, std::vector<double>& to, bool needed = false);
  /// A text, or several.
  void read_texts(std::string_view key, std::vector<std::string>& to);
  /// A word of an enumeration (base/words.hpp).
  template <class Enum>
  void read_word(std::string_view key, Enum& to, bool needed = false) {
    std::string word(name_of(to));
    read(key, word, needed);
    take_word(key, word, to);
  }
  /// Several.
  template <class Enum>
  void read_words(std::string_view key, std::vector<Enum>& to) {
    std::vector<std::string> words;
    read(key, words);
    for (const std::string& word : words) take_word(key, word, to.emplace_back());
  }
  /// Tables, each by `take(table, item)`; what has a name is called by it in messages.
  template <class Item>
  void read_all(std::string_view key, std::vector<Item>& to, void (*take)(StrictTable&, Item&)) {
    for_tables(key, [&](StrictTable& table) { take(table, to.emplace_back()); });
  }

  /// After the last question.
  void finish();

 private:
  template <class Enum>
  void take_word(std::string_view key, const std::string& word, Enum& to) {
    if (const auto value = value_named<Enum>(word))
      to = *value;
    else
      fault(*table_.get(key),
            fmt::format("{} is \"{}\"{}", key, word, nearest_or_all(word, words_of<Enum>())));
  }
  void fault(const toml::node& node, std::string_view problem);
  void fault(const toml::source_region& at, std::string_view problem);
  const toml::node* found(std::string_view key, bool needed);
  void each(std::string_view key, bool needed, const std::function<void(const toml::node&)>& use);
  void for_tables(std::string_view key, const std::function<void(StrictTable&)>& use);

  const toml::table& table_;
  std::string title_;
  std::vector<Fault>& faults_;
  std::vector<std::string> asked_;
};

}  // namespace carom::io
