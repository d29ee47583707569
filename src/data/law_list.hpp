#pragma once

#include <vector>

#include "carom/law.hpp"
#include "laws/compliant/law.hpp"

namespace carom {

/// The laws as `carom laws` lists them.
struct LawList {
  std::vector<const Law*> rigid;
  std::vector<const CompliantLaw*> compliant;  ///< those whose force is there
};

}  // namespace carom
