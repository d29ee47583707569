#include "data/dataset.hpp"

#include <algorithm>

namespace carom {

const DatasetBody* find_body(const Dataset& dataset, const std::string& name) {
  for (const DatasetBody& body : dataset.bodies)
    if (body.name == name || std::find(body.also.begin(), body.also.end(), name) != body.also.end())
      return &body;
  return nullptr;
}

const DatasetRestitution* find_restitution(const Dataset& dataset, const std::string& left,
                                           const std::string& right) {
  for (const DatasetRestitution& each : dataset.restitutions)
    if (each.left == left && each.right == right) return &each;
  return nullptr;
}

}  // namespace carom
