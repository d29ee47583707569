#pragma once

/// data/page.hpp
///
/// What a report page shows (docs/report-data.md), as plain data.

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "data/claim.hpp"
#include "data/drawing.hpp"
#include "data/motion.hpp"
#include "data/panels.hpp"
#include "data/sweep_report.hpp"

namespace carom {

/// What one law says at a stop.
struct PageAccount {
  bool has_answer = false;
  std::vector<Vec2> velocities;     ///< m/s; after, of the points of the drawing's velocities
  std::vector<std::string> stages;  ///< one sentence each
  std::vector<std::string> notes;
};

/// A point of a sweep in full.
struct PageStop {
  std::int64_t shown = 0;  ///< its place among the points shown
  MechanismDrawing drawing;
  std::vector<PageAccount> accounts;  ///< one a law
};

/// How a page names and measures a swept parameter.
struct PageAxis {
  std::size_t parameter = 0;   ///< its place among the swept parameters
  std::string unit;            ///< "rad" or "deg" for angles; else unknown
  std::vector<double> values;  ///< of the points shown
  std::vector<PageAxis> with;  ///< parameters that advance together with this one
};

struct PageSweep {
  std::string title;
  std::string caption;
  std::string scenario_name;
  SweepQuestion question;
  std::vector<std::pair<std::string, double>> parameters;  ///< those that were not swept
  std::vector<PageAxis> axes;                              ///< one or two
  Chunk table;                                             ///< the points shown, in grid order
  std::vector<std::string> texts;
  std::vector<Boundary> boundaries;
  std::string thinned;  ///< how the points shown were chosen; empty: all are shown
  std::vector<PageStop> stops;
  std::vector<std::string> figures;  ///< which to show; empty: all
};

/// A published claim beside our numbers.
struct PageClaim {
  std::string place;  ///< "Figure 4"
  std::string claim;
  std::string published;
  std::string ours;
  Holding verdict = Holding::holds;
  std::string reason;
  std::string assumed{};  ///< what the judgement takes for granted
};

struct PageClaims {
  std::string title;
  std::string source;
  std::vector<PageClaim> claims;
};

struct PageText {
  std::string title;
  std::vector<std::string> paragraphs{};
  std::string listing_name{};  ///< of a file whose text is shown folded; empty: there is none
  std::string listing{};
};

using PageSection =
    std::variant<PageSweep, PageClaims, PageText, PageTable, PageFigure, PageMotion>;

struct Page {
  std::string title;
  std::vector<std::string> summary;
  std::vector<PageSection> sections;
};

}  // namespace carom
