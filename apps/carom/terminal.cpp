#include <cstdio>

#include "carom/fault.hpp"
#include "host.hpp"
#include "signals.hpp"

namespace carom {
namespace {

class Terminal final : public Host {
 public:
  void print(const std::string& text) override {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0)
      throw InputError("standard output", {{{}, "cannot be written", {}}});
  }
  void heed_interruption() override { carom::heed_interruption(); }
  bool interrupted() override { return carom::interrupted(); }
  int interruption_status() override { return carom::interruption_status(); }
  void tell_of_crashes(int rank) override { carom::tell_of_crashes(rank); }
  std::unique_ptr<Transport> ranks() override {
    if (!started_by_mpirun()) return nullptr;
    auto transport = mpi_transport();
    if (!transport)
      throw InputError("", {{{}, "mpirun: this carom was built without MPI (libopenmpi-dev)", {}}});
    return transport;
  }
};

}  // namespace

Host& terminal() {
  static Terminal one;
  return one;
}

}  // namespace carom
