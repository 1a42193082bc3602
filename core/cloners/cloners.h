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
Cloner Proposal000();
Cloner Proposal000Literal();
Cloner Proposal000Repaired();
Cloner Proposal001();
Cloner Proposal001Repaired();
Cloner Proposal002();
Cloner Proposal002Repaired();
Cloner Proposal002Repaired2();
Cloner Proposal002Repaired3();
Cloner Proposal003();
Cloner Proposal003Repaired();
Cloner Proposal004();
Cloner Proposal004Repaired();
Cloner Proposal004Repaired2();

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
