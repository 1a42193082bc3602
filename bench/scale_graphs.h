// ScaleGraphs: shapes of graphs that could each be quadratic in their own way,
// of any size.
#ifndef CLONECHECK_BENCH_SCALE_GRAPHS_H_
#define CLONECHECK_BENCH_SCALE_GRAPHS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "campaign/workbench.h"
#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// Makes Graphs of `n` calls on the pool of a workbench.
class ScaleGraphs {
 public:
  explicit ScaleGraphs(Workbench& bench)
      : pool_(bench.pool()), catalogue_(bench.catalogue()) {}

  // x → Dense → Dense → …, one layer a call.
  Graph Chain(int n) {
    TensorRef last = Input();
    for (int i = 0; i < n; ++i) last = Call(Dense(), {last});
    return Model({last});
  }
  // One Dense, called on what it returned.
  Graph Shared(int n) {
    TensorRef last = Input();
    const uint32_t dense = Dense();
    for (int i = 0; i < n; ++i) last = Call(dense, {last});
    return Model({last});
  }
  // Each Add adds the two before: exponentially many paths.
  Graph Ladder(int n) {
    TensorRef before = Input();
    TensorRef last = Call(Dense(), {before});
    for (int i = 1; i < n; ++i) {
      const TensorRef sum = Call(Plain("Add"), {before, last});
      before = std::exchange(last, sum);
    }
    return Model({last});
  }
  // Many layers on one input, all merged.
  Graph Fan(int n) {
    const TensorRef x = Input();
    std::vector<TensorRef> branches;
    for (int i = 1; i < n; ++i) branches.push_back(Call(Dense(), {x}));
    return Model({Call(Plain("Add"), branches)});
  }
  // All first halves are made before all second halves; each pair is an output.
  Graph Outputs(int n) {
    const TensorRef x = Input();
    std::vector<TensorRef> tensors;
    for (int i = 0; i < n / 2; ++i) tensors.push_back(Call(Dense(), {x}));
    for (TensorRef& tensor : tensors) tensor = Call(Dense(), {tensor});
    return Model(tensors);
  }
  // A Model of two layers, called in a chain.
  Graph Nested(int n) {
    const uint32_t model = TwoLayers();
    TensorRef last = Input();
    for (int i = 0; i < n; ++i) last = Call(model, {last});
    return Model({last});
  }
  // Models of two layers each, made one after the other.
  Graph ManyModels(int n) {
    TensorRef last = Input();
    for (int i = 0; i < n / 3; ++i) last = Call(TwoLayers(), {last});
    return Model({last});
  }

 private:
  const Config* Resolved(const char* kind, std::vector<ConfigEntry> entries) {
    return catalogue_
        .Resolve(pool_.InternConfig(pool_.InternName(kind), std::move(entries)))
        .value()
        ->config();
  }
  TensorRef Input() {
    const TensorRef input =
        builder_.AddInput(pool_.InternShape({kUnknownDim, 4}));
    if (inputs_.empty()) inputs_.push_back(input);
    return input;
  }
  uint32_t Dense() {
    return builder_.AddLayer(
        Resolved("Dense", {{pool_.InternName("units"), ConfigValue::Int(4)}}));
  }
  uint32_t Plain(const char* kind) {
    return builder_.AddLayer(Resolved(kind, {}));
  }
  TensorRef Call(uint32_t layer, const std::vector<TensorRef>& inputs) {
    ++calls_;
    return builder_.AddCall(layer, inputs);
  }
  uint32_t TwoLayers() {
    const TensorRef x = builder_.AddInput(pool_.InternShape({kUnknownDim, 4}));
    const TensorRef y = Call(Dense(), {Call(Dense(), {x})});
    LayerDecl model;
    model.config = Resolved("Model", {});
    model.position = calls_;
    return builder_.AddLayer(model, {}, {x}, {y});
  }
  Graph Model(const std::vector<TensorRef>& outputs) {
    builder_.SetModel(inputs_, outputs);
    return std::move(builder_).Build();
  }

  Pool& pool_;
  Catalogue& catalogue_;
  GraphBuilder builder_;
  std::vector<TensorRef> inputs_;  // of the model: the first
  uint32_t calls_ = 0;
};

using ScaleShape = Graph (ScaleGraphs::*)(int);
struct NamedScaleShape {
  absl::string_view name;
  ScaleShape shape;
};
inline constexpr NamedScaleShape kScaleShapes[] = {
    {"Chain", &ScaleGraphs::Chain},           {"Shared", &ScaleGraphs::Shared},
    {"Ladder", &ScaleGraphs::Ladder},         {"Fan", &ScaleGraphs::Fan},
    {"Outputs", &ScaleGraphs::Outputs},       {"Nested", &ScaleGraphs::Nested},
    {"ManyModels", &ScaleGraphs::ManyModels},
};

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_SCALE_GRAPHS_H_
