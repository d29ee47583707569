#pragma once

#include "carom/mechanism.hpp"

/// A disc of 2 kg and radius 0.1 m above a floor: coordinates x, y, angle.
carom::Mechanism disc();

// The stops of the tour, a file each.
void show_faults();
void show_laws();
void show_strikes();
void show_motions();
void show_trains();
void show_sweeps();
