#include "reproductions/wang.hpp"

#include "reproductions/wang_cases.hpp"
#include "reproductions/wang_figures.hpp"
#include "reproductions/wang_formulas.hpp"
#include "reproductions/wang_friction.hpp"
#include "reproductions/wang_linear.hpp"

namespace carom {

Comparison wang_1993(const StopRequest& stop) {
  Comparison result;
  wang::add_ball(result.claims);
  stop.heed();
  wang::add_formulas(result);
  stop.heed();
  wang::add_map(result.claims);
  wang::add_linear(result.claims);
  stop.heed();
  wang::add_cases(result.claims, stop);
  wang::add_critical(result.claims);
  stop.heed();
  wang::add_friction(result.claims, stop);
  stop.heed();
  wang::add_figures(result.sections);
  return result;
}

}  // namespace carom
