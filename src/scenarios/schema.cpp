#include "scenarios/schema.hpp"

namespace carom::io {

std::optional<Number> number_of(Reader& reader, const Found& found, const KeyFacts& facts) {
  auto read = reader.number(found);
  if (!read || !facts.whole || allows(facts, read->value)) return read;
  reader.fault(found, fmt::format("{} is {}; must be {}", found.written, described(found.node),
                                  allowed_words(facts)));
  return std::nullopt;
}

void read_texts(Reader& reader, const Found& found, std::vector<std::string>& list) {
  const toml::array* array = found.node.as_array();
  if (array == nullptr)
    return reader.fault(found, fmt::format("{} is {}; must be an array of texts", found.written,
                                           described(found.node)));
  for (std::size_t i = 0; i < array->size(); ++i) {
    const auto* text = (*array)[i].as_string();
    if (text == nullptr)
      reader.fault(found,
                   fmt::format("{}[{}] is {}; must be a text in quotes", found.written, i,
                               described((*array)[i])),
                   static_cast<int>(i));
    list.push_back(text == nullptr ? std::string() : text->get());
  }
}

void read_pairs(Reader& reader, const Found& found, std::vector<std::array<std::string, 2>>& list) {
  const toml::array* array = found.node.as_array();
  const auto wrong = [&] {
    reader.fault(found, fmt::format("{} is {}; must be pairs of names, [[\"left\", \"right\"]]",
                                    found.written, described(found.node)));
  };
  if (array == nullptr) return wrong();
  for (const toml::node& node : *array) {
    const toml::array* pair = node.as_array();
    if (pair == nullptr || pair->size() != 2 || !pair->is_homogeneous<std::string>())
      return wrong();
    list.push_back({(*pair)[0].value_or<std::string>({}), (*pair)[1].value_or<std::string>({})});
  }
}

namespace {

/// As the description calls it: "angle" of "angle_deg".
std::string_view key_of(std::string_view written) {
  constexpr std::string_view degrees = "_deg";
  return written.ends_with(degrees) ? written.substr(0, written.size() - degrees.size()) : written;
}

}  // namespace

void refuse_unknown(Reader& reader, const toml::table& table, const Element& element,
                    const std::vector<std::string>& valid) {
  for (auto&& [key, node] : table) {
    if (std::find(valid.begin(), valid.end(), key.str()) != valid.end()) continue;
    const auto nearest = nearest_name(key.str(), valid);
    // It is about the key that was meant, so that nothing is said of that one beside it.
    const bool meant = nearest && !table.contains(*nearest);
    if (meant) reader.forget_missing(element, key_of(*nearest));
    reader.fault(
        element, meant ? key_of(*nearest) : key.str(),
        fmt::format("\"{0}{1}\" is not a key{2}", element.prefix, key.str(),
                    nearest ? fmt::format("; did you mean \"{}{}\"?", element.prefix, *nearest)
                            : fmt::format("; must be one of {}", fmt::join(valid, ", "))),
        place(key.source()));
  }
}

}  // namespace carom::io
