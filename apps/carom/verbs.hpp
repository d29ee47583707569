#pragma once

/// The verbs of the program. Each takes its options as plain data, writes its answer to standard
/// output and returns the exit status: 0 solved, 1 no single answer; bad input throws InputError.
/// A new verb is a struct and a function here, a file, and its options in main.cpp.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "study/report.hpp"
#include "study/sweep.hpp"

namespace carom {

struct ScenarioOptions {
  std::string file;
  std::vector<std::string> parameters;  ///< "name=value"
};

/// A folder for the results of a verb.
struct OutputOptions {
  std::string folder;  ///< empty: nothing is kept
  bool force = false;
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

struct SweepCommand {
  ScenarioOptions scenario;
  SweepRequest request;
  std::optional<int> threads;
  bool json = false;
};
/// Returns 130 where it was interrupted.
int run_sweep_command(const SweepCommand& options);

struct ReportCommand {
  std::string folder;
  std::string output;
  ReportRequest request;
};
int run_report(const ReportCommand& options);

struct ReproduceCommand {
  std::string study;    ///< empty: list them
  std::string chapter;  ///< empty: all
  std::string output;   ///< a folder; empty: nothing is kept
  bool force = false;
  bool json = false;
};
/// Returns 1 where a verdict is not the one on record.
int run_reproduce(const ReproduceCommand& options);

struct CriticalOptions {
  ScenarioOptions scenario;
  double ratio = 0;
  bool json = false;
  std::string svg;
  std::string csv;
  OutputOptions output;
};
int run_critical(const CriticalOptions& options);

struct TransmitOptions {
  ScenarioOptions scenario;
  double ratio = 0;
  bool json = false;
  std::string svg;
};
int run_transmit(const TransmitOptions& options);

struct VerdictOptions {
  ScenarioOptions scenario;
  bool json = false;
  std::string example;
};
int run_verdict(const VerdictOptions& options);

struct CollideCommand {
  ScenarioOptions scenario;
  bool json = false;
  std::string svg;
  std::vector<std::string> draw;
  bool converge = false;
  std::string converge_to;  ///< a number; empty: 0.001
  double patience = 60;
  OutputOptions output;
};
int run_collide(const CollideCommand& options);

struct SimulateCommand {
  ScenarioOptions scenario;
  std::string law;
  std::string on_ambiguous = "stop";
  std::string events = "brief";
  OutputOptions output;
  bool json = false;
};
int run_simulate(const SimulateCommand& options);

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

/// The method of that name, as after --method; InputError where there is none.
Method chosen_method(const std::string& wanted);

/// Writes a drawing, but not over the scenario it was made from.
void write_drawing(const ScenarioOptions& scenario, const std::string& path,
                   const std::string& drawing);

/// The folder in which results are kept, opened before any work; nothing where none is asked for.
class VerbFolder;
struct Scenario;
std::unique_ptr<VerbFolder> opened_output(const OutputOptions& output, const std::string& verb,
                                          const Scenario& scenario, const ScenarioOptions& options);

/// Writes to standard output; throws InputError where that fails (a full disk, a closed pipe).
void print(const std::string& text);

}  // namespace carom
