// LayerSpec: one layer config, parsed: everything that Keras' layer class does
// that does not depend on the layer object. A spec is immutable and shared by
// all layers with that config; what differs from layer to layer (name, weights,
// what build() learned) lives in the engine's Layer.
//
// A new layer kind derives from LayerSpec, and from LayerKind (layer_kind.h).
#ifndef CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_
#define CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/config.h"
#include "core/graph/dtype.h"
#include "core/graph/pool.h"
#include "core/layers/keras_error.h"
#include "core/layers/symbol.h"
#include "core/term/arena.h"
#include "core/term/op.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class LayerKind;
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

// How the imitated Keras versions differ within layer classes, as data. The
// defaults are those of 2.2.4.
struct LayerRules {
  // A step that the mask leaves out, in a recurrent layer that is not unrolled:
  // its output is the state before the step (2.2.4), or the output before it
  // (2.2.5 on; zeros at the first step).
  bool masked_step_outputs_the_state = true;
  // unroll=True refuses a single step, as it refuses an unknown number (2.2.4).
  bool unroll_refuses_one_step = true;
  // States given as inputs win over the keyword `initial_state` (2.2.4);
  // otherwise to give both is refused.
  bool states_may_be_given_twice = true;
  // TensorFlow does not know how many steps a loop has put out (2.2.4,
  // 2.2.5).
  bool loop_loses_steps = true;
  // Which masks a ConvLSTM2D takes: none (2.2.4), one value a step (2.2.5), or
  // any that can be extended to the size of an output (2.3.1).
  enum class PictureMasks : uint8_t { kNone, kOneAStep, kAny };
  PictureMasks picture_masks = PictureMasks::kNone;
  // A list instead of a tensor is asked for `get_shape` (2.2.4, 2.2.5), or for
  // `shape`.
  bool shape_is_a_method = true;
  // Flatten's refusal of unknown sizes lacks a bracket (2.2.4).
  bool flatten_text_lacks_bracket = true;
  // A softmax that refuses rank 1 names its input (2.2.5 on).
  bool softmax_names_input = false;
  // DepthwiseConv2D.compute_output_shape leaves dilation_rate out (2.2.4).
  bool depthwise_shape_lacks_dilation = true;
  // Dot multiplies two matrices element by element and sums, so that sizes of 1
  // fit to any (2.2.4); later versions refuse sizes that differ.
  bool dot_of_matrices_broadcasts = true;
  // A Lambda without output_shape works on a list of one tensor (2.2.4). Later
  // versions run the function on a placeholder of dtype `['float32']`, which
  // TensorFlow refuses.
  bool lambda_takes_list_of_one = true;
};
inline constexpr LayerRules kOldestLayerRules;

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
  uint32_t memo = 0;
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

// What the generator knows of a tensor at hand.
struct TensorInfo {
  const Shape* shape = nullptr;
  DType dtype = DType::kFloat32;
  bool masked = false;
  // TensorFlow may know less of the sizes than `shape` says.
  bool loses_sizes = false;
};

class LayerSpec : public Op {
 public:
  // max_inputs of classes without a limit of their own. Bounds what a
  // generator tries; Keras has no such number.
  static constexpr int kManyInputs = 1000;

  // How the class behaves, whatever it is called on.
  struct Traits {
    int min_inputs = 1;
    int max_inputs = 1;
    int num_outputs = 1;
    // With two or more inputs possible: a call gives a list (merges do).
    bool supports_masking = false;
    // `call` has a parameter of this name.
    bool takes_mask = false;
    bool takes_training = false;
    // A single input may be given as a list of one. Where not, such a call is
    // refused, or means something that nobody wants.
    bool takes_list_of_one = false;
    // Where not: `call` begins by asking the list for its shape.
    bool asks_list_for_shape = false;
    // call returns its input, or changes nothing: the output has the term of
    // the input.
    bool is_identity = false;
    // How many states a call may be given, as inputs after the first or as the
    // keyword `initial_state`: the recurrent classes, which have a `__call__`
    // of their own. They count in max_inputs.
    int num_states = 0;
    // Given states are refused, whatever they are (ConvLSTM2D hands them on
    // twice).
    bool refuses_states = false;
    // The states are those of two layers (Bidirectional): half for each.
    bool states_in_halves = false;
    // Wraps another layer, whose weights are its own (TimeDistributed).
    bool runs_inner = false;
    // An output may be an input, the very object, with a mask of its own or
    // none (Lambda).
    bool returns_input = false;
    // call returns its one output as a list, and so are its shapes.
    bool returns_list_of_one = false;
    // TensorFlow may know less of the outputs' sizes than Keras does.
    bool loses_sizes = false;
    // K.repeat_elements makes the output, and may put a Keras shape on it.
    bool repeats_elements = false;
    // Steps that hold nothing else are masked (Masking).
    double masked_value = 0;
    // The class has a build of its own. Without one there are no weights and
    // nothing to learn from the first call, and Build is never asked.
    bool builds = false;
    // What build learns is in no config, and there are no weights: whether a
    // merge is to align the ranks of its inputs.
    bool forgets_build = false;
    InputSpec input_spec;
    bool has_input_spec = false;
  };

