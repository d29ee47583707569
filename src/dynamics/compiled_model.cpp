#include "dynamics/compiled_model.hpp"

#include "dynamics/inertia_check.hpp"

namespace carom {
namespace {

/// Inertia can be judged where links, masses and base are sound, whatever is wrong elsewhere.
Tree checked_tree(const Mechanism& mechanism, std::vector<Fault>& faults) {
  Tree tree = compiled(mechanism, faults);
  if (faults.empty()) {
    check_inertia(mechanism, tree, faults);
    return tree;
  }
  Mechanism bodies;
  bodies.base = mechanism.base;
  bodies.links = mechanism.links;
  bodies.masses = mechanism.masses;
  std::vector<Fault> own;
  const Tree bare = compiled(bodies, own);
  if (own.empty()) check_inertia(bodies, bare, faults);
  return tree;
}

}  // namespace

std::vector<Fault> mechanism_faults(const Mechanism& mechanism) {
  std::vector<Fault> faults;
  checked_tree(mechanism, faults);
  return faults;
}

Model::Model(const Mechanism& mechanism) {
  std::vector<Fault> faults;
  Tree tree = checked_tree(mechanism, faults);
  if (!faults.empty()) throw InputError("", std::move(faults));
  const SmallTree small = small_tree(tree);
  compiled_ = std::make_shared<const Compiled>(Compiled{mechanism, std::move(tree), small});
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
