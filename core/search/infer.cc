#include "core/search/infer.h"

#include "core/layers/kinds.h"
#include "core/term/arena.h"
#include "core/term/term_arena.h"

namespace clonecheck {

std::vector<std::vector<TensorInfo>> InferTensors(const Graph& graph,
                                                  Catalogue& catalogue) {
  Arena arena;
  TermArena terms;
  const LayerContext context{arena, catalogue.pool(), terms};
  std::vector<std::vector<TensorInfo>> tensors(graph.calls().size());
  // What build learned, by layer; -1 before the first call.
  std::vector<int64_t> memos(graph.layers().size(), -1);
  for (size_t i = 0; i < graph.calls().size(); ++i) {
    const Call& call = graph.calls()[i];
    const LayerSpec* spec = catalogue.Find(graph.layers()[call.layer].config);
    if (spec == nullptr || &spec->kind() == &ModelKind() ||
        &spec->kind() == &SequentialKind()) {
      continue;
    }
    std::vector<const Shape*> shapes;
    DType dtype = DType::kFloat32;  // of the last input
    for (TensorRef ref : graph.call_inputs(call)) {
      if (ref.is_input()) {
        shapes.push_back(graph.inputs()[ref.input()].batch_shape);
        dtype = graph.inputs()[ref.input()].dtype;
      } else if (static_cast<size_t>(ref.index) <
                 tensors[ref.producer].size()) {
        shapes.push_back(tensors[ref.producer][ref.index].shape);
        dtype = tensors[ref.producer][ref.index].dtype;
      } else {
        break;
      }
    }
    if (shapes.size() != call.inputs.size || shapes.empty()) continue;
    if (memos[call.layer] < 0) {
      BuildContext build(context);
      build.input_shapes = shapes;
      if (spec->Build(build) != nullptr) continue;
      memos[call.layer] = build.memo;
    }
    ShapeContext output(context);
    output.memo = static_cast<uint32_t>(memos[call.layer]);
    output.input_shapes = shapes;
    if (spec->OutputShapes(output) != nullptr) continue;
    dtype = spec->OutputDType(dtype);
    for (const Shape* shape : output.output_shapes) {
      tensors[i].push_back(TensorInfo{shape, dtype, false});
    }
  }
  return tensors;
}

}  // namespace clonecheck
