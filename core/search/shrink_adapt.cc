#include "core/search/shrink_adapt.h"

#include <algorithm>
#include <vector>

#include "absl/strings/string_view.h"

namespace clonecheck {
namespace {

// A wrapper of `layer` is given as many states as `spec` has: a Bidirectional,
// for both directions.
void AdaptStatesOfWrappers(size_t layer, const LayerSpec& spec, Draft* draft) {
  for (Draft::DraftCall& call : draft->calls) {
    const std::vector<uint32_t>& children = draft->layers[call.layer].children;
    if (children.size() != 1 || children[0] != layer) continue;
    const size_t states = 2 * static_cast<size_t>(spec.traits().num_states);
    call.inputs.resize(std::min(call.inputs.size(), 1 + states));
    for (Draft::Keyword& kwarg : call.kwargs) {
      if (kwarg.key->text == "initial_state" && states > 0) {
        kwarg.tensors.resize(std::min(kwarg.tensors.size(), states));
      }
    }
  }
}

bool Takes(const LayerSpec& spec, absl::string_view keyword) {
  const LayerSpec::Traits& traits = spec.traits();
  return (keyword != "mask" || traits.takes_mask) &&
         (keyword != "training" || traits.takes_training) &&
         (keyword != "initial_state" || traits.num_states > 0);
}

}  // namespace

bool AdaptCalls(size_t layer, const LayerSpec& spec, bool drop_keywords,
                Draft* draft) {
  AdaptStatesOfWrappers(layer, spec, draft);
  for (Draft::DraftCall& call : draft->calls) {
    if (call.layer != layer) continue;
    const auto max = static_cast<size_t>(spec.traits().max_inputs);
    if (call.inputs.size() > max) call.inputs.resize(max);
    if (call.inputs.size() < static_cast<size_t>(spec.traits().min_inputs)) {
      return false;
    }
    auto& kwargs = call.kwargs;
    const auto refused = [&](const Draft::Keyword& kwarg) {
      return !Takes(spec, kwarg.key->text);
    };
    if (drop_keywords) {
      kwargs.erase(std::remove_if(kwargs.begin(), kwargs.end(), refused),
                   kwargs.end());
    }
    if (std::any_of(kwargs.begin(), kwargs.end(), refused)) return false;
  }
  return true;
}

}  // namespace clonecheck
