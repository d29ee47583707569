#include "scenarios/strict_table.hpp"

#include <algorithm>
#include <cmath>

#include "scenarios/described.hpp"
#include "scenarios/toml_document.hpp"

namespace carom::io {

void StrictTable::read(std::string_view key, std::string& to, bool needed) {
  if (const toml::node* node = found(key, needed)) {
    if (const auto* text = node->as_string())
      to = text->get();
    else
      fault(*node, fmt::format("{} is {}; must be a text in quotes", key, described(*node)));
  }
}

void StrictTable::read(std::string_view key, bool& to) {
  if (const toml::node* node = found(key, false)) {
    if (const auto* flag = node->as_boolean())
      to = flag->get();
    else
      fault(*node, fmt::format("{} is {}; must be true or false", key, described(*node)));
  }
}

void StrictTable::read(std::string_view key, double& to, double least, double most, bool needed) {
  if (const toml::node* node = found(key, needed)) {
    const auto number = plain_number(*node);
    if (!number || !(*number >= least && *number <= most))
      fault(*node, fmt::format("{} is {}; must be a number from {} to {}", key, described(*node),
                               least, most));
    else
      to = *number;
  }
}

void StrictTable::read(std::string_view key, std::optional<double>& to, double least, double most) {
  if (table_.contains(key))
    read(key, to.emplace(0), least, most);
  else
    asked_.emplace_back(key);
}

void StrictTable::read(std::string_view key, int& to, int least, bool needed) {
  double number = least;
  read(key, number, least, 1e9, needed);
  to = static_cast<int>(number);
}

void StrictTable::read(std::string_view key, std::vector<std::string>& to, bool needed) {
  each(key, needed, [&](const toml::node& node) {
    if (const auto* text = node.as_string())
      to.push_back(text->get());
    else
      fault(node, fmt::format("{} holds {}; must hold texts", key, described(node)));
  });
}

void StrictTable::read(std::string_view key, std::vector<double>& to, bool needed) {
  each(key, needed, [&](const toml::node& node) {
    if (const auto number = plain_number(node); number && std::isfinite(*number))
      to.push_back(*number);
    else
      fault(node, fmt::format("{} holds {}; must hold numbers", key, described(node)));
  });
}

void StrictTable::read_texts(std::string_view key, std::vector<std::string>& to) {
  if (const auto* one = table_.get_as<std::string>(key)) {
    asked_.emplace_back(key);
    to = {one->get()};
  } else {
    read(key, to);
  }
}

void StrictTable::finish() {
  for (auto&& [key, node] : table_)
    if (std::find(asked_.begin(), asked_.end(), key.str()) == asked_.end())
      fault(key.source(),
            fmt::format("\"{}\" is not a key{}", key.str(), nearest_or_all(key.str(), asked_)));
}

void StrictTable::fault(const toml::node& node, std::string_view problem) {
  fault(node.source(), problem);
}
void StrictTable::fault(const toml::source_region& at, std::string_view problem) {
  faults_.push_back({{}, fmt::format("{}: {}", title_, problem), place(at)});
}

const toml::node* StrictTable::found(std::string_view key, bool needed) {
  asked_.emplace_back(key);
  const toml::node* node = table_.get(key);
  if (node == nullptr && needed) fault(table_, fmt::format("{} is missing", key));
  return node;
}

void StrictTable::each(std::string_view key, bool needed,
                       const std::function<void(const toml::node&)>& use) {
  const toml::node* node = found(key, needed);
  if (node == nullptr) return;
  const toml::array* array = node->as_array();
  if (array == nullptr)
    return fault(*node, fmt::format("{} is {}; must be an array", key, described(*node)));
  for (const toml::node& one : *array) use(one);
}

void StrictTable::for_tables(std::string_view key, const std::function<void(StrictTable&)>& use) {
  const toml::node* node = found(key, false);
  if (node == nullptr) return;
  const toml::array* tables = node->as_array();
  if (tables == nullptr) {
    faults_.push_back({{}, fmt::format("must be written [[{}]]", key), place(node->source())});
    return;
  }
  for (std::size_t i = 0; i < tables->size(); ++i) {
    const toml::table* table = (*tables)[i].as_table();
    if (table == nullptr) continue;
    const auto* name = table->get_as<std::string>("name");
    StrictTable inner(*table,
                      name != nullptr ? fmt::format("{} \"{}\"", key, name->get())
                                      : fmt::format("{} {}", key, i + 1),
                      faults_);
    use(inner);
    inner.finish();
  }
}

}  // namespace carom::io
