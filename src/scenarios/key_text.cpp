#include "scenarios/key_text.hpp"

#include <vector>

namespace carom::io {

std::string quoted_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string number_text(double x) {
  std::string text = fmt::format("{}", x);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string pair_text(const Vec2& v) {
  return fmt::format("[{}, {}]", number_text(v.x), number_text(v.y));
}

std::string list_text(std::span<const double> values) {
  std::vector<std::string> words;
  for (const double x : values) words.push_back(number_text(x));
  return fmt::format("[{}]", fmt::join(words, ", "));
}

}  // namespace carom::io
