#include "scenarios/dataset_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <mutex>

#include "base/embedded.hpp"
#include "base/nearest_name.hpp"
#include "scenarios/described.hpp"
#include "scenarios/toml_document.hpp"

namespace carom {

/// data/*.toml
std::span<const EmbeddedFile> embedded_data();

namespace {

/// Reads the keys of one table; what was not asked for at the end is not a key.
class Entry {
 public:
  Entry(const toml::table& table, std::string title, std::vector<Fault>& faults)
      : table_(table), title_(std::move(title)), faults_(faults) {}

  void read(std::string_view key, std::string& to, bool needed = false) {
    if (const toml::node* node = found(key, needed)) {
      if (const auto* text = node->as_string())
        to = text->get();
      else
        fault(*node, fmt::format("{} is {}; must be a text in quotes", key, io::described(*node)));
    }
  }
  void read(std::string_view key, double& to, double least, double most, bool needed = false) {
    if (const toml::node* node = found(key, needed)) {
      const auto number = io::plain_number(*node);
      if (!number || !(*number >= least && *number <= most))
        fault(*node, fmt::format("{} is {}; must be a number from {} to {}", key,
                                 io::described(*node), least, most));
      else
        to = *number;
    }
  }
  void read(std::string_view key, std::optional<double>& to, double least, double most) {
    if (!table_.contains(key)) {
      asked_.emplace_back(key);
      return;
    }
    read(key, to.emplace(0), least, most);
  }
  void read(std::string_view key, int& to, int least, bool needed = false) {
    double number = least;
    read(key, number, least, 1e9, needed);
    to = static_cast<int>(number);
  }
  void read(std::string_view key, std::vector<std::string>& to, bool needed = false) {
    each(key, needed, [&](const toml::node& node) {
      if (const auto* text = node.as_string())
        to.push_back(text->get());
      else
        fault(node, fmt::format("{} holds {}; must hold texts", key, io::described(node)));
    });
  }
  void read(std::string_view key, std::vector<double>& to, bool needed = false) {
    each(key, needed, [&](const toml::node& node) {
      if (const auto number = io::plain_number(node); number && std::isfinite(*number))
        to.push_back(*number);
      else
        fault(node, fmt::format("{} holds {}; must hold numbers", key, io::described(node)));
    });
  }
  void finish() {
    for (auto&& [key, node] : table_)
      if (std::find(asked_.begin(), asked_.end(), key.str()) == asked_.end())
        fault(node,
              fmt::format("\"{}\" is not a key{}", key.str(), nearest_or_all(key.str(), asked_)));
  }
  void fault(const toml::node& node, std::string_view problem) {
    faults_.push_back({{}, fmt::format("{}: {}", title_, problem), io::place(node.source())});
  }

 private:
  const toml::node* found(std::string_view key, bool needed) {
    asked_.emplace_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr && needed) fault(table_, fmt::format("{} is missing", key));
    return node;
  }
  void each(std::string_view key, bool needed, const std::function<void(const toml::node&)>& use) {
    const toml::node* node = found(key, needed);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr)
      return fault(*node, fmt::format("{} is {}; must be an array", key, io::described(*node)));
    for (const toml::node& one : *array) use(one);
  }

  const toml::table& table_;
  std::string title_;
  std::vector<Fault>& faults_;
  std::vector<std::string> asked_;
};

constexpr double most = 1e300;
constexpr double above_zero = 1e-300;

void read_body(Entry& entry, DatasetBody& body) {
  std::string kind = "ball";
  entry.read("name", body.name, true);
  entry.read("kind", kind);
  body.kind = kind == "cylinder" ? BodyKind::cylinder : BodyKind::ball;
  entry.read("material", body.material);
  entry.read("mass", body.mass, above_zero, most, true);
  entry.read("length", body.length, 0, most);
  entry.read("stiffness", body.stiffness, above_zero, most);
  entry.read("contact_stiffness", body.contact_stiffness, above_zero, most);
  entry.read("also", body.also);
  entry.read("from", body.from);
  entry.read("erratum", body.erratum);
}

void read_restitution(Entry& entry, DatasetRestitution& one) {
  entry.read("left", one.left, true);
  entry.read("right", one.right, true);
  entry.read("value", one.value, 0, 1, true);
  entry.read("spread", one.spread, 0, 1);
  entry.read("from", one.from);
}

void read_measured(Entry& entry, DatasetMeasured& one) {
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

void read_experiment(Entry& entry, DatasetExperiment& one) {
  entry.read("table", one.table, true);
  entry.read("row", one.row, 1, true);
  entry.read("bodies", one.bodies, true);
  entry.read("velocity_before", one.velocity_before, -most, most, true);
  entry.read("velocities_after", one.velocities_after, true);
  entry.read("printed_error", one.printed_error, 0, most);
  entry.read("erratum", one.erratum);
}

void read_erratum(Entry& entry, DatasetErratum& one) {
  entry.read("place", one.place, true);
  entry.read("text", one.text, true);
}

template <class T>
void read_all(const toml::table& root, std::string_view section, std::vector<T>& list,
              void (*read)(Entry&, T&), std::vector<Fault>& faults) {
  const toml::node* node = root.get(section);
  if (node == nullptr) return;
  const toml::array* tables = node->as_array();
  if (tables == nullptr) {
    faults.push_back(
        {{}, fmt::format("must be written [[{}]]", section), io::place(node->source())});
    return;
  }
  for (std::size_t i = 0; i < tables->size(); ++i) {
    const toml::table* table = (*tables)[i].as_table();
    if (table == nullptr) continue;
    const auto* name = table->get_as<std::string>("name");
    Entry entry(*table,
                name != nullptr ? fmt::format("{} \"{}\"", section, name->get())
                                : fmt::format("{} {}", section, i + 1),
                faults);
    read(entry, list.emplace_back());
    entry.finish();
  }
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
  for (const auto& [section, verb] :
       {std::pair{"link", "strike"}, {"train", "collide"}, {"pair", "collide"}})
    if (root.contains(section)) {
      faults.push_back(
          {{},
           fmt::format("this is a scenario, not a data file; `carom {}` takes it", verb),
           io::place(root.get(section)->source())});
      return dataset;
    }
  dataset.title = root["title"].value_or(std::string());
  dataset.source = root["source"].value_or(std::string());
  read_all(root, "body", dataset.bodies, read_body, faults);
  read_all(root, "restitution", dataset.restitutions, read_restitution, faults);
  read_all(root, "measured", dataset.measured, read_measured, faults);
  read_all(root, "experiment", dataset.experiments, read_experiment, faults);
  read_all(root, "erratum", dataset.errata, read_erratum, faults);
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
