#include <algorithm>
#include <array>
#include <charconv>
#include <numbers>
#include <optional>
#include <utility>

#include "base/nearest_name.hpp"
#include "numerics/expression.hpp"
#include "numerics/expression_limits.hpp"

namespace carom {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_word(char c) {
  return is_letter(c) || is_digit(c);
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

/// Recursive descent, emitting the program as it goes; operations on constants are done at once.
/// Unknown names and wrong argument counts are noted and parsing goes on; the first fault of
/// grammar ends it, for what follows would be guesses.
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, const ExpressionNames& names)
      : text_(text), names_(names) {
    program_.clear();
  }

  ParsedExpression parsed();

  struct Function;
  static std::span<const Function> functions();
  static const Function* function(std::string_view name);
  static bool is_reserved(std::string_view name) { return name == "pi" || function(name); }

 private:
  using Operation = Expression::Operation;
  using Instruction = Expression::Instruction;

  void sum();
  void product();
  void signed_power();
  void value();
  void number();
  void name();
  void call(const Function& function, std::size_t at);

  void emit(Operation operation, int index = 0, double number = 0);
  void fold(std::size_t operands);

  bool next_is(char c);  // consumes it
  void skip_blanks();
  std::string seen() const;  // the next symbol, for messages
  void note(std::size_t at, std::string message);
  void stop(std::size_t at, std::string message);
  void stop_expecting(const std::string& what);
  std::string suggestion(std::string_view name, bool called) const;

  std::string_view text_;
  const ExpressionNames& names_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  int depth_ = 0;
  int deepest_ = 0;
  bool stopped_ = false;
  std::vector<Instruction> program_;
  std::vector<ExpressionFault> faults_;
};

struct ExpressionParser::Function {
  std::string_view name;
  Operation operation;
  int least;  // arguments
  int most;
};

std::span<const ExpressionParser::Function> ExpressionParser::functions() {
  constexpr int any = expression_limits::characters;
  static constexpr std::array<Function, 20> all{{
      {"sin", Operation::sin, 1, 1},     {"cos", Operation::cos, 1, 1},
      {"tan", Operation::tan, 1, 1},     {"asin", Operation::asin, 1, 1},
      {"acos", Operation::acos, 1, 1},   {"atan", Operation::atan, 1, 1},
      {"atan2", Operation::atan2, 2, 2}, {"sinh", Operation::sinh, 1, 1},
      {"cosh", Operation::cosh, 1, 1},   {"tanh", Operation::tanh, 1, 1},
      {"exp", Operation::exp, 1, 1},     {"log", Operation::log, 1, 1},
      {"log10", Operation::log10, 1, 1}, {"sqrt", Operation::sqrt, 1, 1},
      {"abs", Operation::abs, 1, 1},     {"sign", Operation::sign, 1, 1},
      {"deg", Operation::deg, 1, 1},     {"hypot", Operation::hypot, 2, 2},
      {"min", Operation::min, 2, any},   {"max", Operation::max, 2, any},
  }};
  return all;
}

const ExpressionParser::Function* ExpressionParser::function(std::string_view name) {
  for (const Function& function : functions())
    if (function.name == name) return &function;
  return nullptr;
}

ParsedExpression ExpressionParser::parsed() {
  if (text_.size() > expression_limits::characters) {
    stop(0, "formula has " + std::to_string(text_.size()) + " characters; at most " +
                std::to_string(expression_limits::characters) + " are allowed");
  } else if (skip_blanks(); at_ == text_.size()) {
    stop(0, "formula is empty");
  } else {
    sum();
    if (!stopped_ && at_ < text_.size()) {
      if (text_[at_] == ')')
        stop(at_, "\")\" has no \"(\" before it");
      else
        stop_expecting("an operator");
    }
    if (!stopped_ && deepest_ > expression_limits::depth)
      stop(0, "formula keeps " + std::to_string(deepest_) + " values at once; at most " +
                  std::to_string(expression_limits::depth) + " are allowed");
  }
  ParsedExpression result;
  result.faults = std::move(faults_);
  if (result.faults.empty()) {
    result.expression.program_ = std::move(program_);
    result.expression.depth_ = deepest_;
  }
  return result;
}

