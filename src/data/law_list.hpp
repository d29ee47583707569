#pragma once

/// data/law_list.hpp
///
/// The laws as `carom laws` lists them, and its table (data/quantity.hpp).

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/quantity.hpp"

namespace carom {

/// What a law asks of a contact.
struct ListedParameter {
  std::string name;
  std::string unit;
  std::string range;                ///< in words
  std::optional<double> from, to;   ///< absent: without bound
  std::optional<double> otherwise;  ///< where it is not given; absent: it must be
  std::string meaning;
};

struct ListedLaw {
  std::string name;
  std::string long_name;
  std::optional<bool> algebraic;  ///< one solve for the whole impact; rigid laws only
  std::string formula;
  std::string source;
  std::string limits;
  std::optional<bool> can_make_energy;  ///< rigid laws only
  std::vector<ListedParameter> parameters;
  /// (asked for, yielded): restitution of a mass that strikes by itself; compliant laws that are
  /// asked for one.
  std::vector<std::array<double, 2>> restitution;
};

struct LawList {
  std::vector<ListedLaw> rigid;
  std::vector<ListedLaw> compliant;
};

constexpr auto quantities(Of<ListedParameter>) {
  using Own = ListedParameter;
  return Entries{
      quantity("name", &Own::name),
      quantity("unit", &Own::unit),
      quantity("range", "1", "in words", &Own::range),
      quantity("from", "1", "its least", &Own::from).null_where_absent(),
      quantity("to", "1", "its most", &Own::to).null_where_absent(),
      quantity("default", "1", "where it is not given", &Own::otherwise).null_where_absent(),
      quantity("meaning", &Own::meaning)};
}

constexpr auto quantities(Of<ListedLaw>) {
  using Own = ListedLaw;
  return Entries{
      quantity("name", &Own::name),
      quantity("title", "1", "its name in full", &Own::long_name),
      quantity("algebraic", "1", "one solve for the whole impact", &Own::algebraic),
      quantity("formula", &Own::formula),
      quantity("source", &Own::source),
      quantity("limits", &Own::limits),
      quantity("can_make_energy", &Own::can_make_energy),
      quantity("parameters", "1", "what it asks of contacts", &Own::parameters),
      quantity("restitution", "1", "asked for, and yielded by a mass that strikes by itself",
               &Own::restitution)
          .when([](const Own& law) { return !law.restitution.empty(); })};
}

constexpr auto quantities(Of<LawList>) {
  return Entries{quantity("laws", "1", "rigid: impulses from W and velocities", &LawList::rigid),
                 quantity("compliant", "1", "a force from the indentation", &LawList::compliant)};
}

}  // namespace carom
