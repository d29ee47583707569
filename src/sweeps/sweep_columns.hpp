#pragma once

/// sweeps/sweep_columns.hpp
///
/// What a swept verb yields at a point, a line a quantity: its columns, how they are filled, and
/// the names that --quantities knows are made from one list. Numbers that a report's table has
/// (data/quantity.hpp) come from there.

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/flat_table.hpp"
#include "sweeps/sweep_task.hpp"

namespace carom {

/// Whether a quantity is known at a point that has no answer.
enum class Known { with_answer, always };

template <class Solved>
struct SweepQuantity {
  std::string_view name, unit, description;
  std::vector<std::string_view> per;  ///< extents: "contact", "component"; none: one a point
  std::function<void(const Solved& solved, Row& row, std::size_t column, ChunkTexts& texts)> fill;
  ColumnType type = ColumnType::real;
  std::vector<std::string> categories{};
  Known known = Known::with_answer;
};

/// Puts a value, or those of a list, into a row: values(solved) gives them.
template <class Solved, class Values, class Put>
auto filled_by(Values values, Put put) {
  return [values, put](const Solved& solved, Row& row, std::size_t column, ChunkTexts&) {
    const auto& all = std::invoke(values, solved);
    if constexpr (requires { all.begin(); }) {
      std::size_t i = 0;
      for (const auto& each : all) put(row, column, i++, each);
    } else {
      put(row, column, 0, all);
    }
  };
}

/// A number, or one of each of a list.
template <class Solved, class Values>
SweepQuantity<Solved> swept_numbers(std::string_view name, std::string_view unit,
                                    std::string_view description, std::vector<std::string_view> per,
                                    Values values) {
  return {name, unit, description, std::move(per),
          filled_by<Solved>(values, [](Row& row, std::size_t column, std::size_t i, auto each) {
            row.real(column, i, static_cast<double>(each));
          })};
}

/// A word, or a word of each of a list, by its code.
template <class Solved, class Values>
SweepQuantity<Solved> swept_words(std::string_view name, std::string_view description,
                                  std::vector<std::string_view> per,
                                  std::vector<std::string> categories, Values values) {
  return {name,
          "1",
          description,
          std::move(per),
          filled_by<Solved>(values,
                            [](Row& row, std::size_t column, std::size_t i, auto each) {
                              row.category(column, i, static_cast<std::uint8_t>(each));
                            }),
          ColumnType::category,
          std::move(categories)};
}

/// The words of a quantity that is one: of an enumeration, or no and yes; none of a number.
template <class Value>
std::vector<std::string> category_words() {
  if constexpr (std::is_enum_v<Value>)
    return words_of<Value>();
  else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::array<bool, 2>>)
    return {std::string(name_of(false)), std::string(name_of(true))};
  else
    return {};
}

/// A quantity of a report, which its table describes; `values` says where a solver keeps it.
template <class Solved, class Item, QuantityName name, class Values>
SweepQuantity<Solved> swept(std::vector<std::string_view> per, Values values) {
  constexpr auto entry = quantity_of<Item, name>();
  using Value = std::remove_cvref_t<PartType<decltype(entry.value), const Item>>;
  std::vector<std::string> words = category_words<Value>();
  if (!words.empty())
    return swept_words<Solved>(entry.column_name(), entry.description, std::move(per),
                               std::move(words), values);
  return swept_numbers<Solved>(entry.column_name(), entry.unit, entry.description, std::move(per),
                               values);
}

/// What becomes columns of those: the wanted ones.
template <class Solved>
class SweepColumns {
 public:
  using Labels = std::map<std::string_view, std::vector<std::string>>;

  template <class Wanted>
  SweepColumns(const std::vector<SweepQuantity<Solved>>& all, const Labels& labels,
               const Wanted& wanted) {
    for (const SweepQuantity<Solved>& quantity : all) {
      if (!wanted(quantity.name)) continue;
      Column column{"",
                    std::string(quantity.name),
                    std::string(quantity.unit),
                    std::string(quantity.description),
                    quantity.type,
                    {},
                    quantity.categories};
      for (const std::string_view extent : quantity.per)
        column.extents.push_back({std::string(extent), labels.at(extent)});
      widths_.push_back(column.width());
      columns_.push_back(std::move(column));
      kept_.push_back(quantity);
    }
  }

  void add_to(std::vector<Column>& all, const std::string& group) const {
    for (Column column : columns_) {
      column.group = group;
      all.push_back(std::move(column));
    }
  }

  /// `solved`: there is something to tell; `answered`: all of it. Columns from `column` on.
  void fill(const Solved& item, bool solved, bool answered, Row& row, std::size_t& column,
            ChunkTexts& texts) const {
    for (std::size_t q = 0; q < kept_.size(); ++q, ++column) {
      if (answered || (solved && kept_[q].known == Known::always)) {
        kept_[q].fill(item, row, column, texts);
        continue;
      }
      for (std::size_t i = 0; i < widths_[q]; ++i) switch (kept_[q].type) {
          case ColumnType::real:
            row.real(column, i, std::numeric_limits<double>::quiet_NaN());
            break;
          case ColumnType::category:
            row.category(column, i, no_category);
            break;
          case ColumnType::text:
            row.text(column, i, no_text);
            break;
        }
    }
  }

 private:
  std::vector<SweepQuantity<Solved>> kept_;
  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
};

/// Whether a quantity was asked for; nothing asked for is everything.
inline bool asked_for(const SweepSubject& subject, std::string_view quantity) {
  const auto& asked = subject.quantities;
  return asked.empty() || std::ranges::find(asked, quantity) != asked.end();
}

template <class Solved>
void add_names(const std::vector<SweepQuantity<Solved>>& all,
               std::vector<std::string_view>& names) {
  for (const SweepQuantity<Solved>& quantity : all) names.push_back(quantity.name);
}

}  // namespace carom