void ExpressionParser::sum() {
  product();
  while (!stopped_) {
    const auto operation = next_is('+')   ? std::optional(Operation::add)
                           : next_is('-') ? std::optional(Operation::subtract)
                                          : std::nullopt;
    if (!operation) return;
    product();
    emit(*operation);
  }
}

void ExpressionParser::product() {
  signed_power();
  while (!stopped_) {
    const auto operation = next_is('*')   ? std::optional(Operation::multiply)
                           : next_is('/') ? std::optional(Operation::divide)
                                          : std::nullopt;
    if (!operation) return;
    if (*operation == Operation::multiply && at_ < text_.size() && text_[at_] == '*')
      return stop(at_ - 1, "\"**\" is not understood; a power is written with ^");
    signed_power();
    emit(*operation);
  }
}

void ExpressionParser::signed_power() {
  if (nesting_ == expression_limits::nesting)
    return stop(at_, "formula is nested more than " + std::to_string(expression_limits::nesting) +
                         " levels deep");
  ++nesting_;
  if (next_is('-')) {
    signed_power();
    emit(Operation::negative);
  } else if (next_is('+')) {
    signed_power();
  } else {
    value();
    if (!stopped_ && next_is('^')) {
      signed_power();
      emit(Operation::power);
    }
  }
  --nesting_;
}

void ExpressionParser::value() {
  skip_blanks();
  const char c = at_ < text_.size() ? text_[at_] : '\0';
  const bool fraction = c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
  if (is_digit(c) || fraction) {
    number();
  } else if (is_letter(c)) {
    name();
  } else if (next_is('(')) {
    sum();
    if (!stopped_ && !next_is(')')) stop_expecting("\")\"");
  } else {
    stop_expecting("a value");
  }
}

void ExpressionParser::number() {
  const std::size_t from = at_;
  double number = 0;
  const auto [end, error] =
      std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
  at_ = static_cast<std::size_t>(end - text_.data());
  if (error != std::errc())
    note(from, "number " + std::string(text_.substr(from, at_ - from)) + " is out of range");
  emit(Operation::constant, 0, number);
}

void ExpressionParser::name() {
  const std::size_t from = at_;
  while (at_ < text_.size() &&
         (is_word(text_[at_]) ||
          (text_[at_] == '.' && at_ + 1 < text_.size() && is_word(text_[at_ + 1]))))
    ++at_;
  const std::string name(text_.substr(from, at_ - from));
  const Function* const called = function(name);
  if (next_is('(')) {
    if (called == nullptr)
      note(from, "\"" + name + "\" is not a function" + suggestion(name, true));
    static constexpr Function unknown{{}, Operation::abs, 1, expression_limits::characters};
    return call(called ? *called : unknown, from);
  }
  if (called != nullptr) {
    note(from, "\"" + name + "\" is a function; its argument is written in parentheses");
    return emit(Operation::constant);
  }
  if (name == "pi") return emit(Operation::constant, 0, std::numbers::pi);
  const auto found = names_.meanings_.find(name);
  if (found == names_.meanings_.end()) {
    note(from, "\"" + name + "\" is not defined" + suggestion(name, false));
    return emit(Operation::constant);
  }
  const auto& meaning = found->second;
  if (meaning.variable < 0) return emit(Operation::constant, 0, meaning.constant);
  emit(Operation::variable, meaning.variable);
}

void ExpressionParser::call(const Function& function, std::size_t at) {
  int arguments = 0;
  if (!next_is(')')) {
    do {
      sum();
      if (stopped_) return;
      if (++arguments > 1) emit(function.least == 2 ? function.operation : Operation::add);
    } while (next_is(','));
    if (!next_is(')')) return stop_expecting("\")\"");
  }
  if (arguments < function.least || arguments > function.most) {
    const std::string allowed = function.most == 1   ? "1 argument"
                                : function.most == 2 ? "2 arguments"
                                                     : "2 or more arguments";
    if (!function.name.empty())
      note(at, std::string(function.name) + " takes " + allowed + "; " + std::to_string(arguments) +
                   (arguments == 1 ? " is given" : " are given"));
  }
  if (arguments == 0) return emit(Operation::constant);
  if (function.least == 1) emit(function.operation);
}

