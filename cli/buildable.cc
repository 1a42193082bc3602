#include "cli/buildable.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/engine/build.h"

namespace clonecheck {

absl::Status CheckBuildable(Workbench& workbench, const std::string& file,
                            const Graph& graph, const ClonerOnEngine& cloner) {
  const absl::StatusOr<Built> built = workbench.Build(graph, *cloner.engine);
  if (!built.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": ", built.status().message()));
  }
  if (built->refusal == nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      file, ": Keras ", cloner.engine->version, " refuses ",
      DescribePlace(graph, *built), ": ", built->refusal->ToString(),
      "\nMend the model there; clonecheck judges clones of models that can be "
      "built."));
}

}  // namespace clonecheck
