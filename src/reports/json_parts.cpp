#include "reports/json_parts.hpp"

#include <algorithm>
#include <limits>

namespace carom::json_parts {

void put(Json& node, std::string_view name, Json value) {
  node[std::string(name)] = std::move(value);
}
void put(Json& node, std::string_view name, double value) {
  put(node, name, Json(value));
}
void put(Json& node, std::string_view name, bool value) {
  put(node, name, Json(value));
}
void put(Json& node, std::string_view name, const std::string& value) {
  put(node, name, Json(value));
}
void put(Json& node, std::string_view name, std::string_view value) {
  put(node, name, Json(value));
}

Json& put_object(Json& node, std::string_view name) {
  return node[std::string(name)] = Json::object();
}

void add(Json& list, Json value) {
  list.push_back(std::move(value));
}

Json pair(const Vec2& v) {
  return {v.x, v.y};
}

const Json* found(const Json& node, std::string_view name, bool must) {
  const std::string key(name);
  return must || node.contains(key) ? &node.at(key) : nullptr;
}

std::string_view word(const Json& node) {
  return node.is_string() ? node.get_ref<const std::string&>() : std::string_view();
}

void get(const Json& node, double& value) {
  value = node.is_null() ? std::numeric_limits<double>::quiet_NaN() : node.get<double>();
}
void get(const Json& node, bool& value) {
  node.get_to(value);
}
void get(const Json& node, int& value) {
  node.get_to(value);
}
void get(const Json& node, std::string& value) {
  node.get_to(value);
}
void get(const Json& node, Vec2& value) {
  value = {node.at(0).get<double>(), node.at(1).get<double>()};
}

void mark_open(std::span<const bool> determined, std::span<const std::string_view> components,
               Json& node) {
  Json open = Json::array();
  for (std::size_t i = 0; i < determined.size(); ++i)
    if (!determined[i]) open.push_back(components[i]);
  if (open.empty()) return;
  node["determined"] = false;
  node["open"] = std::move(open);
}

void read_marks(const Json& node, std::span<const std::string_view> components,
                std::span<bool> determined) {
  const bool whole = node.value("determined", true);
  // Results of earlier versions do not say which.
  const bool said = !whole && node.contains("open");
  for (std::size_t i = 0; i < determined.size(); ++i)
    determined[i] =
        said ? std::ranges::find(node.at("open"), components[i]) == node.at("open").end() : whole;
}

Json head() {
  return {{"carom", version}, {"format", format}};
}
Json document(const std::string& title) {
  Json root = head();
  root["title"] = title;
  return root;
}

std::string printed(const Json& root) {
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace carom::json_parts
