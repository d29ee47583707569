#pragma once

/// A small strict XML reader, for tests that look into a drawing.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< directly inside it, entities resolved

  std::string attribute(const std::string& key) const;
  double number(const std::string& key) const;
  /// One of its classes is this.
  bool is(std::string_view style) const;
};

/// Every element in the order of the document. Throws std::runtime_error where the document is not
/// well-formed.
std::vector<Element> elements_of(std::string_view document);

/// Those with the class.
std::vector<Element> with_style(const std::vector<Element>& elements, std::string_view style);

/// The numbers of a path's data or of a viewBox.
std::vector<double> numbers_of(const std::string& data);

}  // namespace carom
