#include "bench/peers/plain_case.h"

#include <algorithm>
#include <utility>

#include "core/layers/resolve_graph.h"

namespace clonecheck {
namespace {

const Config* ConfigOf(const PlainLayer& layer, Pool& pool) {
  const auto config = [&](absl::string_view layer_class,
                          std::vector<ConfigEntry> entries) {
    return pool.InternConfig(pool.InternName(layer_class), std::move(entries));
  };
  const auto text = [&](absl::string_view value) {
    return ConfigValue::String(pool.InternName(value));
  };
  switch (layer.kind) {
    case PlainKind::kActivation:
      return config("Activation",
                    {{pool.InternName("activation"), text("relu")}});
    case PlainKind::kDense:
      return config(
          "Dense", {{pool.InternName("units"), ConfigValue::Int(layer.units)}});
    case PlainKind::kAdd:
      return config("Add", {});
    case PlainKind::kConcatenate:
      return config("Concatenate", {});
    case PlainKind::kTwo:
      break;
  }
  return config("Lambda", {{pool.InternName("function"), text("two")}});
}

}  // namespace

Graph PlainToGraph(const PlainCase& plain, Catalogue& catalogue) {
  Pool& pool = catalogue.pool();
  GraphBuilder builder;
  std::vector<TensorRef> inputs;
  for (int size : plain.inputs) {
    inputs.push_back(builder.AddInput(pool.InternShape({kUnknownDim, size})));
  }
  for (const PlainLayer& layer : plain.layers) {
    builder.AddLayer(ConfigOf(layer, pool));
  }
  for (const PlainCall& call : plain.calls) {
    builder.AddCall(static_cast<uint32_t>(call.layer), call.inputs);
  }
  if (plain.reversed) std::reverse(inputs.begin(), inputs.end());
  builder.SetModel(inputs, plain.outputs);
  return ResolveGraph(std::move(builder).Build(), catalogue).value();
}

}  // namespace clonecheck
