#pragma once

#include <stdexcept>

namespace carom {

/// A verb's answer in a result folder that is not what the verb says.
class DamagedAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace carom
