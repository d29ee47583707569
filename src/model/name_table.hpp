#pragma once

/// model/name_table.hpp
///
/// The names of one kind of element (links, surfaces, contacts) and what they stand for.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "carom/fault.hpp"
#include "keys/element.hpp"

namespace carom {

class NameTable {
 public:
  /// Of two elements with one name the first is meant.
  NameTable(std::string_view section, std::vector<std::string> names);
  NameTable(const NameTable&) = delete;  // first_ looks into names_
  NameTable& operator=(const NameTable&) = delete;

  /// Faults of the names themselves: empty, or used twice.
  void check(std::vector<Fault>& faults) const;

  /// Index of the element that `key` of `user` names, or a fault and nothing. `words` are what may
  /// be said besides names; the caller has dealt with them, they are only suggested.
  std::optional<int> found(const Element& user, std::string_view key, const std::string& name,
                           const std::vector<std::string>& words = {});

 private:
  std::string section_;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, int> first_;  // the first element of each name
  bool nameless_ = false;                            // some element has none
  int suggestions_ = 0;                              // looked for so far
};

/// "1st", "2nd", "3rd", "4th", … of an index from 0.
std::string ordinal(int index);

}  // namespace carom
