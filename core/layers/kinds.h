// The layer classes, one accessor each, in the order of AllLayerKinds(). A new
// class is a line here and a line in registry.cc; a test compares the two.
#ifndef CLONECHECK_CORE_LAYERS_KINDS_H_
#define CLONECHECK_CORE_LAYERS_KINDS_H_

#include "core/layers/layer_kind.h"

namespace clonecheck {

// input_layer.cc. Model and Sequential are markers: the engine knows them.
const LayerKind& InputLayerKind();
const LayerKind& ModelKind();
const LayerKind& SequentialKind();
// dense.cc
const LayerKind& DenseKind();
// activation.cc
const LayerKind& ActivationKind();
// lambda.cc
const LayerKind& LambdaKind();
// merge.cc
const LayerKind& AddKind();
const LayerKind& SubtractKind();
const LayerKind& MultiplyKind();
const LayerKind& AverageKind();
const LayerKind& MaximumKind();
const LayerKind& MinimumKind();
// concatenate.cc
const LayerKind& ConcatenateKind();
// masking.cc
const LayerKind& MaskingKind();
// training_only.cc
const LayerKind& DropoutKind();
const LayerKind& SpatialDropout1DKind();
const LayerKind& SpatialDropout2DKind();
const LayerKind& SpatialDropout3DKind();
const LayerKind& GaussianNoiseKind();
const LayerKind& GaussianDropoutKind();
const LayerKind& AlphaDropoutKind();
const LayerKind& ActivityRegularizationKind();
// batch_normalization.cc
const LayerKind& BatchNormalizationKind();
// embedding.cc
const LayerKind& EmbeddingKind();
// reshape.cc
const LayerKind& ReshapeKind();
const LayerKind& FlattenKind();
const LayerKind& PermuteKind();
const LayerKind& RepeatVectorKind();
// dot.cc
const LayerKind& DotKind();
// advanced_activations.cc
const LayerKind& ReLUKind();
const LayerKind& LeakyReLUKind();
const LayerKind& ELUKind();
const LayerKind& ThresholdedReLUKind();
const LayerKind& SoftmaxKind();
// prelu.cc
const LayerKind& PReLUKind();
// harness.cc
const LayerKind& MultiOutKind();
const LayerKind& MultiOutMaskedKind();
const LayerKind& SwapKind();
const LayerKind& MaskProducerKind();

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_KINDS_H_
