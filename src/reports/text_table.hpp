#pragma once

/// reports/text_table.hpp
///
/// Columns for a terminal: the first left-aligned, numbers to the right, widths by the longest
/// cell (counted in characters, not bytes).

#include <string>
#include <vector>

namespace carom {

class TextTable {
 public:
  /// A heading that starts with '<' makes its column left-aligned.
  explicit TextTable(std::vector<std::string> headings);
  void add(std::vector<std::string> row);
  std::string text() const;

 private:
  std::vector<std::string> headings_;
  std::vector<bool> left_;
  std::vector<std::vector<std::string>> rows_;
};

/// A title above a report, where there is one.
std::string titled(const std::string& title);

/// The same words with a capital.
std::string sentence(std::string words);

/// Notes below it, a line each.
std::string noted(const std::vector<std::string>& notes);

/// A number for reading: six significant digits; exact zeros as "0".
std::string number(double x);
/// The same of a number that is made of others as large as `scale`: what is rounding of them is 0.
std::string number(double x, double scale);
/// "[a, b]"
std::string numbers(double a, double b);
std::string numbers(double a, double b, double scale);

}  // namespace carom
