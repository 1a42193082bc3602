// Graph: an immutable value, the program that a user would write: inputs,
// layers with their configs, calls in their order with keyword arguments, and
// the model under test. Not a live model: the engine executes a Graph to get
// one.
//
// A Graph can hold what a Keras config cannot: the global order of calls,
// calls outside of the model, a layer called before the model was made, a
// layer shared by two models.
//
// How a Graph is executed, in this order:
//   1. every input is made (`Input(...)`), in the order of inputs();
//   2. before call number n, every layer whose `position` is n is constructed,
//      in the order of layers(); a nested Model is such a layer;
//   3. the calls, in order;
//   4. the model under test, made before call number model().position and after
//      the layers of that position; or it is one of the layers.
//
// Example: Graph of keras#12202, `x -> two outputs -> the second`:
//   GraphBuilder b;
//   TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
//   uint32_t two = b.AddLayer(two_config);
//   TensorRef c = b.AddCall(two, {x});
//   b.SetModel({x}, {TensorRef::Call(c.producer, 1)});
//   Graph graph = std::move(b).Build();
#ifndef CLONECHECK_CORE_GRAPH_GRAPH_H_
#define CLONECHECK_CORE_GRAPH_GRAPH_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/config.h"
#include "core/graph/dtype.h"
#include "core/graph/name.h"
#include "core/graph/shape.h"

namespace clonecheck {

// A tensor of the program: an input, or output `index` of a call.
struct TensorRef {
  int32_t producer = 0;  // >= 0: a call; -1 - i: input i
  int32_t index = 0;     // which output of the call; 0 for an input

  static constexpr TensorRef Input(int32_t i) { return TensorRef{-1 - i, 0}; }
  static constexpr TensorRef Call(int32_t call, int32_t index) {
    return TensorRef{call, index};
  }
  constexpr bool is_input() const { return producer < 0; }
  constexpr int32_t input() const { return -1 - producer; }

  friend constexpr bool operator==(TensorRef a, TensorRef b) {
    return a.producer == b.producer && a.index == b.index;
  }
};

// A range in one of the Graph's flat arrays.
struct Range {
  uint32_t begin = 0;
  uint32_t size = 0;
};

struct InputDecl {
  const Name* name = nullptr;  // null: the engine gives `input_1`, …
  const Shape* batch_shape = nullptr;
  DType dtype = DType::kFloat32;
  bool sparse = false;
};

struct LayerDecl {
  const Config* config = nullptr;  // its kind is the layer's class
  const Name* name = nullptr;      // null: the engine gives `dense_1`, …
  bool trainable = true;
  uint32_t position = 0;  // how many calls come before the construction
  Range children;         // layers: what a wrapper wraps, a Sequential stacks
  Range model_inputs;     // tensors: the inputs of a nested Model
  Range model_outputs;    // tensors: the outputs of a nested Model
};

// A keyword argument of a call: a literal, a tensor, or a list of tensors.
struct Kwarg {
  enum class Form : uint8_t { kLiteral, kTensor, kTensorList };
  const Name* key = nullptr;
  Form form = Form::kLiteral;
  ConfigValue literal;
  Range tensors;  // exactly one for kTensor
};

struct Call {
  uint32_t layer = 0;
  Range inputs;
  Range kwargs;
  // A single input is given as a list of one.
  bool as_list = false;
};

// Either made of tensors, or, with `layer`, a Model or Sequential among the
// layers, which has the name; then there are no inputs and outputs here.
struct ModelDecl {
  static constexpr uint32_t kNoLayer = UINT32_MAX;
  bool is_layer() const { return layer != kNoLayer; }

  const Name* name = nullptr;
  Range inputs;
  Range outputs;
  uint32_t position = 0;  // how many calls come before the construction
  uint32_t layer = kNoLayer;
};

class Graph {
 public:
  Graph() = default;

