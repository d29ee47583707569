#include "sweeps/sweep_task.hpp"

#include "base/words.hpp"

namespace carom {

Column point_column() {
  return {"",
          "point",
          "1",
          "what became of the point; all but \"solved\" are holes",
          ColumnType::category,
          {},
          words_of<PointStatus>()};
}

int NumberedTexts::number_of(std::string_view text) {
  const auto [found, added] =
      numbers_.try_emplace(std::string(text), static_cast<int>(texts_.size()));
  if (added) texts_.emplace_back(text);
  return found->second;
}

std::uint16_t ChunkTexts::code(int number) {
  if (number < 0) return no_text;
  const auto place = static_cast<std::size_t>(number);
  if (place >= code_of_.size()) code_of_.resize(place + 1, -1);
  int& code = code_of_[place];
  if (code < 0 && numbers_.size() < most_texts) {
    code = static_cast<int>(numbers_.size());
    numbers_.push_back(number);
  }
  return code < 0 ? static_cast<std::uint16_t>(most_texts) : static_cast<std::uint16_t>(code);
}

std::vector<std::string> ChunkTexts::texts() const {
  std::vector<std::string> all;
  for (const int number : numbers_) all.push_back(table_.text(number));
  return all;
}

}  // namespace carom
