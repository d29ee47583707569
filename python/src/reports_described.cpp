#include "reports_described.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "data/collide_table.hpp"
#include "data/critical_table.hpp"
#include "data/describe_table.hpp"
#include "data/identification_table.hpp"
#include "data/law_list.hpp"
#include "data/simulation_table.hpp"
#include "data/strike_table.hpp"
#include "data/sweep_report_table.hpp"
#include "data/train_table.hpp"
#include "data/transmission_table.hpp"
#include "data/uniqueness_table.hpp"
#include "scenarios/key_rows.hpp"

namespace carom::python {
namespace {

template <class T>
struct Held {
  using Type = void;
};
template <class T>
struct Held<std::vector<T>> {
  using Type = T;
};

template <class T>
inline constexpr bool is_list = !std::is_void_v<typename Held<T>::Type>;
template <class T>
inline constexpr bool is_named = false;
template <class T>
inline constexpr bool is_named<std::vector<std::pair<std::string, T>>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;
template <class T>
inline constexpr bool is_by_names = false;
template <class T>
inline constexpr bool is_by_names<ByNames<T>> = true;

template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
template <class T, std::size_t n>
constexpr bool numeric_array(Of<std::array<T, n>>) {
  return is_number<T>;
}
template <class T>
constexpr bool numeric_array(Of<T>) {
  return std::is_same_v<T, Vec2>;
}
template <class A, class B>
constexpr bool numeric_array(Of<std::pair<A, B>>) {
  return is_number<A> && is_number<B>;
}
/// Numbers, or equally many of them each.
template <class T>
constexpr bool numeric() {
  return is_number<T> || numeric_array(Of<T>{});
}

/// "carom::StruckContact" as "StruckContact".
template <class T>
std::string class_name() {
  std::string name = __PRETTY_FUNCTION__;
  name = name.substr(name.find("T = ") + 4);
  name = name.substr(0, name.find_first_of(";]"));
  return name.substr(name.rfind(':') + 1);
}

class Describer {
 public:
  explicit Describer(py::dict& classes) : classes_(classes) {}

  template <Tabled T>
  std::string described() {
    const std::string name = class_name<T>();
    if (classes_.contains(name.c_str())) return name;
    py::list fields;
    classes_[name.c_str()] = fields;
    if constexpr (Document<T>) {
      add(fields, {"carom", "1", "the version that answered"}, "str", false);
      add(fields, {"format", "1", "of this document"}, "int", false);
      add(fields, {"title", "1", "of the scenario"}, "str", true);
    }
    add_entries<T>(table_of<T>, name, fields);
    return name;
  }

 private:
  static void add(py::list& fields, const QuantityWords& words, const std::string& type,
                  bool optional) {
    const auto text = [](std::string_view of) { return py::str(of.data(), of.size()); };
    py::dict field;
    field["name"] = text(words.name);
    field["unit"] = text(words.unit);
    field["description"] = text(words.description);
    field["type"] = type;
    field["optional"] = optional;
    fields.append(field);
  }

  template <class Value>
  std::string type_of() {
    if constexpr (Tabled<Value>)
      return described<Value>();
    else if constexpr (is_optional<Value>)
      return type_of<typename Value::value_type>();
    else if constexpr (is_named<Value>)
      return "Mapping[str, " + type_of<typename Value::value_type::second_type>() + "]";
    else if constexpr (is_by_names<Value>)
      return "Mapping[str, Any]";
    else if constexpr (std::is_same_v<Value, bool>)
      return "bool";
    else if constexpr (std::is_integral_v<Value>)
      return "int";
    else if constexpr (std::is_floating_point_v<Value>)
      return "float";
    else if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, std::string> ||
                       std::is_same_v<Value, std::string_view>)
      return "str";
    else if constexpr (numeric<Value>())
      return "Numbers";
    else if constexpr (is_list<Value>)
      return list_of<typename Value::value_type>();
    else
      return "Any";
  }
  template <class Item>
  std::string list_of() {
    if constexpr (numeric<Item>()) return "Numbers";
    return "Sequence[" + type_of<Item>() + "]";
  }

  /// `Document` of the whole is not known here: functions that ask for it are given any.
  template <class T, class Entry>
  void add_entry(const Entry& entry, const std::string& owner, py::list& fields) {
    if constexpr (Entry::kind == EntryKind::spliced) {
      using Part = std::remove_cvref_t<PartType<decltype(entry.value), T>>;
      if constexpr (Tabled<Part>) add_entries<Part>(table_of<Part>, owner, fields);
    } else if constexpr (Entry::kind == EntryKind::marked) {
      add(fields, entry, "Mapping[str, bool]", true);
    } else if constexpr (Entry::kind == EntryKind::group) {
      std::string name(entry.name);
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
      py::list parts;
      entry.parts.each([&](const auto& part) { add_entry<T>(part, owner + name, parts); });
      classes_[(owner + name).c_str()] = parts;
      add(fields, {entry.name, "1", entry.name}, owner + name,
          !std::is_same_v<std::remove_cvref_t<decltype(entry.told)>, Always>);
    } else {
      if (!entry.places.documents) return;
      constexpr bool always = std::is_same_v<std::remove_cvref_t<decltype(entry.told)>, Always>;
      if constexpr (PartOf<decltype(entry.value), T>) {
        using Value = std::remove_cvref_t<PartType<decltype(entry.value), T>>;
        add(fields, entry, type_of<Value>(), !always || entry.or_null || is_optional<Value>);
      } else {
        add(fields, entry, "Any", !always);
      }
    }
  }

  template <class T, class Table>
  void add_entries(const Table& table, const std::string& owner, py::list& fields) {
    table.each([&](const auto& entry) { add_entry<T>(entry, owner, fields); });
  }

  py::dict& classes_;
};

}  // namespace

py::dict reports_described() {
  py::dict classes, verbs;
  Describer describer(classes);
  const auto of = [&](const char* verb, const auto&... names) {
    verbs[verb] = py::make_tuple(names...);
  };
  of("describe", describer.described<DescribeReport>(), describer.described<TrainDescription>());
  of("strike", describer.described<StrikeReport>());
  of("sweep", describer.described<SweepReport>());
  of("simulate", describer.described<SimulationReport>());
  of("critical", describer.described<CriticalReport>());
  of("transmit", describer.described<TransmissionReport>());
  of("verdict", describer.described<UniquenessReport>());
  of("collide", describer.described<CollideReport>());
  of("segment", describer.described<SegmentReport>());
  of("fit", describer.described<FitReport>(), describer.described<IdentificationReport>());
  of("laws", describer.described<LawList>());
  py::dict told;
  told["verbs"] = verbs;
  told["classes"] = classes;
  return told;
}

py::list scenario_keys_described() {
  py::list all;
  for (const ScenarioKey& key : scenario_keys()) {
    py::dict told;
    told["section"] = key.section;
    told["key"] = key.key;
    told["value"] = key.value;
    told["meaning"] = key.meaning;
    told["fallback"] = key.fallback;
    told["listed"] = key.listed;
    all.append(told);
  }
  return all;
}

}  // namespace carom::python
