// The registry: every layer class, one line each.
#include "core/layers/kinds.h"

namespace clonecheck {

const std::vector<const LayerKind*>& AllLayerKinds() {
  static const auto& kinds = *new std::vector<const LayerKind*>{
      &InputLayerKind(),
      &ModelKind(),
      &SequentialKind(),
      &DenseKind(),
      &ActivationKind(),
      &LambdaKind(),
      &AddKind(),
      &SubtractKind(),
      &MultiplyKind(),
      &AverageKind(),
      &MaximumKind(),
      &MinimumKind(),
      &ConcatenateKind(),
      &MaskingKind(),
      &SimpleRNNKind(),
      &GRUKind(),
      &LSTMKind(),
      &BidirectionalKind(),
      &TimeDistributedKind(),
      &MultiOutKind(),
      &MultiOutMaskedKind(),
      &SwapKind(),
      &MaskProducerKind(),
  };
  return kinds;
}

}  // namespace clonecheck
