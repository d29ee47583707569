#pragma once

/// dynamics/compiled_model.hpp
///
/// What stands behind the public Model.

#include "carom/model.hpp"
#include "model/tree.hpp"

namespace carom {

struct Model::Compiled {
  Mechanism mechanism;
  Tree tree;
};

}  // namespace carom
