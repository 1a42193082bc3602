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
// recurrent.cc
const LayerKind& SimpleRNNKind();
const LayerKind& GRUKind();
const LayerKind& LSTMKind();
// rnn_with_cells.cc
const LayerKind& RNNKind();
// conv_lstm.cc
const LayerKind& ConvLSTM2DKind();
// cudnn_recurrent.cc
const LayerKind& CuDNNGRUKind();
const LayerKind& CuDNNLSTMKind();
// bidirectional.cc, time_distributed.cc
const LayerKind& BidirectionalKind();
const LayerKind& TimeDistributedKind();
// convolution.cc
const LayerKind& Conv1DKind();
const LayerKind& Conv2DKind();
const LayerKind& Conv3DKind();
// depthwise_convolution.cc
const LayerKind& SeparableConv1DKind();
const LayerKind& SeparableConv2DKind();
const LayerKind& DepthwiseConv2DKind();
// transposed_convolution.cc
const LayerKind& Conv2DTransposeKind();
const LayerKind& Conv3DTransposeKind();
// pooling.cc
const LayerKind& MaxPooling1DKind();
const LayerKind& MaxPooling2DKind();
const LayerKind& MaxPooling3DKind();
const LayerKind& AveragePooling1DKind();
const LayerKind& AveragePooling2DKind();
const LayerKind& AveragePooling3DKind();
// global_pooling.cc
const LayerKind& GlobalMaxPooling1DKind();
const LayerKind& GlobalMaxPooling2DKind();
const LayerKind& GlobalMaxPooling3DKind();
const LayerKind& GlobalAveragePooling1DKind();
const LayerKind& GlobalAveragePooling2DKind();
const LayerKind& GlobalAveragePooling3DKind();
// zero_padding.cc
const LayerKind& ZeroPadding1DKind();
const LayerKind& ZeroPadding2DKind();
const LayerKind& ZeroPadding3DKind();
const LayerKind& Cropping1DKind();
const LayerKind& Cropping2DKind();
const LayerKind& Cropping3DKind();
// up_sampling.cc
const LayerKind& UpSampling1DKind();
const LayerKind& UpSampling2DKind();
const LayerKind& UpSampling3DKind();
// locally_connected.cc
const LayerKind& LocallyConnected1DKind();
const LayerKind& LocallyConnected2DKind();
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

// A class that nobody here knows; see opaque_layer.cc.
const LayerKind& OpaqueKind();

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_KINDS_H_