  LayerSpec(const LayerKind& kind, const Traits& traits)
      : Op(traits.num_outputs), kind_(kind), traits_(traits) {}

  const LayerKind& kind() const { return kind_; }
  // The canonical config: defaults left out.
  const Config* config() const { return config_; }
  const Traits& traits() const { return traits_; }
  // The kind's position in AllLayerKinds().
  size_t kind_index() const { return kind_index_; }
  // The specs of the layers that a wrapper wraps.
  absl::Span<const LayerSpec* const> children() const { return children_; }

  // Called once, by the Catalogue, before anybody else sees the spec.
  void Bind(const Config* config, size_t kind_index) {
    config_ = config;
    kind_index_ = kind_index;
    set_hash_seed(config->id * 2 + 1);
  }

  // The spec of a layer that is rebuilt from this one's get_config: itself,
  // unless the class forgets an argument there (Lambda forgets `mask`).
  const LayerSpec& saved() const { return saved_ == nullptr ? *this : *saved_; }
  // Called by the Catalogue, as Bind.
  void BindSaved(const LayerSpec* saved) { saved_ = saved; }
  void BindChildren(absl::Span<const LayerSpec* const> children) {
    children_.assign(children.begin(), children.end());
  }

  absl::string_view op_name() const override;

  // Weights and sharper input checks, from the shapes of the first call.
  virtual Refusal Build(BuildContext& context) const;

  // compute_output_shape. Default: each output has the shape of input 0. Also
  // asked about shapes that Build or Call would refuse.
  virtual Refusal OutputShapes(ShapeContext& context) const;

  // The dtype of all outputs, given that of input 0.
  virtual DType OutputDType(DType input) const { return input; }

  // call. Default: one application of this Op on inputs and weights, all
  // outputs of OutputDType; with is_identity, a new tensor with the
  // first input's term.
  virtual Refusal Call(CallContext& context) const;

  // compute_mask. Default: the base class' rule (semantics: refuses masks
  // without supports_masking, otherwise passes them unchanged).
  virtual Refusal ComputeMask(MaskContext& context) const;

  // Default: Unimplemented.
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override;

  // For the generator: may `candidate` be the next input after `earlier`?
  // Exact for what the class itself refuses, mask refusals included, and
  // cautious about what the backend would refuse. Of the tensors at hand there
  // may be none that fits: an Embedding takes whole numbers only, a Flatten no
  // matrix. The generator then draws another class.
  virtual bool Accepts(absl::Span<const TensorInfo> earlier,
                       const TensorInfo& candidate) const;

  // For the generator: is output k masked, given the inputs? Exact for inputs
  // that Accepts admits.
  virtual bool OutputMasked(absl::Span<const TensorInfo> inputs, int k) const;

  // For the generator: does compute_mask give None, or as many masks as there
  // are outputs? A Model that holds the layer refuses to be called otherwise.
  // REQUIRES: Accepts admits the inputs.
  virtual bool MasksFit(absl::Span<const TensorInfo>) const { return true; }

 protected:
  // Outputs of `op` applied to inputs and weights.
  Refusal ApplyOp(CallContext& context, const char* tf_op) const;

  // For Call: refuses numbers of inputs that the class was not made for, and a
  // list of one where the class does not take it.
  Refusal RefuseCount(const CallContext& context) const;
  // Where the class asks a list for its shape.
  static Refusal RefuseListOfOne(const CallContext& context);

 private:
  const LayerKind& kind_;
  const Config* config_ = nullptr;
  const LayerSpec* saved_ = nullptr;
  std::vector<const LayerSpec*> children_;
  size_t kind_index_ = 0;
  Traits traits_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_
