#pragma once

/// model/law_checks.hpp
///
/// What laws declare, and what contacts give them: the one place where a declaration becomes
/// checks.

#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "keys/element.hpp"
#include "laws/law_set.hpp"

namespace carom {

/// Laws of a program's own: each has a name and a function, and declares parameters that others do
/// not declare otherwise.
void check_laws(const std::vector<const Law*>& laws, std::vector<Fault>& faults);

/// A contact's number for a parameter; what holds where it gives none.
double parameter_of(const Contact& contact, const LawParameter& parameter);
/// Where it is, or null where the contact does not give it.
const double* given_parameter(const Contact& contact, const LawParameter& parameter);

/// A contact's numbers are declared by some law, once, and in range.
void check_law_parameters(const Contact& contact, const LawSet& laws, const Element& element);

/// A compliance is of a kind that there is, and has what that declares.
void check_compliance(const Compliance& compliance, const Element& element);

}  // namespace carom
