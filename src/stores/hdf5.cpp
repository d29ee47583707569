#include "stores/hdf5.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace carom::hdf5 {
namespace {

/// Whether HDF5 prints is one setting for all of it; who prints is put back at the end.
struct {
  int count = 0;
  H5E_auto2_t function = nullptr;
  void* data = nullptr;
} quiet;

/// Collects the innermost description of HDF5's error stack; the system's message where there is
/// one within it.
herr_t innermost(unsigned /*n*/, const H5E_error2_t* error, void* text) {
  if (error->desc == nullptr) return 0;
  std::string& found = *static_cast<std::string*>(text);
  const std::string description = error->desc;
  constexpr std::string_view before = "error message = '";
  if (const auto begin = description.find(before); begin != std::string::npos) {
    const auto from = begin + before.size();
    found = description.substr(from, description.find('\'', from) - from);
  } else if (found.empty()) {
    found = description;
  }
  return 0;
}

Handle property_list(hid_t list_class) {
  return {H5Pcreate(list_class), H5Pclose};
}

/// Of a file, group or dataset: nothing of the clock in it.
Handle timeless(hid_t list_class) {
  Handle list = property_list(list_class);
  checked(H5Pset_obj_track_times(list, false));
  return list;
}

Handle file_access() {
  Handle list = property_list(H5P_FILE_ACCESS);
  checked(H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_V18));
  // Closing the file closes whatever was left open when something failed.
  checked(H5Pset_fclose_degree(list, H5F_CLOSE_STRONG));
  // Some network file systems have no locks; the folder has its own.
  checked(H5Pset_file_locking(list, false, true));
  return list;
}

struct Selection {
  Handle memory;
  Handle file;
};

Selection selected(hid_t dataset, const Box& box) {
  Handle file{H5Dget_space(dataset), H5Sclose};
  hsize_t size = 1;
  for (const hsize_t count : box.count) size *= count;
  if (!box.start.empty())
    checked(H5Sselect_hyperslab(file, H5S_SELECT_SET, box.start.data(),
                                box.step.empty() ? nullptr : box.step.data(), box.count.data(),
                                nullptr));
  return {space_of({size}), std::move(file)};
}

Handle created_attribute(hid_t object, const std::string& name, hid_t type, hid_t space) {
  return {H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
}

Handle opened_attribute(hid_t object, const std::string& name) {
  return {H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose};
}

std::vector<const char*> pointers(std::span<const std::string> texts) {
  std::vector<const char*> all;
  all.reserve(texts.size());
  for (const std::string& text : texts) all.push_back(text.c_str());
  return all;
}

/// Side by side, each filled up with zeros.
std::string padded(std::span<const std::string> texts, std::size_t size) {
  std::string all(texts.size() * size, '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) all.replace(i * size, texts[i].size(), texts[i]);
  return all;
}

Handle type_of_dataset(hid_t dataset) {
  return {H5Dget_type(dataset), H5Tclose};
}

/// Of texts of bounded length.
std::size_t text_size(hid_t type) {
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0)
    throw Error("a dataset does not have the type it should");
  return H5Tget_size(type);
}

}  // namespace

Quiet::Quiet() {
  // Files are closed where they are used. At the program's end HDF5 would only complain about what
  // its own failed calls have left behind. Fails where somebody else has woken HDF5 before; fine.
  H5dont_atexit();
  if (quiet.count++ > 0) return;
  H5Eget_auto2(H5E_DEFAULT, &quiet.function, &quiet.data);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() {
  if (--quiet.count == 0) H5Eset_auto2(H5E_DEFAULT, quiet.function, quiet.data);
}

void fail() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, &text);
  throw Error(text.empty() ? "HDF5 gives no reason" : text);
}

Handle created_file(const std::string& path) {
  const Handle creation = timeless(H5P_FILE_CREATE);
  checked(H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, file_access()), H5Fclose};
}

Handle opened_file(const std::string& path) {
  const Handle access = property_list(H5P_FILE_ACCESS);
  checked(H5Pset_file_locking(access, false, true));
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose};
}

void abandon(hid_t file) {
  void* handle = nullptr;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0) return;
#ifdef __linux__
  const int nowhere = memfd_create("abandoned", MFD_CLOEXEC);
#else
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
#endif
  if (nowhere < 0) return;
  dup2(nowhere, *static_cast<const int*>(handle));
  ::close(nowhere);
}

Handle created_group(hid_t parent, const std::string& name) {
  const Handle creation = timeless(H5P_GROUP_CREATE);
  checked(H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose};
}

