// What holds for every class and every config that the generator draws.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;
// What stands for an unknown size when numbers are computed.
constexpr int32_t kSomeSize = 3;

// Classes that are there for models of users, and wrappers, which have no
// domain of their own: nobody draws them.
const std::set<std::string>& NeverDrawn() {
  static const auto& kinds = *new std::set<std::string>{
      "Bidirectional",
      "ConvLSTM2D",
      "CuDNNGRU",
      "CuDNNLSTM",
      "Opaque",
      "TimeDistributed",
      "Conv2D",
      "Conv3D",
      "SeparableConv1D",
      "SeparableConv2D",
      "DepthwiseConv2D",
      "Conv2DTranspose",
      "Conv3DTranspose",
      "MaxPooling2D",
      "MaxPooling3D",
      "AveragePooling1D",
      "AveragePooling2D",
      "AveragePooling3D",
      "GlobalMaxPooling2D",
      "GlobalMaxPooling3D",
      "GlobalAveragePooling2D",
      "GlobalAveragePooling3D",
      "ZeroPadding2D",
      "ZeroPadding3D",
      "Cropping1D",
      "Cropping2D",
      "Cropping3D",
      "UpSampling2D",
      "UpSampling3D",
      "LocallyConnected1D",
      "LocallyConnected2D",
  };
  return kinds;
}

class Domain : public LayerTest {
 protected:
  // All specs that the generator draws.
  std::vector<const LayerSpec*> Drawn() {
    std::vector<const LayerSpec*> specs;
    for (const LayerKind* kind : AllLayerKinds()) {
      for (const DomainEntry& entry : kind->Domain(pool_)) {
        specs.push_back(catalogue_.Resolve(entry.config).value());
      }
    }
    return specs;
  }

  std::string Describe(const LayerSpec& spec) {
    return spec.kind().ToPython(*spec.config()).constructor;
  }

  // Tensors of many shapes and dtypes, masked and not. A mask has the shape of
  // its tensor without the last dimension.
  std::vector<TensorInfo> Tensors() {
    std::vector<std::vector<int32_t>> shapes = {
        {},
        {kNone},
        {2},
        {kNone, 1},
        {kNone, 4},
        {kNone, 5},
        {kNone, 3},
        {2, 4},
        {kNone, kNone},
        {kNone, 3, 4},
        {kNone, 1, 4},
        {kNone, 3, 1},
        {kNone, kNone, 4},
        {kNone, 3, kNone},
        {2, 3, 4},
        {kNone, 2, 3, 4},
        {kNone, 2, 1, 4},
        {kNone, 2, 1, 3, 4},
    };
    std::vector<TensorInfo> tensors;
    for (const std::vector<int32_t>& dims : shapes) {
      for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kInt32}) {
        for (bool masked : {false, true}) {
          if (masked && dims.size() < 2) continue;
          tensors.push_back({pool_.InternShape(dims), dtype, masked});
        }
      }
    }
    tensors.push_back({pool_.unknown_shape(), DType::kFloat32, false});
    return tensors;
  }

  // All input lists of up to `max` tensors that the spec accepts.
  void CollectAccepted(const LayerSpec& spec,
                       const std::vector<TensorInfo>& tensors, size_t max,
                       std::vector<TensorInfo>* inputs,
                       std::vector<std::vector<TensorInfo>>* accepted) {
    if (inputs->size() >= static_cast<size_t>(spec.traits().min_inputs)) {
      accepted->push_back(*inputs);
    }
    if (inputs->size() == max) return;
    for (const TensorInfo& tensor : tensors) {
      if (!spec.Accepts(*inputs, tensor)) continue;
      inputs->push_back(tensor);
      CollectAccepted(spec, tensors, max, inputs, accepted);
      inputs->pop_back();
    }
  }

  static std::vector<int32_t> WithSizes(const Shape& shape) {
    std::vector<int32_t> dims(shape.dims().begin(), shape.dims().end());
    for (int32_t& dim : dims) dim = dim == kNone ? kSomeSize : dim;
    return dims;
  }
  static bool FitsShape(const Array& array, const Shape& shape) {
    if (array.rank() != shape.rank) return false;
    for (int i = 0; i < shape.rank; ++i) {
      if (shape.dim[i] != kNone && shape.dim[i] != array.dims[i]) return false;
    }
    return true;
  }

  void CheckAccepted(const LayerSpec& spec,
                     const std::vector<TensorInfo>& inputs);
};

