// Layer: a live Keras layer: identity, name, weights and nodes. What its class
// does stands in its LayerSpec; a Model is a Layer with a graph of its own.
// Rules: Keras 2.2.4, keras/engine/base_layer.py.
#ifndef CLONECHECK_CORE_ENGINE_LAYER_H_
#define CLONECHECK_CORE_ENGINE_LAYER_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/engine/tensor.h"
#include "core/engine/value.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// A value, or why Keras refuses.
template <typename T>
struct [[nodiscard]] OrRefusal {
  T value{};
  Refusal refusal = nullptr;

  OrRefusal(T v) : value(v) {}          // NOLINT: implicit on purpose
  OrRefusal(Refusal r) : refusal(r) {}  // NOLINT: implicit on purpose
  bool ok() const { return refusal == nullptr; }
};

using Tensors = absl::Span<Tensor* const>;

struct ModelConfig;
struct SequentialConfig;

// What get_config returns. Constructor arguments are one pointer; what a real
// get_config would copy is copied, what it aliases is aliased.
struct LayerConfig {
  const LayerSpec* spec = nullptr;
  const Name* name = nullptr;
  bool trainable = true;
  // Of an InputLayer.
  const Shape* batch_input_shape = nullptr;
  DType dtype = DType::kFloat32;
  bool sparse = false;
  // Of a Model or Sequential.
  const ModelConfig* model = nullptr;
  const SequentialConfig* sequential = nullptr;
  // Of a wrapper: the config of the layer inside.
  const LayerConfig* inner = nullptr;
};

class Layer : public InnerLayer {
 public:
  enum class Class : uint8_t { kPlain, kInputLayer, kModel };

  uint32_t id() const { return id_; }
  bool is_input_layer() const { return class_ == Class::kInputLayer; }
  // This as a Model, or null.
  Model* as_model();
  // A TimeDistributed's is that of the layer that it runs.
  bool trainable() const {
    return inner_ != nullptr && spec_->traits().runs_inner ? inner_->trainable()
                                                           : trainable_;
  }
  void set_trainable(Session& session, bool trainable);
  void set_name(Session& session, const Name* name);
  bool built() const { return built_; }
  // `call` has a parameter named `mask`.
  bool takes_mask() const { return spec_->traits().takes_mask; }
  bool supports_masking() const { return spec_->traits().supports_masking; }

  // Calls of this layer, in order.
  absl::Span<Node* const> inbound_nodes() const {
    return absl::MakeConstSpan(inbound_nodes_.data(), inbound_nodes_.size());
  }
  // Calls that use an output of this layer, one entry a use.
  absl::Span<Node* const> outbound_nodes() const {
    return absl::MakeConstSpan(outbound_nodes_.data(), outbound_nodes_.size());
  }

  // The layer that this one wraps (TimeDistributed, Bidirectional), or null.
  Layer* inner() const { return inner_; }

  // An InputLayer's own.
  const Shape* batch_input_shape() const { return batch_input_shape_; }
  DType dtype() const { return dtype_; }
  bool sparse() const { return sparse_; }
  // Fed by the caller; false for `Input(tensor=…)`.
  bool is_placeholder() const { return is_placeholder_; }

  // `layer(inputs, **kwargs)`: calls the layer and records a Node. `is_list`:
  // the inputs are given as a list (always, for more than one). `kwargs` may be
  // null; it is copied. A result of more than one tensor is Python's list, of
  // one its single tensor.
  OrRefusal<Tensors> Call(Session& session, Tensors inputs, bool is_list,
                          const Dict* kwargs = nullptr);
  // One input bare, several as a list.
  OrRefusal<Tensors> Call(Session& session, Tensors inputs,
                          const Dict* kwargs = nullptr) {
    return Call(session, inputs, inputs.size() != 1, kwargs);
  }

  // `layer.compute_mask(inputs, masks)`.
  OrRefusal<MaskValue> ComputeMask(Session& session, Tensors inputs,
                                   MaskValue masks);

  // `layer.get_config()`.
  LayerConfig GetConfig(Session& session);
  // `layer.__class__.from_config(config)`: a new, unbuilt layer.
  static OrRefusal<Layer*> FromConfig(Session& session,
                                      const LayerConfig& config);

  // Whether it has weights of an earlier build, with which it computes no more:
  // a cell that a Bidirectional around it has built once more.
  bool was_built_again() const {
    return variables_.size() > weight_terms_.size();
  }

