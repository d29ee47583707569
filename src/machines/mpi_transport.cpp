#include "machines/mpi_transport.hpp"

#include <mpi.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace carom {
namespace {

bool abandoned = false;

class MpiTransport : public Transport {
 public:
  MpiTransport() {
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
      throw std::runtime_error("this MPI cannot be used by a program with threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    begun_.resize(static_cast<std::size_t>(ranks_));
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &neighbours_);
    MPI_Comm_free(&machine);
  }
  ~MpiTransport() override {
    if (!abandoned) MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int ranks() const override { return ranks_; }
  int neighbours() const override { return neighbours_; }

  void send(int to, std::span<const std::byte> bytes) override {
    do {
      const auto piece = bytes.first(std::min(bytes.size(), piece_size));
      bytes = bytes.subspan(piece.size());
      MPI_Send(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, to,
               bytes.empty() ? last_piece : more_to_come, MPI_COMM_WORLD);
    } while (!bytes.empty());
  }

  std::optional<Message> receive() override {
    for (;;) {
      int arrived = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
      if (arrived == 0) return std::nullopt;
      int size = 0;
      MPI_Get_count(&status, MPI_BYTE, &size);
      std::vector<std::byte>& begun = begun_[static_cast<std::size_t>(status.MPI_SOURCE)];
      const std::size_t so_far = begun.size();
      begun.resize(so_far + static_cast<std::size_t>(size));
      MPI_Recv(begun.data() + so_far, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (status.MPI_TAG == last_piece) return Message{status.MPI_SOURCE, std::exchange(begun, {})};
    }
  }

 private:
  /// A message goes in pieces that every MPI copies away at once (below any eager limit). A larger
  /// one would be fetched from the sender's memory when it is received, and a sender that has died
  /// meanwhile takes the receiver with it.
  static constexpr std::size_t piece_size = 2048;
  static constexpr int last_piece = 0;
  static constexpr int more_to_come = 1;

  int rank_ = 0;
  int ranks_ = 1;
  int neighbours_ = 1;
  std::vector<std::vector<std::byte>> begun_;  // per rank, the pieces so far
};

}  // namespace

std::unique_ptr<Transport> mpi_transport() {
  return std::make_unique<MpiTransport>();
}

void abandon_mpi() {
  abandoned = true;
}

}  // namespace carom
