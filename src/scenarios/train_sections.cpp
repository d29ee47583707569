#include "scenarios/train_sections.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "scenarios/dataset_file.hpp"

namespace carom::io {
namespace {

Train& train_in(Scenario& scenario) {
  return made(scenario.train);
}

/// Fills in what bodies and pairs take from data files.
class Uses {
 public:
  explicit Uses(Reader& reader) : reader_(reader), train_(train_in(reader.scenario())) {}

  void complete() {
    read_data_files();
    const toml::array* tables = reader_.root()["body"].as_array();
    used_.resize(train_.bodies.size());
    for (std::size_t i = 0; i < train_.bodies.size(); ++i) {
      const toml::table* table = tables != nullptr ? (*tables)[i].as_table() : nullptr;
      if (table != nullptr) complete_body(i, *table);
    }
    complete_pairs();
  }

 private:
  struct Use {
    const Dataset* dataset = nullptr;
    const DatasetBody* body = nullptr;
    bool missing = false;  // it was asked for and could not be found
  };

  void read_data_files() {
    const toml::node* node = reader_.root()["train"]["data"].node();
    if (node == nullptr) return;
    if (const toml::array* array = node->as_array())
      for (const toml::node& each : *array) read_data_file(each);
    else
      read_data_file(*node);
  }

  void read_data_file(const toml::node& node) {
    const auto* text = node.as_string();
    if (text == nullptr) return;
    const Element element{"train", -1, {}, {}};
    const std::filesystem::path path =
        std::filesystem::path(reader_.scenario().path).parent_path() / text->get();
    std::ifstream file(path, std::ios::binary);
    std::error_code ignored;
    if (!file || std::filesystem::is_directory(path, ignored))
      return reader_.fault(element, "data",
                           fmt::format("data file {} cannot be read", io::quoted(text->get())),
                           place(node.source()));
    std::ostringstream content;
    content << file.rdbuf();
    std::vector<Fault> faults;
    const std::string name = path.stem().string();
    own_[name] = dataset_from_text(content.str(), name, faults);
    for (const Fault& fault : faults)
      reader_.fault(element, "data",
                    fmt::format("data file {}, line {}: {}", io::quoted(text->get()),
                                fault.place.line, fault.message),
                    place(node.source()));
  }

  const Dataset* dataset(const std::string& name) const {
    if (const auto found = own_.find(name); found != own_.end()) return &found->second;
    return embedded_dataset(name);
  }

  void complete_body(std::size_t i, const toml::table& table) {
    TrainBody& body = train_.bodies[i];
    const Element element{"body", static_cast<int>(i), body.name, {}};
    const toml::node* use = table.get("use");
    if (use == nullptr) {
      if (!table.contains("mass") && !reader_.has_fault({"body", static_cast<int>(i), "use", -1}))
        reader_.fault(element, "mass", "mass is missing");
      return;
    }
    if (!use->is_string()) return;
    const Found found{*use, element, "use", "use"};
    const std::size_t slash = body.origin.rfind('/');
    const std::string file = body.origin.substr(0, slash);
    const Dataset* from = slash == std::string::npos ? nullptr : dataset(file);
    if (from == nullptr) {
      stand_in(i, table);
      std::vector<std::string> known = embedded_datasets();
      for (const auto& [name, ignored] : own_) known.push_back(name);
      return reader_.fault(
          found, slash == std::string::npos
                     ? fmt::format("use is {}; must be \"FILE/BODY\"", io::quoted(body.origin))
                     : fmt::format("use names data file {}, which is not known{}", io::quoted(file),
                                   nearest_or_all(file, known)));
    }
    const std::string wanted = body.origin.substr(slash + 1);
    const DatasetBody* named = find_body(*from, wanted);
    if (named == nullptr) {
      stand_in(i, table);
      std::vector<std::string> known;
      for (const DatasetBody& each : from->bodies) known.push_back(each.name);
      return reader_.fault(
          found, fmt::format("use names body {}, which \"{}\" does not have{}", io::quoted(wanted),
                             file, nearest_or_all(wanted, known)));
    }
    used_[i] = {from, named};
    if (!table.contains("kind")) body.kind = named->kind;
    if (!table.contains("mass")) body.mass = named->mass;
    if (!table.contains("length")) body.length = named->length;
    if (!table.contains("stiffness")) body.stiffness = named->stiffness.value_or(0);
    // The files have Hertz's stiffness; a bilinear contact takes the overall linear one.
    if (!table.contains("contact_stiffness") && train_.model == ContactModel::hertz)
      body.contact_stiffness = named->contact_stiffness;
  }

