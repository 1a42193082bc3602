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
      &Conv1DKind(),
      &Conv2DKind(),
      &Conv3DKind(),
      &SeparableConv1DKind(),
      &SeparableConv2DKind(),
      &DepthwiseConv2DKind(),
      &Conv2DTransposeKind(),
      &Conv3DTransposeKind(),
      &MaxPooling1DKind(),
      &MaxPooling2DKind(),
      &MaxPooling3DKind(),
      &AveragePooling1DKind(),
      &AveragePooling2DKind(),
      &AveragePooling3DKind(),
      &GlobalMaxPooling1DKind(),
      &GlobalMaxPooling2DKind(),
      &GlobalMaxPooling3DKind(),
      &GlobalAveragePooling1DKind(),
      &GlobalAveragePooling2DKind(),
      &GlobalAveragePooling3DKind(),
      &ZeroPadding1DKind(),
      &ZeroPadding2DKind(),
      &ZeroPadding3DKind(),
      &Cropping1DKind(),
      &Cropping2DKind(),
      &Cropping3DKind(),
      &UpSampling1DKind(),
      &UpSampling2DKind(),
      &UpSampling3DKind(),
      &LocallyConnected1DKind(),
      &LocallyConnected2DKind(),
      &MultiOutKind(),
      &MultiOutMaskedKind(),
      &SwapKind(),
      &MaskProducerKind(),
  };
  return kinds;
}

}  // namespace clonecheck
