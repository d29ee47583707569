#include "motion/options.hpp"

#include "carom/simulate.hpp"
#include "dynamics/compiled_model.hpp"
#include "keys/option_keys.hpp"
#include "keys/range_checks.hpp"

namespace carom {
namespace {

void check_law(const Element& element, std::string_view law, const LawSet& laws) {
  if (laws.find(law) == nullptr) element.fault("law", unknown_law(law, laws));
}

std::string allowed_contacts(int contacts) {
  if (contacts == 0) return "must be -1: the mechanism has no contacts";
  return "must be -1 or a contact, from 0 to " + std::to_string(contacts - 1);
}

}  // namespace

void check_strike(const StrikeOptions& options, const LawSet& laws, int contacts, int k,
                  std::vector<Fault>& found) {
  const Element element(found, "strike", k);
  check_law(element, options.law, laws);
  if (options.colliding < -1 || options.colliding >= contacts)
    element.fault("colliding", "colliding is " + std::to_string(options.colliding) + "; " +
                                   allowed_contacts(contacts));
}

std::vector<Fault> faults(const StrikeOptions& options, const Model& model) {
  std::vector<Fault> found;
  check_strike(options, *model.compiled().tree.laws, model.contacts(), -1, found);
  return found;
}

std::vector<Fault> faults(const MotionOptions& options, const Model& model) {
  std::vector<Fault> found;
  const Element element(found, "simulate");
  check_law(element, options.law, *model.compiled().tree.laws);
  if (std::string fault = fault_of_several(options.several, *model.compiled().tree.laws);
      !fault.empty())
    element.fault("several", std::move(fault));
  check_ranges(element, options);
  return found;
}

}  // namespace carom
