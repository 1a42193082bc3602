// Faulty keyword arguments, `mask` among them.
#include <algorithm>

#include "core/cloners/mutant_copier.h"

namespace clonecheck {

const Dict* MutantCopier::EditMasks(const Node& node, const Layer& layer,
                                    const Dict* kwargs) {
  if (!layer.takes_mask()) return kwargs;
  const bool is_model = node.outbound_layer()->as_model() != nullptr;
  const bool given =
      kwargs != nullptr && kwargs->Find(session_.kMask) != nullptr;
  const auto with = [&](const Value& mask) {
    Dict* dict = session_.NewDict();
    if (kwargs != nullptr) {
      for (const Dict::Entry& entry : kwargs->entries()) {
        dict->Set(session_, entry.key, entry.value);
      }
    }
    dict->Set(session_, session_.kMask, mask);
    return dict;
  };
  const Value none = Value::Literal(ConfigValue::None());
  const bool masked =
      std::any_of(node.inputs().begin(), node.inputs().end(),
                  [](const Node::Inbound& i) { return i.mask != nullptr; });
  if (Has(PlantedFault::kDropMasks)) return with(none);
  if (given) return kwargs;
  if (Has(PlantedFault::kMaskNone) && !masked && !is_model) return with(none);
  if (Has(PlantedFault::kOriginalMasks) && masked &&
      node.inputs().size() == 1) {
    return with(Value::Of(node.inputs()[0].mask));
  }
  return kwargs;
}

const Dict* MutantCopier::MapArguments(const Node& node) {
  if (Has(PlantedFault::kForgetArguments)) return nullptr;
  const Dict* mapped = Copier::MapArguments(node);
  Dict* edited = session_.NewDict();
  for (const Dict::Entry& entry : mapped->entries()) {
    const Value* original = node.arguments()->Find(entry.key);
    Value value = entry.value;
    if (entry.key == session_.kMask) {
      const bool is_none = value.type == Value::Type::kLiteral;
      if (Has(PlantedFault::kForgetMaskKeyword) && !is_none) continue;
      if (Has(PlantedFault::kForgetMaskNone) && is_none) continue;
    }
    if (entry.key == session_.kTraining) {
      if (Has(PlantedFault::kForgetTraining)) continue;
      if (Has(PlantedFault::kFlipTraining) &&
          value.literal.type == ConfigValue::Type::kBool) {
        value = Value::Literal(ConfigValue::Bool(!value.literal.boolean));
      }
    }
    if (entry.key == session_.kInitialState) {
      if (Has(PlantedFault::kForgetStates)) continue;
      if (Has(PlantedFault::kSwapStates) &&
          value.type == Value::Type::kTensorList) {
        value = Value::List(Reversed(value.list()));
      }
    }
    if (Has(PlantedFault::kOriginalTensors) && original != nullptr) {
      value = *original;
    }
    edited->Set(session_, entry.key, value);
  }
  if (Has(PlantedFault::kStatesTwice)) {
    const Value* states = node.arguments()->Find(session_.kInitialState);
    if (states != nullptr) {
      edited->Set(session_, session_.kInitialState, *states);
    }
  }
  return edited;
}

}  // namespace clonecheck
