#include "reproductions/reproduce.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/embedded.hpp"
#include "base/nearest_name.hpp"
#include "pages/report.hpp"
#include "reports/page_json.hpp"
#include "reports/text_table.hpp"
#include "reproductions/claim_checks.hpp"
#include "reproductions/computed_studies.hpp"
#include "reproductions/study_file.hpp"
#include "scenarios/scenario_file.hpp"
#include "stores/output_file.hpp"
#include "study/suited.hpp"

namespace carom {

/// studies/*.toml
std::span<const EmbeddedFile> embedded_studies();

namespace {

Method method_of(const PublishedFigure& figure) {
  if (const auto method = method_named(figure.method)) return *method;
  throw std::runtime_error("study file: no method \"" + figure.method + "\"");
}

std::string file_name(const PublishedFigure& figure) {
  std::string safe = "figure-" + figure.name;
  std::ranges::replace_if(
      safe, [](char c) { return c == ' ' || c == '/'; }, '-');
  return safe;
}

/// Throws `Stopped` where it was interrupted.
FigureData sweep_figure(const PublishedStudy& study, const PublishedFigure& figure,
                        const std::string& folder, const SweepSetting& setting) {
  const Study read = study_from_text(study.scenario, study.name + ".toml", figure.parameters);
  SweepRequest request;
  request.laws = figure.laws;
  request.method = method_of(figure);
  request.folder = folder;
  request.force = std::filesystem::exists(folder);
  request.boundaries = true;
  if (!sweep(read, request, setting).complete) throw Stopped{};
  return {folder, FigureSolver(read, figure.laws, request.method)};
}

std::string number_text(const std::optional<double>& value, const std::string& unit) {
  if (!value) return "–";
  return number(*value) + (unit.empty() || unit == "°" ? "" : " ") + unit;
}

std::string change_text(const PageClaim& claim, Holding recorded) {
  return fmt::format("{}: {}: {}, on record: {}", claim.place, claim.claim, name(claim.verdict),
                     name(recorded));
}

/// What the study's own function has: claims, and sections for the page.
void compute(Reproduced& result, std::vector<PageSection>& sections, const std::string& folder,
             const StopRequest& stop) {
  const PublishedStudy& study = result.study;
  const ComputedStudy function = find_computed_study(study.computed);
  if (function == nullptr)
    throw std::runtime_error("study file: there is no computed study \"" + study.computed + "\"");
  Comparison comparison = function(stop);
  if (study.record.size() != comparison.claims.size())
    result.changed.push_back(fmt::format("there are {} computed claims, on record: {}",
                                         comparison.claims.size(), study.record.size()));
  for (std::size_t i = 0; i < comparison.claims.size(); ++i) {
    const Claim& claim = comparison.claims[i];
    result.claims.push_back({claim.source, claim.what, number_text(claim.published, claim.unit),
                             number_text(claim.ours, claim.unit), claim.verdict, claim.reason,
                             claim.assumed});
    if (i < study.record.size() && claim.verdict != study.record[i])
      result.changed.push_back(change_text(result.claims.back(), study.record[i]));
  }
  for (PageSection& section : comparison.sections) {
    if (const auto* table = std::get_if<PageTable>(&section))
      write_file(folder + "/" + table->name + ".csv", csv(*table));
    sections.push_back(std::move(section));
  }
}

/// What the study's figures and claims about them have.
void sweep_and_judge(Reproduced& result, std::vector<PageSection>& sections,
                     const std::string& folder, const SweepSetting& setting,
                     const StopRequest& stop) {
  Figures figures;
  for (const PublishedFigure& figure : result.study.figures) {
    stop.heed();
    const std::string results = folder + "/" + file_name(figure);
    figures.emplace(figure.name, sweep_figure(result.study, figure, results, setting));
    if (!figure.shown) continue;
    PageSweep section = sweep_section(results, {});
    section.title = figure.title;
    section.caption = figure.caption;
    section.figures = figure.figures;
    sections.emplace_back(std::move(section));
  }
  for (const PublishedClaim& claim : result.study.claims) {
    result.claims.push_back(judged(claim, figures));
    if (result.claims.back().verdict != claim.recorded)
      result.changed.push_back(change_text(result.claims.back(), claim.recorded));
  }
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// What to say of a chapter that there is not. `chapters`: those that there are.
std::string unknown_chapter(const std::string& study, const std::string& chapter,
                            const std::vector<std::string>& chapters) {
  if (chapters.empty())
    return fmt::format("--chapter: study {} has no chapters; leave --chapter \"{}\" out", study,
                       chapter);
  const std::string owner = study.empty() ? "no study has" : "study " + study + " has no";
  return fmt::format("--chapter: {} chapter \"{}\"{}; there {} {}", owner, chapter,
                     did_you_mean(chapter, chapters), chapters.size() == 1 ? "is" : "are",
                     fmt::join(chapters, ", "));
}

}  // namespace

std::vector<PublishedStudy> published_studies() {
  std::vector<PublishedStudy> all;
  for (const EmbeddedFile& file : embedded_studies()) all.push_back(published_study(file.text));
  return all;
}

namespace {

/// Which verbs take a file or folder that was given for a study; empty where there is none.
std::string who_takes_path(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return "; it is a folder: `carom report` makes a page of a result folder";
  if (!std::filesystem::is_regular_file(path, ignored)) return "";
  const ReadScenario read = scenario_from_file(path);
  const bool other_kind =
      !read.faults.empty() && read.faults.front().kind == FaultKind::not_a_scenario;
  return other_kind ? "; " + read.faults.front().message
                    : "; it is a file: " + who_takes_it(read.scenario);
}

}  // namespace

std::vector<PublishedStudy> studies_named(const std::string& wanted, const std::string& chapter,
                                          std::vector<Fault>& faults) {
  std::vector<std::string> names, all_chapters, chapters;
  std::vector<PublishedStudy> found;
  for (PublishedStudy& study : published_studies()) {
    add_once(names, study.name);
    if (!study.chapter.empty()) add_once(all_chapters, study.chapter);
    if (wanted != "all" && wanted != study.name) continue;
    if (!study.chapter.empty()) add_once(chapters, study.chapter);
    if (chapter.empty() || chapter == study.chapter) found.push_back(std::move(study));
  }
  if (!found.empty()) return found;
  names.emplace_back("all");
  const bool known = std::ranges::find(names, wanted) != names.end();
  if (!known)
    faults.push_back({{},
                      fmt::format("\"{}\" is not a study{}{}", wanted,
                                  nearest_or_all(wanted, names), who_takes_path(wanted)),
                      {}});
  const bool elsewhere = std::ranges::find(all_chapters, chapter) != all_chapters.end();
  if (!chapter.empty() && (known || !elsewhere))
    faults.push_back({{},
                      known && wanted != "all" ? unknown_chapter(wanted, chapter, chapters)
                                               : unknown_chapter("", chapter, all_chapters),
                      {}});
  return found;
}

std::optional<Reproduced> reproduced(const PublishedStudy& study, const std::string& folder,
                                     const SweepSetting& setting) {
  Reproduced result;
  result.study = study;
  std::vector<PageSection> sections;
  try {
    const StopRequest stop(setting.interrupted);
    stop.heed();
    sweep_and_judge(result, sections, folder, setting, stop);
    if (!study.computed.empty()) compute(result, sections, folder, stop);
  } catch (const Stopped&) {
    return std::nullopt;
  }
  for (PageClaim& claim : result.claims)
    if (claim.assumed.empty()) claim.assumed = study.assumed;
  result.page.title = study.title;
  result.page.summary = study.summary;
  result.page.sections.emplace_back(
      PageClaims{"Published claims and our numbers", study.source, result.claims});
  for (PageSection& section : sections) result.page.sections.push_back(std::move(section));
  return result;
}

}  // namespace carom
