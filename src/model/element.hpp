#pragma once

/// model/element.hpp
///
/// One element of a description (a link, a contact, the base …) while its numbers are checked.
/// Each check that fails appends one Fault, worded
///
///     link "shin": mass is -1; must be >= 0
///
/// An element without a name is called by its ordinal: `link 3`, `torque 1`.

#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "carom/law.hpp"
#include "carom/vec2.hpp"

namespace carom {

class Element {
 public:
  /// `index` −1: a plain [section], which is called by its section.
  Element(std::vector<Fault>& faults, std::string_view section, int index = -1,
          std::string_view name = {});

  void check(std::string_view key, double value, const Range& range = Range::any) const;
  /// Both numbers; one fault, placed at the first of them that is wrong.
  void check(std::string_view key, const Vec2& value, const Range& range = Range::any) const;
  void check(std::string_view key, const std::vector<double>& values) const;

  /// A fault of any other kind: `problem` follows the element's title and a colon.
  void fault(std::string_view key, std::string_view problem, int component = -1,
             int offset = -1) const;

  /// `link "shin"`, `torque 1`, `base`.
  std::string title() const;

 private:
  std::vector<Fault>& faults_;
  std::string_view section_;
  int index_;
  std::string_view name_;
};

/// `0.5`, `nan` (whatever its sign), `[0.5, -1]`
std::string written(double value);
std::string written(const Vec2& value);

}  // namespace carom
