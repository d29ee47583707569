#include "reproductions/study_file.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <stdexcept>

namespace carom {
namespace {

[[noreturn]] void refuse(const toml::node& node, std::string_view problem) {
  throw std::runtime_error(
      fmt::format("study file, line {}: {}", node.source().begin.line, problem));
}

/// A table of which every key must be asked for.
class Table {
 public:
  explicit Table(const toml::table& table) : table_(table) {}

  std::string text(std::string_view key) {
    const toml::node* node = found(key);
    if (node == nullptr) return {};
    const auto value = node->value<std::string>();
    if (!value) refuse(*node, fmt::format("{} must be a text", key));
    return *value;
  }
  std::string needed(std::string_view key) {
    if (!table_.contains(key)) refuse(table_, fmt::format("{} is missing", key));
    return text(key);
  }
  std::vector<std::string> texts(std::string_view key) {
    std::vector<std::string> all;
    const toml::node* node = found(key);
    if (node == nullptr) return all;
    if (const auto one = node->value<std::string>()) return {*one};
    for (const toml::node& each : array(*node, key)) {
      const auto value = each.value<std::string>();
      if (!value) refuse(each, fmt::format("{} must have texts", key));
      all.push_back(*value);
    }
    return all;
  }
  std::vector<double> numbers(std::string_view key) {
    std::vector<double> all;
    const toml::node* node = found(key);
    if (node == nullptr) return all;
    for (const toml::node& each : array(*node, key)) {
      const auto value = each.value<double>();
      if (!value) refuse(each, fmt::format("{} must have numbers", key));
      all.push_back(*value);
    }
    return all;
  }
  double number(std::string_view key, double otherwise) {
    const toml::node* node = found(key);
    return node == nullptr ? otherwise : node->value<double>().value();
  }
  bool flag(std::string_view key, bool otherwise) {
    const toml::node* node = found(key);
    return node == nullptr ? otherwise : node->value<bool>().value();
  }
  std::vector<const toml::table*> tables(std::string_view key) {
    std::vector<const toml::table*> all;
    const toml::node* node = found(key);
    if (node == nullptr) return all;
    for (const toml::node& each : array(*node, key)) {
      if (!each.is_table()) refuse(each, fmt::format("{} must have tables", key));
      all.push_back(each.as_table());
    }
    return all;
  }

  /// After the last question: keys that nobody asked for are mistakes.
  void finish() const {
    for (auto&& [key, node] : table_)
      if (std::find(asked_.begin(), asked_.end(), key.str()) == asked_.end())
        refuse(node, fmt::format("\"{}\" is not a key", key.str()));
  }

 private:
  const toml::node* found(std::string_view key) {
    asked_.emplace_back(key);
    return table_.get(key);
  }
  static const toml::array& array(const toml::node& node, std::string_view key) {
    if (!node.is_array()) refuse(node, fmt::format("{} must be a list", key));
    return *node.as_array();
  }

  const toml::table& table_;
  std::vector<std::string> asked_;
};

PublishedFigure figure(const toml::table& source) {
  Table table(source);
  PublishedFigure figure;
  figure.name = table.needed("name");
  figure.title = table.text("title");
  figure.caption = table.text("caption");
  figure.parameters = table.texts("parameters");
  figure.laws = table.texts("laws");
  if (const std::string method = table.text("method"); !method.empty()) figure.method = method;
  figure.shown = table.flag("shown", true);
  figure.figures = table.texts("figures");
  table.finish();
  return figure;
}

ClaimCheck check(const toml::table& source) {
  Table table(source);
  ClaimCheck check;
  check.kind = table.needed("check");
  check.figures = table.texts("figure");
  check.laws = table.texts("law");
  check.contact = table.text("contact");
  check.quantity = table.text("quantity");
  check.word = table.text("word");
  check.between = table.numbers("between");
  check.expected = table.numbers("expected");
  check.tolerance = table.number("tolerance", 0);
  check.says = table.needed("says");
  table.finish();
  return check;
}

Holding verdict(const toml::node& place, const std::string& word) {
  for (const Holding holding : holdings)
    if (name(holding) == word) return holding;
  refuse(place, "a verdict must be holds, holds in part, does not hold or undecided");
}

PublishedClaim claim(const toml::table& source) {
  Table table(source);
  PublishedClaim claim;
  claim.place = table.needed("place");
  claim.claim = table.needed("claim");
  claim.published = table.needed("published");
  claim.reason = table.text("reason");
  claim.assumed = table.text("assumed");
  claim.undecided = table.text("undecided");
  claim.recorded = verdict(source, table.needed("verdict"));
  for (const toml::table* each : table.tables("checks")) claim.checks.push_back(check(*each));
  table.finish();
  return claim;
}

}  // namespace

PublishedStudy published_study(std::string_view text) {
  const toml::parse_result parsed = toml::parse(text);
  Table table(parsed);
  PublishedStudy study;
  study.name = table.needed("name");
  study.chapter = table.text("chapter");
  study.title = table.needed("title");
  study.source = table.needed("source");
  study.summary = table.texts("summary");
  study.assumed = table.needed("assumed");
  study.scenario = table.text("scenario");
  for (const toml::table* each : table.tables("figure")) study.figures.push_back(figure(*each));
  for (const toml::table* each : table.tables("claim")) study.claims.push_back(claim(*each));
  study.computed = table.text("computed");
  for (const std::string& word : table.texts("record"))
    study.record.push_back(verdict(parsed, word));
  table.finish();
  return study;
}

}  // namespace carom
