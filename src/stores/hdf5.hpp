#pragma once

/// stores/hdf5.hpp
///
/// A thin layer over HDF5's C interface: handles that close themselves, failures as exceptions,
/// and files whose bytes depend on their content alone (no time stamps, a pinned format: HDF5 1.8
/// and anything newer reads it). Included by .cpp files only. HDF5 is not thread-safe: one thread
/// at a time.

#include <hdf5.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace carom::hdf5 {

class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Keeps HDF5 from printing while one of these lives.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
};

/// Throws Error with HDF5's own words where the result of a call is negative.
template <class Result>
Result checked(Result result);
[[noreturn]] void fail();
template <class Result>
Result checked(Result result) {
  if (result < 0) fail();
  return result;
}

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close closing) : id_(checked(id)), close_(closing) {}
  Handle(Handle&& other) noexcept { swap(other); }
  Handle& operator=(Handle&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor): to be passed on
  /// Closes, and throws where that fails.
  void close() {
    if (id_ >= 0) checked(close_(std::exchange(id_, -1)));
  }

 private:
  void swap(Handle& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
  }
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Sizes along the dimensions; empty: a single value.
using Shape = std::vector<hsize_t>;

Handle created_file(const std::string& path);
/// Of a file that is given up, perhaps because it cannot be written: what HDF5 still wants to write
/// goes nowhere, without which it cannot let go of the file.
void abandon(hid_t file);
Handle opened_file(const std::string& path);
Handle created_group(hid_t parent, const std::string& name);
/// Texts of any length, for attributes and labels: every tool shows them as texts.
Handle text_type();
/// Texts of up to so many bytes, for everything that Carom reads itself: they stand in the dataset,
/// where damage cannot lead astray.
Handle text_type(std::size_t longest);
Handle space_of(const Shape& shape);
Shape shape_of(hid_t dataset);

/// A dataset laid out in one piece, its room in the file taken at once. `fill` points to a value
/// of the type, for readers that ask which value means "missing"; or null.
Handle created_dataset(hid_t parent, const std::string& name, hid_t type, const Shape& shape,
                       const void* fill = nullptr);
Handle opened_dataset(hid_t parent, const std::string& name);
/// Whether something of this name is right in `parent`.
bool has_link(hid_t parent, const std::string& name);

/// A part of a dataset; `step` empty: 1 along each dimension.
struct Box {
  Shape start;
  Shape count;
  Shape step;
};
void write(hid_t dataset, hid_t memory_type, const Box& box, const void* data);
void read(hid_t dataset, hid_t memory_type, const Box& box, void* data);

/// One-dimensional texts: the part that begins at `first`. Read: of bounded length only.
void write_texts(hid_t dataset, hsize_t first, std::span<const std::string> texts);
std::vector<std::string> texts(hid_t dataset, hsize_t first, hsize_t count);
/// A single text, of its own length.
void create_text(hid_t parent, const std::string& name, const std::string& text);
std::string text(hid_t parent, const std::string& name);

void set_attribute(hid_t object, const std::string& name, std::string_view value);
void set_attribute(hid_t object, const std::string& name, std::span<const std::string> values);
void set_attribute(hid_t object, const std::string& name, std::int64_t value);
void set_attribute(hid_t object, const std::string& name, double value);
void set_attribute(hid_t object, const std::string& name, hid_t type, const void* value);
bool has_attribute(hid_t object, const std::string& name);
std::int64_t integer_attribute(hid_t object, const std::string& name);

}  // namespace carom::hdf5
