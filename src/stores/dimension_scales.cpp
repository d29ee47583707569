#include "stores/dimension_scales.hpp"

#include <cstring>

namespace carom::hdf5 {
namespace {

hobj_ref_t reference_to(hid_t object) {
  hobj_ref_t reference = 0;
  checked(H5Rcreate(&reference, object, ".", H5R_OBJECT, -1));
  return reference;
}

void set_fixed_text(hid_t object, const std::string& name, const std::string& value) {
  const Handle type{H5Tcopy(H5T_C_S1), H5Tclose};
  checked(H5Tset_size(type, value.size() + 1));
  set_attribute(object, name, type, value.c_str());
}

void set_array(hid_t object, const std::string& name, hid_t type, std::size_t size,
               const void* values) {
  const Handle attribute{
      H5Acreate2(object, name.c_str(), type, space_of({size}), H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
  checked(H5Awrite(attribute, type, values));
}

}  // namespace

std::size_t DimensionScales::add(hid_t dataset, const std::string& name) {
  set_fixed_text(dataset, "CLASS", "DIMENSION_SCALE");
  set_fixed_text(dataset, "NAME", name);
  checked(H5Iinc_ref(dataset));
  scales_.push_back({Handle(dataset, H5Dclose), name, reference_to(dataset), {}});
  return scales_.size() - 1;
}

void DimensionScales::attach(hid_t dataset, const std::vector<std::size_t>& scales) {
  if (scales.empty()) return;
  const hobj_ref_t reference = reference_to(dataset);
  std::vector<hvl_t> lists;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    Scale& scale = scales_[scales[i]];
    scale.uses.push_back({reference, static_cast<std::int32_t>(i)});
    lists.push_back({1, &scale.reference});
    labels.push_back(scale.name);
  }
  const Handle list{H5Tvlen_create(H5T_STD_REF_OBJ), H5Tclose};
  set_array(dataset, "DIMENSION_LIST", list, lists.size(), lists.data());
  set_attribute(dataset, "DIMENSION_LABELS", labels);
}

void DimensionScales::finish() {
  constexpr std::size_t size = sizeof(hobj_ref_t) + sizeof(std::int32_t);
  const Handle type{H5Tcreate(H5T_COMPOUND, size), H5Tclose};
  checked(H5Tinsert(type, "dataset", 0, H5T_STD_REF_OBJ));
  checked(H5Tinsert(type, "dimension", sizeof(hobj_ref_t), H5T_STD_I32LE));
  for (const Scale& scale : scales_) {
    if (scale.uses.empty()) continue;
    std::vector<unsigned char> packed(scale.uses.size() * size);
    for (std::size_t i = 0; i < scale.uses.size(); ++i) {
      std::memcpy(&packed[i * size], &scale.uses[i].dataset, sizeof(hobj_ref_t));
      std::memcpy(&packed[i * size + sizeof(hobj_ref_t)], &scale.uses[i].dimension,
                  sizeof(std::int32_t));
    }
    set_array(scale.dataset, "REFERENCE_LIST", type, scale.uses.size(), packed.data());
  }
}

}  // namespace carom::hdf5
