#pragma once

/// The verbs of the program. Each takes its options as plain data, writes its answer to standard
/// output and returns the exit status: 0 solved, 1 no single answer; bad input throws InputError.
/// A new verb is a struct and a function here, a file, and its options in main.cpp.

#include <string>
#include <vector>

namespace carom {

struct ScenarioOptions {
  std::string file;
  std::vector<std::string> parameters;  ///< "name=value"
};

struct DescribeOptions {
  ScenarioOptions scenario;
  bool json = false;
  std::string svg;
};
int run_describe(const DescribeOptions& options);

struct StrikeCommand {
  ScenarioOptions scenario;
  std::vector<std::string> laws;
  std::string method = "consistent";
  std::string account;
  bool joints = false;
  bool json = false;
  std::string svg;
};
int run_strike(const StrikeCommand& options);

struct CollideCommand {
  ScenarioOptions scenario;
  bool json = false;
  std::string svg;
  std::vector<std::string> draw;
  bool converge = false;
  std::string converge_to;  ///< a number; empty: 0.001
  double patience = 60;
};
int run_collide(const CollideCommand& options);

struct SegmentOptions {
  ScenarioOptions scenario;
  bool json = false;
};
int run_segment(const SegmentOptions& options);

struct FitCommand {
  std::string data = "alluhydan2019";
  double speed = 0.5;
  std::string interior = "lossless";
  std::string model = "hertz";
  bool json = false;
};
int run_fit(const FitCommand& options);

struct LawsOptions {
  bool json = false;
};
int run_laws(const LawsOptions& options);

/// Writes a drawing, but not over the scenario it was made from.
void write_drawing(const ScenarioOptions& scenario, const std::string& path,
                   const std::string& drawing);

/// Writes to standard output; throws InputError where that fails (a full disk, a closed pipe).
void print(const std::string& text);

}  // namespace carom
