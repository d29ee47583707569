#pragma once

/// base/scalar.hpp
///
/// What goes with a scalar T in kernels that serve plain numbers, numbers with slopes and numbers
/// abreast (base/wide.hpp): a pair of them, and whether something holds.

#include "base/both.hpp"

namespace carom {

template <class T>
struct Scalar {
  using Pair = Both;
  using Truth = bool;
  static Pair pair(const Both& x) { return x; }
};

template <class T>
using BothOf = typename Scalar<T>::Pair;
template <class T>
using TruthOf = typename Scalar<T>::Truth;

}  // namespace carom
