#include "scenarios/scenario_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <tuple>
#include <unordered_set>

#include "scenarios/described.hpp"
#include "scenarios/parameters.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/sections.hpp"
#include "scenarios/toml_document.hpp"

namespace carom {
namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;

/// The parameters that [[sweep]] and [fit] name: they are set by these, whatever their formulas
/// say.
std::vector<std::string> swept_parameters(const toml::table& root) {
  std::vector<std::string> names;
  if (const toml::array* axes = root["sweep"].as_array())
    for (const toml::node& axis : *axes)
      if (const toml::table* table = axis.as_table())
        if (const auto name = (*table)["parameter"].value<std::string>()) names.push_back(*name);
  if (const toml::array* free = root["fit"]["free"].as_array())
    for (const toml::node& each : *free)
      if (const auto name = each.value<std::string>()) names.push_back(*name);
  if (const toml::table* given = root["fit"]["given"].as_table())
    for (auto&& [name, node] : *given) names.emplace_back(name.str());
  return names;
}

/// Puts faults in the file's order, each message on one line whatever the names in it are.
void arrange(std::vector<Fault>& faults) {
  for (Fault& fault : faults) fault.message = io::on_one_line(fault.message);
  std::stable_sort(faults.begin(), faults.end(), [](const Fault& a, const Fault& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
}

std::string key_of(const Where& where) {
  return fmt::format("{}\n{}\n{}\n{}", where.section, where.index, where.key, where.component);
}

/// What the reader has already found fault with.
class Refused {
 public:
  explicit Refused(const std::vector<Fault>& faults) {
    for (const Fault& fault : faults) {
      whole_ = whole_ || fault.where == Where{};
      keys_.insert(key_of(fault.where));
      // Of what kind an element is decides which of its other keys make sense; what a body of a
      // train uses, which it needs, and what is known of its pairs.
      for (const std::string_view decides : {"kind", "use"})
        if (fault.where.key.ends_with(decides)) {
          kinds_.push_back(fault.where);
          kinds_.back().key.resize(fault.where.key.size() - decides.size());
        }
      unknown_body_ = unknown_body_ || (fault.where.section == "body" && fault.where.key == "use");
    }
  }

  bool covers(Where where) const {
    if (whole_ || keys_.contains(key_of(where))) return true;
    if (unknown_body_ && where.section == "body" && where.key.empty()) return true;
    for (const Where& kind : kinds_)
      if (where.section == kind.section && where.index == kind.index &&
          where.key.starts_with(kind.key))
        return true;
    where.component = -1;
    return keys_.contains(key_of(where));
  }

 private:
  std::unordered_set<std::string> keys_;
  std::vector<Where> kinds_;
  bool whole_ = false;
  bool unknown_body_ = false;
};

ReadScenario not_read(std::string path, std::string problem) {
  ReadScenario result;
  result.scenario.path = std::move(path);
  result.faults.push_back({{}, std::move(problem), {}});
  result.place_of = [](const Where&) { return Place{}; };
  return result;
}

}  // namespace

ReadScenario scenario_from_text(std::string_view text, std::string path,
                                std::span<const std::string> overrides,
                                std::span<const Law* const> laws) {
  if (text.empty()) return not_read(std::move(path), "the scenario is empty");
  ReadScenario result;
  result.scenario.path = std::move(path);
  result.scenario.text = text;
  result.scenario.mechanism.laws.assign(laws.begin(), laws.end());
  const auto document = std::make_shared<const io::TomlDocument>(text, result.faults);
  result.place_of = [document](const Where& where) { return document->place_of(where); };
  if (!result.faults.empty()) return result;

  io::Reader reader(
      *document, result.scenario, result.faults,
      io::parameter_table(*document, overrides, swept_parameters(document->root()), result.faults));
  io::read_sections(reader, *document);
  arrange(result.faults);
  return result;
}

ReadScenario scenario_from_file(const std::string& path, std::span<const std::string> overrides,
                                std::span<const Law* const> laws) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return not_read(path, std::filesystem::exists(path + "/scenario.toml", ignored)
                              ? "is a result folder: `carom report` makes a page of it; its "
                                "scenario is the file scenario.toml in it"
                              : "is a directory");
  std::ifstream file(path, std::ios::binary);
  if (!file) return not_read(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string text;
  char block[65536];
  while (file.read(block, sizeof block), file.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(file.gcount()));
    if (text.size() > most_bytes)
      return not_read(path, fmt::format("is larger than {} MiB", most_bytes >> 20));
  }
  if (file.bad()) return not_read(path, "cannot be read to its end");
  return scenario_from_text(text, path, overrides, laws);
}

std::vector<Fault> merged(std::vector<Fault> io, std::vector<Fault> model,
                          const std::function<Place(const Where&)>& place_of) {
  const Refused refused(io);
  for (Fault& fault : model) {
    if (refused.covers(fault.where)) continue;
    if (fault.place == Place{}) fault.place = place_of(fault.where);
    io.push_back(std::move(fault));
  }
  arrange(io);
  return io;
}

}  // namespace carom
