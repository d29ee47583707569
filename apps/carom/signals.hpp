#pragma once

/// What the program does when it is interrupted, and when it crashes.

namespace carom {

/// From here on Ctrl-C and SIGTERM end the program, which says so, with the status that shells call
/// such an end: for whatever leaves nothing half done.
void end_when_interrupted();
/// From here on Ctrl-C and SIGTERM ask to stop; a second one ends the program at once.
void heed_interruption();
bool interrupted();
/// What shells call the end by the signal that came: 130 for Ctrl-C.
int interruption_status();

/// From here on a crash says which chunk of a sweep was being solved, and by which rank (−1: the
/// only one), before it ends the program as it would have.
void tell_of_crashes(int rank);

}  // namespace carom
