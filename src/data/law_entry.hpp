#pragma once

#include <string>

namespace carom {

/// A law as `carom laws` lists it.
struct LawEntry {
  std::string name;
  std::string title;
  std::string formula;
  std::string source;
  std::string limits;
  bool can_make_energy = false;
  bool algebraic = false;
};

}  // namespace carom