  /// Numbers in every range for a body that could not be found, so that no faults follow from it.
  void stand_in(std::size_t i, const toml::table& table) {
    TrainBody& body = train_.bodies[i];
    for (const auto& [key, number] :
         {std::pair<std::string_view, double*>{"mass", &body.mass}, {"stiffness", &body.stiffness}})
      if (!table.contains(key)) *number = 1;
    if (!body.contact_stiffness) body.contact_stiffness = 1;
    used_[i].missing = true;
  }

  /// The restitution between a body and the next, where both are of one data file.
  const DatasetRestitution* restitution(std::size_t left) const {
    const Use &one = used_[left], &other = used_[left + 1];
    if (one.dataset == nullptr || one.dataset != other.dataset) return nullptr;
    return find_restitution(*one.dataset, one.body->material, other.body->material);
  }

  static void take(TrainPair& pair, const Dataset& from, const DatasetRestitution& given) {
    pair.restitution = given.value;
    pair.origin = fmt::format("{}: {} on {}, {} ± {} ({})", from.name, given.left, given.right,
                              given.value, given.spread, given.from);
  }

  void complete_pairs() {
    const toml::array* tables = reader_.root()["pair"].as_array();
    const std::size_t written = train_.pairs.size();
    for (std::size_t i = 0; i + 1 < train_.bodies.size(); ++i) {
      const TrainBody &left = train_.bodies[i], &right = train_.bodies[i + 1];
      const auto pair =
          std::find_if(train_.pairs.begin(), train_.pairs.end(), [&](const TrainPair& each) {
            return each.left == left.name && each.right == right.name;
          });
      const DatasetRestitution* given = restitution(i);
      if (pair == train_.pairs.end()) {
        const bool missing = used_[i].missing || used_[i + 1].missing;
        if (missing) train_.pairs.push_back({.left = left.name, .right = right.name});
        if (given == nullptr) continue;  // the train's own check tells
        train_.pairs.push_back({.left = left.name, .right = right.name});
        take(train_.pairs.back(), *used_[i].dataset, *given);
        continue;
      }
      const auto index = static_cast<std::size_t>(pair - train_.pairs.begin());
      if (index >= written || tables == nullptr) continue;
      const toml::table* table = (*tables)[index].as_table();
      if (table == nullptr || table->contains("restitution")) continue;
      if (given != nullptr)
        take(*pair, *used_[i].dataset, *given);
      else
        reader_.fault(
            Element{"pair", static_cast<int>(index), {}, {}}, "restitution",
            fmt::format("restitution between \"{}\" and \"{}\" is missing", left.name, right.name));
    }
  }

  Reader& reader_;
  Train& train_;
  std::map<std::string, Dataset> own_;
  std::vector<Use> used_;
};

void finish(Reader& reader) {
  if (reader.scenario().train) Uses(reader).complete();
}

}  // namespace

/// A text or several, each a data file; read in `Uses`.
void read_special(Reader& reader, const Found& found, const DataFiles&) {
  const toml::array* array = found.node.as_array();
  const bool texts =
      found.node.is_string() || (array != nullptr && array->is_homogeneous<std::string>());
  if (!texts)
    reader.fault(found, fmt::format("data is {}; must be the name of a data file, or an array of "
                                    "them",
                                    described(found.node)));
}

const std::vector<Section>& train_sections() {
  static const Section pair = many<TrainPair>(
      "pair", [](Scenario& s) -> std::vector<TrainPair>& { return train_in(s).pairs; });
  static const std::vector<Section> all{
      one<Train>("train", train_in),
      many<TrainBody>("body",
                      [](Scenario& s) -> std::vector<TrainBody>& { return train_in(s).bodies; }),
      {"pair",
       [](Reader& reader, const toml::node* node) {
         pair.read(reader, node);
         finish(reader);
       },
       pair.rows, true}};
  return all;
}

}  // namespace carom::io
