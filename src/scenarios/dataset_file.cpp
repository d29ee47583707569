#include "scenarios/dataset_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "base/embedded.hpp"
#include "base/nearest_name.hpp"
#include "scenarios/strict_table.hpp"
#include "scenarios/toml_document.hpp"

namespace carom {

/// data/*.toml
std::span<const EmbeddedFile> embedded_data();

namespace {

using io::StrictTable;

constexpr double most = 1e300;
constexpr double above_zero = 1e-300;

void read_body(StrictTable& entry, DatasetBody& body) {
  entry.read("name", body.name, true);
  entry.read_word("kind", body.kind);
  entry.read("material", body.material);
  entry.read("mass", body.mass, above_zero, most, true);
  entry.read("length", body.length, 0, most);
  entry.read("stiffness", body.stiffness, above_zero, most);
  entry.read("contact_stiffness", body.contact_stiffness, above_zero, most);
  entry.read("also", body.also);
  entry.read("from", body.from);
  entry.read("erratum", body.erratum);
}

void read_restitution(StrictTable& entry, DatasetRestitution& one) {
  entry.read("left", one.left, true);
  entry.read("right", one.right, true);
  entry.read("value", one.value, 0, 1, true);
  entry.read("spread", one.spread, 0, 1);
  entry.read("from", one.from);
}

void read_measured(StrictTable& entry, DatasetMeasured& one) {
  entry.read("name", one.name, true);
  entry.read("bodies", one.bodies, true);
  entry.read("restitution", one.restitution, 0, 1, true);
  entry.read("spread", one.spread, 0, 1);
  entry.read("category", one.category, 0);
  entry.read("printed_error", one.printed_error, 0, most);
  entry.read("printed_prediction", one.printed_prediction, 0, 1);
  entry.read("printed_segments", one.printed_segments);
  entry.read("from", one.from);
  entry.read("erratum", one.erratum);
}

void read_experiment(StrictTable& entry, DatasetExperiment& one) {
  entry.read("table", one.table, true);
  entry.read("row", one.row, 1, true);
  entry.read("bodies", one.bodies, true);
  entry.read("velocity_before", one.velocity_before, -most, most, true);
  entry.read("velocities_after", one.velocities_after, true);
  entry.read("printed_error", one.printed_error, 0, most);
  entry.read("erratum", one.erratum);
}

void read_erratum(StrictTable& entry, DatasetErratum& one) {
  entry.read("place", one.place, true);
  entry.read("text", one.text, true);
}

void check_references(const Dataset& dataset, std::vector<Fault>& faults) {
  std::vector<std::string> names;
  for (const DatasetBody& body : dataset.bodies) names.push_back(body.name);
  const auto check = [&](const std::string& title, const std::vector<std::string>& bodies) {
    for (const std::string& name : bodies)
      if (find_body(dataset, name) == nullptr)
        faults.push_back({{},
                          fmt::format("{}: body \"{}\" is not defined{}", title, name,
                                      did_you_mean(name, names)),
                          {}});
  };
  for (const DatasetMeasured& one : dataset.measured)
    check(fmt::format("measured \"{}\"", one.name), one.bodies);
  for (const DatasetExperiment& one : dataset.experiments) {
    const std::string title = fmt::format("experiment {} of table {}", one.row, one.table);
    check(title, one.bodies);
    if (one.bodies.size() != one.velocities_after.size())
      faults.push_back(
          {{},
           fmt::format("{}: velocities_after has {} numbers; {} bodies need {}", title,
                       one.velocities_after.size(), one.bodies.size(), one.bodies.size()),
           {}});
  }
}

}  // namespace

Dataset dataset_from_text(std::string_view text, std::string name, std::vector<Fault>& faults) {
  Dataset dataset;
  dataset.name = std::move(name);
  const io::TomlDocument document(text, faults);
  if (!faults.empty()) return dataset;
  const toml::table& root = document.root();
  for (const auto& [section, verb] : {std::pair{"fit", "fit --to"},
                                      {"link", "strike"},
                                      {"train", "collide"},
                                      {"pair", "collide"}})
    if (root.contains(section)) {
      faults.push_back(
          {{},
           fmt::format("this is a scenario, not a data file; `carom {}` takes it", verb),
           io::place(root.get(section)->source())});
      return dataset;
    }
  dataset.title = root["title"].value_or(std::string());
  dataset.source = root["source"].value_or(std::string());
  StrictTable all(root, "", faults);
  all.read_all("body", dataset.bodies, read_body);
  all.read_all("restitution", dataset.restitutions, read_restitution);
  all.read_all("measured", dataset.measured, read_measured);
  all.read_all("experiment", dataset.experiments, read_experiment);
  all.read_all("erratum", dataset.errata, read_erratum);
  const std::vector<std::string> valid{"title",    "source",     "body",   "restitution",
                                       "measured", "experiment", "erratum"};
  for (auto&& [key, node] : root)
    if (std::find(valid.begin(), valid.end(), key.str()) == valid.end())
      faults.push_back({{},
                        fmt::format("\"{}\" is not a section of a data file{}", key.str(),
                                    nearest_or_all(key.str(), valid)),
                        io::place(node.source())});
  check_references(dataset, faults);
  return dataset;
}

std::vector<std::string> embedded_datasets() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_data()) names.emplace_back(file.name);
  return names;
}

const Dataset* embedded_dataset(const std::string& name) {
  static std::mutex one_at_a_time;
  static std::map<std::string, Dataset> read;  // each once, when first asked for
  const std::lock_guard lock(one_at_a_time);
  if (const auto found = read.find(name); found != read.end()) return &found->second;
  for (const EmbeddedFile& file : embedded_data()) {
    if (file.name != name) continue;
    std::vector<Fault> faults;
    Dataset dataset = dataset_from_text(file.text, name, faults);
    // The build takes data/*.toml as they are; a test reads each of them.
    if (!faults.empty()) throw InputError(name + " (embedded)", std::move(faults));
    return &read.emplace(name, std::move(dataset)).first->second;
  }
  return nullptr;
}

}  // namespace carom
