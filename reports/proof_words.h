// What is said of a witness that was proved minimal, on the terminal and in
// reports alike.
#ifndef CLONECHECK_REPORTS_PROOF_WORDS_H_
#define CLONECHECK_REPORTS_PROOF_WORDS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace clonecheck {

// `proved minimal: every simpler graph was judged`. `proof`: as run files name
// it, `enumerated`, `kinds` or `configs`; of another one nothing is known but
// that there is one.
std::string ProvedMinimal(absl::string_view proof);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_PROOF_WORDS_H_
