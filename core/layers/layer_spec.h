// LayerSpec: one layer config, parsed: everything that Keras' layer class does
// that does not depend on the layer object. A spec is immutable and shared by
// all layers with that config; what differs from layer to layer (name, weights,
// what build() learned) lives in the engine's Layer.
//
// A new layer kind derives from LayerSpec, and from LayerKind (layer_kind.h).
#ifndef CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_
#define CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_

#include <cstdint>

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

// What all contexts share: where to allocate, intern and make terms.
struct LayerContext {
  Arena& arena;
  Pool& pool;
  TermArena& terms;

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

  const Name* layer_name = nullptr;
  absl::Span<const Shape* const> input_shapes;
  // Set by Build:
  ArenaVector<WeightDecl> weights;
  bool has_input_spec = false;  // input_spec replaces the spec's first one
  InputSpec input_spec;
  uint32_t memo = 0;  // what the class remembers from build, its own bits
};

struct ShapeContext : LayerContext {
  explicit ShapeContext(const LayerContext& context) : LayerContext(context) {}

  const Name* layer_name = nullptr;
  uint32_t memo = 0;
  absl::Span<const Shape* const> input_shapes;
  // Set by OutputShapes: one shape an output.
  ArenaVector<const Shape*> output_shapes;
};

struct CallContext : LayerContext {
  // Makes tensors; the engine's.
  class Maker {
   public:
    virtual Symbol* NewSymbol(TermId term, const Shape* shape, DType dtype,
                              const char* op) = 0;

   protected:
    ~Maker() = default;
  };

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
  // Set by Call. An output may be one of the inputs, or occur twice.
  ArenaVector<Symbol*> outputs;
};

struct MaskContext : LayerContext {
  MaskContext(const LayerContext& context, CallContext::Maker& m)
      : LayerContext(context), maker(m) {}

  CallContext::Maker& maker;
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
    // call returns its input, or changes nothing: the output has the term of
    // the input.
    bool is_identity = false;
    // The class has a build of its own. Without one there are no weights and
    // nothing to learn from the first call, and Build is never asked.
    bool builds = false;
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

 protected:
  // Outputs of `op` applied to inputs and weights.
  Refusal ApplyOp(CallContext& context, const char* tf_op) const;

  // For Call: refuses numbers of inputs that the class was not made for, and a
  // list of one where the class does not take it.
  Refusal RefuseCount(const CallContext& context) const;

 private:
  const LayerKind& kind_;
  const Config* config_ = nullptr;
  const LayerSpec* saved_ = nullptr;
  size_t kind_index_ = 0;
  Traits traits_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_
