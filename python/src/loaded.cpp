#include "loaded.hpp"

namespace carom::python {
namespace {

std::vector<const Law*> pointers(const std::vector<std::shared_ptr<PythonLaw>>& laws) {
  std::vector<const Law*> all;
  for (const auto& law : laws) all.push_back(&law->law());
  return all;
}

}  // namespace

Loaded::Loaded(std::string text, std::string path, std::vector<std::string> overrides,
               std::vector<std::shared_ptr<PythonLaw>> laws)
    : laws_(std::move(laws)),
      read_{text, path, overrides, pointers(laws_),
            either_study_from_text(text, path, overrides, pointers(laws_))} {}

const Scenario& Loaded::scenario() const {
  return std::visit([](const auto& study) -> const Scenario& { return study.scenario; },
                    read_.study);
}

const Study& Loaded::study() const {
  if (const auto* study = std::get_if<Study>(&read_.study)) return *study;
  throw InputError(read_.path, {{{}, "is a train, not a mechanism", {}}});
}

void Loaded::raise_errors_of_laws() const {
  for (const auto& law : laws_) law->raise_error();
}

BatchWorkspace Loaded::taken_workspace() const {
  {
    const std::lock_guard guard(mutex_);
    if (!workspaces_.empty()) {
      BatchWorkspace workspace = std::move(workspaces_.back());
      workspaces_.pop_back();
      return workspace;
    }
  }
  return BatchWorkspace(study().model);
}

void Loaded::give_back(BatchWorkspace&& workspace) const {
  const std::lock_guard guard(mutex_);
  workspaces_.push_back(std::move(workspace));
}

}  // namespace carom::python
