#pragma once

/// scenarios/reader.hpp
///
/// What every part of a scenario file's reader shares: the document, the faults so far, and how a
/// number, a text or a formula is read. A number may be an integer, a float, or a string with a
/// formula over the parameters; the latter are remembered as bindings.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "data/scenario.hpp"
#include "scenarios/described.hpp"
#include "scenarios/parameters.hpp"
#include "scenarios/toml_document.hpp"

namespace carom::io {

/// Where a reader stands: the table of one [section] or [[section]], or a table in it.
struct Element {
  std::string_view section;
  int index = -1;
  std::string_view name;    // its name in the file, if it has one
  std::string_view prefix;  // "body." in a surface's table `body`
};

/// `link "shin"`, `torque 1`, `base`.
std::string title(const Element& element);

/// A value found under a key of an element.
struct Found {
  const toml::node& node;
  const Element& element;
  std::string_view key;      // as the description calls it: "angle"
  std::string_view written;  // as the file does: "angle_deg"
  double scale = 1;          // π/180 for degrees
};

/// A number as read: its value now and, if it depends on parameters, its formula.
struct Number {
  double value = 0;
  double scale = 1;
  std::optional<Expression> formula;
};

using Target = std::function<double&(Scenario&)>;

class Reader {
 public:
  /// Keeps references to all but the parameters, which it puts into the scenario.
  Reader(const TomlDocument& document, Scenario& scenario, std::vector<Fault>& faults,
         ParameterTable parameters);

  Scenario& scenario() { return scenario_; }
  const toml::table& root() const { return document_.root(); }

  std::optional<Number> number(const Found& found, int component = -1);
  /// An array of numbers; those that are faulty are zero.
  std::optional<std::vector<Number>> numbers(const Found& found);
  /// [x, y], or a number x for [x, 0] where `or_number`.
  std::optional<std::vector<Number>> pair(const Found& found, bool or_number);
  std::optional<std::string> text(const Found& found);
  std::optional<Formula> formula(const Found& found, int component = -1);

  /// Puts a number that was found in its place, now and whenever the parameters change.
  void put(const Number& number, const Found& found, Home home, const Target& target);

  /// A new element begins: what is put from here on is its own.
  void begin() { first_own_ = scenario_.bindings.size(); }
  /// Binds `target` to the same formula as `original`, a number of this element with its home.
  void bind_like(const double& original, const Target& target);
  /// The numbers of this element stay what they are now.
  void unbind() { scenario_.bindings.resize(first_own_); }

  /// A fault about a value, at the value.
  void fault(const Found& found, std::string_view problem, int component = -1);
  /// A fault about a key of an element that is not there, at the element; none where there is one
  /// about that key already.
  void fault(const Element& element, std::string_view key, std::string_view problem);
  /// A fault at a place of its own.
  void fault(const Element& element, std::string_view key, std::string_view problem, Place place);
  /// It was not missing: the file has it by another name.
  void forget_missing(const Element& element, std::string_view key);
  /// A fault about something that stands in no section.
  void fault_at_root(std::string_view key, std::string_view problem, Place place,
                     FaultKind kind = FaultKind::other);

  /// Whether there is a fault about this already, so that what follows from it need not be said.
  bool has_fault(const Where& where) const;
  /// The same of an element, whatever the key.
  bool has_fault_in(std::string_view section, int index) const;
  /// Whether any is about another section.
  bool has_fault_outside(std::string_view section) const;

 private:
  const TomlDocument& document_;
  Scenario& scenario_;
  std::vector<Fault>& faults_;
  std::size_t first_own_ = 0;   // binding of the element that is being read
  std::vector<double> values_;  // of the parameters
  std::vector<bool> faulty_;    // parameters whose value is not known
  ExpressionNames names_;       // of the parameters
};

}  // namespace carom::io
