#pragma once

/// A scenario as Python holds it: read once, and sound. It never changes, and any number of
/// threads may use it.

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "carom/strike_batch.hpp"
#include "host.hpp"
#include "law.hpp"

namespace carom::python {

class Loaded {
 public:
  /// Throws InputError with every fault.
  Loaded(std::string text, std::string path, std::vector<std::string> overrides,
         std::vector<std::shared_ptr<PythonLaw>> laws);

  const ReadBefore& read() const { return read_; }
  const Scenario& scenario() const;
  /// The study of a mechanism; InputError where it is a train.
  const Study& study() const;
  bool train() const { return std::holds_alternative<TrainStudy>(read_.study); }
  /// Raises what a law of Python's has raised, if one has.
  void raise_errors_of_laws() const;

  /// Memory for a batch, of which there are as many as calls at once.
  BatchWorkspace taken_workspace() const;
  void give_back(BatchWorkspace&& workspace) const;

 private:
  std::vector<std::shared_ptr<PythonLaw>> laws_;
  ReadBefore read_;
  mutable std::mutex mutex_;
  mutable std::vector<BatchWorkspace> workspaces_;
};

}  // namespace carom::python
