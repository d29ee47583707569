#pragma once

/// io/schema.hpp
///
/// A section of a scenario file as a list of keys, each tied to a member of the struct it fills:
///
///     const Keys<PointMass> mass_keys{text("link", &PointMass::link).needed(),
///                                     point_on_link("at", &PointMass::at).needed(),
///                                     number("mass", &PointMass::mass).needed()};
///
/// `filled` reads a table by such a list: keys that are not in it, keys that are missing, an angle
/// given twice are faults; the rest goes where it belongs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <type_traits>
#include <utility>

#include "base/nearest_name.hpp"
#include "io/reader.hpp"

namespace carom::io {

/// How to find a T in a scenario, however often the scenario is copied.
template <class T>
using Access = std::function<T&(Scenario&)>;

template <class T>
struct Key {
  std::string_view name;
  std::function<void(Reader&, const Found&, const Access<T>&)> read;
  bool required = false;
  bool is_angle = false;        // also as name_deg, in degrees
  std::string_view alias = {};  // another name for it

  Key needed() && {
    required = true;
    return std::move(*this);
  }
  Key also_called(std::string_view other) && {
    alias = other;
    return std::move(*this);
  }
};

template <class T>
using Keys = std::vector<Key<T>>;

/// The value of an optional, which comes to be where it is not yet; or the value itself.
template <class T>
T& made(T& value) {
  return value;
}
template <class T>
T& made(std::optional<T>& value) {
  return value ? *value : value.emplace();
}

template <class T, class Member>
Key<T> number(std::string_view name, Member T::*member) {
  return {name, [member](Reader& reader, const Found& found, const Access<T>& access) {
            if (const auto read = reader.number(found))
              reader.put(*read, [member, access](Scenario& scenario) -> double& {
                return made(access(scenario).*member);
              });
          }};
}

template <class T, class Member>
Key<T> angle(std::string_view name, Member T::*member) {
  Key<T> key = number(name, member);
  key.is_angle = true;
  return key;
}

template <class T, class Member>
Key<T> text(std::string_view name, Member T::*member) {
  return {name, [member](Reader& reader, const Found& found, const Access<T>& access) {
            if (auto read = reader.text(found))
              access(reader.scenario()).*member = std::move(*read);
          }};
}

template <class T>
Key<T> formula(std::string_view name, Formula T::*member) {
  return {name, [member](Reader& reader, const Found& found, const Access<T>& access) {
            if (auto read = reader.formula(found))
              access(reader.scenario()).*member = std::move(*read);
          }};
}

template <class T, class Member>
Key<T> pair(std::string_view name, Member T::*member, bool or_number = false) {
  return {name, [member, or_number](Reader& reader, const Found& found, const Access<T>& access) {
            const auto read = reader.pair(found, or_number);
            if (!read) return;
            reader.put((*read)[0], [member, access](Scenario& scenario) -> double& {
              return made(access(scenario).*member).x;
            });
            reader.put((*read)[1], [member, access](Scenario& scenario) -> double& {
              return made(access(scenario).*member).y;
            });
          }};
}

/// [along, across], or a number for along.
template <class T, class Member>
Key<T> point_on_link(std::string_view name, Member T::*member) {
  return pair(name, member, true);
}

template <class T>
Key<T> numbers(std::string_view name, std::vector<double> T::*member) {
  return {name, [member](Reader& reader, const Found& found, const Access<T>& access) {
            const auto read = reader.numbers(found);
            if (!read) return;
            (access(reader.scenario()).*member).resize(read->size());
            for (std::size_t i = 0; i < read->size(); ++i)
              reader.put((*read)[i], [member, access, i](Scenario& scenario) -> double& {
                return (access(scenario).*member)[i];
              });
          }};
}

/// `"free", "pinned" or "slider"`
inline std::string listing(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += '"' + names[i] + '"';
  }
  return text;
}

template <class T, class Choice>
Key<T> choice(std::string_view name, Choice T::*member,
              std::vector<std::pair<std::string, Choice>> choices) {
  return {name, [member, choices = std::move(choices)](Reader& reader, const Found& found,
                                                       const Access<T>& access) {
            const auto read = reader.text(found);
            if (!read) return;
            std::vector<std::string> names;
            for (const auto& [word, meaning] : choices) {
              if (word == *read) access(reader.scenario()).*member = meaning;
              if (word == *read) return;
              names.push_back(word);
            }
            reader.fault(found, fmt::format("{}{} is {}; must be {}{}", found.element.prefix,
                                            found.written, described(found.node), listing(names),
                                            did_you_mean(*read, names)));
          }};
}

template <class T>
void filled(Reader& reader, const toml::table& table, const Element& element, const Keys<T>& keys,
            const Access<T>& access);

/// A table in a table, such as body = { … }.
template <class T, class Member, class Inner>
Key<T> table(std::string_view name, Member T::*member, const Keys<Inner>& keys) {
  return {name, [member, &keys](Reader& reader, const Found& found, const Access<T>& access) {
            const toml::table* inner = found.node.as_table();
            if (inner == nullptr)
              return reader.fault(found, fmt::format("{} is {}; must be a table", found.written,
                                                     described(found.node)));
            const Access<Inner> inside = [member, access](Scenario& scenario) -> Inner& {
              return made(access(scenario).*member);
            };
            inside(reader.scenario());
            const std::string prefix = fmt::format("{}{}.", found.element.prefix, found.key);
            const Element element{found.element.section, found.element.index, found.element.name,
                                  prefix};
            filled(reader, *inner, element, keys, inside);
          }};
}

