#pragma once

/// model/mechanism_numbers.hpp
///
/// Every number of a mechanism by its name: section, whose (its name, or its place from 0 where a
/// section has no names), key, and of a pair or a list which,
///
///     world.gravity.y   base.mass   link.left.length   link.left.com.along   mass.0.at.across
///     surface.floor.angle   surface.wall.body.mass   contact.A0.friction   contact.A0.outline.b.2
///     spring.0.rest   force.1.at.along   parameter.phi
///
/// The keys are those of a scenario file (keys/mechanism_keys.hpp). Only numbers that are there:
/// one that is left out follows others. Numbers of compliances are not among them.

#include <functional>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"

namespace carom {

/// Calls use(name, number) on every one, in the order of the mechanism.
void for_each_number(const Mechanism& mechanism,
                     const std::function<void(const std::string&, const double&)>& use);

/// Where the number of that name is, or null.
const double* number_named(const Mechanism& mechanism, const std::string& name);

std::vector<std::string> number_names(const Mechanism& mechanism);

}  // namespace carom
