#include "unit/draw/xml.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace carom {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Element> document() {
    element();
    skip_space();
    require(at_ == text_.size(), "something follows the root");
    return elements_;
  }

 private:
  void require(bool holds, const std::string& what) const {
    if (!holds) throw std::runtime_error(what + " at byte " + std::to_string(at_));
  }
  bool next_is(std::string_view token) const { return text_.substr(at_, token.size()) == token; }
  void expect(std::string_view token) {
    require(next_is(token), "expected " + std::string(token));
    at_ += token.size();
  }
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == '-' || text_[at_] == ':'))
      ++at_;
    require(at_ > begin, "expected a name");
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string characters_until(char end) {
    std::string result;
    while (at_ < text_.size() && text_[at_] != end) {
      const unsigned char c = static_cast<unsigned char>(text_[at_]);
      require(c >= 0x20 || c == '\n', "a control character");
      require(c != '<', "a bare <");
      if (c != '&') {
        result += text_[at_++];
        continue;
      }
      bool known = false;
      for (const auto& [entity, meaning] :
           {std::pair{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}}) {
        if (!next_is(entity)) continue;
        result += meaning;
        at_ += std::string_view(entity).size();
        known = true;
        break;
      }
      require(known, "a bare &");
    }
    return result;
  }

  void element() {
    expect("<");
    const std::size_t index = elements_.size();
    elements_.push_back({name(), {}, {}});
    const std::string tag = elements_[index].name;
    for (skip_space(); !next_is(">") && !next_is("/>"); skip_space()) {
      const std::string key = name();
      expect("=\"");
      const auto [place, is_new] = elements_[index].attributes.emplace(key, characters_until('"'));
      require(is_new, "attribute " + key + " twice");
      expect("\"");
    }
    if (next_is("/>")) return expect("/>");
    expect(">");
    while (!next_is("</")) {
      require(at_ < text_.size(), "no end of " + tag);
      if (next_is("<"))
        element();
      else
        elements_[index].text += characters_until('<');
    }
    expect("</" + tag + ">");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Element> elements_;
};

}  // namespace

std::string Element::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  if (found == attributes.end()) throw std::runtime_error(name + " has no " + key);
  return found->second;
}

double Element::number(const std::string& key) const {
  return std::stod(attribute(key));
}

bool Element::is(std::string_view style) const {
  const auto found = attributes.find("class");
  if (found == attributes.end()) return false;
  std::istringstream words(found->second);
  for (std::string word; words >> word;)
    if (word == style) return true;
  return false;
}

std::vector<Element> elements_of(std::string_view document) {
  return Reader(document).document();
}

std::vector<Element> with_style(const std::vector<Element>& elements, std::string_view style) {
  std::vector<Element> result;
  std::copy_if(elements.begin(), elements.end(), std::back_inserter(result),
               [&](const Element& element) { return element.is(style); });
  return result;
}

std::vector<double> numbers_of(const std::string& data) {
  std::string spaced = data;
  for (char& c : spaced)
    if (std::isalpha(static_cast<unsigned char>(c))) c = ' ';
  std::istringstream stream(spaced);
  std::vector<double> result;
  for (double value; stream >> value;) result.push_back(value);
  return result;
}

}  // namespace carom
