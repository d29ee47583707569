#include "io/law_parameters.hpp"

#include "laws/law_set.hpp"
#include "laws/registry.hpp"

namespace carom::io {
namespace {

/// The parameter of that name, which comes to be where it is not yet.
double& named(std::vector<Parameter>& parameters, std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  return found != parameters.end() ? found->value
                                   : parameters.emplace_back(std::string(name), 0.0).value;
}

/// A number in a list of named numbers.
template <class T>
Key<T> parameter(std::string_view name) {
  return {name, [name](Reader& reader, const Found& found, const Access<T>& access) {
            if (const auto read = reader.number(found))
              reader.put(*read, [name, access](Scenario& scenario) -> double& {
                return named(access(scenario).parameters, name);
              });
          }};
}

/// What a kind of compliance has. Of a kind that there is not any key may be meant.
Keys<Compliance> keys_of(const toml::node& node) {
  Keys<Compliance> keys{text("kind", &Compliance::kind)};
  const toml::table* const table = node.as_table();
  const std::string kind =
      table == nullptr ? Compliance{}.kind : (*table)["kind"].value_or(Compliance{}.kind);
  const CompliantLaw* const law = find_compliant_law(kind);
  for (const CompliantLaw* each : compliant_laws())
    if (each == law || law == nullptr)
      for (const LawParameter& declared : each->parameters) {
        if (std::ranges::find(keys, declared.name, &Key<Compliance>::name) != keys.end()) continue;
        keys.push_back(parameter<Compliance>(declared.name));
        keys.back().required = law != nullptr && !declared.otherwise;
      }
  return keys;
}

}  // namespace

Keys<Contact> with_law_parameters(const Keys<Contact>& keys, const Mechanism& mechanism) {
  Keys<Contact> all;
  for (const Key<Contact>& key : keys) {
    all.push_back(key);
    if (key.name != restitution_parameter.name) continue;
    for (const LawParameter& declared : laws_with(mechanism.laws)->parameters())
      if (std::ranges::find(keys, declared.name, &Key<Contact>::name) == keys.end())
        all.push_back(parameter<Contact>(declared.name));
  }
  return all;
}

Key<Contact> compliance_key() {
  return {"compliance", [](Reader& reader, const Found& found, const Access<Contact>& access) {
            const Keys<Compliance> keys = keys_of(found.node);
            table("compliance", &Contact::compliance, keys).read(reader, found, access);
          }};
}

}  // namespace carom::io
