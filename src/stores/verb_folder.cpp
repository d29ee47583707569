#include "stores/verb_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "carom/fault.hpp"
#include "reports/json_parts.hpp"
#include "stores/durable_file.hpp"
#include "stores/folder_lock.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;
using json_parts::Json;

constexpr const char* summary_name = "summary.json";
constexpr const char* scenario_name = "scenario.toml";

/// The names of files in a folder must not lead out of it.
bool is_plain(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

std::optional<FolderSummary> summary_in(const std::string& path) {
  const auto text = file_text(path + "/" + summary_name);
  if (!text) return std::nullopt;
  try {
    const Json root = Json::parse(*text);
    if (root.at("format") != format || !root.contains("files")) return std::nullopt;
    FolderSummary summary;
    summary.origin.verb = root.at("verb");
    summary.origin.title = root.at("title");
    summary.origin.overrides = root.at("overrides").get<std::vector<std::string>>();
    summary.files = root.at("files").get<std::vector<std::string>>();
    summary.answer = root.at("answer").dump();
    if (!std::ranges::all_of(summary.files, is_plain)) return std::nullopt;
    summary.origin.scenario = file_text(path + "/" + scenario_name).value_or("");
    return summary;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// The first name in a folder that is not the lock; empty: there is none.
std::string content_of(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().filename() != FolderLock::file_name)
      names.push_back(entry->path().filename().string());
  std::ranges::sort(names);
  return names.empty() ? "" : names.front();
}

}  // namespace

VerbFolder::VerbFolder(const std::string& path, FolderOrigin origin, bool force)
    : path_(path), origin_(std::move(origin)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  if (path_.empty()) refuse("", "--output is empty; must name a folder");
  std::error_code error;
  if (fs::exists(path_, error) && !fs::is_directory(path_, error))
    refuse(path_, "is a file, not a folder");
  if (const std::string content = content_of(path_); !content.empty()) {
    const auto before = summary_in(path_);
    if (!before)
      refuse(path_, fmt::format("is not empty, and `carom {}` has not left it: it has \"{}\"; name "
                                "another folder",
                                origin_.verb, content));
    if (!force) refuse(path_, "has results already; --force replaces them");
    old_ = before->files;
    old_.emplace_back(scenario_name);
  }
  made_ = fs::create_directories(path_, error);
  if (error) refuse_file(path_, "cannot be made", error.value());
  lock_ = std::make_unique<FolderLock>(path_);
}

VerbFolder::~VerbFolder() {
  std::error_code ignored;
  if (!complete_)
    for (const std::string& name : files_) {
      fs::remove(path_ + "/" + name, ignored);
      fs::remove(part_of(path_ + "/" + name), ignored);
    }
  lock_.reset();
  if (!complete_ && made_) fs::remove(path_, ignored);  // only where it is empty
}

/// What an earlier call left, its summary first: nobody takes the rest for complete.
void VerbFolder::clear() {
  if (old_.empty()) return;
  remove_file(path_ + "/" + summary_name);
  for (const std::string& name : old_) remove_file(path_ + "/" + name);
  old_.clear();
}

std::string VerbFolder::file(const std::string& name) {
  clear();
  if (std::ranges::find(files_, name) == files_.end()) files_.push_back(name);
  return path_ + "/" + name;
}

void VerbFolder::write(const std::string& name, std::string_view content) {
  write_durably(file(name), content);
}

void VerbFolder::complete(const std::string& answer) {
  Json root = {{"carom", version},
               {"format", format},
               {"verb", origin_.verb},
               {"title", origin_.title},
               {"overrides", origin_.overrides},
               {"files", files_},
               {"answer", Json::parse(answer)}};
  write(scenario_name, origin_.scenario);
  write(summary_name, root.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
  sync(path_);
  complete_ = true;
}

FolderSummary folder_summary(const std::string& path) {
  if (auto summary = summary_in(path)) return std::move(*summary);
  refuse(path, "has no summary.json that Carom can read: the results are not complete, or damaged");
}

std::string folder_verb(const std::string& path) {
  const auto summary = summary_in(path);
  return summary ? summary->origin.verb : "sweep";
}

}  // namespace carom
