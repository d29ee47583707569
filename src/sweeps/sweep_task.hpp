#pragma once

/// sweeps/sweep_task.hpp
///
/// A verb that can be swept: what it yields at a point (columns) and what is watched along an axis
/// (labels; where one changes there is a boundary). Which verbs have one: pages/verb.hpp.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "carom/impact.hpp"
#include "data/scenario.hpp"
#include "data/sweep_report.hpp"
#include "model/tree.hpp"

namespace carom {

/// Texts with numbers for names: equal texts have equal numbers. Numbers are given in the order of
/// first appearance and mean something only to who gave them.
class NumberedTexts {
 public:
  int number_of(std::string_view text);
  const std::string& text(int number) const { return texts_[static_cast<std::size_t>(number)]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::unordered_map<std::string, int> numbers_;
  std::vector<std::string> texts_;
};

/// No text: there is nothing to say, for instance because there is no answer.
inline constexpr int nothing = -1;

/// Where a solver puts the numbers of one point. Text columns take numbers of the solver's table.
class Row {
 public:
  /// `columns`: where each column of this chunk begins; `sizes`: its bytes a point.
  Row(std::span<std::byte* const> columns, std::span<const std::size_t> sizes, std::int64_t point)
      : columns_(columns), sizes_(sizes), point_(static_cast<std::size_t>(point)) {}

  void real(std::size_t column, std::size_t component, double value) {
    std::memcpy(at(column) + 8 * component, &value, 8);
  }
  void category(std::size_t column, std::size_t component, std::uint8_t value) {
    std::memcpy(at(column) + component, &value, 1);
  }
  void text(std::size_t column, std::size_t component, std::uint16_t value) {
    std::memcpy(at(column) + 2 * component, &value, 2);
  }

 private:
  std::byte* at(std::size_t column) { return columns_[column] + sizes_[column] * point_; }

  std::span<std::byte* const> columns_;
  std::span<const std::size_t> sizes_;
  std::size_t point_;
};

/// What became of a point: the first column of every table.
Column point_column();

/// What a label is about.
struct Watch {
  BoundaryKind kind = BoundaryKind::point;
  std::string law{};
  std::string other_law{};
  std::string contact{};
};

/// Solves one point after the other; one a thread. Nothing is allocated for a point unless its
/// mechanism must be compiled anew or a text is met for the first time.
class SweepSolver {
 public:
  SweepSolver() = default;
  SweepSolver(const SweepSolver&) = delete;
  SweepSolver& operator=(const SweepSolver&) = delete;
  virtual ~SweepSolver() = default;

  /// At these values of the swept parameters.
  virtual void solve(std::span<const double> swept) = 0;
  /// The columns of the point solved. `texts` gives the chunk's code for a text.
  virtual void fill(Row& row, class ChunkTexts& texts) const = 0;
  /// One number of `texts()` a watch, or `nothing`.
  virtual void label(std::span<int> labels) = 0;
  virtual const NumberedTexts& texts() const = 0;
};

/// Codes of texts within one chunk, by first appearance in it.
class ChunkTexts {
 public:
  explicit ChunkTexts(const NumberedTexts& table) : table_(table) {}
  std::uint16_t code(int number);
  std::vector<std::string> texts() const;

 private:
  const NumberedTexts& table_;
  std::vector<int> code_of_;  // by number; −1: none yet
  std::vector<int> numbers_;  // by code
};

class SweepTask {
 public:
  SweepTask() = default;
  SweepTask(const SweepTask&) = delete;
  SweepTask& operator=(const SweepTask&) = delete;
  virtual ~SweepTask() = default;

  virtual std::vector<Column> columns() const = 0;
  virtual std::vector<Watch> watches() const = 0;
  virtual std::unique_ptr<SweepSolver> solver() const = 0;
  /// Points a second that one thread may be expected to solve, to an order of magnitude: chunks
  /// are cut so that one takes a fraction of a second.
  virtual double expected_rate() const = 0;
};

/// What a task is made for. References stay valid as long as the task lives.
/// The column of a sweep of strikes that tells where `SweepSubject::several` answered; only where
/// it can.
inline constexpr std::string_view together_column = "simultaneous";

struct SweepSubject {
  const Scenario& scenario;
  const Tree& tree;                    ///< without links where the scenario is a train
  std::span<const std::string> swept;  ///< parameters
  std::vector<std::string> laws;  ///< known ones, at least one; none where the scenario is a train
  Method method = Method::consistent;
  std::vector<std::string> quantities;  ///< names of columns to keep; empty: all
  bool watched = false;                 ///< labels will be asked for
  /// Answers where several contacts strike and a law knows one; null: nobody, a law was asked for.
  const Law* several = nullptr;
};

template <class Task>
std::unique_ptr<SweepTask> made_task(const SweepSubject& subject) {
  return std::make_unique<Task>(subject);
}

struct SweepTaskEntry {
  std::string_view verb;
  std::string_view description;
  std::vector<std::string_view> quantities;  ///< what can be asked for
  std::vector<std::string_view> always;      ///< what is there in any case
  std::unique_ptr<SweepTask> (*task)(const SweepSubject& subject) = nullptr;
  bool of_trains = false;    ///< its scenario is a train: there is no tree, and there are no laws
  bool takes_method = true;  ///< `Method` means something to it
  /// What a scenario lacks to be swept so; empty: nothing.
  std::string (*lack)(const Scenario& scenario) = nullptr;
  bool takes_laws = true;  ///< laws of impact mean something to it; a train has none
};

}  // namespace carom
