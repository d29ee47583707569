#pragma once

/// Who runs the verbs: the program, in a terminal, or another program in its own process
/// (python/). What differs between them is here, so that a verb is written once.
///
/// Threads: a verb's host is that of the thread on which it was called; `interrupted` may be asked
/// on any.

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "carom/simulate.hpp"
#include "facade/arrays.hpp"
#include "facade/sweep.hpp"
#include "study/either_study.hpp"

namespace carom {

/// A scenario that was read before the verb was called.
struct ReadBefore {
  std::string text, path;
  std::vector<std::string> overrides;
  std::vector<const Law*> laws;  ///< beside Carom's own
  EitherStudy study;
};

class Host {
 public:
  Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  virtual ~Host() = default;

  /// What a verb answers, where it has only words.
  virtual void print(const std::string& text) = 0;
  /// A report: in words, or as one JSON document where that is asked for.
  virtual void tell(bool json, const std::function<std::string()>& as_json,
                    const std::function<std::string()>& in_words) {
    print(json ? as_json() : in_words());
  }

  /// From here on the verb stops where `interrupted` says so.
  virtual void heed_interruption() = 0;
  virtual bool interrupted() = 0;
  virtual int interruption_status() = 0;

  /// What a sweep does when it crashes, and its other ranks where there are any.
  virtual void tell_of_crashes(int rank) = 0;
  virtual std::unique_ptr<Transport> ranks() = 0;

  /// What stands for the file of every scenario that this call reads; null: files are read.
  virtual const ReadBefore* scenario() const { return nullptr; }
  /// Where the numbers of motions and sweeps go besides files; null: nowhere.
  virtual ArrayTable* samples() { return nullptr; }
  virtual ArrayTable* points() { return nullptr; }
  /// Who acts in the joints of a motion; null: nobody.
  virtual MotionController* controller() { return nullptr; }
};

/// Of this thread; there is one.
Host& host();

/// As long as it lives, verbs that this thread calls are run by `host`.
class HostedHere {
 public:
  explicit HostedHere(Host& host);
  ~HostedHere();
  HostedHere(const HostedHere&) = delete;
  HostedHere& operator=(const HostedHere&) = delete;

 private:
  Host* before_;
};

/// The program's: standard output, signals, mpirun.
Host& terminal();

}  // namespace carom
