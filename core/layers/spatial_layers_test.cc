// Compares the convolution, pooling and padding classes with what a real Keras
// 2.2.4 made of them: testdata/spatial_layers.jsonl, written by the script
// beside it.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/dtype.h"
#include "core/layers/layer_test.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

class SpatialLayers : public LayerTest {
 protected:
  // The rows that have this key.
  static std::vector<json> Rows(const char* key) {
    std::ifstream file("core/layers/testdata/spatial_layers.jsonl");
    std::vector<json> rows;
    for (std::string line; std::getline(file, line);) {
      json row = json::parse(line);
      if (row.contains(key)) rows.push_back(std::move(row));
    }
    return rows;
  }

  ConfigValue ToValue(const json& value) {
    if (value.is_boolean()) return ConfigValue::Bool(value.get<bool>());
    if (value.is_number_integer()) return ConfigValue::Int(value.get<int>());
    if (value.is_number()) return ConfigValue::Double(value.get<double>());
    if (value.is_string()) {
      return ConfigValue::String(pool_.InternName(value.get<std::string>()));
    }
    if (value.is_array()) {
      std::vector<ConfigValue> items;
      for (const json& item : value) items.push_back(ToValue(item));
      return ConfigValue::List(pool_.InternList(std::move(items)));
    }
    if (value.is_object()) return ConfigValue::Dict(ToConfig(nullptr, value));
    return ConfigValue::None();
  }

  const Config* ToConfig(const Name* kind, const json& object) {
    std::vector<ConfigEntry> entries;
    for (const auto& [key, value] : object.items()) {
      entries.push_back(ConfigEntry{pool_.InternName(key), ToValue(value)});
    }
    return pool_.InternConfig(kind, std::move(entries));
  }

  absl::StatusOr<const LayerSpec*> Resolve(const json& row, const char* key) {
    return catalogue_.Resolve(
        ToConfig(pool_.InternName(row["kind"].get<std::string>()), row[key]));
  }

  static std::vector<int32_t> Dims(const json& shape) {
    std::vector<int32_t> dims;
    for (const json& dim : shape) {
      dims.push_back(dim.is_null() ? kUnknownDim : dim.get<int32_t>());
    }
    return dims;
  }

  // What the layer call refuses before the class is asked.
  static std::string WrongRank(const json& row, const LayerSpec& spec) {
    const InputSpec& input_spec = spec.traits().input_spec;
    const int rank = static_cast<int>(row["shape"].size());
    if (!spec.traits().has_input_spec || input_spec.ndim == rank) return "";
    return absl::StrCat("ValueError: Input 0 is incompatible with layer ",
                        row["name"].get<std::string>(),
                        ": expected ndim=", input_spec.ndim,
                        ", found ndim=", rank);
  }

  // A size after too large a cropping, which Keras writes as a negative number.
  static std::string WithoutNegatives(std::string shape) {
    for (size_t at; (at = shape.find('-')) != std::string::npos;) {
      const size_t end = shape.find_first_of(",)", at);
      shape.replace(at, end - at, "0");
    }
    return shape;
  }

  // The script's some_numbers.
  static Array SomeNumbers(std::vector<int32_t> dims, int seed) {
    Array array = Array::Zeros(std::move(dims));
    for (size_t i = 0; i < array.values.size(); ++i) {
      array.values[i] =
          static_cast<double>((7 * i + 3 * static_cast<size_t>(seed)) % 11) - 5;
    }
    return array;
  }

  void Compare(const json& row);
};

