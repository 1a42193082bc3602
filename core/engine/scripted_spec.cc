#include "core/engine/scripted_spec.h"

#include <memory>

#include "core/layers/errors.h"

namespace clonecheck {
namespace {

class ScriptedClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Scripted"; }
  absl::string_view name_prefix() const override { return "scripted"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader&) const override {
    return nullptr;  // not in the catalogue
  }
};

LayerSpec::Traits ScriptedTraits(const Script& script) {
  LayerSpec::Traits traits;
  traits.max_inputs = LayerSpec::kManyInputs;
  traits.num_outputs = static_cast<int>(script.outputs.size());
  traits.supports_masking = script.supports_masking;
  traits.takes_mask = script.takes_mask;
  traits.takes_training = script.takes_training;
  traits.builds = true;
  traits.takes_list_of_one = true;
  return traits;
}

}  // namespace

const LayerKind& ScriptedKind() {
  static const ScriptedClass* const kind = new ScriptedClass;
  return *kind;
}

ScriptedSpec::ScriptedSpec(const LayerKind& kind, const Script& script)
    : LayerSpec(kind, ScriptedTraits(script)), script_(script) {}

Refusal ScriptedSpec::Build(BuildContext& context) const {
  events += 'b';
  if (script_.refuses_build) {
    return context.Refuse(errors::kBackend, ErrorArg::Of("build"));
  }
  constexpr int32_t kDims[] = {2};
  context.weights.push_back(context.arena,
                            {"kernel", context.pool.InternShape(kDims), true});
  return nullptr;
}

Refusal ScriptedSpec::OutputShapes(ShapeContext& context) const {
  events += 's';
  const int count =
      script_.shapes == Script::kOnePerOutput ? num_outputs() : script_.shapes;
  for (int k = 0; k < count; ++k) {
    context.output_shapes.push_back(context.arena, context.input_shapes[0]);
  }
  return nullptr;
}

Refusal ScriptedSpec::Call(CallContext& context) const {
  events += 'c';
  mask = context.mask;
  if (script_.refuses_call) {
    return context.Refuse(errors::kBackend, ErrorArg::Of("call"));
  }
  const Symbol& first = *context.inputs[0];
  const TermId operands[] = {first.term, context.weights[0]};
  const TermId term = context.terms.Apply(*this, operands);
  for (int k = 0; k < num_outputs(); ++k) {
    Symbol* output = nullptr;
    switch (script_.outputs[k]) {
      case Script::Output::kNew:
        output = context.maker.NewSymbol(term + static_cast<TermId>(k),
                                         first.shape, first.dtype, "op");
        break;
      case Script::Output::kInput0:
        output = context.inputs[0];
        break;
      case Script::Output::kInput1:
        output = context.inputs[1];
        break;
      case Script::Output::kOutput0:
        output = context.outputs[0];
        break;
    }
    context.outputs.push_back(context.arena, output);
  }
  return nullptr;
}

Refusal ScriptedSpec::ComputeMask(MaskContext& context) const {
  events += 'm';
  previous = context.masks;
  if (script_.masks == Script::kBaseRule) {
    return LayerSpec::ComputeMask(context);
  }
  Symbol** masks = context.arena.NewArray<Symbol*>(script_.masks);
  for (int i = 0; i < script_.masks; ++i) {
    masks[i] =
        context.maker.NewSymbol(context.terms.NewLeaf(TermKind::kConstant),
                                context.inputs[0]->shape, DType::kBool, "mask");
  }
  context.result = MaskValue::List(absl::MakeConstSpan(masks, script_.masks));
  return nullptr;
}

}  // namespace clonecheck
