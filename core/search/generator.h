// Generator: makes a random valid Graph from a source of choices. Works forward
// from the tensors at hand and asks each layer kind what it accepts, so that
// validity is by construction. Knows nothing of cloners or oracles.
//
// The same choices give the same Graph. Not thread-safe; one a thread.
#ifndef CLONECHECK_CORE_SEARCH_GENERATOR_H_
#define CLONECHECK_CORE_SEARCH_GENERATOR_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/layers/scratch.h"
#include "core/search/choice_source.h"
#include "core/search/focus.h"
#include "core/search/layer_domain.h"
#include "core/search/profile.h"

namespace clonecheck {

class Generator {
 public:
  // REQUIRES: `catalogue` outlives the generator and the Graphs.
  Generator(Catalogue& catalogue, const Profile& profile);

  // The Graph is valid until the next call; copy it to keep it.
  const Graph& Generate(ChoiceSource& choices);

  // Of a nested Model.
  static constexpr uint32_t kMaxModelInputs = 3;
  static constexpr uint32_t kMaxModelOutputs = 3;

 private:
  // Inputs or outputs of one call: those of a Bidirectional LSTM that returns
  // its states are 6.
  static constexpr uint32_t kMostTensors = 8;

  // Of tensors at hand, at most so many are looked at for one input.
  static constexpr uint32_t kMostCandidates = 256;

  // A tensor that a call may use.
  struct AtHand {
    TensorRef ref;
    TensorInfo info;
    uint32_t uses = 0;
    // Inside of a Model that is run, it may be the object of another tensor,
    // with another mask.
    bool alias = false;
    // Computed from the model's inputs without weights.
    bool weightless = true;
  };
  // A layer that was made, and what it was first called on.
  struct Made {
    static constexpr uint32_t kNoLayer = UINT32_MAX;

    const LayerSpec* spec = nullptr;  // null: a Model or Sequential
    uint32_t first_shape = 0;  // in shapes_; one an input of the first call
    uint32_t num_inputs = 0;
    uint32_t plan = 0;     // in plans_, of a Model or Sequential
    uint32_t depth = 0;    // levels of nesting in it
    bool callable = true;  // false: it belongs to a wrapper
    bool is_sequential = false;
    // Of a TimeDistributed: the Model or Sequential that it runs.
    uint32_t steps_of = kNoLayer;
    // Where a Model was called last.
    TensorRef last_inputs[kMaxModelInputs] = {};
  };
  // What a Model or Sequential computes: its steps over numbered tensors, the
  // slots; the inputs come first.
  struct Step {
    uint32_t layer = 0;
    uint32_t num_inputs = 0;
    uint32_t inputs[kMostTensors] = {};  // slots
    uint32_t first_output = 0;           // slot
    uint32_t num_outputs = 0;
  };
  struct Plan {
    uint32_t num_inputs = 0;
    uint32_t first_slot = 0;  // in slots_
    uint32_t num_slots = 0;
    uint32_t first_step = 0;  // in steps_
    uint32_t num_steps = 0;
    uint32_t num_outputs = 0;
    uint32_t outputs[kMaxModelOutputs] = {};  // slots
  };

  // generator.cc
  void AddInputs(ChoiceSource& choices);
  void AddInput(const Shape* shape, DType dtype);
  void AddCall(ChoiceSource& choices);
  // Calls a new layer on what was chosen.
  void EmitNewCall(ChoiceSource& choices, const LayerSpec& spec);
  bool TryReuse(ChoiceSource& choices, uint32_t layer);
  // Adds a layer, and before it the one that it wraps. Returns its number.
  uint32_t MakeLayer(ChoiceSource& choices, const LayerSpec& spec,
                     absl::Span<const Shape* const> input_shapes);
  // The same around a layer that there is; null: a layer without one.
  uint32_t MakeAround(ChoiceSource& choices, const LayerSpec& spec,
                      absl::Span<const Shape* const> input_shapes,
                      const uint32_t* inner);
  // What `made` was first called on. REQUIRES: it has one input.
  TensorInfo FirstInput(const Made& made) const;
  // Of the tensors at hand, one that `fits`; their number if none does.
  template <typename Fits>
  uint32_t FindTensor(ChoiceSource& choices, bool again, Fits fits) const;
  void ChooseOutputs(ChoiceSource& choices);
  // One output of each call that nobody uses, then others, in refs_.
  void CollectOutputs(ChoiceSource& choices, size_t most);
  // Besides those that open Models are to be called by.
  uint32_t CallsLeft() const { return calls_wanted_ - num_calls_ - depth_; }

