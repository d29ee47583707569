#include "sweeps/sweep_run.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include "sweeps/crew.hpp"

namespace carom {
namespace {

using std::chrono::milliseconds;

/// How long the thread that hands out chunks sleeps when nothing happens. With other ranks it must
/// look for their messages.
constexpr milliseconds alone_pause{50};
constexpr milliseconds message_pause{1};
/// How long the leader waits for others to go. When interrupted it may itself be ended soon.
constexpr milliseconds parting{600000};
constexpr milliseconds interrupted_parting{700};

/// What a message is: its first byte.
enum class Word : std::uint8_t {
  // from the leader
  question,  ///< a text
  chunk,     ///< int64: solve this one
  dismiss,   ///< there is nothing (more) to do
  // to the leader
  hello,   ///< int64 process, int32 chunks that it can have at a time, name of the machine
  solved,  ///< int64 its number, and a packed chunk
  failed,  ///< a text
  goodbye  ///< nothing more will come
};

class Writer {
 public:
  explicit Writer(Word word) : bytes_{static_cast<std::byte>(word)} {}
  template <class Number>
  Writer& number(Number value) {
    const auto* raw = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), raw, raw + sizeof value);
    return *this;
  }
  Writer& bytes(std::span<const std::byte> more) {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
    return *this;
  }
  Writer& text(const std::string& more) { return bytes(std::as_bytes(std::span(more))); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class Parts {
 public:
  explicit Parts(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <class Number>
  Number number() {
    Number value{};
    if (rest_.size() < sizeof value)
      throw std::runtime_error("a message between ranks is too short");
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }
  Word word() { return static_cast<Word>(number<std::uint8_t>()); }
  std::span<const std::byte> rest() const { return rest_; }
  std::string text() const { return {reinterpret_cast<const char*>(rest_.data()), rest_.size()}; }

 private:
  std::span<const std::byte> rest_;
};

std::string machine_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

/// Another rank, as the leader knows it.
struct Helper {
  std::int64_t process = 0;
  int room = 0;  ///< chunks that it can have at a time
  bool here = false;
  bool left = false;
  std::vector<std::int64_t> chunks;  ///< that it has
};

/// Rank 0's side of the conversation.
class Leader {
 public:
  Leader(const SweepControl& control, ChunkStore& store, std::function<void(std::int64_t)> solved)
      : machines_(control.machines), store_(store), solved_(std::move(solved)) {
    if (machines_) helpers_.resize(static_cast<std::size_t>(machines_->transport.ranks()));
  }

  milliseconds pause() const { return machines_ ? message_pause : alone_pause; }

  /// Takes what has arrived.
  void listen() {
    if (!machines_) return;
    while (auto message = machines_->transport.receive()) take(*message);
  }

  /// A rank that could have another chunk, or 0.
  int idle_rank() const {
    for (std::size_t rank = 1; rank < helpers_.size(); ++rank)
      if (!helpers_[rank].left &&
          static_cast<int>(helpers_[rank].chunks.size()) < helpers_[rank].room)
        return static_cast<int>(rank);
    return 0;
  }

  void give(int rank, std::int64_t chunk) {
    helpers_[static_cast<std::size_t>(rank)].chunks.push_back(chunk);
    machines_->transport.send(rank, Writer(Word::chunk).number(chunk).take());
  }

  bool waits() const {
    return std::ranges::any_of(helpers_, [](const Helper& each) { return !each.chunks.empty(); });
  }

  /// Sends all ranks home and waits until they have gone, at most so long; whether they have. What
  /// they still send is taken, unless something has failed.
  bool part(milliseconds longest, bool failed) {
    if (!machines_) return true;
    failed_ = failed;
    for (std::size_t rank = 1; rank < helpers_.size(); ++rank)
      if (!helpers_[rank].left)
        machines_->transport.send(static_cast<int>(rank), Writer(Word::dismiss).take());
    const auto end = std::chrono::steady_clock::now() + longest;
    const auto stays = [](const Helper& each) { return !each.left; };
    while (std::any_of(helpers_.begin() + 1, helpers_.end(), stays) &&
           std::chrono::steady_clock::now() < end) {
      listen();
      std::this_thread::sleep_for(message_pause);
    }
    return std::none_of(helpers_.begin() + 1, helpers_.end(), stays);
  }

  /// Chunks that ranks had and gave back unsolved.
  std::vector<std::int64_t> returned() { return std::exchange(returned_, {}); }

  std::vector<HandedOut> handed_out() const {
    std::vector<HandedOut> all;
    for (std::size_t rank = 1; rank < helpers_.size(); ++rank) {
      const Helper& helper = helpers_[rank];
      const bool gone =
          helper.here && kill(static_cast<pid_t>(helper.process), 0) != 0 && errno == ESRCH;
      for (const std::int64_t chunk : helper.chunks)
        all.push_back({static_cast<int>(rank), chunk, gone});
    }
    return all;
  }

 private:
  void take(const Message& message) {
    Helper& helper = helpers_[static_cast<std::size_t>(message.from)];
    Parts parts(message.bytes);
    switch (parts.word()) {
      case Word::hello:
        helper.process = parts.number<std::int64_t>();
        helper.room = parts.number<std::int32_t>();
        helper.here = parts.text() == machine_name();
        break;
      case Word::solved: {
        if (failed_) break;
        const auto number = parts.number<std::int64_t>();
        const auto chunk = machines_->unpacked(parts.rest());
        if (!chunk)
          throw std::runtime_error(
              fmt::format("chunk {} was damaged on its way from rank {}", number, message.from));
        store_.put(*chunk);
        std::erase(helper.chunks, number);
        solved_(chunk->count);
        break;
      }
      case Word::failed:
        if (failed_) break;
        throw std::runtime_error(fmt::format("rank {} has failed: {}", message.from, parts.text()));
      case Word::goodbye:
        helper.left = true;
        // It was interrupted: what it had is somebody else's now.
        returned_.insert(returned_.end(), helper.chunks.begin(), helper.chunks.end());
        helper.chunks.clear();
        break;
      default:
        throw std::runtime_error("a message between ranks is not understood");
    }
  }

  const std::optional<Machines>& machines_;
  ChunkStore& store_;
  std::function<void(std::int64_t)> solved_;
  std::vector<Helper> helpers_;
  std::vector<std::int64_t> returned_;
  bool failed_ = false;
};

/// The chunks that the store lacks, in grid order.
class Lacking {
 public:
  Lacking(const SweepQuestion& question, const ChunkStore& store)
      : chunks_(question.chunks()), store_(store) {
    skip();
  }
  bool more() const { return next_ < chunks_ || !again_.empty(); }
  void add(const std::vector<std::int64_t>& chunks) {
    again_.insert(again_.end(), chunks.begin(), chunks.end());
  }
  std::int64_t next() {
    if (!again_.empty()) {
      const std::int64_t chunk = again_.back();
      again_.pop_back();
      return chunk;
    }
    const std::int64_t chunk = next_++;
    skip();
    return chunk;
  }

 private:
  void skip() {
    while (next_ < chunks_ && store_.has(next_)) ++next_;
  }
  std::vector<std::int64_t> again_;  // given out once already, and given back
  std::int64_t next_ = 0;
  std::int64_t chunks_;
  const ChunkStore& store_;
};

std::int64_t points_there(const SweepQuestion& question, const ChunkStore& store) {
  std::int64_t points = 0;
  for (std::int64_t chunk = 0; chunk < question.chunks(); ++chunk)
    if (store.has(chunk))
      points +=
          std::min(question.chunk_points, question.grid.points - chunk * question.chunk_points);
  return points;
}

}  // namespace

SweepEnd run_sweep(const SweepQuestion& question, const SweepTask& task, ChunkStore& store,
                   const SweepControl& control) {
  const std::int64_t before = points_there(question, store);
  std::atomic<std::int64_t> computed = 0;
  Leader leader(control, store, [&](std::int64_t points) { computed += points; });
  Crew crew(question, task, control.threads, [&](Chunk&& chunk) {
    store.put(chunk);
    computed += chunk.count;
  });
  const auto tell = [&] {
    if (control.progress) control.progress({question.grid.points, before + computed, computed});
  };
  Lacking lacking(question, store);
  SweepEnd end;
  try {
    while (lacking.more() || crew.busy() || leader.waits()) {
      leader.listen();
      lacking.add(leader.returned());
      crew.check();
      if (control.interrupted && control.interrupted()) {
        end.handed_out = leader.handed_out();
        crew.finish();
        const bool somebody_died = std::ranges::any_of(end.handed_out, &HandedOut::gone);
        end.all_left = !somebody_died && leader.part(interrupted_parting, false);
        crew.check();
        tell();
        return end;
      }
      // The others first: a message is on its way while threads here are fed.
      for (int rank = leader.idle_rank(); rank > 0 && lacking.more(); rank = leader.idle_rank())
        leader.give(rank, lacking.next());
      while (lacking.more() && crew.has_room()) crew.start(lacking.next());
      crew.wait(leader.pause());
      tell();
    }
    crew.check();
  } catch (...) {
    crew.finish();
    leader.part(parting, true);
    throw;
  }
  leader.part(parting, false);
  end.complete = true;
  return end;
}

void help_sweep(const SweepQuestion& question, const SweepTask& task, const SweepControl& control) {
  const Machines& machines = *control.machines;
  std::mutex mutex;
  std::vector<std::vector<std::byte>> outbox;
  Crew crew(question, task, control.threads, [&](Chunk&& chunk) {
    auto message = Writer(Word::solved).number(chunk.index).bytes(machines.packed(chunk)).take();
    const std::lock_guard lock(mutex);
    outbox.push_back(std::move(message));
  });
  const auto send_all = [&] {
    std::vector<std::vector<std::byte>> messages;
    {
      const std::lock_guard lock(mutex);
      messages.swap(outbox);
    }
    for (const auto& message : messages) machines.transport.send(0, message);
  };
  machines.transport.send(0, Writer(Word::hello)
                                 .number(static_cast<std::int64_t>(getpid()))
                                 .number(static_cast<std::int32_t>(2 * control.threads))
                                 .text(machine_name())
                                 .take());
  for (bool dismissed = false; !dismissed;) {
    while (auto message = machines.transport.receive()) {
      Parts parts(message->bytes);
      if (parts.word() == Word::chunk)
        crew.start(parts.number<std::int64_t>());
      else
        dismissed = true;
    }
    crew.wait(message_pause);
    send_all();
    try {
      crew.check();
    } catch (const std::exception& error) {
      machines.transport.send(0, Writer(Word::failed).text(error.what()).take());
      break;
    }
    if (control.interrupted && control.interrupted()) break;
  }
  crew.finish();
  send_all();
  machines.transport.send(0, Writer(Word::goodbye).take());
}

void send_question(Transport& transport, const std::string& question) {
  for (int rank = 1; rank < transport.ranks(); ++rank)
    transport.send(rank, Writer(Word::question).text(question).take());
}

std::optional<std::string> awaited_question(Transport& transport,
                                            const std::function<bool()>& interrupted) {
  while (!interrupted()) {
    if (const auto message = transport.receive()) {
      Parts parts(message->bytes);
      if (parts.word() == Word::question) return parts.text();
      return std::nullopt;
    }
    std::this_thread::sleep_for(message_pause);
  }
  return std::nullopt;
}

void dismiss(Transport& transport) {
  for (int rank = 1; rank < transport.ranks(); ++rank)
    transport.send(rank, Writer(Word::dismiss).take());
}

}  // namespace carom
