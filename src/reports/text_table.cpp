#include "reports/text_table.hpp"

#include <fmt/format.h>
#include <cctype>

#include <algorithm>

#include "base/rounding.hpp"

namespace carom {
namespace {

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, characters(text)), ' ');
  return left ? text + space : space + text;
}

}  // namespace

TextTable::TextTable(std::vector<std::string> headings) : headings_(std::move(headings)) {
  for (std::string& heading : headings_) {
    left_.push_back(left_.empty() || heading.starts_with('<'));
    if (heading.starts_with('<')) heading.erase(0, 1);
  }
}

void TextTable::add(std::vector<std::string> row) {
  rows_.push_back(std::move(row));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < headings_.size(); ++c) {
    widths.push_back(characters(headings_[c]));
    for (const auto& row : rows_) widths[c] = std::max(widths[c], characters(row[c]));
  }
  std::string text;
  const auto line = [&](const std::vector<std::string>& row) {
    std::string built = " ";
    for (std::size_t c = 0; c < row.size(); ++c)
      built += " " + padded(row[c], widths[c], left_[c]) + " ";
    built.erase(built.find_last_not_of(' ') + 1);
    text += built + "\n";
  };
  line(headings_);
  for (const auto& row : rows_) line(row);
  return text;
}

std::string sentence(std::string words) {
  if (!words.empty())
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

std::string titled(const std::string& title) {
  return title.empty() ? "" : title + "\n\n";
}

std::string noted(const std::vector<std::string>& notes) {
  std::string lines;
  for (const std::string& note : notes) lines += "\nnote: " + note;
  return notes.empty() ? "" : lines + "\n";
}

std::string number(double x) {
  return fmt::format("{:.6g}", x == 0 ? 0.0 : x);
}

std::string number(double x, double scale) {
  return number(without_rounding(x, scale));
}

std::string numbers(double a, double b, double scale) {
  return fmt::format("[{}, {}]", number(a, scale), number(b, scale));
}

std::string numbers(double a, double b) {
  return fmt::format("[{}, {}]", number(a), number(b));
}

}  // namespace carom
