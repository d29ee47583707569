#pragma once

/// data/certificate.hpp
///
/// What must be said of an impact wherever one is reported, in the same words.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/quantity.hpp"

namespace carom {

/// Of an answer whose contacts did work on the chain. `work`, `kinetic_energy_before`: J.
std::string energy_made(double work, double kinetic_energy_before);

/// Whose impacts made energy in a motion: those of the law asked for, of `moreau` where several
/// contacts struck at once, or of both. Codes and words of a sweep's column.
enum class MadeBy : std::uint8_t { nobody, law, moreau, both };
inline constexpr std::string_view made_by_column = "made_by";
std::vector<std::string> made_by_words();
MadeBy both_of(MadeBy a, MadeBy b);

/// Of a sweep of motions by a law: up to so many impacts of one motion make energy.
std::string energy_made_in_motions(const std::string& law, MadeBy by, double impacts);

/// Of a sweep of motions by a law: in one of them up to so many ends passed a surface (its column).
inline constexpr std::string_view passed_column = "passed";
std::string passed_in_motions(const std::string& law, double most);

/// Of impulses that the rigid model leaves open, in the only answer or in one of several.
std::string_view impulses_open(bool only_answer);

/// Of an answer that is one of a family, because friction follows from an impulse that is open.
std::string loose_words(const std::string& contact);

/// Of a wedged contact: an impulse in its cone that moves nothing.
inline constexpr std::string_view wedged_words =
    "wedged: after compression no impulse at these contacts moves anything, so the impact ends at "
    "rest, and what restitution would have given back is lost";

/// The components of a force or impulse that are open: "tangential and normal", or empty.
std::string open_components(std::span<const bool> determined,
                            std::span<const std::string_view> components = in_contact);

}  // namespace carom
