#pragma once

/// facade/rendering.hpp
///
/// How reports become text, JSON, drawings and files, for whoever stands on the façade.

#include "base/nearest_name.hpp"        // IWYU pragma: export
#include "draw/critical.hpp"            // IWYU pragma: export
#include "draw/impulse.hpp"             // IWYU pragma: export
#include "draw/loops.hpp"               // IWYU pragma: export
#include "draw/mechanism.hpp"           // IWYU pragma: export
#include "draw/report_page.hpp"         // IWYU pragma: export
#include "draw/residuals.hpp"           // IWYU pragma: export
#include "draw/train.hpp"               // IWYU pragma: export
#include "draw/train_row.hpp"           // IWYU pragma: export
#include "draw/transmission.hpp"        // IWYU pragma: export
#include "reports/account.hpp"          // IWYU pragma: export
#include "reports/critical_csv.hpp"     // IWYU pragma: export
#include "reports/page_json.hpp"        // IWYU pragma: export
#include "reports/report_out.hpp"       // IWYU pragma: export
#include "reports/simulation_out.hpp"   // IWYU pragma: export
#include "scenarios/scenario_text.hpp"  // IWYU pragma: export
#include "stores/output_file.hpp"       // IWYU pragma: export
#include "stores/trajectory.hpp"        // IWYU pragma: export
#include "stores/verb_results.hpp"      // IWYU pragma: export
