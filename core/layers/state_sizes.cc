#include "core/layers/state_sizes.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/layers/errors.h"

namespace clonecheck {
namespace {

// Text that lives as long as the case, for errors.
absl::string_view Keep(Arena& arena, const std::string& text) {
  char* copy = static_cast<char*>(arena.Allocate(text.size() + 1));
  std::memcpy(copy, text.data(), text.size());
  return absl::string_view(copy, text.size());
}

}  // namespace

Refusal RefuseStateSizes(const BuildContext& context, int num_states,
                         int32_t units) {
  const auto states = context.input_shapes.subspan(
      std::min<size_t>(1, context.input_shapes.size()));
  bool fits =
      states.empty() || states.size() == static_cast<size_t>(num_states);
  for (const Shape* state : states) {
    fits &= state->known_rank() && state->last() == units;
  }
  if (fits) return nullptr;
  std::string specs = "[";
  for (const Shape* state : states) {
    absl::StrAppend(&specs, specs.size() > 1 ? ", " : "",
                    "InputSpec(shape=", state->ToString(),
                    ", ndim=", state->rank, ")");
  }
  const std::string size = num_states == 1
                               ? absl::StrCat(units)
                               : absl::StrCat("(", units, ", ", units, ")");
  return context.Refuse(
      errors::kStateSizes,
      ErrorArg::Of(Keep(context.arena, absl::StrCat(specs, "]"))),
      ErrorArg::Of(Keep(context.arena, size)));
}

}  // namespace clonecheck