void SpatialLayers::Compare(const json& row) {
  ClearCase();
  const auto resolved = Resolve(row, "arguments");
  if (row.value("refused", "") == "constructor") {
    EXPECT_FALSE(resolved.ok());
    return;
  }
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  TestLayer layer;
  layer.spec = *resolved;
  const std::string name = row["name"].get<std::string>();
  EXPECT_EQ(absl::StrCat(layer.spec->kind().name_prefix(), "_1"), name);
  if (row.contains("config")) {
    const auto full = Resolve(row, "config");
    ASSERT_TRUE(full.ok()) << full.status();
    EXPECT_EQ(*full, &layer.spec->saved());
  }

  std::string refused = WrongRank(row, *layer.spec);
  const auto dtype = ParseDType(row["dtype"].get<std::string>());
  ASSERT_TRUE(dtype.has_value());
  Result result;
  if (refused.empty()) {
    result = Call(layer, {Input(Dims(row["shape"]), *dtype)});
    refused = absl::StartsWith(result.error(), "Exception: refused by the")
                  ? "backend"
                  : result.error();
  }
  ASSERT_EQ(refused, row.value("error", ""));
  // The generator gives layers float tensors only, and is cautious about
  // changes of unknown sizes.
  const TensorInfo info{pool_.InternShape(Dims(row["shape"])), *dtype, false};
  const bool accepts = layer.spec->Accepts({}, info);
  const auto sizes = info.shape->dims().subspan(1);
  if (std::count(sizes.begin(), sizes.end(), kUnknownDim) == 0) {
    EXPECT_EQ(accepts, refused.empty() && IsFloat(*dtype));
  } else if (accepts) {
    EXPECT_EQ(refused, "");
  }
  if (!refused.empty()) return;

  EXPECT_EQ(result.shapes[0]->ToString(),
            WithoutNegatives(row["output"].get<std::string>()));
  const Symbol& output = *result.outputs[0];
  // Keras 2.2.4 forgets the dilation of a DepthwiseConv2D when it is asked for
  // shapes; TensorFlow does not.
  if (row["kind"] != "DepthwiseConv2D") {
    EXPECT_TRUE(KnowsNoMore(*output.shape, *result.shapes[0]));
  }
  EXPECT_EQ(DTypeName(output.dtype), row["output_dtype"].get<std::string>());
  EXPECT_EQ(absl::StrCat(output.op, ":0"), row["op"].get<std::string>());
  std::vector<std::string> weights;
  for (const WeightDecl& weight : layer.weights) {
    weights.push_back(absl::StrCat(weight.role, weight.shape->ToString()));
    EXPECT_TRUE(weight.trainable);
  }
  EXPECT_EQ(weights, row["weights"].get<std::vector<std::string>>());
  json axes = json::object();
  if (layer.input_spec.axis_dim >= 0) {
    axes[absl::StrCat(layer.input_spec.axis)] = layer.input_spec.axis_dim;
    EXPECT_EQ(layer.input_spec.ndim, output.shape->rank);
  }
  EXPECT_EQ(axes, row.value("axes", json::object()));
}

TEST_F(SpatialLayers, are_called_and_refused_as_in_keras) {
  const std::vector<json> rows = Rows("dtype");
  ASSERT_GT(rows.size(), 300u);
  for (const json& row : rows) {
    SCOPED_TRACE(absl::StrCat(row["kind"].get<std::string>(),
                              row["arguments"].dump(), row["shape"].dump(),
                              row["dtype"].dump()));
    Compare(row);
  }
}

TEST_F(SpatialLayers, compute_what_keras_computes) {
  const std::vector<json> rows = Rows("values");
  ASSERT_GT(rows.size(), 100u);
  for (const json& row : rows) {
    SCOPED_TRACE(absl::StrCat(row["kind"].get<std::string>(),
                              row["arguments"].dump(), row["shape"].dump()));
    ClearCase();
    const auto resolved = Resolve(row, "arguments");
    ASSERT_TRUE(resolved.ok()) << resolved.status();
    TestLayer layer;
    layer.spec = *resolved;
    Symbol* x = Input(Dims(row["shape"]));
    const Result result = Call(layer, {x});
    ASSERT_EQ(result.error(), "");
    std::vector<Array> weights;
    for (const WeightDecl& weight : layer.weights) {
      const auto dims = weight.shape->dims();
      weights.push_back(SomeNumbers({dims.begin(), dims.end()},
                                    static_cast<int>(weights.size()) + 1));
    }
    const Array value =
        Number(result.outputs[0], {{x, SomeNumbers(Dims(row["shape"]), 0)}},
               &layer, weights);
    Array expected;
    expected.dims = Dims(row["dims"]);
    expected.values = row["values"].get<std::vector<double>>();
    EXPECT_LT(MaxDifference(value, expected), 1e-5) << ArrayToString(value);
    EXPECT_EQ(result.shapes[0], pool_.InternShape(expected.dims));
  }
}

// Each class occurs among the calls, and among the numbers.
TEST_F(SpatialLayers, are_all_compared) {
  for (const char* key : {"dtype", "values"}) {
    std::set<std::string> kinds;
    for (const json& row : Rows(key)) kinds.insert(row["kind"]);
    EXPECT_EQ(kinds.size(), 31u) << key;
  }
}

}  // namespace
}  // namespace clonecheck