TEST_F(Domain, is_empty_only_for_what_the_engine_makes_and_what_nobody_draws) {
  for (const LayerKind* kind : AllLayerKinds()) {
    EXPECT_EQ(kind->Domain(pool_).empty(),
              kind == &InputLayerKind() || kind == &ModelKind() ||
                  kind == &SequentialKind() ||
                  NeverDrawn().count(std::string(kind->class_name())) > 0)
        << kind->class_name();
  }
}

TEST_F(Domain, has_no_layer_twice_and_no_weight_below_one) {
  for (const LayerKind* kind : AllLayerKinds()) {
    std::set<const LayerSpec*> specs;
    for (const DomainEntry& entry : kind->Domain(pool_)) {
      const LayerSpec* spec = catalogue_.Resolve(entry.config).value();
      EXPECT_EQ(&spec->kind(), kind);
      EXPECT_TRUE(specs.insert(spec).second) << Describe(*spec);
      EXPECT_GE(entry.weight, 1);
    }
  }
}

TEST_F(Domain, no_config_dominates) {
  for (const LayerKind* kind : AllLayerKinds()) {
    int sum = 0;
    int largest = 0;
    const std::vector<DomainEntry> domain = kind->Domain(pool_);
    for (const DomainEntry& entry : domain) {
      sum += entry.weight;
      largest = std::max(largest, entry.weight);
    }
    if (domain.size() > 2) EXPECT_LE(2 * largest, sum) << kind->class_name();
  }
}

TEST_F(Domain, canonical_configs_stay_as_they_are) {
  for (const LayerSpec* spec : Drawn()) {
    EXPECT_EQ(*catalogue_.Resolve(spec->config()), spec) << Describe(*spec);
    EXPECT_EQ(spec->saved().kind().class_name(), spec->kind().class_name());
    EXPECT_EQ(&spec->saved().saved(), &spec->saved());
  }
}

// On rows of numbers around all thresholds, and rows of one number each, which
// Masking makes zeros where it is the mask value. What changed nothing at all
// would pass, too, so each kind has to change something.
TEST_F(Domain, idempotent_layers_give_back_what_they_gave) {
  Array numbers = {{32, 4}, {}};
  for (int i = -8; i < 24; ++i) numbers.values.push_back(i / 8.0);
  for (int i = -8; i < 16; ++i) {
    numbers.values.insert(numbers.values.end(), 4, i / 8.0);
  }
  std::set<std::string> kinds;
  for (const LayerSpec* spec : Drawn()) {
    if (!spec->is_idempotent()) continue;
    Array once, twice;
    const Array* operand = &numbers;
    ASSERT_TRUE(spec->Evaluate({&operand, 1}, {&once, 1}).ok());
    operand = &once;
    ASSERT_TRUE(spec->Evaluate({&operand, 1}, {&twice, 1}).ok());
    EXPECT_EQ(twice.values, once.values) << Describe(*spec);
    if (once.values != numbers.values) {
      kinds.insert(std::string(spec->kind().class_name()));
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"Activation", "Masking", "ReLU",
                                          "ThresholdedReLU"}));
}

