#include "core/graph/graph_names.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/model_kinds.h"
#include "core/graph/python_syntax.h"

namespace clonecheck {

GraphNames::GraphNames(const Graph& graph, const LayerFacts* facts)
    : graph_(graph), outputs_(graph.calls().size(), -1) {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i] =
        NumOutputs(graph, graph.layers()[graph.calls()[i].layer], facts);
  }
  used_ = outputs_;
  for (const Call& call : graph.calls()) {
    Use(call.inputs);
    for (const Kwarg& kwarg : graph.kwargs(call)) Use(kwarg.tensors);
  }
  for (const LayerDecl& layer : graph.layers()) {
    Use(layer.model_inputs);
    Use(layer.model_outputs);
  }
  Use(graph.model().inputs);
  Use(graph.model().outputs);
}

void GraphNames::Use(Range range) {
  for (TensorRef ref : graph_.tensors(range)) {
    if (ref.is_input()) continue;
    used_[ref.producer] = std::max(used_[ref.producer], ref.index + 1);
  }
}

std::string GraphNames::Ref(TensorRef ref) const {
  if (ref.is_input()) return absl::StrCat("i", ref.input());
  if (used_[ref.producer] <= 1) return absl::StrCat("c", ref.producer);
  return absl::StrCat("c", ref.producer, ".", ref.index);
}

std::string GraphNames::Construction(const LayerDecl& layer) const {
  std::vector<std::string> extra;
  if (layer.name != nullptr) {
    extra.push_back(absl::StrCat("name=", PythonText(layer.name)));
  }
  if (!layer.trainable) extra.push_back("trainable=False");
  std::string own;
  if (IsModel(layer)) {
    own = absl::StrCat(
        "inputs=", PythonRefs(graph_.tensors(layer.model_inputs), ref_),
        ", outputs=", PythonRefs(graph_.tensors(layer.model_outputs), ref_));
  } else {
    own = ConfigToPython(*layer.config);
  }
  return PythonConstruction(
      graph_, layer, absl::StrCat(KindName(layer), "(", own, ")"), extra);
}

}  // namespace clonecheck
