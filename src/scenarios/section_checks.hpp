#pragma once

/// scenarios/section_checks.hpp
///
/// What the lists of keys cannot say: keys that need each other or exclude each other, names that
/// no Mechanism knows. Each is called when its table has been read.

#include "scenarios/reader.hpp"

namespace carom::io {

/// A contact is somewhere: `at`, or a centre. An outline has the keys of its kind.
void check_contact(Reader& reader, const toml::table& table, const Element& element,
                   Contact& contact);

/// A spring has stiffness or damping.
void check_spring(Reader& reader, const toml::table& table, const Element& element, Spring& spring);

/// The colliding contact exists.
void check_impact(Reader& reader, const toml::table& table, const Element& element,
                  ImpactChoice& impact);

/// A map names a contact and links that exist; its section's formula is read with the mechanism
/// (study/map.cpp).
void check_map(Reader& reader, const toml::table& table, const Element& element, MapChoice& map);

/// Closing names links and contacts that exist, each once, as many of one as of the other.
void check_close(Reader& reader, const toml::table& table, const Element& element,
                 Closing& closing);

/// A motion's numbers are in range.
void check_simulate(Reader& reader, const toml::table& table, const Element& element,
                    MotionChoice& choice);

/// An axis sweeps a parameter that exists, once, and has either values or from, to and count.
void check_sweep(Reader& reader, const toml::table& table, const Element& element, SweepAxis& axis);

}  // namespace carom::io
