#pragma once

/// machines/mpi_transport.hpp
///
/// Ranks by MPI. Nothing of it is touched unless the process was started by mpirun.

#include <memory>

#include "sweeps/transport.hpp"

namespace carom {

/// Whether this process is one of several (or one) that mpirun started.
bool started_by_mpirun();

/// Initialises MPI; null where Carom was built without it. The transport's end is MPI's.
std::unique_ptr<Transport> mpi_transport();

/// Makes the transport's end leave MPI alone: other ranks have died and would be waited for.
void abandon_mpi();

}  // namespace carom
