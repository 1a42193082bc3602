#include "core/layers/layer_test.h"

#include <algorithm>
#include <utility>

namespace clonecheck {

ConfigValue LayerTest::Ints(const std::vector<int>& numbers) {
  return ListOf(pool_, numbers);
}

const Config* LayerTest::MakeConfig(absl::string_view kind,
                                    const std::vector<Arg>& args) {
  return ConfigOf(pool_, kind, args);
}

const LayerSpec& LayerTest::Spec(absl::string_view kind,
                                 const std::vector<Arg>& args) {
  return *catalogue_.Resolve(MakeConfig(kind, args)).value();
}

LayerTest::TestLayer LayerTest::Make(absl::string_view kind,
                                     const std::vector<Arg>& args) {
  TestLayer layer;
  layer.spec = &Spec(kind, args);
  return layer;
}

std::string LayerTest::ConfigError(absl::string_view kind,
                                   const std::vector<Arg>& args) {
  return std::string(
      catalogue_.Resolve(MakeConfig(kind, args)).status().message());
}

Symbol* LayerTest::NewSymbol(TermId term, const Shape* shape, DType dtype,
                             const char* op) {
  Symbol* symbol = arena_.New<Symbol>();
  symbol->term = term;
  symbol->SetStaticShape(shape);
  symbol->dtype = dtype;
  symbol->scope = scope_;
  symbol->op = op;
  return symbol;
}

Symbol* LayerTest::Input(const std::vector<int32_t>& dims, DType dtype) {
  return NewSymbol(terms_.NewLeaf(TermKind::kPlaceholder),
                   pool_.InternShape(dims), dtype, nullptr);
}

Symbol* LayerTest::InputOfUnknownRank() {
  return NewSymbol(terms_.NewLeaf(TermKind::kPlaceholder),
                   pool_.unknown_shape(), DType::kFloat32, nullptr);
}

Symbol* LayerTest::Mask(const std::vector<int32_t>& dims) {
  return Input(dims, DType::kBool);
}

LayerTest::Result LayerTest::Call(TestLayer& layer,
                                  const std::vector<Symbol*>& inputs,
                                  std::vector<Symbol*> masks,
                                  const MaskValue* keyword, bool as_list) {
  Result result;
  std::vector<const Shape*> shapes;
  for (const Symbol* input : inputs) shapes.push_back(input->shape);
  const LayerContext shared{arena_, pool_, terms_, rules_};
  // What errors refer to must outlive the call.
  const Shape** kept_shapes = arena_.NewArray<const Shape*>(shapes.size());
  std::copy(shapes.begin(), shapes.end(), kept_shapes);
  const auto shape_span = absl::MakeConstSpan(kept_shapes, shapes.size());

  if (!layer.built) {
    BuildContext build(shared);
    build.layer_name = scope_;
    build.input_shapes = shape_span;
    result.refusal = layer.spec->Build(build);
    if (result.refusal != nullptr) return result;
    layer.built = true;
    layer.memo = build.memo;
    layer.input_spec = build.input_spec;
    for (const WeightDecl& weight : build.weights) {
      layer.weights.push_back(weight);
      layer.weight_terms.push_back(terms_.NewLeaf(TermKind::kVariable));
    }
  }

  masks.resize(inputs.size());
  bool any_mask = false;
  Symbol** kept_masks = arena_.NewArray<Symbol*>(masks.size());
  for (size_t i = 0; i < masks.size(); ++i) {
    kept_masks[i] = masks[i];
    any_mask |= masks[i] != nullptr;
  }
  const MaskValue previous =
      inputs.size() == 1
          ? MaskValue::Single(masks[0])
          : MaskValue::List(absl::MakeConstSpan(kept_masks, masks.size()));

  CallContext call(shared, *this);
  call.layer_name = scope_;
  call.memo = layer.memo;
  call.inputs = inputs;
  call.inputs_are_list = as_list || inputs.size() > 1;
  call.weights = layer.weight_terms;
  call.keywords = &keywords_;
  if (keyword != nullptr) {
    call.mask = *keyword;
  } else if (any_mask && layer.spec->traits().takes_mask) {
    call.mask = previous;
  }
  result.refusal = layer.spec->Call(call);
  if (result.refusal != nullptr) return result;
  result.outputs.assign(call.outputs.begin(), call.outputs.end());

  MaskContext mask(shared, *this);
  mask.layer_name = scope_;
  mask.inputs = inputs;
  mask.masks = previous;
  result.refusal = layer.spec->ComputeMask(mask);
  if (result.refusal != nullptr) return result;
  result.mask = mask.result;
  if (mask.result.is_list) {
    result.masks.assign(mask.result.items,
                        mask.result.items + mask.result.size);
  } else {
    result.masks.assign(result.outputs.size(), mask.result.single);
  }

  ShapeContext shape(shared);
  shape.layer_name = scope_;
  shape.input_shapes = shape_span;
  result.refusal = layer.spec->OutputShapes(shape);
  if (result.refusal != nullptr) return result;
  result.shapes.assign(shape.output_shapes.begin(), shape.output_shapes.end());
  return result;
}

std::vector<Array> LayerTest::Numbers(const std::vector<const Symbol*>& symbols,
                                      const std::vector<Fed>& fed) {
  std::vector<TermId> roots;
  for (const Symbol* symbol : symbols) roots.push_back(symbol->term);
  LeafValues leaves;
  for (const Fed& entry : fed) leaves[entry.symbol->term] = entry.value;
  absl::StatusOr<std::vector<Array>> values = Evaluate(terms_, roots, leaves);
  EXPECT_TRUE(values.ok()) << values.status();
  return values.ok() ? *std::move(values) : std::vector<Array>(roots.size());
}

Array LayerTest::Number(const Symbol* symbol, const std::vector<Fed>& fed,
                        const TestLayer* layer,
                        const std::vector<Array>& weights) {
  LeafValues leaves;
  for (const Fed& entry : fed) leaves[entry.symbol->term] = entry.value;
  for (size_t i = 0; i < weights.size(); ++i) {
    leaves[layer->weight_terms[i]] = weights[i];
  }
  absl::StatusOr<std::vector<Array>> values =
      Evaluate(terms_, {symbol->term}, leaves);
  EXPECT_TRUE(values.ok()) << values.status();
  return values.ok() ? (*values)[0] : Array();
}

Array LayerTest::InputPattern(std::vector<int32_t> dims, int k) {
  Array array = Array::Zeros(std::move(dims));
  for (size_t i = 0; i < array.values.size(); ++i) {
    array.values[i] = ((static_cast<int>(i) * 7 + k * 3) % 11 - 5) / 4.0;
  }
  return array;
}

Array LayerTest::WeightPattern(std::vector<int32_t> dims, int k) {
  Array array = Array::Zeros(std::move(dims));
  for (size_t i = 0; i < array.values.size(); ++i) {
    array.values[i] = ((static_cast<int>(i) * 5 + k * 3) % 7 + 1) / 4.0;
  }
  return array;
}

Array LayerTest::ValueOnPattern(
    TestLayer& layer, const std::vector<std::vector<int32_t>>& inputs) {
  std::vector<Symbol*> symbols;
  std::vector<Fed> fed;
  for (size_t k = 0; k < inputs.size(); ++k) {
    std::vector<int32_t> dims = inputs[k];
    symbols.push_back(Input(dims));
    for (size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] == kUnknownDim) dims[i] = i == 0 ? 2 : 3;
    }
    fed.push_back({symbols.back(), InputPattern(dims, static_cast<int>(k))});
  }
  const Result result = Call(layer, symbols);
  EXPECT_EQ(result.error(), "");
  if (result.refusal != nullptr) return Array();
  std::vector<Array> weights;
  for (const WeightDecl& weight : layer.weights) {
    const auto dims = weight.shape->dims();
    weights.push_back(WeightPattern({dims.begin(), dims.end()},
                                    static_cast<int>(weights.size())));
  }
  return Number(result.outputs[0], fed, &layer, weights);
}

void LayerTest::ExpectBegins(const Array& array,
                             const std::vector<double>& begin) {
  ASSERT_GE(array.values.size(), begin.size());
  for (size_t i = 0; i < begin.size(); ++i) {
    EXPECT_NEAR(array.values[i], begin[i], 1e-5) << "value " << i;
  }
}

void LayerTest::ExpectOnPattern(const std::vector<OnPattern>& rows) {
  for (const OnPattern& row : rows) {
    TestLayer layer = Make(row.kind, row.args);
    SCOPED_TRACE(
        layer.spec->kind().ToPython(*layer.spec->config()).constructor);
    ExpectBegins(ValueOnPattern(layer, row.inputs), row.begin);
    ClearCase();
  }
}

void LayerTest::ClearCase() {
  terms_.Clear();
  arena_.Clear();
}

}  // namespace clonecheck
