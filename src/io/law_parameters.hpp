#pragma once

/// io/law_parameters.hpp
///
/// The keys of [[contact]] that laws declare: each parameter of a rigid law is a key of the
/// contact, each parameter of a compliant law one of its table `compliance`. Ranges are the model's
/// to check.

#include "io/schema.hpp"

namespace carom::io {

/// `keys` and, after `restitution`, what the laws of the reader's mechanism declare besides.
Keys<Contact> with_law_parameters(const Keys<Contact>& keys, const Mechanism& mechanism);

/// compliance = { kind = …, and what that kind declares }
Key<Contact> compliance_key();

}  // namespace carom::io
