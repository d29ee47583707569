#include "study/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/embedded.hpp"
#include "base/nearest_name.hpp"
#include "carom/version.hpp"
#include "io/output_file.hpp"
#include "io/page_json.hpp"
#include "io/study_file.hpp"
#include "io/text_table.hpp"
#include "study/claim_checks.hpp"
#include "study/computed_studies.hpp"
#include "study/report.hpp"

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

void sweep_figure(const PublishedStudy& study, const PublishedFigure& figure,
                  const std::string& folder, const SweepSetting& setting) {
  const Study read = study_from_text(study.scenario, study.name + ".toml", figure.parameters);
  SweepRequest request;
  request.laws = figure.laws;
  request.method = method_of(figure);
  request.folder = folder;
  request.force = std::filesystem::exists(folder);
  request.boundaries = true;
  if (!sweep(read, request, setting).complete) throw InputError(folder, {{{}, "interrupted", {}}});
}

std::string count_text(const std::vector<PageClaim>& claims, Holding verdict) {
  return std::to_string(std::ranges::count(claims, verdict, &PageClaim::verdict));
}

std::string number_text(const std::optional<double>& value, const std::string& unit) {
  if (!value) return "–";
  return number(*value) + (unit.empty() || unit == "°" ? "" : " ") + unit;
}

/// A study whose claims are computed by a function of its own.
void compute(Reproduced& result, const std::string& folder) {
  const PublishedStudy& study = result.study;
  const ComputedStudy function = find_computed_study(study.computed);
  if (function == nullptr)
    throw std::runtime_error("study file: there is no computed study \"" + study.computed + "\"");
  Comparison comparison = function();
  for (const Claim& claim : comparison.claims)
    result.claims.push_back({claim.source, claim.what, number_text(claim.published, claim.unit),
                             number_text(claim.ours, claim.unit), claim.verdict, claim.reason});
  if (study.record.size() != result.claims.size())
    result.changed.push_back(fmt::format("there are {} claims, on record: {}", result.claims.size(),
                                         study.record.size()));
  for (std::size_t i = 0; i < std::min(study.record.size(), result.claims.size()); ++i)
    if (result.claims[i].verdict != study.record[i])
      result.changed.push_back(fmt::format("{}: {}: {}, on record: {}", result.claims[i].place,
                                           result.claims[i].claim, name(result.claims[i].verdict),
                                           name(study.record[i])));
  for (const PageSection& section : comparison.sections)
    if (const auto* table = std::get_if<PageTable>(&section))
      write_file(folder + "/" + table->name + ".csv", csv(*table));
  result.page.title = study.title;
  result.page.summary = study.summary;
  result.page.sections.emplace_back(
      PageClaims{"Published claims and our numbers", study.source, result.claims});
  for (PageSection& section : comparison.sections)
    result.page.sections.push_back(std::move(section));
}

}  // namespace

std::vector<PublishedStudy> published_studies() {
  std::vector<PublishedStudy> all;
  for (const EmbeddedFile& file : embedded_studies()) all.push_back(published_study(file.text));
  return all;
}

std::vector<PublishedStudy> studies_named(const std::string& wanted, const std::string& chapter) {
  std::vector<std::string> names, chapters;
  std::vector<PublishedStudy> found;
  for (PublishedStudy& study : published_studies()) {
    names.push_back(study.name);
    if (wanted != "all" && wanted != study.name) continue;
    chapters.push_back(study.chapter);
    if (chapter.empty() || chapter == study.chapter) found.push_back(std::move(study));
  }
  if (!found.empty()) return found;
  names.emplace_back("all");
  std::string problem =
      fmt::format("\"{}\" is not a study{}", wanted, nearest_or_all(wanted, names));
  if (!chapters.empty())
    problem = fmt::format("--chapter: study {} has no chapter \"{}\"{}", wanted, chapter,
                          nearest_or_all(chapter, chapters));
  throw InputError("", {{{}, problem, {}}});
}

Reproduced reproduced(const PublishedStudy& study, const std::string& folder,
                      const SweepSetting& setting) {
  Reproduced result;
  result.study = study;
  if (!study.computed.empty()) {
    compute(result, folder);
    return result;
  }
  Figures figures;
  std::vector<PageSection> sections;
  for (const PublishedFigure& figure : study.figures) {
    const std::string results = folder + "/" + file_name(figure);
    sweep_figure(study, figure, results, setting);
    figures.emplace(figure.name, FigureData(results));
    if (!figure.shown) continue;
    PageSweep section = sweep_section(results, {});
    section.title = figure.title;
    section.caption = figure.caption;
    section.figures = figure.figures;
    sections.emplace_back(std::move(section));
  }
  for (const PublishedClaim& claim : study.claims) {
    result.claims.push_back(judged(claim, figures));
    const PageClaim& judgement = result.claims.back();
    if (judgement.verdict != claim.recorded)
      result.changed.push_back(fmt::format("{}: {}: {}, on record: {}", claim.place, claim.claim,
                                           name(judgement.verdict), name(claim.recorded)));
  }
  result.page.title = study.title;
  result.page.summary = study.summary;
  result.page.sections.emplace_back(
      PageClaims{"Published claims and our numbers", study.source, result.claims});
  for (PageSection& section : sections) result.page.sections.push_back(std::move(section));
  return result;
}

std::string text(const Reproduced& reproduced) {
  std::string out = fmt::format("{}\n{}\n\n", reproduced.study.title, reproduced.study.source);
  for (const PageClaim& claim : reproduced.claims) {
    out += fmt::format("{}  {}: {}\n",
                       claim.verdict == Holding::holds     ? "[holds]        "
                       : claim.verdict == Holding::in_part ? "[holds in part]"
                                                           : "[does not hold]",
                       claim.place, claim.claim);
    out += fmt::format("    published  {}\n    ours       {}\n", claim.published, claim.ours);
    if (!claim.reason.empty()) out += fmt::format("    why        {}\n", claim.reason);
  }
  for (const std::string& change : reproduced.changed)
    out += fmt::format("\nCHANGED  {}\n", change);
  return out;
}

std::string summary_text(const std::vector<Reproduced>& all) {
  TextTable table(
      {"study", "<chapter", "<title", "claims", "hold", "in part", "do not", "changed"});
  for (const Reproduced& each : all)
    table.add(
        {each.study.name, each.study.chapter, each.study.title, std::to_string(each.claims.size()),
         count_text(each.claims, Holding::holds), count_text(each.claims, Holding::in_part),
         count_text(each.claims, Holding::does_not_hold), std::to_string(each.changed.size())});
  return table.text();
}

std::string json(const std::vector<Reproduced>& all) {
  nlohmann::ordered_json root = {{"carom", version}, {"format", format}};
  root["studies"] = nlohmann::ordered_json::array();
  for (const Reproduced& each : all) {
    nlohmann::ordered_json node = {{"study", each.study.name},
                                   {"chapter", each.study.chapter},
                                   {"title", each.study.title},
                                   {"source", each.study.source},
                                   {"claims", nlohmann::ordered_json::array()},
                                   {"changed", each.changed}};
    for (std::size_t i = 0; i < each.claims.size(); ++i) {
      const PageClaim& claim = each.claims[i];
      node["claims"].push_back({{"place", claim.place},
                                {"claim", claim.claim},
                                {"published", claim.published},
                                {"ours", claim.ours},
                                {"verdict", name(claim.verdict)},
                                {"reason", claim.reason}});
    }
    root["studies"].push_back(std::move(node));
  }
  return root.dump(2) + '\n';
}

}  // namespace carom
