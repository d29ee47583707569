#include "reproductions/reproduce.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <span>

#include "facade/rendering.hpp"
#include "host.hpp"
#include "progress_bar.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct ReproduceCommand {
  std::string study;    ///< empty: list them
  std::string chapter;  ///< empty: all
  std::string output;   ///< a folder; empty: nothing is kept
  bool force = false;
  bool json = false;
};

namespace fs = std::filesystem;

/// What marks a folder as an earlier reproduction, so that --force may replace it.
constexpr const char* mark = "claims.json";

/// A folder that is gone when its owner is.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "carom-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw InputError(name, {{{}, "a temporary folder cannot be made", {}}});
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// What is wrong with the folder asked for.
void check_folder(const ReproduceCommand& options, std::vector<Fault>& faults) {
  std::error_code ignored;
  const fs::path folder(options.output);
  const auto add = [&](const char* problem) {
    faults.push_back({{}, options.output + ": " + problem, {}});
  };
  const bool exists = fs::exists(folder, ignored);
  if (exists && !fs::is_directory(folder, ignored)) {
    add("is a file; -o needs the name of a folder");
    return;
  }
  const bool used = exists && !fs::is_empty(folder, ignored);
  if (used && !options.force)
    add("is not empty; --force replaces what an earlier call left there");
  else if (used && !fs::exists(folder / mark, ignored))
    add("is not the folder of an earlier call; --force leaves it alone");
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw InputError(folder, {{{}, "cannot be made: " + failed.message(), {}}});
}

/// As it is asked for.
std::string label(const PublishedStudy& study) {
  return study.name + (study.chapter.empty() ? "" : " --chapter " + study.chapter);
}

int list_studies() {
  std::string out = "Studies that can be reproduced:\n";
  for (const PublishedStudy& study : published_studies())
    out += "  " + label(study) + "  " + study.title + "\n      " + study.source + "\n";
  print(out + "carom reproduce NAME -o FOLDER, or all of them: carom reproduce all\n");
  return 0;
}

std::string folder_name(const PublishedStudy& study) {
  return study.name + (study.chapter.empty() ? "" : "-" + study.chapter);
}

/// What is done, in the units that a reader counts: a work of several chapters is one study.
std::string done_before(std::span<const PublishedStudy> studies, std::size_t done) {
  std::vector<std::string> names;
  for (const PublishedStudy& study : studies)
    if (std::ranges::find(names, study.name) == names.end()) names.push_back(study.name);
  const std::string& current = studies[done].name;
  const auto before = static_cast<std::size_t>(std::ranges::find(names, current) - names.begin());
  const auto chapters_of = [&](std::span<const PublishedStudy> some) {
    return std::ranges::count(some, current, &PublishedStudy::name);
  };
  const auto chapters = chapters_of(studies);
  const std::string some_chapters =
      chapters < 2 ? ""
                   : std::to_string(chapters_of(studies.first(done))) + " of " +
                         std::to_string(chapters) + " chapters of " + current;
  if (names.size() == 1)
    return some_chapters.empty() ? "before the end of " + label(studies[done])
                                 : "after " + some_chapters;
  return "after " + std::to_string(before) + " of " + std::to_string(names.size()) + " studies" +
         (some_chapters.empty() ? "" : " and " + some_chapters);
}

int run_reproduce(const ReproduceCommand& options) {
  const bool kept = !options.output.empty();
  std::vector<Fault> faults;
  std::vector<PublishedStudy> studies;
  if (options.study.empty()) {
    for (const auto& [given, option] :
         {std::pair(!options.chapter.empty(), "--chapter"), std::pair(kept, "--output")})
      if (given)
        faults.push_back(
            {{},
             std::string(option) + " needs a study, or \"all\"; carom reproduce lists them",
             {}});
  } else {
    studies = studies_named(options.study, options.chapter, faults);
    if (kept) check_folder(options, faults);
  }
  if (!faults.empty()) throw InputError("", std::move(faults));
  if (options.study.empty()) return list_studies();
  std::optional<TemporaryFolder> temporary;
  if (kept)
    make_folder(options.output);
  else
    temporary.emplace();
  host().heed_interruption();
  ProgressBar bar;
  SweepSetting setting;
  setting.interrupted = [&own = host()] { return own.interrupted(); };
  Reproduction all;
  for (std::size_t i = 0; i < studies.size(); ++i) {
    bar.show("reproducing", static_cast<double>(i) / static_cast<double>(studies.size()));
    const std::string root = kept ? options.output : temporary->path();
    const std::string folder = studies.size() == 1 ? root : root + "/" + folder_name(studies[i]);
    std::filesystem::create_directories(folder);
    std::optional<Reproduced> done = reproduced(studies[i], folder, setting);
    if (!done) {
      bar.clear();
      // The mark, so that --force may replace what is there.
      if (kept) write_file(options.output + "/" + mark, json(all));
      std::fprintf(stderr, "carom: interrupted %s\n", done_before(studies, i).c_str());
      return host().interruption_status();
    }
    all.studies.push_back(std::move(*done));
    if (kept) write_file(folder + "/report.html", report_page(json(all.studies.back().page)));
  }
  bar.clear();
  if (kept) write_file(options.output + "/" + mark, json(all));
  host().tell(
      options.json, [&] { return json(all); },
      [&] { return text(all) + (kept ? "\nThe report is in " + options.output + "\n" : ""); });
  return std::ranges::all_of(all.studies,
                             [](const Reproduced& each) { return each.changed.empty(); })
             ? 0
             : 1;
}

void add_reproduce_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<ReproduceCommand>();
  verb.add_option("STUDY", options->study,
                  "Name of a study, or \"all\"; without it the studies are listed");
  verb.add_option("--chapter", options->chapter, "One chapter of a longer work")
      ->type_name("CHAPTER");
  verb.add_option("-o,--output", options->output, "Folder for the report and the results")
      ->type_name("FOLDER");
  verb.add_flag("--force", options->force, "Replace what an earlier call left in the folder");
  add_json(verb, options->json);
  choose(verb, chosen, options, run_reproduce);
}

}  // namespace

extern const Command reproduce_command{
    50, "reproduce", "Published studies done again, each claim beside our numbers",
    add_reproduce_options};

}  // namespace carom
