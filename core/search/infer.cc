#include "core/search/infer.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "core/graph/model_kinds.h"
#include "core/layers/scratch.h"

namespace clonecheck {
namespace {

using Infos = TensorInfos;

// A layer in a wrapper is run on what the wrapper is given.
bool TakesSoMany(const LayerSpec& spec, size_t inputs) {
  const auto children = spec.children();
  return inputs >= static_cast<size_t>(spec.traits().min_inputs) &&
         std::all_of(children.begin(), children.end(),
                     [&](const LayerSpec* child) {
                       return TakesSoMany(*child, inputs);
                     });
}

class Inferrer {
 public:
  Inferrer(const Graph& graph, Catalogue& catalogue)
      : graph_(graph),
        catalogue_(catalogue),
        context_(scratch_.Context(catalogue.pool())),
        is_built_(graph.layers().size()) {}

  std::vector<Infos> Run() {
    std::vector<Infos> calls(graph_.calls().size());
    std::vector<Infos> inputs;
    for (const InputDecl& input : graph_.inputs()) {
      inputs.push_back({TensorInfo{input.batch_shape, input.dtype, false}});
    }
    for (size_t i = 0; i < calls.size(); ++i) {
      calls[i] = InferCall(i, inputs, calls);
    }
    return calls;
  }

 private:
  static const Infos& At(TensorRef ref, const std::vector<Infos>& inputs,
                         const std::vector<Infos>& calls) {
    return ref.is_input() ? inputs[ref.input()] : calls[ref.producer];
  }

  // Empty if an input is not known.
  Infos InferCall(size_t index, const std::vector<Infos>& inputs,
                  const std::vector<Infos>& calls) {
    const Call& call = graph_.calls()[index];
    Infos given;
    for (TensorRef ref : graph_.call_inputs(call)) {
      const Infos& made = At(ref, inputs, calls);
      if (static_cast<size_t>(ref.index) >= made.size()) return {};
      given.push_back(made[ref.index]);
    }
    return given.empty() ? given : InferLayer(call.layer, given);
  }

  Infos InferLayer(uint32_t index, const Infos& given) {
    const LayerDecl& layer = graph_.layers()[index];
    if (!IsModel(layer) && !IsSequential(layer)) {
      return InferPlain(index, layer, given);
    }
    // Remembered: Models in Models that are each called twice would take time
    // exponential in how deep they are nested.
    NestedKey key(index, {});
    for (const TensorInfo& info : given) {
      key.second.push_back(Seen{info.shape, info.dtype, info.masked});
    }
    if (auto it = nested_.find(key); it != nested_.end()) return it->second;
    Infos infos = IsModel(layer) ? InferModel(layer, given)
                                 : InferSequential(layer, given);
    nested_.emplace(std::move(key), infos);
    return infos;
  }

  Infos InferSequential(const LayerDecl& layer, const Infos& given) {
    Infos infos = given;
    for (uint32_t child : graph_.children(layer)) {
      if (infos.empty()) break;
      infos = InferLayer(child, infos);
    }
    return infos;
  }

  Infos InferPlain(uint32_t index, const LayerDecl& layer, const Infos& given) {
    const LayerSpec* spec = catalogue_.FindLayer(graph_, layer);
    if (spec == nullptr || !TakesSoMany(*spec, given.size())) return {};
    absl::InlinedVector<const Shape*, 3> shapes;
    for (const TensorInfo& info : given) shapes.push_back(info.shape);
    if (!is_built_[index]) {
      BuildContext build(context_);
      build.input_shapes = shapes;
      if (spec->Build(build) != nullptr) return {};
      is_built_[index] = true;
    }
    ShapeContext output(context_);
    output.input_shapes = shapes;
    if (spec->OutputShapes(output) != nullptr) return {};
    const DType dtype = spec->OutputDType(given.back().dtype);
    const bool loses_sizes =
        spec->traits().loses_sizes ||
        std::any_of(given.begin(), given.end(),
                    [](const TensorInfo& info) { return info.loses_sizes; });
    Infos infos;
    for (const Shape* shape : output.output_shapes) {
      const int k = static_cast<int>(infos.size());
      const bool masked = spec->OutputMasked(given, k);
      infos.push_back(TensorInfo{shape, dtype, masked, loses_sizes});
    }
    return infos;
  }

  // The Model's own calls once more, with other inputs.
  Infos InferModel(const LayerDecl& layer, const Infos& given) {
    const auto own_inputs = graph_.tensors(layer.model_inputs);
    if (given.size() != own_inputs.size()) return {};
    std::vector<Infos> inputs(graph_.inputs().size());
    for (size_t i = 0; i < given.size(); ++i) {
      if (!own_inputs[i].is_input()) return {};
      inputs[own_inputs[i].input()] = {given[i]};
    }
    std::vector<Infos> calls(graph_.calls().size());
    for (size_t i = 0; i < layer.position; ++i) {
      calls[i] = InferCall(i, inputs, calls);
    }
    Infos infos;
    for (TensorRef ref : graph_.tensors(layer.model_outputs)) {
      const Infos& made = At(ref, inputs, calls);
      if (static_cast<size_t>(ref.index) >= made.size()) return {};
      infos.push_back(made[ref.index]);
    }
    return infos;
  }

  const Graph& graph_;
  Catalogue& catalogue_;
  LayerScratch scratch_;
  const LayerContext context_;
  // By layer.
  std::vector<bool> is_built_;
  // What Models and Sequentials make of their inputs: layer, and what is seen
  // of the inputs.
  using Seen = std::tuple<const Shape*, DType, bool>;
  using NestedKey = std::pair<uint32_t, std::vector<Seen>>;
  absl::flat_hash_map<NestedKey, Infos> nested_;
};

}  // namespace

std::vector<TensorInfos> InferTensors(const Graph& graph,
                                      Catalogue& catalogue) {
  return Inferrer(graph, catalogue).Run();
}

}  // namespace clonecheck
