#pragma once

/// reports/json_parts.hpp
///
/// What JSON documents share. Only for .cpp files of this room: the JSON library is dear to
/// compile.

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "carom/vec2.hpp"
#include "carom/version.hpp"

namespace carom::json_parts {

using Json = nlohmann::ordered_json;

inline Json pair(const Vec2& v) {
  return {v.x, v.y};
}

template <class T, class F>
Json array(const std::vector<T>& items, F&& each) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(each(item));
  return list;
}

/// Marks a force or impulse that the rigid model leaves open; nothing where it does not.
template <std::size_t count>
void mark_open(const std::array<bool, count>& determined,
               const std::array<std::string_view, count>& components, Json& node) {
  Json open = Json::array();
  for (std::size_t i = 0; i < count; ++i)
    if (!determined[i]) open.push_back(components[i]);
  if (open.empty()) return;
  node["determined"] = false;
  node["open"] = std::move(open);
}

/// The head of every document.
inline Json head() {
  return {{"carom", version}, {"format", format}};
}
inline Json document(const std::string& title) {
  Json root = head();
  root["title"] = title;
  return root;
}

/// Paths and names may have bytes that are no text: they are replaced.
inline std::string printed(const Json& root) {
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace carom::json_parts