// An entry that takes nothing would never be drawn.
TEST_F(Domain, every_layer_accepts_something_but_not_too_much_of_it) {
  const std::vector<TensorInfo> tensors = Tensors();
  for (const LayerSpec* spec : Drawn()) {
    const auto least = static_cast<size_t>(spec->traits().min_inputs);
    std::vector<TensorInfo> inputs;
    std::vector<std::vector<TensorInfo>> accepted;
    CollectAccepted(*spec, tensors, least, &inputs, &accepted);
    ASSERT_FALSE(accepted.empty()) << Describe(*spec);
    if (least != static_cast<size_t>(spec->traits().max_inputs)) continue;
    for (const std::vector<TensorInfo>& list : accepted) {
      EXPECT_FALSE(spec->Accepts(list, list[0])) << Describe(*spec);
    }
  }
}

void Domain::CheckAccepted(const LayerSpec& spec,
                           const std::vector<TensorInfo>& inputs) {
  ClearCase();
  std::vector<Symbol*> tensors;
  std::vector<Symbol*> masks;
  std::vector<Fed> fed;
  for (const TensorInfo& info : inputs) {
    const Shape& shape = *info.shape;
    std::vector<int32_t> dims(shape.dims().begin(), shape.dims().end());
    tensors.push_back(Input(dims, info.dtype));
    Array value = Array::Zeros(WithSizes(shape));
    for (size_t i = 0; i < value.values.size(); ++i) {
      // Whole numbers are numbers of rows.
      value.values[i] = IsFloat(info.dtype) ? static_cast<double>(i % 5) - 2
                                            : static_cast<double>(i % 3);
    }
    fed.push_back({tensors.back(), value});
    masks.push_back(nullptr);
    if (!info.masked) continue;
    dims.pop_back();
    masks.back() = Mask(dims);
    fed.push_back(
        {masks.back(), Array::Zeros(WithSizes(*masks.back()->shape))});
  }
  TestLayer layer;
  layer.spec = &spec;
  const Result result = Call(layer, tensors, masks);
  ASSERT_EQ(result.error(), "");

  const size_t outputs = static_cast<size_t>(spec.traits().num_outputs);
  ASSERT_EQ(result.outputs.size(), outputs);
  ASSERT_EQ(result.shapes.size(), outputs);
  LeafValues leaves;
  for (const Fed& entry : fed) leaves[entry.symbol->term] = entry.value;
  for (size_t i = 0; i < layer.weights.size(); ++i) {
    leaves[layer.weight_terms[i]] =
        Array::Zeros(WithSizes(*layer.weights[i].shape));
  }
  for (size_t k = 0; k < outputs; ++k) {
    const Symbol& output = *result.outputs[k];
    // TensorFlow and Keras may know different sizes, but of one shape.
    EXPECT_EQ(output.static_shape->rank, result.shapes[k]->rank);
    ASSERT_EQ(k < result.masks.size() && result.masks[k] != nullptr,
              spec.OutputMasked(inputs, static_cast<int>(k)))
        << "output " << k;
    const auto value = Evaluate(terms_, {output.term}, leaves);
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_TRUE(FitsShape((*value)[0], *output.static_shape)) << "output " << k;
    EXPECT_TRUE(FitsShape((*value)[0], *result.shapes[k])) << "output " << k;

    if (!spec.OutputMasked(inputs, static_cast<int>(k))) continue;
    const Symbol& mask = *result.masks[k];
    EXPECT_EQ(mask.dtype, DType::kBool);
    ASSERT_GE(output.shape->rank, 2);
    EXPECT_EQ(mask.shape->rank, output.shape->rank - 1) << "mask " << k;
    const auto mask_value = Evaluate(terms_, {mask.term}, leaves);
    ASSERT_TRUE(mask_value.ok()) << mask_value.status();
    EXPECT_TRUE(FitsShape((*mask_value)[0], *mask.shape)) << "mask " << k;
  }
}

