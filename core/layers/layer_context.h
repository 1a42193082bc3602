// What a layer class is given and gives back: a context for each of its methods
// (`build`, `call`, `compute_mask`, `compute_output_shape`), and the host that
// does what only the engine can. What the class does with them is its
// LayerSpec.
#ifndef CLONECHECK_CORE_LAYERS_LAYER_CONTEXT_H_
#define CLONECHECK_CORE_LAYERS_LAYER_CONTEXT_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/graph/dtype.h"
#include "core/graph/pool.h"
#include "core/layers/keras_error.h"
#include "core/layers/layer_rules.h"
#include "core/layers/symbol.h"
#include "core/term/arena.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class LayerSpec;

// Null: accepted. Otherwise why Keras refuses; lives in the case's arena.
using Refusal = const KerasError*;

// What Keras' InputSpec asks of one input; -1 and null ask nothing.
struct InputSpec {
  int8_t ndim = -1;
  int8_t min_ndim = -1;
  int8_t max_ndim = -1;
  int8_t axis = 0;  // with axis_dim: size of this axis
  int32_t axis_dim = -1;
  // The sizes of all axes. With axis == kEveryAxis each is asked for by itself,
  // and a misfit is told by the number of its axis.
  static constexpr int8_t kEveryAxis = 127;
  const Shape* shape = nullptr;
};

// A weight that build() makes.
struct WeightDecl {
  const char* role = "";  // `kernel`, `bias`: the last part of the TF name
  const Shape* shape = nullptr;
  bool trainable = true;
  // A variance: numbers below zero make no sense.
  bool positive = false;
};

// A layer inside a wrapper, as the wrapper's class sees it. It is run without
// being called, so it gets no node.
class InnerLayer {
 public:
  const LayerSpec& spec() const { return *spec_; }
  const Name* name() const { return name_; }

 protected:
  const LayerSpec* spec_ = nullptr;
  const Name* name_ = nullptr;
};

struct BuildContext;
struct CallContext;
struct MaskContext;
struct ShapeContext;

// What the engine does for a layer class.
class LayerHost {
 public:
  // A new tensor, named after the layer that runs and `op`. `shape`: as
  // TensorFlow infers it, from the inputs' static shapes.
  virtual Symbol* NewSymbol(TermId term, const Shape* shape, DType dtype,
                            const char* op) = 0;

  // The methods of the layer inside a wrapper: `build` unless it is built,
  // `call`, `compute_mask`, `compute_output_shape`. Each takes a context made
  // from the wrapper's, with inputs (and masks) set, and sets the results in
  // it; name, weights and memo are filled in here.
  virtual Refusal BuildInner(InnerLayer& inner, BuildContext& context) = 0;
  virtual Refusal CallInner(InnerLayer& inner, CallContext& context) = 0;
  virtual Refusal InnerMask(InnerLayer& inner, MaskContext& context) = 0;
  virtual Refusal InnerShapes(InnerLayer& inner, ShapeContext& context) = 0;
  // The tensor that `inner` is run on where its wrapper is given `input`; null
  // at first, for the wrapper to set. (Wrapper._input_map in Keras.)
  virtual Symbol*& InnerInput(InnerLayer& inner, Symbol& input) = 0;

 protected:
  ~LayerHost() = default;
};

// What all contexts share: where to allocate, intern and make terms.
struct LayerContext {
  Arena& arena;
  Pool& pool;
  TermArena& terms;
  const LayerRules& rules = kOldestLayerRules;

  Refusal Refuse(const ErrorTemplate& form, ErrorArg a = {}, ErrorArg b = {},
                 ErrorArg c = {}, ErrorArg d = {}) const {
    KerasError* error = arena.New<KerasError>();
    error->form = &form;
    error->args[0] = a;
    error->args[1] = b;
    error->args[2] = c;
    error->args[3] = d;
    return error;
  }
};

struct BuildContext : LayerContext {
  explicit BuildContext(const LayerContext& context) : LayerContext(context) {}

  // With `inner`: of a wrapper in an engine. Null where a generator asks.
  LayerHost* host = nullptr;
  InnerLayer* inner = nullptr;
  const Name* layer_name = nullptr;
  // The shapes of states that are inputs come after that of the sequence.
  absl::Span<const Shape* const> input_shapes;
  // Set by Build:
  ArenaVector<WeightDecl> weights;
  bool has_input_spec = false;  // input_spec replaces the spec's first one
  InputSpec input_spec;
  uint32_t memo = 0;  // what the class remembers from build, its own bits
};

struct ShapeContext : LayerContext {
  explicit ShapeContext(const LayerContext& context) : LayerContext(context) {}

  LayerHost* host = nullptr;  // as in BuildContext
  InnerLayer* inner = nullptr;
  const Name* layer_name = nullptr;
  absl::Span<const Shape* const> input_shapes;
  // Set by OutputShapes: one shape an output.
  ArenaVector<const Shape*> output_shapes;
};

// The keyword arguments of a call besides `mask`.
struct CallKeywords {
  enum class Training : uint8_t { kNone, kFalse, kTrue };
  Training training = Training::kNone;
  bool has_initial_state = false;
  absl::Span<Symbol* const> initial_state;
};

struct CallContext : LayerContext {
  using Maker = LayerHost;

  CallContext(const LayerContext& context, Maker& m)
      : LayerContext(context), maker(m) {}

  Maker& maker;
  const Name* layer_name = nullptr;
  uint32_t memo = 0;
  absl::Span<Symbol* const> inputs;
  bool inputs_are_list = false;
  absl::Span<const TermId> weights;
  // The keyword `mask`, where the class takes it; None where it was not given.
  MaskValue mask;
  // The others; null: none were given.
  const CallKeywords* keywords = nullptr;
  InnerLayer* inner = nullptr;  // of a wrapper

  bool is_training() const {
    return keywords != nullptr &&
           keywords->training == CallKeywords::Training::kTrue;
  }
  // Set by Call. An output may be one of the inputs, or occur twice.
  ArenaVector<Symbol*> outputs;
};

struct MaskContext : LayerContext {
  MaskContext(const LayerContext& context, CallContext::Maker& m)
      : LayerContext(context), maker(m) {}

  CallContext::Maker& maker;
  InnerLayer* inner = nullptr;  // of a wrapper
  const Name* layer_name = nullptr;
  absl::Span<Symbol* const> inputs;
  // As compute_mask is given it: one input: None or a mask; several: a list.
  MaskValue masks;
  // Set by ComputeMask.
  MaskValue result;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LAYER_CONTEXT_H_