Handle text_type() {
  Handle type{H5Tcopy(H5T_C_S1), H5Tclose};
  checked(H5Tset_size(type, H5T_VARIABLE));
  checked(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

Handle text_type(std::size_t longest) {
  Handle type{H5Tcopy(H5T_C_S1), H5Tclose};
  checked(H5Tset_size(type, std::max<std::size_t>(1, longest)));
  checked(H5Tset_strpad(type, H5T_STR_NULLPAD));
  checked(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

Handle space_of(const Shape& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose};
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose};
}

Shape shape_of(hid_t dataset) {
  const Handle space{H5Dget_space(dataset), H5Sclose};
  Shape shape(static_cast<std::size_t>(checked(H5Sget_simple_extent_ndims(space))));
  checked(H5Sget_simple_extent_dims(space, shape.data(), nullptr));
  return shape;
}

Handle created_dataset(hid_t parent, const std::string& name, hid_t type, const Shape& shape,
                       const void* fill) {
  const Handle creation = timeless(H5P_DATASET_CREATE);
  checked(H5Pset_layout(creation, H5D_CONTIGUOUS));
  checked(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY));
  // Every value is written; texts are references, which must not be read before.
  const bool texts = H5Tis_variable_str(type) > 0;
  checked(H5Pset_fill_time(creation, texts ? H5D_FILL_TIME_ALLOC : H5D_FILL_TIME_NEVER));
  if (fill != nullptr) checked(H5Pset_fill_value(creation, type, fill));
  return {
      H5Dcreate2(parent, name.c_str(), type, space_of(shape), H5P_DEFAULT, creation, H5P_DEFAULT),
      H5Dclose};
}

Handle opened_dataset(hid_t parent, const std::string& name) {
  return {H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose};
}

void write(hid_t dataset, hid_t memory_type, const Box& box, const void* data) {
  const Selection selection = selected(dataset, box);
  checked(H5Dwrite(dataset, memory_type, selection.memory, selection.file, H5P_DEFAULT, data));
}

void read(hid_t dataset, hid_t memory_type, const Box& box, void* data) {
  const Selection selection = selected(dataset, box);
  checked(H5Dread(dataset, memory_type, selection.memory, selection.file, H5P_DEFAULT, data));
}

void write_texts(hid_t dataset, hsize_t first, std::span<const std::string> texts) {
  if (texts.empty()) return;
  const Box box{{first}, {texts.size()}, {}};
  const Handle type = type_of_dataset(dataset);
  if (H5Tis_variable_str(type) > 0)
    write(dataset, type, box, pointers(texts).data());
  else
    write(dataset, type, box, padded(texts, text_size(type)).data());
}

std::vector<std::string> texts(hid_t dataset, hsize_t first, hsize_t count) {
  std::vector<std::string> all;
  if (count == 0) return all;
  const Handle type = type_of_dataset(dataset);
  const std::size_t size = text_size(type);
  std::string found(size * count, '\0');
  read(dataset, type, {{first}, {count}, {}}, found.data());
  for (hsize_t i = 0; i < count; ++i) {
    const std::string_view each = std::string_view(found).substr(i * size, size);
    all.emplace_back(each.substr(0, each.find('\0')));
  }
  return all;
}

void create_text(hid_t parent, const std::string& name, const std::string& text) {
  const Handle type = text_type(text.size());
  const Handle dataset = created_dataset(parent, name, type, {});
  checked(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                   padded({&text, 1}, text_size(type)).data()));
}

std::string text(hid_t parent, const std::string& name) {
  const Handle dataset = opened_dataset(parent, name);
  const Handle type = type_of_dataset(dataset);
  std::string found(text_size(type), '\0');
  checked(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()));
  return found.substr(0, found.find('\0'));
}

void set_attribute(hid_t object, const std::string& name, std::string_view value) {
  const std::string copy(value);
  const char* pointer = copy.c_str();
  set_attribute(object, name, text_type(), &pointer);
}

void set_attribute(hid_t object, const std::string& name, std::span<const std::string> values) {
  const Handle attribute = created_attribute(object, name, text_type(), space_of({values.size()}));
  if (!values.empty()) checked(H5Awrite(attribute, text_type(), pointers(values).data()));
}

void set_attribute(hid_t object, const std::string& name, std::int64_t value) {
  set_attribute(object, name, H5T_STD_I64LE, &value);
}

void set_attribute(hid_t object, const std::string& name, double value) {
  set_attribute(object, name, H5T_IEEE_F64LE, &value);
}

void set_attribute(hid_t object, const std::string& name, hid_t type, const void* value) {
  checked(H5Awrite(created_attribute(object, name, type, space_of({})), type, value));
}

bool has_link(hid_t parent, const std::string& name) {
  return checked(H5Lexists(parent, name.c_str(), H5P_DEFAULT)) > 0;
}

bool has_attribute(hid_t object, const std::string& name) {
  return checked(H5Aexists(object, name.c_str())) > 0;
}

std::int64_t integer_attribute(hid_t object, const std::string& name) {
  std::int64_t value = 0;
  checked(H5Aread(opened_attribute(object, name), H5T_NATIVE_INT64, &value));
  return value;
}

}  // namespace carom::hdf5
