#pragma once

/// scenarios/law_parameters.hpp
///
/// Keys that laws declare (keys/key.hpp, DeclaredKeys): each parameter of a rigid law is a key of
/// [[contact]], each parameter of a compliant law one of its table `compliance`. Ranges are the
/// model's to check.

#include <string_view>
#include <vector>

#include "carom/mechanism.hpp"
#include "keys/key.hpp"

namespace carom::io {

/// What the laws of the mechanism declare that a contact has no member for.
std::vector<LawParameter> declared(const Contact& contact, const Mechanism& mechanism);

/// What its kind declares. Of a kind that there is not any key may be meant, and none is needed.
std::vector<LawParameter> declared(const Compliance& compliance, const Mechanism& mechanism);

/// A parameter as a key; the home is that of the list.
KeyFacts facts_of(const LawParameter& parameter, Home home);

/// The parameter of that name, which comes to be where it is not yet.
double& made_parameter(std::vector<Parameter>& parameters, std::string_view name);

}  // namespace carom::io
