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
      &DropoutKind(),
      &SpatialDropout1DKind(),
      &SpatialDropout2DKind(),
      &SpatialDropout3DKind(),
      &GaussianNoiseKind(),
      &GaussianDropoutKind(),
      &AlphaDropoutKind(),
      &ActivityRegularizationKind(),
      &BatchNormalizationKind(),
      &EmbeddingKind(),
      &ReshapeKind(),
      &FlattenKind(),
      &PermuteKind(),
      &RepeatVectorKind(),
      &DotKind(),
      &ReLUKind(),
      &LeakyReLUKind(),
      &ELUKind(),
      &ThresholdedReLUKind(),
      &SoftmaxKind(),
      &PReLUKind(),
      &MultiOutKind(),
      &MultiOutMaskedKind(),
      &SwapKind(),
      &MaskProducerKind(),
  };
  return kinds;
}

}  // namespace clonecheck
