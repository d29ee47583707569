#include "dynamics/compiled_model.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "dynamics/inertia_check.hpp"
#include "dynamics/mechanism_faults.hpp"

namespace carom {
namespace {

/// Sections in which a fault leaves the bodies as they are.
constexpr std::string_view not_of_bodies[] = {"title", "world",  "surface", "contact", "torque",
                                              "force", "spring", "drive",   "state",   "impact",
                                              "close", "sweep",  "simulate"};

/// Gives bodies whose numbers could not be read some inertia, so that no fault follows from them.
/// False where it is not known which bodies there are.
bool stand_in(std::span<const Fault> refused, Mechanism& bodies) {
  const auto make_heavy = [](Link& link) {
    link.mass = 1;
    link.inertia = 1;
  };
  for (const Fault& fault : refused) {
    const auto& [section, index, key, component, offset] = fault.where;
    const auto at = static_cast<std::size_t>(index);
    if (section == "link" && at < bodies.links.size()) {
      make_heavy(bodies.links[at]);
    } else if (section == "mass" && at < bodies.masses.size()) {
      // On the link that it names, or on any.
      bool found = false;
      for (Link& link : bodies.links)
        if (link.name == bodies.masses[at].link) {
          make_heavy(link);
          found = true;
        }
      if (!found) std::ranges::for_each(bodies.links, make_heavy);
    } else if (section == "base" && key == "mass") {
      bodies.base.mass = 1;
    } else if (std::ranges::find(not_of_bodies, section) == std::end(not_of_bodies)) {
      return false;
    }
  }
  return true;
}

/// Inertia can be judged where links, masses and base are sound, whatever is wrong elsewhere.
Tree checked_tree(const Mechanism& mechanism, std::span<const Fault> refused,
                  std::vector<Fault>& faults) {
  Tree tree = compiled(mechanism, faults);
  if (faults.empty() && refused.empty()) {
    check_inertia(mechanism, tree, faults);
    return tree;
  }
  Mechanism bodies;
  bodies.base = mechanism.base;
  bodies.links = mechanism.links;
  bodies.masses = mechanism.masses;
  if (!stand_in(refused, bodies)) return tree;
  std::vector<Fault> own;
  const Tree bare = compiled(bodies, own);
  if (own.empty()) check_inertia(bodies, bare, faults);
  return tree;
}

}  // namespace

std::optional<Model> checked_model(const Mechanism& mechanism, std::span<const Fault> refused,
                                   std::vector<Fault>& faults) {
  Tree tree = checked_tree(mechanism, refused, faults);
  if (!refused.empty() || !faults.empty()) return std::nullopt;
  return Model(
      std::make_shared<const Model::Compiled>(Model::Compiled{mechanism, std::move(tree)}));
}

std::vector<Fault> mechanism_faults(const Mechanism& mechanism) {
  std::vector<Fault> faults;
  checked_tree(mechanism, {}, faults);
  return faults;
}

Model::Model(const Mechanism& mechanism) {
  std::vector<Fault> faults;
  std::optional<Model> model = checked_model(mechanism, {}, faults);
  if (!model) throw InputError("", std::move(faults));
  *this = std::move(*model);
}

const Mechanism& Model::mechanism() const {
  return compiled_->mechanism;
}
int Model::links() const {
  return static_cast<int>(compiled_->tree.links.size());
}
int Model::contacts() const {
  return static_cast<int>(compiled_->tree.contacts.size());
}
int Model::degrees_of_freedom() const {
  return compiled_->tree.degrees_of_freedom();
}

}  // namespace carom
