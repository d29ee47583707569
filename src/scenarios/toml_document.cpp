#include "scenarios/toml_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace carom::io {
namespace {

// Tables in tables are destroyed recursively by the TOML library, which bounds the nesting of
// values but not of dotted keys: a key of 100,000 parts would overflow the stack.
constexpr int most_key_parts = 16;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Walks over a text, counting lines and characters.
struct Cursor {
  std::string_view text;
  std::size_t at = 0;
  Place place{1, 1};

  bool ended() const { return at >= text.size(); }
  char character() const { return text[at]; }
  bool starts(std::string_view what) const { return text.substr(at).starts_with(what); }
  void step(std::size_t bytes = 1) {
    for (; bytes > 0 && !ended(); --bytes, ++at) {
      if (text[at] == '\n')
        place = {place.line + 1, 1};
      else if (at + 1 >= text.size() || !is_continuation(text[at + 1]))
        ++place.column;
    }
  }
};

/// The quotes that open a string here: ", ', """ or '''.
std::string_view quotes(const Cursor& cursor) {
  for (const std::string_view quote : {"\"\"\"", "'''", "\"", "'"})
    if (cursor.starts(quote)) return quote;
  return {};
}

/// The place of the first key of too many parts, in a text that is TOML up to there.
std::optional<Place> too_many_parts(std::string_view text) {
  Cursor cursor{text};
  Place start;
  int dots = 0;
  while (!cursor.ended()) {
    if (const std::string_view quote = quotes(cursor); !quote.empty()) {
      cursor.step(quote.size());
      while (!cursor.ended() && !cursor.starts(quote)) {
        if (quote.size() == 1 && cursor.character() == '\n') break;
        cursor.step(quote[0] == '"' && cursor.character() == '\\' ? 2 : 1);
      }
      cursor.step(quote.size());
      if (quote.size() == 3)  // up to two quotes may stand right before the closing ones
        for (int more = 0; more < 2 && cursor.starts(quote.substr(0, 1)); ++more) cursor.step();
      continue;
    }
    const char c = cursor.character();
    if (c == '#') {
      while (!cursor.ended() && cursor.character() != '\n') cursor.step();
      continue;
    }
    if (c == '.') {
      if (dots == 0) start = cursor.place;
      if (++dots >= most_key_parts) return start;
    } else if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) {
      dots = 0;
    }
    cursor.step();
  }
  return std::nullopt;
}

/// "cannot redefine existing integer 'a'" from the library's account of an error.
std::string without_preamble(std::string_view description) {
  constexpr std::string_view preamble = "Error while parsing ";
  if (description.starts_with(preamble)) description.remove_prefix(preamble.size());
  return std::string(description);
}

const toml::node* found(const toml::table& table, std::string_view key) {
  for (const std::string& spelling : spellings(key))
    if (const toml::node* node = table.get(spelling)) return node;
  return nullptr;
}

/// Bytes of the value that the escape sequence at the cursor stands for, and its own length.
struct Escape {
  std::size_t length;
  std::size_t bytes;
};
Escape escape(const Cursor& cursor) {
  const std::string_view rest = cursor.text.substr(cursor.at);
  const char kind = rest.size() > 1 ? rest[1] : '\0';
  if (kind == '\r' || kind == '\n' || kind == ' ' || kind == '\t') {  // a line's end, trimmed
    const std::size_t end = rest.find_first_not_of(" \t\r\n", 1);
    return {std::min(end, rest.size()), 0};
  }
  const std::size_t digits = kind == 'u' ? 4 : kind == 'U' ? 8 : kind == 'x' ? 2 : 0;
  if (digits == 0) return {2, 1};
  unsigned long code = 0;
  for (const char digit : rest.substr(2, digits))
    code = code * 16 +
           static_cast<unsigned long>(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
  return {2 + digits, code < 0x80 ? 1u : code < 0x800 ? 2u : code < 0x10000 ? 3u : 4u};
}

}  // namespace

TomlDocument::TomlDocument(std::string_view text, std::vector<Fault>& faults) : text_(text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // counted by no editor as a column
  if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  lines_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);

  if (const auto start = too_many_parts(text_)) {
    faults.push_back(
        {{}, fmt::format("a key has more than {} parts joined by dots", most_key_parts), *start});
    return;
  }
  try {
    root_ = toml::parse(text_);
  } catch (const toml::parse_error& error) {
    faults.push_back(
        {{}, "not valid TOML: " + without_preamble(error.description()), place(error.source())});
  }
}

Place TomlDocument::place_of(const Where& where) const {
  if (where.section == "-p") return {};
  const toml::node* node = root_.get(where.section);
  if (node == nullptr) return {1, 1};
  if (const toml::array* tables = node->as_array(); tables != nullptr && where.index >= 0) {
    const toml::node* table = tables->get(static_cast<std::size_t>(where.index));
    if (table != nullptr) node = table;
  }
  const toml::table* const section = node->as_table();
  std::string_view rest = where.key;
  bool complete = true;
  while (!rest.empty() && node->is_table()) {
    const std::string_view part = rest.substr(0, rest.find('.'));
    const toml::node* child = found(*node->as_table(), part);
    if (child == nullptr) {
      complete = false;
      break;
    }
    node = child;
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  }
  // A contact's outline may have its centre and angle at the contact itself.
  if (!complete && section != nullptr && where.section == "contact" &&
      where.key.starts_with("outline.")) {
    if (const toml::node* outer = found(*section, where.key.substr(where.key.find('.') + 1)))
      node = outer;
  }
  if (const toml::array* numbers = node->as_array(); numbers != nullptr && where.component >= 0) {
    const toml::node* number = numbers->get(static_cast<std::size_t>(where.component));
    if (number != nullptr) node = number;
  }
  if (where.offset >= 0 && node->is_string())
    return place_in(*node, static_cast<std::size_t>(where.offset));
  return place(node->source());
}

Place TomlDocument::place_in(const toml::node& string, std::size_t offset) const {
  const Place begin = place(string.source());
  if (begin.line < 1 || begin.line > static_cast<int>(lines_.size())) return begin;
  Cursor cursor{text_, lines_[static_cast<std::size_t>(begin.line) - 1], {begin.line, 1}};
  while (!cursor.ended() && cursor.place.column < begin.column) cursor.step();
  const std::string_view quote = quotes(cursor);
  if (quote.empty()) return begin;
  cursor.step(quote.size());
  if (quote.size() == 3) {  // a line's end right after the quotes does not count
    if (cursor.starts("\r\n"))
      cursor.step(2);
    else if (cursor.starts("\n"))
      cursor.step();
  }
  std::size_t bytes = 0;
  while (bytes < offset && !cursor.ended()) {
    Escape step{1, 1};
    if (quote[0] == '"' && cursor.character() == '\\') step = escape(cursor);
    if (cursor.starts("\r\n")) step = {2, 1};  // read as one line's end
    bytes += step.bytes;
    cursor.step(step.length);
  }
  return cursor.place;
}

Place place(const toml::source_region& source) {
  return {static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
}

std::vector<std::string> spellings(std::string_view key) {
  std::vector<std::string> all{std::string(key), std::string(key) + "_deg"};
  if (key == "h") all.emplace_back("expression");
  return all;
}

}  // namespace carom::io