  // Takes over what `original` has but its config forgets: a Lambda's `mask`,
  // the order of StackedRNNCells' states, and, of a class that works on other
  // shapes too, what it was built on (LayerSpec::Traits::forgets_build). Its
  // weights are new.
  // REQUIRES: this was made from the config of `original` and was not called.
  Refusal CopyUnsavedAttributes(Session& session, const Layer& original) {
    spec_ = original.spec_;
    if (!spec_->traits().forgets_build || !original.built_) return nullptr;
    return Build(session, original.built_on_);
  }

  // `weights`: trainable ones, then the others; the order follows `trainable`.
  // Appends to `out`.
  void AppendWeights(Arena& arena, ArenaVector<Variable*>* out) const {
    if (inner_ != nullptr || class_ == Class::kModel) {
      AppendWeightsIf(arena, true, out);
      AppendWeightsIf(arena, false, out);
      return;
    }
    // Of a plain layer those that are declared so come first, whether they
    // count as trainable or not.
    bool others = false;
    for (Variable* variable : variables_) {
      if (variable->trainable) {
        out->push_back(arena, variable);
      } else {
        others = true;
      }
    }
    if (!others) return;
    for (Variable* variable : variables_) {
      if (!variable->trainable) out->push_back(arena, variable);
    }
  }
  void AppendWeightsIf(Arena& arena, bool trainable,
                       ArenaVector<Variable*>* out) const;

 protected:
  friend class Model;
  friend class Sequential;
  friend class Session;
  friend class Topology;

  // One execution of `call`, `compute_mask` and `compute_output_shape` without
  // recording anything; overridden by Model.
  virtual Refusal CallImpl(Session& session, CallContext& context);
  virtual Refusal ComputeMaskImpl(Session& session, MaskContext& context);
  virtual Refusal OutputShapesImpl(Session& session, ShapeContext& context);

  // The weights that `call` computes with.
  absl::Span<const TermId> CallWeights(Session& session) const {
    return shares_cell() ? WeightsOfBoth(session)
                         : absl::MakeConstSpan(weight_terms_.data(),
                                               weight_terms_.size());
  }
  absl::Span<const TermId> WeightsOfBoth(Session& session) const;
  // A Bidirectional, which has a copy of the layer that it was given: both have
  // one cell.
  bool shares_cell() const {
    return inner_ != nullptr && spec_->traits().states_in_halves;
  }
  // New weights of a cell, which may have been built before: it keeps the older
  // ones, and computes with these.
  void TakeWeights(Session& session, absl::Span<const WeightDecl> weights);

  OrRefusal<Tensors> CallAndRecord(Session& session, Tensors inputs,
                                   bool is_list, const Dict* kwargs);
  // `__call__` of the recurrent classes: takes the states out of the arguments
  // and makes them inputs of the call. In states.cc.
  OrRefusal<Tensors> CallWithStates(Session& session, Tensors inputs,
                                    bool is_list, const Dict* kwargs);
  // The keyword arguments that `call` takes besides `mask`; null if there are
  // none.
  const CallKeywords* ReadKeywords(Session& session, const Dict& kwargs) const;
  // Notes that `refusal` came out of this layer, unless an inner one has.
  Refusal Blame(Refusal refusal) const {
    if (refusal->layer == nullptr) refusal->layer = name_;
    return refusal;
  }
  Refusal CheckInputSpec(Session& session, Tensors inputs) const;
  Refusal EnsureBuilt(Session& session, Tensors inputs);
  // `build`; overridden by Sequential.
  virtual Refusal Build(Session& session,
                        absl::Span<const Shape* const> input_shapes);

  uint32_t id_ = 0;  // the session's object number
  Class class_ = Class::kPlain;
  bool trainable_ = true;
  bool built_ = false;
  bool has_input_spec_ = false;
  bool sparse_ = false;
  bool is_placeholder_ = false;
  DType dtype_ = DType::kFloat32;
  uint32_t build_memo_ = 0;
  // The shapes that Build was given; kept for classes that forget them.
  absl::Span<const Shape* const> built_on_;
  // How many specs of states stand behind the first one in `input_spec`: during
  // a call with states, and for ever after one that was refused.
  uint32_t num_state_specs_ = 0;
  Layer* inner_ = nullptr;
  // Of a layer inside a wrapper: what it ran on for each input of the wrapper.
  struct InnerInput {
    Symbol* input;
    Symbol* step;
  };
  ArenaVector<InnerInput> inner_inputs_;
  const Shape* batch_input_shape_ = nullptr;
  InputSpec input_spec_;
  ArenaVector<Node*> inbound_nodes_;
  ArenaVector<Node*> outbound_nodes_;
  ArenaVector<Variable*> variables_;
  ArenaVector<TermId> weight_terms_;

  // Used by one algorithm at a time; mean nothing between two.
  uint32_t visit_ = 0;
  int32_t depth_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_LAYER_H_
