// Generator: makes a random valid Graph from a source of choices. Works forward
// from the tensors at hand and asks each layer kind what it accepts, so that
// validity is by construction. Knows nothing of cloners or oracles.
//
// The same choices give the same Graph. Not thread-safe; one a thread.
#ifndef CLONECHECK_CORE_SEARCH_GENERATOR_H_
#define CLONECHECK_CORE_SEARCH_GENERATOR_H_

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/choice_source.h"
#include "core/search/profile.h"
#include "core/term/arena.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class Generator {
 public:
  // REQUIRES: `catalogue` outlives the generator and the Graphs.
  Generator(Catalogue& catalogue, const Profile& profile);

  // The Graph is valid until the next call; copy it to keep it.
  const Graph& Generate(ChoiceSource& choices);

 private:
  // A tensor that a call may use.
  struct AtHand {
    TensorRef ref;
    TensorInfo info;
    uint32_t uses = 0;
  };
  // A layer that was made, and what it was first called on.
  struct Made {
    const LayerSpec* spec;
    uint32_t memo;         // what build learned
    uint32_t first_shape;  // in shapes_; one an input of the first call
    uint32_t num_inputs;
  };
  struct KindDomain {
    std::vector<const LayerSpec*> specs;  // each as often as its weight says
    uint32_t weight = 0;
  };

  void ChooseKinds(ChoiceSource& choices);
  void AddInputs(ChoiceSource& choices);
  void AddInput(const Shape* shape, DType dtype);
  void AddCall(ChoiceSource& choices);
  // A layer of a kind that this case uses, as often as weights say.
  const LayerSpec& DrawSpec(ChoiceSource& choices) const;
  bool TryReuse(ChoiceSource& choices);
  // Finds inputs for `spec`; false if there are none.
  bool ChooseInputs(ChoiceSource& choices, const LayerSpec& spec,
                    const Made* made);
  void EmitCall(ChoiceSource& choices, uint32_t layer);
  void ChooseOutputs(ChoiceSource& choices);

  Catalogue& catalogue_;
  const Profile profile_;
  std::vector<KindDomain> domains_;
  const LayerSpec* fallback_;  // accepts whatever float tensor there is
  std::vector<const Shape*> input_shapes_;
  std::vector<const Shape*> integer_shapes_;
  const Name* mask_key_;
  std::vector<const Name*> given_names_;

  // The case under construction.
  GraphBuilder builder_;
  Arena arena_;
  TermArena terms_;
  std::vector<const KindDomain*> enabled_;
  uint32_t enabled_weight_ = 0;  // the sum of theirs
  std::vector<AtHand> tensors_;
  std::vector<Made> layers_;
  std::vector<const Shape*> shapes_;
  std::vector<uint32_t> chosen_;  // inputs of the next call, in tensors_
  std::vector<TensorInfo> chosen_info_;
  std::vector<uint32_t> call_begins_;  // first output of each call, in tensors_
  std::vector<TensorRef> refs_;
  std::vector<TensorRef> model_inputs_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_GENERATOR_H_
