#pragma once

/// The verbs of the program. A verb is a file with its options and what it does, which defines
/// `VERB_command`; the list of all is made of these files (CMakeLists.txt). It writes its answer to
/// standard output and returns the exit status: 0 solved, 1 no single answer; bad input throws
/// InputError.

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace carom {

/// What to do, once the arguments are read.
using Chosen = std::function<int()>;

struct Command {
  int place = 0;  ///< in the help
  const char* name = "";
  const char* description = "";
  /// Adds its options to `verb`, and what is done with them to `chosen`, when it is asked for.
  void (*add)(CLI::App& verb, Chosen& chosen) = nullptr;
};

/// By their places.
std::span<const Command* const> all_commands();

}  // namespace carom
