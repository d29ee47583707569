#pragma once

/// scenarios/toml_document.hpp
///
/// A parsed TOML text that knows where everything stands in it. Columns count characters (code
/// points), from 1.

#include <toml++/toml.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"

namespace carom::io {

class TomlDocument {
 public:
  /// An empty document and a fault if `text` is not TOML.
  TomlDocument(std::string_view text, std::vector<Fault>& faults);

  const toml::table& root() const { return root_; }

  /// The place of the value that `where` is about. A key may stand there under its other spellings
  /// (see `spellings`). What is missing has the place of the table it belongs in.
  Place place_of(const Where& where) const;

  /// The place of byte `offset` of a string's value.
  Place place_in(const toml::node& string, std::size_t offset) const;

 private:
  std::string text_;
  std::vector<std::size_t> lines_;  // where each line starts in text_
  toml::table root_;
};

/// The place where a key or value begins.
Place place(const toml::source_region& source);

/// How a key may be written: itself, in degrees, and other names for the same thing.
std::vector<std::string> spellings(std::string_view key);

}  // namespace carom::io
