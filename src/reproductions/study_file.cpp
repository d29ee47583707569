#include "reproductions/study_file.hpp"

#include <limits>

#include "scenarios/strict_table.hpp"
#include "scenarios/toml_document.hpp"

namespace carom {
namespace {

using io::StrictTable;

void read_figure(StrictTable& table, PublishedFigure& figure) {
  table.read("name", figure.name, true);
  table.read("title", figure.title);
  table.read("caption", figure.caption);
  table.read_texts("parameters", figure.parameters);
  table.read_texts("laws", figure.laws);
  table.read("method", figure.method);
  table.read("shown", figure.shown);
  table.read_texts("figures", figure.figures);
}

void read_check(StrictTable& table, ClaimCheck& check) {
  table.read("check", check.kind, true);
  table.read_texts("figure", check.figures);
  table.read_texts("law", check.laws);
  table.read("contact", check.contact);
  table.read("quantity", check.quantity);
  table.read("word", check.word);
  table.read("between", check.between);
  table.read("expected", check.expected);
  table.read("tolerance", check.tolerance, 0, std::numeric_limits<double>::max());
  table.read("says", check.says, true);
}

void read_claim(StrictTable& table, PublishedClaim& claim) {
  table.read("place", claim.place, true);
  table.read("claim", claim.claim, true);
  table.read("published", claim.published, true);
  table.read("reason", claim.reason);
  table.read("assumed", claim.assumed);
  table.read("undecided", claim.undecided);
  table.read_word("verdict", claim.recorded, true);
  table.read_all("checks", claim.checks, read_check);
}

}  // namespace

PublishedStudy published_study(std::string_view text) {
  std::vector<Fault> faults;
  const io::TomlDocument document(text, faults);
  PublishedStudy study;
  if (faults.empty()) {
    StrictTable table(document.root(), "study", faults);
    table.read("name", study.name, true);
    table.read("chapter", study.chapter);
    table.read("title", study.title, true);
    table.read("source", study.source, true);
    table.read_texts("summary", study.summary);
    table.read("assumed", study.assumed, true);
    table.read("scenario", study.scenario);
    table.read_all("figure", study.figures, read_figure);
    table.read_all("claim", study.claims, read_claim);
    table.read("computed", study.computed);
    table.read_words("record", study.record);
    table.finish();
  }
  if (!faults.empty()) throw InputError("study file", std::move(faults));
  return study;
}

}  // namespace carom
