#include <cstdlib>

#include "machines/mpi_transport.hpp"

namespace carom {

bool started_by_mpirun() {
  // OpenMPI, and what MPICH's and Slurm's launchers set.
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(variable) != nullptr) return true;
  return false;
}

}  // namespace carom
