#include "scenarios/described.hpp"

#include <fmt/format.h>

#include <cmath>

namespace carom::io {

std::string described(double number) {
  return std::isnan(number) ? "nan" : fmt::format("{}", number);
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\t')
      line += "\\t";
    else if ((c >= 0 && c < ' ') || c == '\x7f')
      line += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else
      line += c;
  }
  return line;
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string described(const toml::node& node) {
  if (const auto number = plain_number(node)) return described(*number);
  if (const auto* text = node.as_string()) return quoted(text->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  if (node.is_array()) return "an array";
  if (node.is_table()) return "a table";
  return "a date or time";
}

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 80;
  if (text.size() <= most) return fmt::format("\"{}\"", text);
  std::size_t end = most;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return fmt::format("\"{}…\"", text.substr(0, end));
}

std::optional<double> plain_number(const toml::node& node) {
  if (const auto* integer = node.as_integer()) return static_cast<double>(integer->get());
  if (const auto* floating = node.as_floating_point()) return floating->get();
  return std::nullopt;
}

}  // namespace carom::io
