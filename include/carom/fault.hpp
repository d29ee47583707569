#pragma once

/// carom/fault.hpp
///
/// What is wrong with an input. A check never stops at the first fault: it gathers all of them,
/// and one InputError carries the list.
///
/// Threads: plain data; safe on any.

#include <stdexcept>
#include <string>
#include <vector>

namespace carom {

/// A position in a text file, counted from 1. Line 0: the fault has no place in a file.
struct Place {
  int line = 0;
  int column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// The part of the description that a fault is about, in the words of the scenario file:
/// {"link", 2, "mass"} is the key `mass` of the third [[link]]; {"state", -1, "angles", 4} the
/// fifth number of [state] angles. Keys of a table in a table are joined by a dot
/// ("body.mass"). Whoever knows the file turns this into a Place.
struct Where {
  std::string section{};
  int index = -1;      ///< which [[section]], from 0; −1 for a plain [section]
  std::string key{};   ///< empty: the section itself
  int component = -1;  ///< which number of an array, from 0; −1 for the value itself
  int offset = -1;     ///< which byte of a formula, from 0; −1 for the whole of it
  friend bool operator==(const Where&, const Where&) = default;
};

/// What a program may want to know about a fault without reading its message.
enum class FaultKind {
  other,
  not_finite,     ///< a formula whose value at some instant is no finite number
  not_a_scenario  ///< the file is of another kind
};

struct Fault {
  Where where;
  std::string message;  ///< what was found, what is allowed, the nearest valid name
  Place place;
  FaultKind kind = FaultKind::other;
};

/// Thrown once for a whole input, with every fault found in it.
class InputError : public std::runtime_error {
 public:
  /// `source` names the input (a file's path, or empty). The message is one line a fault.
  InputError(std::string source, std::vector<Fault> faults);

  const std::string& source() const { return source_; }
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::string source_;
  std::vector<Fault> faults_;
};

}  // namespace carom
