#include "study/dataset_trains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/nearest_name.hpp"
#include "scenarios/dataset_file.hpp"

namespace carom {

Dataset dataset_named(const std::string& name_or_path) {
  if (const Dataset* known = embedded_dataset(name_or_path)) return *known;
  std::ifstream file(name_or_path, std::ios::binary);
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(name_or_path, ignored))
    throw InputError(name_or_path,
                     {{{},
                       "is neither a data file that can be read nor one that Carom has" +
                           nearest_or_all(name_or_path, embedded_datasets()),
                       {}}});
  std::ostringstream content;
  content << file.rdbuf();
  std::vector<Fault> faults;
  Dataset dataset =
      dataset_from_text(content.str(), std::filesystem::path(name_or_path).stem().string(), faults);
  if (!faults.empty()) throw InputError(name_or_path, std::move(faults));
  return dataset;
}

Train train_of(const Dataset& dataset, const std::vector<std::string>& bodies, double velocity,
               ContactModel model, Interior interior) {
  Train train;
  train.model = model;
  train.interior = interior;
  std::vector<Fault> faults;
  std::vector<std::string> materials;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const DatasetBody* named = find_body(dataset, bodies[i]);
    if (named == nullptr || !named->stiffness || !named->contact_stiffness) {
      faults.push_back({{},
                        fmt::format("body \"{}\": {}", bodies[i],
                                    named == nullptr ? "is not defined"
                                                     : "stiffness or contact_stiffness is missing"),
                        {}});
      continue;
    }
    TrainBody body;
    body.name = fmt::format("{} {}", i + 1, named->name);
    body.kind = named->kind;
    body.mass = named->mass;
    body.length = named->length;
    body.stiffness = *named->stiffness;
    if (model == ContactModel::hertz) body.contact_stiffness = named->contact_stiffness;
    body.velocity = i == 0 ? velocity : 0;
    body.origin = dataset.name + "/" + named->name;
    train.bodies.push_back(std::move(body));
    materials.push_back(named->material);
  }
  for (std::size_t i = 0; i + 1 < train.bodies.size() && faults.empty(); ++i) {
    const DatasetRestitution* given = find_restitution(dataset, materials[i], materials[i + 1]);
    if (given == nullptr)
      faults.push_back(
          {{},
           fmt::format("no [[restitution]] of \"{}\" on \"{}\"", materials[i], materials[i + 1]),
           {}});
    else
      train.pairs.push_back({.left = train.bodies[i].name,
                             .right = train.bodies[i + 1].name,
                             .restitution = given->value});
  }
  if (!faults.empty()) throw InputError(dataset.name, std::move(faults));
  return train;
}

}  // namespace carom
