#pragma once

/// laws/law_set.hpp
///
/// The laws that a mechanism's contacts know, Carom's own and others, and the table of numbers that
/// they ask of a contact: one row a parameter, friction first, then restitution, then what else is
/// declared. A name is one parameter, whoever declares it. Laid out once; a solve looks up no name.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/law.hpp"

namespace carom {

class LawSet {
 public:
  /// Carom's own laws and `others`, which are sound (model/law_checks.hpp); what the table has no
  /// room for is left out.
  explicit LawSet(std::span<const Law* const> others = {});

  std::span<const Law* const> laws() const { return laws_; }
  std::span<const LawParameter> parameters() const { return parameters_; }

  /// The law of that name, or null.
  const Law* find(std::string_view name) const;
  /// The row of the parameter of that name, or −1.
  int row(std::string_view parameter) const;
  /// The rows of a law's parameters, as LawParameters has them. The law is one of the set.
  const std::uint8_t* rows(const Law& law) const;

 private:
  std::vector<const Law*> laws_;
  std::vector<LawParameter> parameters_;
  std::vector<std::uint8_t> rows_;  // most_law_parameters a law
};

/// The law by which several contacts that strike in one instant are resolved, where no other is
/// asked for.
inline constexpr std::string_view law_for_several = "simultaneous";

/// What is wrong with a law for several striking contacts: there is none of that name, or it knows
/// one such contact. Empty: nothing.
std::string fault_of_several(std::string_view name, const LawSet& laws);

/// What to say of a law that is not in the set: what is allowed, and the nearest name.
std::string unknown_law(std::string_view name, const LawSet& laws);

/// Carom's own laws.
const std::shared_ptr<const LawSet>& own_laws();

/// The same with others; they are the same object where there are none.
std::shared_ptr<const LawSet> laws_with(std::span<const Law* const> others);

}  // namespace carom
