#pragma once

/// reports/json_parts.hpp
///
/// What JSON documents share. Only for .cpp files of this room: the JSON library is dear to
/// compile. Here are the steps that every quantity takes on its way out and in, once: written where
/// they are needed, they are most of what the compiler of a table has to do.

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/vec2.hpp"
#include "carom/version.hpp"

namespace carom::json_parts {

using Json = nlohmann::ordered_json;

/// node[name] = value, where it stands or behind all others.
void put(Json& node, std::string_view name, Json value);
void put(Json& node, std::string_view name, double value);
void put(Json& node, std::string_view name, bool value);
void put(Json& node, std::string_view name, const std::string& value);
void put(Json& node, std::string_view name, std::string_view value);
Json& put_object(Json& node, std::string_view name);
void add(Json& list, Json value);

Json pair(const Vec2& v);

template <class T, class F>
Json array(const std::vector<T>& items, F&& each) {
  Json list = Json::array();
  for (const T& item : items) add(list, each(item));
  return list;
}

/// What has that name. Null where there is none; if there must be, Json's exception.
const Json* found(const Json& node, std::string_view name, bool must);

/// A text; empty where it is something else.
std::string_view word(const Json& node);

/// Json's exceptions where it is something else. A number that is null is NaN.
void get(const Json& node, double& value);
void get(const Json& node, bool& value);
void get(const Json& node, int& value);
void get(const Json& node, std::string& value);
void get(const Json& node, Vec2& value);
template <class Value>
void get(const Json& node, Value& value) {
  node.get_to(value);
}

/// Marks a force or impulse that the rigid model leaves open; nothing where it does not.
void mark_open(std::span<const bool> determined, std::span<const std::string_view> components,
               Json& node);
void read_marks(const Json& node, std::span<const std::string_view> components,
                std::span<bool> determined);

/// The head of every document.
Json head();
Json document(const std::string& title);

/// Paths and names may have bytes that are no text: they are replaced.
std::string printed(const Json& root);

}  // namespace carom::json_parts
