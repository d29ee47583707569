#include "reproductions/computed_studies.hpp"

#include <array>
#include <utility>

#include "reproductions/alluhydan.hpp"
#include "reproductions/chapter4.hpp"
#include "reproductions/classics.hpp"
#include "reproductions/dupac.hpp"
#include "reproductions/ellipse.hpp"
#include "reproductions/fenili.hpp"
#include "reproductions/hurmuzlu.hpp"
#include "reproductions/wang.hpp"

namespace carom {

ComputedStudy find_computed_study(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, ComputedStudy>, 9> studies{{
      {"alluhydan chapter 2", alluhydan_chapter_2},
      {"alluhydan chapter 3", alluhydan_chapter_3},
      {"alluhydan chapter 4", alluhydan_chapter_4},
      {"classics", classics},
      {"dupac marghitu", dupac_marghitu},
      {"ellipse impacts", ellipse_impacts},
      {"fenili 2005", fenili_2005},
      {"hurmuzlu 1994 equations", hurmuzlu_equations},
      {"wang 1993", wang_1993},
  }};
  for (const auto& [known, study] : studies)
    if (known == name) return study;
  return nullptr;
}

}  // namespace carom
