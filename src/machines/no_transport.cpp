#include "machines/mpi_transport.hpp"

namespace carom {

std::unique_ptr<Transport> mpi_transport() {
  return nullptr;
}

void abandon_mpi() {}

}  // namespace carom