  absl::Span<const InputDecl> inputs() const { return inputs_; }
  absl::Span<const LayerDecl> layers() const { return layers_; }
  absl::Span<const Call> calls() const { return calls_; }
  const ModelDecl& model() const { return model_; }

  absl::Span<const TensorRef> tensors(Range range) const {
    return absl::MakeConstSpan(refs_).subspan(range.begin, range.size);
  }
  absl::Span<const uint32_t> children(const LayerDecl& layer) const {
    return absl::MakeConstSpan(children_).subspan(layer.children.begin,
                                                  layer.children.size);
  }
  absl::Span<const Kwarg> kwargs(const Call& call) const {
    return absl::MakeConstSpan(kwargs_).subspan(call.kwargs.begin,
                                                call.kwargs.size);
  }
  absl::Span<const TensorRef> call_inputs(const Call& call) const {
    return tensors(call.inputs);
  }
  absl::Span<const TensorRef> model_inputs() const {
    return tensors(model_.inputs);
  }
  absl::Span<const TensorRef> model_outputs() const {
    return tensors(model_.outputs);
  }

 private:
  friend class GraphBuilder;

  std::vector<InputDecl> inputs_;
  std::vector<LayerDecl> layers_;
  std::vector<Call> calls_;
  ModelDecl model_;
  std::vector<TensorRef> refs_;
  std::vector<uint32_t> children_;
  std::vector<Kwarg> kwargs_;
};

// Same program, statement for statement. REQUIRES: one Pool for both.
bool operator==(const Graph& a, const Graph& b);

// Builds a Graph statement by statement. Nothing is checked here: Validate
// (validate.h) and the layer catalogue do that.
class GraphBuilder {
 public:
  GraphBuilder() = default;
  // Goes on from a copy of `graph`, whose statements keep their numbers.
  explicit GraphBuilder(Graph graph) : graph_(std::move(graph)) {}

  // Forgets all statements but keeps the memory, so that a builder which is
  // used again does not allocate.
  void Clear();

  TensorRef AddInput(const Shape* batch_shape, DType dtype = DType::kFloat32,
                     const Name* name = nullptr, bool sparse = false);
  // Returns the layer's number.
  uint32_t AddLayer(const Config* config, const Name* name = nullptr,
                    bool trainable = true);
  uint32_t AddLayer(const LayerDecl& layer, absl::Span<const uint32_t> children,
                    absl::Span<const TensorRef> model_inputs,
                    absl::Span<const TensorRef> model_outputs);
  // Another config for a layer that has been added.
  void SetLayerConfig(uint32_t layer, const Config* config);
  // Returns output 0 of the new call.
  TensorRef AddCall(uint32_t layer, absl::Span<const TensorRef> inputs,
                    bool as_list = false);
  // Adds a keyword argument to the call that was added last.
  void AddKwarg(const Name* key, ConfigValue literal);
  void AddKwarg(const Name* key, TensorRef tensor);
  void AddKwarg(const Name* key, absl::Span<const TensorRef> tensors);
  // One in this form, as another Graph has it: only `literal` or `tensors` is
  // looked at.
  void AddKwarg(const Name* key, Kwarg::Form form, ConfigValue literal,
                absl::Span<const TensorRef> tensors);

  void SetModel(absl::Span<const TensorRef> inputs,
                absl::Span<const TensorRef> outputs,
                const Name* name = nullptr);
  // The model under test is this layer, a Model or Sequential; kNoLayer: it is
  // made of the tensors that SetModel gave.
  void SetModelLayer(uint32_t layer);
  // Default: after all calls.
  void SetModelPosition(uint32_t position);

  // What has been built so far. The model's position is set to the number of
  // calls unless SetModelPosition said otherwise.
  const Graph& graph();
  Graph Build() &&;

 private:
  Range AddRefs(absl::Span<const TensorRef> refs);

  Graph graph_;
  bool position_set_ = false;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_GRAPH_H_