/// Appends an operation, or its result where all operands are constants.
void ExpressionParser::emit(Operation operation, int index, double number) {
  if (stopped_) return;
  if (operation == Operation::power && program_.back().operation == Operation::constant) {
    number = program_.back().number;
    program_.pop_back();
    --depth_;
    operation = Operation::power_constant;
  }
  const std::size_t operands = operation <= Operation::variable ? 0
                               : operation < Operation::add     ? 1
                                                                : 2;
  program_.push_back({operation, index, number});
  depth_ += 1 - static_cast<int>(operands);
  deepest_ = std::max(deepest_, depth_);
  if (operands > 0) fold(operands);
}

void ExpressionParser::fold(std::size_t operands) {
  const auto first = program_.end() - static_cast<std::ptrdiff_t>(operands) - 1;
  const bool constant = std::all_of(first, program_.end() - 1, [](const Instruction& operand) {
    return operand.operation == Operation::constant;
  });
  if (!constant) return;
  Expression part;
  part.program_.assign(first, program_.end());
  part.depth_ = static_cast<int>(operands);
  const double result = part(std::span<const double>());
  program_.erase(first, program_.end());
  program_.push_back({Operation::constant, 0, result});
}

bool ExpressionParser::next_is(char c) {
  skip_blanks();
  if (at_ == text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void ExpressionParser::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

std::string ExpressionParser::seen() const {
  const char c = text_[at_];
  std::size_t size = 1;
  if (is_word(c) || c == '.') {
    while (at_ + size < text_.size() && (is_word(text_[at_ + size]) || text_[at_ + size] == '.'))
      ++size;
  } else if (static_cast<unsigned char>(c) >= 0xC0) {  // a letter beyond ASCII, in UTF-8
    while (at_ + size < text_.size() && size < 4 &&
           (static_cast<unsigned char>(text_[at_ + size]) & 0xC0) == 0x80)
      ++size;
  } else if (c < ' ' || c == '\x7f' || static_cast<unsigned char>(c) >= 0x80) {
    static constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    return std::string("\\x") + digits[byte / 16] + digits[byte % 16];
  }
  return std::string(text_.substr(at_, size));
}

void ExpressionParser::note(std::size_t at, std::string message) {
  faults_.push_back({static_cast<int>(at), std::move(message)});
}

void ExpressionParser::stop(std::size_t at, std::string message) {
  if (!stopped_) note(at, std::move(message));
  stopped_ = true;
}

void ExpressionParser::stop_expecting(const std::string& what) {
  skip_blanks();
  if (at_ == text_.size()) return stop(at_, "expected " + what + " at the end");
  static constexpr std::string_view known = "+-*/^(),.";
  const char c = text_[at_];
  if (!is_word(c) && known.find(c) == std::string_view::npos)
    return stop(at_, "\"" + seen() + "\" is not understood");
  stop(at_, "expected " + what + " before \"" + seen() + "\"");
}

/// Suggests functions where the name is called, other names where it is not.
std::string ExpressionParser::suggestion(std::string_view name, bool called) const {
  std::vector<std::string> valid;
  if (called) {
    for (const Function& function : functions()) valid.emplace_back(function.name);
  } else {
    valid = names_.names_;
    valid.emplace_back("pi");
  }
  return did_you_mean(name, valid);
}

ExpressionNames::ExpressionNames(std::span<const std::string> variables,
                                 std::span<const Parameter> constants) {
  meanings_.reserve(variables.size() + constants.size());
  names_.reserve(variables.size() + constants.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    meanings_.try_emplace(variables[i], Meaning{static_cast<int>(i), 0});
    names_.push_back(variables[i]);
  }
  for (const Parameter& constant : constants) {
    meanings_.try_emplace(constant.name, Meaning{-1, constant.value});
    names_.push_back(constant.name);
  }
}

ParsedExpression parsed_expression(std::string_view text, std::span<const std::string> variables,
                                   std::span<const Parameter> constants) {
  return parsed_expression(text, ExpressionNames(variables, constants));
}

ParsedExpression parsed_expression(std::string_view text, const ExpressionNames& names) {
  return ExpressionParser(text, names).parsed();
}

bool is_expression_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_word);
}

bool is_reserved_name(std::string_view name) {
  return ExpressionParser::is_reserved(name);
}

}  // namespace carom
