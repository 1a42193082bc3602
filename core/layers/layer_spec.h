// LayerSpec: one layer config, parsed: everything that Keras' layer class does
// that does not depend on the layer object. A spec is immutable and shared by
// all layers with that config; what differs from layer to layer (name, weights,
// what build() learned) lives in the engine's Layer.
//
// A new layer kind derives from LayerSpec, and from LayerKind (layer_kind.h).
#ifndef CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_
#define CLONECHECK_CORE_LAYERS_LAYER_SPEC_H_

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/config.h"
#include "core/graph/dtype.h"
#include "core/graph/pool.h"
#include "core/layers/layer_context.h"
#include "core/term/op.h"

namespace clonecheck {

class LayerKind;

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
    // What build learns of the shapes is in no config, and the layer works on
    // others as well, so that the first call matters for all: whether a merge
    // aligns the ranks of its inputs (Keras 2.2.4, keras/layers/merge.py,
    // _Merge.build), the sizes of the weights of PReLU, of the
    // LocallyConnected classes and, within a TimeDistributed, of
    // BatchNormalization (advanced_activations.py, local.py, normalization.py).
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