  // generator_shares.cc
  // What the case uses, and how many calls it has if it is focused.
  void ChooseShares(ChoiceSource& choices);
  void ChooseFeatures(ChoiceSource& choices);
  void ChooseFocus(ChoiceSource& choices);
  bool AddFocusedCall(ChoiceSource& choices);
  // A layer of a kind that this case uses, as often as weights say.
  const LayerSpec& DrawSpec(ChoiceSource& choices);
  const LayerSpec& DrawUnwrapped(ChoiceSource& choices);

  // generator_calls.cc
  // Finds inputs for `spec`; false if there are none.
  bool ChooseInputs(ChoiceSource& choices, const LayerSpec& spec,
                    const Made* made);
  void EmitCall(ChoiceSource& choices, uint32_t layer);
  void AddKeywords(ChoiceSource& choices, const LayerSpec& spec, bool states);
  void AddMaskTensor(ChoiceSource& choices);

  // generator_nesting.cc
  bool AddModel(ChoiceSource& choices);
  // Makes and calls the Model that has the inner tensors, from scope_ on.
  uint32_t MakeModel(ChoiceSource& choices, uint32_t num_inputs);
  bool ChoosePlanInputs(ChoiceSource& choices, const Made& made);
  // A tensor that is the input of a new Model or Sequential.
  bool ChooseOuterInput(ChoiceSource& choices, bool only_float);
  // A shape that an input may be declared with.
  static bool IsInputShape(const Shape& shape);

  // generator_sequential.cc
  bool AddSequential(ChoiceSource& choices);
  // Whole numbers that an Embedding takes, for a Sequential that begins with
  // one.
  bool ChooseWords(ChoiceSource& choices);
  // Extends a Sequential by a layer; false if none takes `info`, which becomes
  // that of its output.
  bool AddChild(ChoiceSource& choices, uint32_t step, bool over_steps,
                TensorInfo* info);

  // generator_steps.cc
  // Wraps any layer at hand in a TimeDistributed, which is called.
  bool AddSteps(ChoiceSource& choices);
  // A TimeDistributed around the Model or Sequential, called on what is chosen.
  void CallOverSteps(ChoiceSource& choices, uint32_t layer);
  // May there be a TimeDistributed around the Model or Sequential that is
  // called on `input`? Then sets what it returns.
  bool SimulateSteps(uint32_t layer, const TensorInfo& input,
                     TensorInfo* output);
  // Is there, in a Model or Sequential, a layer after which Keras shapes are
  // needed? Over steps of a sequence there are none: Keras asks for them where
  // elements are repeated, and knows less where TensorFlow loses sizes.
  bool NeedsKerasShapes(uint32_t layer) const;
  static bool NeedsKerasShapes(const LayerSpec& spec);
  // A sequence of any number of samples, whose steps a Model may run on. (A
  // fixed number of samples is run step by step, which is another way.)
  static bool HasSteps(const Shape& shape);
  // One step of a sequence.
  const Shape* StepShape(const Shape& shape);
  static bool CanBeTimeDistributed(const LayerSpec& spec);

