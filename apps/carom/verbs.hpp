#pragma once

/// The verbs of the program. A verb is a file with its options, what it does, and a function that
/// adds it, which is named here, once, in the order of the help. It writes its answer to standard
/// output and returns the exit status: 0 solved, 1 no single answer; bad input throws InputError.

#include <functional>

namespace CLI {
class App;
}

namespace carom {

/// What to do, once the arguments are read.
using Chosen = std::function<int()>;
using AddVerb = void(CLI::App& app, Chosen& chosen);

AddVerb add_describe, add_strike, add_sweep, add_report, add_reproduce, add_critical, add_transmit,
    add_verdict, add_simulate, add_collide, add_segment, add_fit, add_laws;

inline constexpr AddVerb* verbs[] = {
    add_describe, add_strike,   add_sweep,   add_report,  add_reproduce, add_critical, add_transmit,
    add_verdict,  add_simulate, add_collide, add_segment, add_fit,       add_laws};

}  // namespace carom
