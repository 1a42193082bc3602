// The cloners under test, and how to find one by name. A new cloner is a file
// of its own and a line in all_cloners.inc.
#ifndef CLONECHECK_CORE_CLONERS_CLONERS_H_
#define CLONECHECK_CORE_CLONERS_CLONERS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"

namespace clonecheck {

// Cloner Keras224(); and so on.
#define CLONER(name) Cloner name();
#include "core/cloners/all_cloners.inc"
#undef CLONER

// All of them, in the order in which they are listed and run.
const std::vector<Cloner>& AllCloners();

// A cloner on an engine.
struct ClonerOnEngine {
  const Cloner* cloner = nullptr;
  const EngineRules* engine = nullptr;
  // `NAME`, or `NAME@ENGINE` off the default engine; or `keras-VERSION`, which
  // is the cloner of another version on the engine of this one.
  std::string name;
};

// Finds `NAME` or `NAME@ENGINE`, and what a Keras ships by its version:
// `keras-2.2.5` is `keras-2.3.1@2.2.5` by another name. Errors: InvalidArgument
// that names what there is.
absl::StatusOr<ClonerOnEngine> FindCloner(absl::string_view name);
// The same for a comma-separated list.
absl::StatusOr<std::vector<ClonerOnEngine>> FindCloners(absl::string_view list);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_CLONERS_H_
