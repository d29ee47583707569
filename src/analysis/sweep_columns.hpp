#pragma once

/// analysis/sweep_columns.hpp
///
/// What a swept verb yields at a point, a line a quantity: its columns, how they are filled, and
/// the names that --quantities knows are made from one list. Numbers that a report's table has
/// (data/quantity.hpp) come from there.

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/sweep_task.hpp"
#include "data/quantity.hpp"

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

/// One number a point.
template <class Solved, class Value>
SweepQuantity<Solved> swept_number(std::string_view name, std::string_view unit,
                                   std::string_view description, Value value) {
  return {name,
          unit,
          description,
          {},
          [value](const Solved& solved, Row& row, std::size_t column, ChunkTexts&) {
            row.real(column, 0, static_cast<double>(std::invoke(value, solved)));
          }};
}

/// A number of each of a list: value(solved) gives the numbers.
template <class Solved, class Values>
SweepQuantity<Solved> swept_numbers(std::string_view name, std::string_view unit,
                                    std::string_view description, std::vector<std::string_view> per,
                                    Values values) {
  return {name, unit, description, std::move(per),
          [values](const Solved& solved, Row& row, std::size_t column, ChunkTexts&) {
            std::size_t i = 0;
            for (const auto& each : std::invoke(values, solved))
              row.real(column, i++, static_cast<double>(each));
          }};
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
          [values](const Solved& solved, Row& row, std::size_t column, ChunkTexts&) {
            const auto& all = std::invoke(values, solved);
            if constexpr (requires { all.begin(); }) {
              std::size_t i = 0;
              for (const auto& each : all)
                row.category(column, i++, static_cast<std::uint8_t>(each));
            } else {
              row.category(column, 0, static_cast<std::uint8_t>(all));
            }
          },
          ColumnType::category,
          std::move(categories)};
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
