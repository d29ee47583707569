#include "model/mechanism_numbers.hpp"

#include <type_traits>

#include "keys/mechanism_keys.hpp"

namespace carom {
namespace {

using Use = std::function<void(const std::string&, const double&)>;

template <class T>
void numbers_of(const T& item, const std::string& path, const Use& use);

template <class Value>
void number_at(const KeyFacts& facts, const Value& value, const std::string& path, const Use& use) {
  if constexpr (std::is_same_v<Value, double>) {
    use(path, value);
  } else if constexpr (std::is_same_v<Value, Vec2>) {
    use(path + (facts.on_link ? ".along" : ".x"), value.x);
    use(path + (facts.on_link ? ".across" : ".y"), value.y);
  } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
    for (std::size_t k = 0; k < value.size(); ++k) use(path + "." + std::to_string(k), value[k]);
  } else if constexpr (!std::is_same_v<Value, Compliance> && Keyed<Value>) {
    numbers_of(value, path, use);
  }
}

template <class T>
void numbers_of(const T& item, const std::string& path, const Use& use) {
  for_each_key<T>([&](const auto& key) {
    if constexpr (requires { key.parameters; }) {
      for (const Parameter& each : std::invoke(key.parameters, item))
        use(path + "." + each.name, each.value);
    } else if constexpr (requires { key.access; }) {
      // A short form in files of a number that another key has.
      if (key.facts.of_file || !applies(key.facts, item)) return;
      if (const auto* value = given(std::invoke(key.access, item)))
        number_at(key.facts, *value, path + "." + std::string(key.facts.name), use);
    }
  });
}

template <class Item>
void section(const std::string& name, const std::vector<Item>& items, const Use& use) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::string path = name + ".";
    if constexpr (requires { items[i].name; })
      path += items[i].name;
    else
      path += std::to_string(i);
    numbers_of(items[i], path, use);
  }
}

}  // namespace

void for_each_number(const Mechanism& mechanism, const Use& use) {
  numbers_of(mechanism, "world", use);
  numbers_of(mechanism.base, "base", use);
  section("link", mechanism.links, use);
  section("mass", mechanism.masses, use);
  section("surface", mechanism.surfaces, use);
  section("contact", mechanism.contacts, use);
  section("force", mechanism.forces, use);
  section("spring", mechanism.springs, use);
  for (const Parameter& parameter : mechanism.parameters)
    use("parameter." + parameter.name, parameter.value);
}

const double* number_named(const Mechanism& mechanism, const std::string& name) {
  const double* found = nullptr;
  for_each_number(mechanism, [&](const std::string& each, const double& number) {
    if (each == name) found = &number;
  });
  return found;
}

std::vector<std::string> number_names(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for_each_number(mechanism,
                  [&](const std::string& name, const double&) { names.push_back(name); });
  return names;
}

}  // namespace carom