/// A key of a member that is written one level further out.
template <class T, class Inner>
Key<T> inside(Inner T::*member, Key<Inner> key) {
  Key<T> outer{key.name, [member, read = key.read](Reader& reader, const Found& found,
                                                   const Access<T>& access) {
                 read(reader, found, [member, access](Scenario& scenario) -> Inner& {
                   return access(scenario).*member;
                 });
               }};
  outer.required = key.required;
  outer.is_angle = key.is_angle;
  outer.alias = key.alias;
  return outer;
}

/// The names of all keys, as a file may write them.
template <class T>
std::vector<std::string> names(const Keys<T>& keys) {
  std::vector<std::string> all;
  for (const Key<T>& key : keys) {
    all.emplace_back(key.name);
    if (key.is_angle) all.push_back(std::string(key.name) + "_deg");
    if (!key.alias.empty()) all.emplace_back(key.alias);
  }
  return all;
}

template <class T>
void filled(Reader& reader, const toml::table& table, const Element& element, const Keys<T>& keys,
            const Access<T>& access) {
  std::size_t known = 0;
  for (const Key<T>& key : keys) {
    const std::string other =
        key.is_angle ? std::string(key.name) + "_deg" : std::string(key.alias);
    const toml::node* const node = table.get(key.name);
    const toml::node* const other_node = other.empty() ? nullptr : table.get(other);
    known += (node != nullptr ? 1 : 0) + (other_node != nullptr ? 1 : 0);
    if (node != nullptr && other_node != nullptr)
      reader.fault(element, key.name,
                   fmt::format("{0}{1} and {0}{2} are both given; only one may be", element.prefix,
                               key.name, other),
                   place(other_node->source()));
    else if (node != nullptr)
      key.read(reader, {*node, element, key.name, key.name}, access);
    else if (other_node != nullptr)
      key.read(reader,
               {*other_node, element, key.name, other, key.is_angle ? std::numbers::pi / 180 : 1.0},
               access);
    else if (key.required)
      reader.fault(element, key.name, fmt::format("{}{} is missing", element.prefix, key.name));
  }
  if (known == table.size()) return;
  const std::vector<std::string> valid = names(keys);
  for (auto&& [key, node] : table) {
    if (std::find(valid.begin(), valid.end(), key.str()) != valid.end()) continue;
    const auto nearest = nearest_name(key.str(), valid);
    reader.fault(
        element, key.str(),
        fmt::format("\"{0}{1}\" is not a key{2}", element.prefix, key.str(),
                    nearest ? fmt::format("; did you mean \"{}{}\"?", element.prefix, *nearest)
                            : fmt::format("; must be one of {}", fmt::join(valid, ", "))),
        place(key.source()));
  }
}

/// A section of the file: how to read the node of that name, which is null where there is none.
struct Section {
  std::string_view name;
  std::function<void(Reader&, const toml::node*)> read;
};

/// What a list of keys cannot say, checked once a table has been read.
template <class T>
using Check = std::function<void(Reader&, const toml::table&, const Element&, T&)>;

/// [name]
template <class T>
Section one(std::string_view name, const Keys<T>& keys, Access<T> access, Check<T> check = {}) {
  return {name, [name, &keys, access, check](Reader& reader, const toml::node* node) {
            if (node == nullptr) return;
            const Element element{name, -1, {}, {}};
            const toml::table* table = node->as_table();
            if (table == nullptr)
              return reader.fault(element, "", fmt::format("must be written [{}]", name));
            filled(reader, *table, element, keys, access);
            if (check) check(reader, *table, element, access(reader.scenario()));
          }};
}

/// [[name]], as many as there are.
template <class T>
Section many(std::string_view name, Access<std::vector<T>> list, const Keys<T>& keys,
             std::type_identity_t<Check<T>> check = {}) {
  return {name, [name, list, &keys, check](Reader& reader, const toml::node* node) {
            if (node == nullptr) return;
            const toml::array* tables = node->as_array();
            if (tables == nullptr)
              return reader.fault(Element{name, -1, {}, {}}, "",
                                  fmt::format("must be written [[{}]]", name));
            list(reader.scenario()).resize(tables->size());
            for (std::size_t i = 0; i < tables->size(); ++i) {
              Element element{name, static_cast<int>(i), {}, {}};
              const toml::table* table = (*tables)[i].as_table();
              if (table == nullptr) {
                reader.fault(element, "",
                             fmt::format("is {}; must be a table", described((*tables)[i])));
                continue;
              }
              if (const auto* own = table->get_as<std::string>("name")) element.name = own->get();
              reader.begin();
              filled<T>(reader, *table, element, keys,
                        [list, i](Scenario& scenario) -> T& { return list(scenario)[i]; });
              if (check) check(reader, *table, element, list(reader.scenario())[i]);
            }
          }};
}
template <class T>
Section many(std::string_view name, std::vector<T> Mechanism::*list, const Keys<T>& keys,
             std::type_identity_t<Check<T>> check = {}) {
  return many<T>(
      name, [list](Scenario& scenario) -> std::vector<T>& { return scenario.mechanism.*list; },
      keys, std::move(check));
}

}  // namespace carom::io
