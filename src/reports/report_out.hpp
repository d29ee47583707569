#pragma once

/// reports/report_out.hpp
///
/// Reports as text and as JSON, and back. A report has a table, which says what it tells
/// (data/quantity.hpp), and words for a terminal, `std::string words(const Report&)`, in a file of
/// this room. That file makes the rest, for the library to have it compiled once:
///
///     template struct ReportOut<TransmissionReport>;
///
/// Numbers in JSON keep all their digits; documents have "format": 1.

#include <string>

namespace carom {

template <class Report>
struct ReportOut {
  static std::string text(const Report& report);
  static std::string json(const Report& report);
  static void read(const std::string& answer, Report& report);
};

template <class Report>
std::string text(const Report& report) {
  return ReportOut<Report>::text(report);
}

template <class Report>
std::string json(const Report& report) {
  return ReportOut<Report>::json(report);
}

/// From JSON into a report that has the names which its parts are told by; throws DamagedAnswer.
template <class Report>
void read_answer(const std::string& answer, Report& report) {
  ReportOut<Report>::read(answer, report);
}

}  // namespace carom
