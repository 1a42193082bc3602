#include <algorithm>

#include "core/law/law.h"

namespace clonecheck {

const std::vector<Law>& AllLaws() {
  static const auto* const kAll = new std::vector<Law>{};
  return *kAll;
}

const Law* FindLaw(absl::string_view cloner, absl::string_view obligation,
                   absl::string_view grammar) {
  for (const Law& law : AllLaws()) {
    if (law.cloner == cloner && law.obligation == obligation &&
        std::find(law.grammars.begin(), law.grammars.end(), grammar) !=
            law.grammars.end()) {
      return &law;
    }
  }
  return nullptr;
}

}  // namespace clonecheck
