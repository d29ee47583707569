#pragma once

/// stores/verb_folder.hpp
///
/// The folder that `carom VERB … -o FOLDER` leaves (docs/results.md); that of a sweep, which can be
/// stopped and resumed, is stores/results_folder.hpp.
///
///     scenario.toml   the scenario's text
///     …               files of the verb
///     summary.json    carom, format, verb, title, overrides, files, and the verb's answer
///
/// summary.json is written last: a folder that has it is complete.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

class FolderLock;

/// What made a folder.
struct FolderOrigin {
  std::string verb;
  std::string title;
  std::string scenario;                ///< the text of its file
  std::vector<std::string> overrides;  ///< "name=value", as they were given
};

/// A folder in the making. Nothing of it is left where it is not completed.
class VerbFolder {
 public:
  /// The folder is new, empty, or (`force`) one that a verb left here before, whose files go when
  /// the first new one comes. Throws InputError where it is something else, in use, or cannot be
  /// made.
  VerbFolder(const std::string& path, FolderOrigin origin, bool force);
  VerbFolder(const VerbFolder&) = delete;
  VerbFolder& operator=(const VerbFolder&) = delete;
  ~VerbFolder();

  /// Where a file of that name is to be written.
  std::string file(const std::string& name);
  /// Writes it.
  void write(const std::string& name, std::string_view content);

  /// Writes scenario and summary. `answer` is a JSON document: what the verb says with --json.
  void complete(const std::string& answer);

 private:
  void clear();

  std::string path_;
  FolderOrigin origin_;
  std::vector<std::string> old_;    // files of an earlier call
  std::vector<std::string> files_;  // ours
  std::unique_ptr<FolderLock> lock_;
  bool made_ = false;
  bool complete_ = false;
};

/// What a complete folder says of itself.
struct FolderSummary {
  FolderOrigin origin;
  std::vector<std::string> files;
  std::string answer;  ///< a JSON document
};

/// Throws InputError where it has no sound summary of a verb other than `sweep`.
FolderSummary folder_summary(const std::string& path);

/// The verb that made a folder; "sweep" where it does not say: sweeps tell what else is wrong.
std::string folder_verb(const std::string& path);

}  // namespace carom
