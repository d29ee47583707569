#pragma once

/// Drawings to test with, and to look at.

#include "data/critical_report.hpp"
#include "data/drawing.hpp"
#include "data/transmission_report.hpp"

namespace carom::samples {

/// Three links of 1 m at 2.07, 0 and −1.07 rad, both feet on a floor; the right one strikes.
MechanismDrawing arch();

/// Two legs with knees and a trunk under gravity: one foot rests, the other is above the floor.
MechanismDrawing biped();

/// An ellipse on a plate that is moved.
MechanismDrawing ellipse();

/// A bar on a sprung slider, its end at a wall that yields.
MechanismDrawing slider();

/// A box as one link: its corners touch two surfaces that meet.
MechanismDrawing box();

/// A pinned double pendulum of massless rods with point masses.
MechanismDrawing pendulum();

/// A straight chain.
MechanismDrawing chain(int links, double length);

/// An impact of the arch: four stages, one event each.
ImpulseDrawing impact();

/// A strike that travels through rods A, B and C: one contact is pressed, one leaves. The impulses
/// are determined, or are not.
TransmissionReport strike(bool determined);

/// Two by two cells of one contact: leaves, pressed; untouched, no configuration.
CriticalReport plane();

}  // namespace carom::samples