TEST_F(Domain, what_is_accepted_is_not_refused_and_masked_as_foretold) {
  const std::vector<TensorInfo> tensors = Tensors();
  for (const LayerSpec* spec : Drawn()) {
    const size_t max = static_cast<size_t>(std::min(
        spec->traits().max_inputs, std::max(3, spec->traits().min_inputs)));
    std::vector<TensorInfo> inputs;
    std::vector<std::vector<TensorInfo>> accepted;
    CollectAccepted(*spec, tensors, max, &inputs, &accepted);
    ASSERT_FALSE(accepted.empty());
    for (const std::vector<TensorInfo>& list : accepted) {
      // States come all together or not at all.
      const int states = spec->traits().num_states;
      if (states > 0 && list.size() != 1 &&
          list.size() != static_cast<size_t>(states) + 1) {
        continue;
      }
      std::string on;
      for (const TensorInfo& info : list) {
        absl::StrAppend(&on, " ", info.shape->ToString(), " ",
                        DTypeName(info.dtype), info.masked ? " masked" : "");
      }
      CheckAccepted(*spec, list);
      ASSERT_FALSE(HasFailure()) << Describe(*spec) << " on" << on;
    }
  }
}

// Of tensors that are accepted without masks, those with masks are accepted,
// too, unless the class refuses masks.
TEST_F(Domain, masks_are_accepted_unless_the_class_refuses_them) {
  for (const LayerSpec* spec : Drawn()) {
    const auto count = static_cast<size_t>(spec->traits().min_inputs);
    for (const TensorInfo& plain : Tensors()) {
      if (plain.masked || plain.shape->rank < 2) continue;
      const std::vector<TensorInfo> inputs(count, plain);
      bool accepted = true;
      for (size_t i = 0; i < count; ++i) {
        accepted = accepted &&
                   spec->Accepts(absl::MakeConstSpan(inputs).first(i), plain);
      }
      if (!accepted) continue;
      std::vector<int32_t> dims(plain.shape->dims().begin(),
                                plain.shape->dims().end());
      std::vector<Symbol*> tensors(count);
      for (Symbol*& tensor : tensors) tensor = Input(dims, plain.dtype);
      dims.pop_back();
      std::vector<Symbol*> masks(count);
      for (Symbol*& mask : masks) mask = Mask(dims);
      TestLayer layer;
      layer.spec = spec;
      const Result result = Call(layer, tensors, masks);
      TensorInfo masked = plain;
      masked.masked = true;
      const std::vector<TensorInfo> all_masked(count - 1, masked);
      EXPECT_EQ(spec->Accepts(all_masked, masked), result.error().empty())
          << Describe(*spec) << " on " << plain.shape->ToString() << ": "
          << result.error();
      ClearCase();
    }
  }
}

TEST_F(Domain, unknown_ranks_flow_through_everything) {
  for (const LayerSpec* spec : Drawn()) {
    // Their build asks for the number of features.
    if (spec->traits().num_states > 0) continue;
    for (bool masked : {false, true}) {
      ClearCase();
      TestLayer layer;
      layer.spec = spec;
      std::vector<Symbol*> inputs;
      std::vector<Symbol*> masks;
      for (int i = 0; i < spec->traits().min_inputs; ++i) {
        inputs.push_back(InputOfUnknownRank());
        masks.push_back(masked ? InputOfUnknownRank() : nullptr);
      }
      const Result result = Call(layer, inputs, masks);
      if (masked && result.refusal != nullptr &&
          result.refusal->form == &errors::kMaskingNotSupported) {
        EXPECT_FALSE(spec->traits().supports_masking) << Describe(*spec);
        continue;
      }
      ASSERT_EQ(result.error(), "") << Describe(*spec);
      for (size_t k = 0; k < result.outputs.size(); ++k) {
        // TensorFlow may know more: a reshape has its own rank.
        EXPECT_EQ(result.shapes[k], pool_.unknown_shape()) << Describe(*spec);
      }
    }
  }
}

TEST_F(Domain, constructors_name_their_class) {
  for (const LayerSpec* spec : Drawn()) {
    EXPECT_EQ(
        Describe(*spec).find(std::string(spec->kind().class_name()) + "("), 0u)
        << Describe(*spec);
  }
}

}  // namespace
}  // namespace clonecheck
