#pragma once

/// stores/dimension_scales.hpp
///
/// Dimension scales by the HDF5 specification: a dataset names, for each of its dimensions, the
/// dataset with the values along it, and a scale lists its users. HDF5's high-level library does
/// the same, but writes the list of users anew with each of them and would be one library more.

#include <string>
#include <vector>

#include "stores/hdf5.hpp"

namespace carom::hdf5 {

class DimensionScales {
 public:
  /// Makes a dataset a scale; its number.
  std::size_t add(hid_t dataset, const std::string& name);

  /// Gives a dataset its scales, one a dimension.
  void attach(hid_t dataset, const std::vector<std::size_t>& scales);

  /// Tells the scales who uses them. Once, at the end.
  void finish();

 private:
  struct Use {
    hobj_ref_t dataset;
    std::int32_t dimension;
  };
  struct Scale {
    Handle dataset;
    std::string name;
    hobj_ref_t reference;
    std::vector<Use> uses;
  };
  std::vector<Scale> scales_;
};

}  // namespace carom::hdf5
