#pragma once

/// study/impact_record.hpp
///
/// What must be said of the impacts that a motion or a map went through, whichever verb followed
/// them: those that made energy, those that another law resolved, those that the rigid model leaves
/// open.

#include <string>
#include <string_view>
#include <vector>

#include "carom/simulate.hpp"

namespace carom {

class ImpactRecord {
 public:
  void note(const MotionEvent& event);
  /// One contact's impact that made energy. J, before: kinetic energy.
  void gained(double time, std::string_view law, double work, double kinetic_before);

  long gains() const;
  long choices() const { return choices_; }  ///< impacts of which one of several answers was taken
  long open_impacts() const { return open_impacts_; }
  bool open_forces() const { return open_forces_; }

  /// The worst impact of each law that made energy.
  std::vector<std::string> warnings() const;
  /// Where `law` was asked for: whom others resolved, and what is open at so many impacts.
  std::vector<std::string> notes(std::string_view law, long open_impacts) const;

 private:
  struct Gain {
    std::string_view law;
    double time = 0;
    double work = 0;            ///< J
    double kinetic_before = 0;  ///< J
    long count = 0;
  };

  /// Impacts of several contacts, by one law for one reason.
  struct Together {
    std::string_view law;
    Reason set_aside = Reason::none;
    long count = 0;
  };

  std::vector<Gain> gains_;
  std::vector<Together> together_;
  long choices_ = 0, open_impacts_ = 0;
  long plastic_ = 0;  ///< impacts with a small restitution that was counted as 0
  bool open_forces_ = false;
  bool open_choice_ = false;  ///< impulses of one answer of several are open
};

/// Looks at all impacts on the way, and passes everything on.
class ImpactRecorder : public MotionSink {
 public:
  ImpactRecorder(ImpactRecord& record, MotionSink* next) : record_(record), next_(next) {}
  void event(const MotionEvent& event) override {
    record_.note(event);
    if (next_ != nullptr) next_->event(event);
  }
  void sample(const MotionSample& sample) override {
    if (next_ != nullptr) next_->sample(sample);
  }
  bool stop() override { return next_ != nullptr && next_->stop(); }

 private:
  ImpactRecord& record_;
  MotionSink* next_;
};

}  // namespace carom
