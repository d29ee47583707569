#include "machines/mpi_transport.hpp"

#include <mpi.h>

#include <limits>
#include <stdexcept>

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
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw std::runtime_error(
          "a message between ranks is larger than 2 GiB; take a smaller --chunk");
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
  }

  std::optional<Message> receive() override {
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &arrived, &status);
    if (arrived == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{status.MPI_SOURCE, std::vector<std::byte>(static_cast<std::size_t>(size))};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
  }

 private:
  static constexpr int tag = 0;
  int rank_ = 0;
  int ranks_ = 1;
  int neighbours_ = 1;
};

}  // namespace

std::unique_ptr<Transport> mpi_transport() {
  return std::make_unique<MpiTransport>();
}

void abandon_mpi() {
  abandoned = true;
}

}  // namespace carom
