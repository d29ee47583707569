#pragma once

/// study/rendering.hpp
///
/// How reports become text, JSON, drawings and files, for whoever stands on the façade.

#include "base/nearest_name.hpp"  // IWYU pragma: export
#include "draw/critical.hpp"      // IWYU pragma: export
#include "draw/impulse.hpp"       // IWYU pragma: export
#include "draw/mechanism.hpp"     // IWYU pragma: export
#include "draw/report_page.hpp"   // IWYU pragma: export
#include "draw/train.hpp"         // IWYU pragma: export
#include "draw/train_row.hpp"     // IWYU pragma: export
#include "draw/transmission.hpp"  // IWYU pragma: export
#include "io/account.hpp"         // IWYU pragma: export
#include "io/critical_csv.hpp"    // IWYU pragma: export
#include "io/output_file.hpp"     // IWYU pragma: export
#include "io/page_json.hpp"       // IWYU pragma: export
#include "io/report_out.hpp"      // IWYU pragma: export
#include "io/scenario_text.hpp"   // IWYU pragma: export
#include "io/simulation_out.hpp"  // IWYU pragma: export
#include "io/trajectory.hpp"      // IWYU pragma: export
#include "io/verb_results.hpp"    // IWYU pragma: export
