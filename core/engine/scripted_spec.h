// ScriptedSpec: a layer class that does what a test tells it.
#ifndef CLONECHECK_CORE_ENGINE_SCRIPTED_SPEC_H_
#define CLONECHECK_CORE_ENGINE_SCRIPTED_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/layers/layer_kind.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// What a layer of ScriptedSpec answers.
struct Script {
  enum class Output : uint8_t {
    kNew,      // a tensor of its own
    kInput0,   // the object of input 0
    kInput1,   // the object of input 1
    kOutput0,  // the object of output 0 again
  };
  static constexpr int kBaseRule = -1;
  static constexpr int kOnePerOutput = -1;

  std::vector<Output> outputs = {Output::kNew};
  bool supports_masking = false;
  bool takes_mask = false;
  bool takes_training = false;
  // compute_mask: kBaseRule, or a list of so many new masks.
  int masks = kBaseRule;
  // compute_output_shape: kOnePerOutput, or so many.
  int shapes = kOnePerOutput;
  bool refuses_build = false;
  bool refuses_call = false;
};

// The kind of these layers, which is in no catalogue.
const LayerKind& ScriptedKind();

// Remembers what it was given. Takes any number of inputs; has one weight.
class ScriptedSpec final : public LayerSpec {
 public:
  ScriptedSpec(const LayerKind& kind, const Script& script);

  Refusal Build(BuildContext& context) const override;
  Refusal OutputShapes(ShapeContext& context) const override;
  Refusal Call(CallContext& context) const override;
  Refusal ComputeMask(MaskContext& context) const override;

  // Of the last call: the keyword `mask`, and what compute_mask was given.
  mutable MaskValue mask;
  mutable MaskValue previous;
  // Which of build (b), call (c), compute_mask (m) and compute_output_shape (s)
  // ran, in order.
  mutable std::string events;

 private:
  const Script script_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_SCRIPTED_SPEC_H_
