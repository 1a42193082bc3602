#include "reports/proof_words.h"

namespace clonecheck {

std::string ProvedMinimal(absl::string_view proof) {
  if (proof == "enumerated") {
    return "proved minimal: every simpler graph was judged";
  }
  if (proof == "kinds") {
    return "proved minimal: every simpler graph of its kinds was judged";
  }
  if (proof == "configs") {
    return "proved minimal: every simpler graph of its layers' configs was "
           "judged";
  }
  return "proved minimal";
}

}  // namespace clonecheck