  // generator_simulate.cc
  // Would the layer be called without refusal, directly or (`replay`) when a
  // Model that holds it is? Then sets whether each output is masked.
  bool Simulate(uint32_t layer, absl::Span<const TensorInfo> inputs,
                bool replay, TensorInfo* outputs);
  // Shapes, dtypes and masks of the outputs of a call on chosen_info_.
  uint32_t InferOutputs(uint32_t layer, absl::Span<const TensorInfo> inputs,
                        TensorInfo* outputs);

  Catalogue& catalogue_;
  const Profile profile_;
  LayerDomain domain_;
  std::vector<const Shape*> input_shapes_;
  std::vector<const Shape*> sequence_shapes_;  // of these
  std::vector<const Shape*> deeper_shapes_;    // the same
  std::vector<const Shape*> integer_shapes_;
  const Name* mask_key_;
  const Name* training_key_;
  const Name* initial_state_key_;
  const Config* model_config_;
  const Config* sequential_config_;
  std::vector<const Name*> given_names_;
  const LayerDomain::Kind* favourite_ = nullptr;

  // The case under construction.
  GraphBuilder builder_;
  LayerScratch scratch_;
  std::vector<const LayerDomain::Kind*> enabled_;
  uint32_t enabled_weight_ = 0;  // the sum of theirs
  CaseShares shares_;
  bool focused_ = false;
  bool several_first_ = false;  // where it is focused
  bool again_last_ = false;     // the same
  uint32_t calls_wanted_ = 0;
  uint32_t num_calls_ = 0;
  uint32_t num_inner_inputs_ = 0;  // of Models
  // Tensors of all open scopes, the innermost last: a Model under construction
  // has a scope of its own, which begins at scope_.
  std::vector<AtHand> tensors_;
  uint32_t scope_ = 0;
  uint32_t depth_ = 0;  // how many scopes are open
  std::vector<Made> layers_;
  std::vector<const Shape*> shapes_;
  std::vector<Plan> plans_;
  std::vector<Step> steps_;            // of plans
  std::vector<TensorInfo> slots_;      // of plans, as they were without masks
  std::vector<Step> open_steps_;       // of open scopes
  std::vector<TensorInfo> simulated_;  // slots of the plans that are simulated
  std::vector<bool> needed_;
  std::vector<uint32_t> chosen_;  // inputs of the next call, in tensors_
  std::vector<TensorInfo> chosen_info_;
  // First output of each call of the innermost scope (from its part on), in
  // tensors_.
  std::vector<uint32_t> call_begins_;
  uint32_t scope_calls_ = 0;  // where that part begins
  std::vector<TensorRef> refs_;
  std::vector<TensorRef> model_inputs_;
  std::vector<uint32_t> children_;
};

// From a random start on, the first that fits and is as good as there is: not
// taken by this very call unless that is asked for, and unused if that is what
// is preferred.
template <typename Fits>
uint32_t Generator::FindTensor(ChoiceSource& choices, bool again,
                               Fits fits) const {
  const bool unused = choices.Percent(shares_.prefer_unused);
  const uint32_t end = static_cast<uint32_t>(tensors_.size());
  const uint32_t size = end - scope_;
  uint32_t candidate = scope_ + choices.Below(size);
  if (shares_.prefer_newest > 0 && call_begins_.size() > scope_calls_ &&
      choices.Percent(shares_.prefer_newest)) {
    candidate = end - 1;
  }
  uint32_t found = end;
  int best = -1;
  for (uint32_t left = std::min(size, kMostCandidates); left > 0; --left) {
    const AtHand& tensor = tensors_[candidate];
    int rank = unused && tensor.uses > 0 ? 1 : 2;
    if (!again) {
      for (const uint32_t taken : chosen_) {
        if (taken == candidate) rank = 0;
      }
    }
    if (rank > best && fits(tensor)) {
      found = candidate;
      best = rank;
      if (rank == 2) break;
    }
    if (++candidate == end) candidate = scope_;
  }
  return found;
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_GENERATOR_H_
