// The cloners under test, and how to find one by name. A new cloner is a file
// of its own, a line here, and a line in registry.cc.
#ifndef CLONECHECK_CORE_CLONERS_CLONERS_H_
#define CLONECHECK_CORE_CLONERS_CLONERS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"

namespace clonecheck {

// Cloners
Cloner Keras224();
Cloner Keras231();
Cloner Fixed();
Cloner Roundtrip224();
Cloner Roundtrip225();

// All of them, in the order in which they are listed and run.
const std::vector<Cloner>& AllCloners();

// A cloner on an engine.
struct ClonerOnEngine {
  const Cloner* cloner = nullptr;
  const EngineRules* engine = nullptr;
  // `NAME`, or `NAME@ENGINE` off the default engine.
  std::string name;
};

// Finds `NAME` or `NAME@ENGINE`. Errors: InvalidArgument that names what there
// is.
absl::StatusOr<ClonerOnEngine> FindCloner(absl::string_view name);
// The same for a comma-separated list.
absl::StatusOr<std::vector<ClonerOnEngine>> FindCloners(absl::string_view list);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_CLONERS_H_
