#include "core/search/witness_parts.h"

#include <algorithm>

#include "core/graph/model_kinds.h"

namespace clonecheck {
namespace {

bool IsContainer(const LayerDecl& layer) {
  return IsSequential(layer) || layer.children.size > 0;
}

}  // namespace

WitnessParts::WitnessParts(const Graph& witness,
                           absl::Span<const Shape* const> further_shapes) {
  const auto add_type = [&](const InputType& type) {
    for (const InputType& known : types) {
      if (known.shape == type.shape && known.dtype == type.dtype &&
          known.sparse == type.sparse) {
        return;
      }
    }
    types.push_back(type);
  };
  for (const InputDecl& input : witness.inputs()) {
    add_type({input.batch_shape, input.dtype, input.sparse});
  }
  for (const Shape* shape : further_shapes) {
    add_type({shape, DType::kFloat32, false});
  }
  for (const LayerDecl& layer : witness.layers()) {
    any_frozen |= !layer.trainable;
    if (IsModel(layer)) {
      model_config = layer.config;
      ++max_models;
      max_inner_inputs =
          std::max<size_t>(max_inner_inputs, layer.model_inputs.size);
      max_inner_outputs =
          std::max<size_t>(max_inner_outputs, layer.model_outputs.size);
    } else if (IsContainer(layer)) {
      ++max_containers;
      max_children = std::max<size_t>(max_children, layer.children.size);
      if (IsSequential(layer)) {
        sequential_config = layer.config;
      } else if (std::count(wrappers.begin(), wrappers.end(), layer.config) ==
                 0) {
        wrappers.push_back(layer.config);
      }
    }
  }
  for (const Draft::DraftCall& call : Draft::From(witness).calls) {
    max_call_inputs = std::max(max_call_inputs, call.inputs.size());
    any_list_of_one |= call.as_list;
    for (const Draft::Keyword& kwarg : call.kwargs) {
      const bool known = std::any_of(
          keywords.begin(), keywords.end(), [&](const Draft::Keyword& other) {
            return other.key == kwarg.key && other.form == kwarg.form &&
                   other.literal == kwarg.literal &&
                   other.tensors.size() == kwarg.tensors.size();
          });
      if (!known) keywords.push_back(kwarg);
    }
  }
  model_is_layer = witness.model().is_layer();
  model_before_end = witness.model().position < witness.calls().size();
}

}  // namespace clonecheck
