#include "bench/peers/uniform.h"

#include <vector>

#include "bench/peers/vocabulary.h"

namespace clonecheck {
namespace {

constexpr uint32_t kMostOutputs = 4;

}  // namespace

PlainCase UniformCase(ChoiceSource& choices) {
  const auto size = [&] {
    return 1 + static_cast<int>(choices.Below(kPeersMaxSize));
  };
  PlainCase plain;
  std::vector<TensorRef> tensors;
  const uint32_t inputs = 1 + choices.Below(kPeersMaxInputs);
  for (uint32_t i = 0; i < inputs; ++i) {
    plain.inputs.push_back(size());
    tensors.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  plain.reversed = choices.Below(2) == 1;
  const auto any = [&] {
    return tensors[choices.Below(static_cast<uint32_t>(tensors.size()))];
  };
  const uint32_t calls = 1 + choices.Below(kPeersMaxCalls);
  for (uint32_t i = 0; i < calls; ++i) {
    PlainCall call;
    if (!plain.layers.empty() && choices.Below(2) == 1) {
      call.layer = choices.Below(static_cast<uint32_t>(plain.layers.size()));
    } else {
      call.layer = plain.layers.size();
      plain.layers.push_back(
          {static_cast<PlainKind>(choices.Below(kPlainKinds)), size()});
    }
    const PlainKind kind = plain.layers[call.layer].kind;
    for (int k = 0; k < PlainInputs(kind); ++k) call.inputs.push_back(any());
    for (int k = 0; k < PlainOutputs(kind); ++k) {
      tensors.push_back(TensorRef::Call(static_cast<int32_t>(i), k));
    }
    plain.calls.push_back(call);
  }
  const uint32_t outputs = 1 + choices.Below(kMostOutputs);
  for (uint32_t i = 0; i < outputs; ++i) plain.outputs.push_back(any());
  return plain;
}

}  // namespace clonecheck
