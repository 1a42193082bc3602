#include "core/graph/json.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/graph/example_graphs.h"
#include "core/graph/pool.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kSecondOfTwoOutputs = R"({
  "clonecheck": 1,
  "inputs": [
    {"shape": [null, 4]}
  ],
  "layers": [
    {"class": "Lambda", "config": {"function": "two"}}
  ],
  "calls": [
    {"layer": 0, "inputs": ["i0"]}
  ],
  "model": {"inputs": ["i0"], "outputs": ["c0.1"]}
}
)";

constexpr absl::string_view kEverythingAtOnce = R"({
  "clonecheck": 1,
  "inputs": [
    {"shape": [null, 4], "name": "x"},
    {"shape": [null, 5, 4]},
    {"shape": [null, 5], "dtype": "int32"}
  ],
  "layers": [
    {"class": "Dense", "config": {"units": 4}, "name": "shared"},
    {"class": "Lambda", "config": {"function": "two"}},
    {"class": "Dense", "config": {"units": 4}, "trainable": false},
    {"class": "LSTM", "config": {"dropout": 0.5, "units": 4}},
    {"class": "GRU", "config": {"units": 4}},
    {"class": "Embedding", "config": {"input_dim": 3, "mask_zero": true, "output_dim": 4}},
    {"class": "TimeDistributed", "children": [2]},
    {"class": "Model", "name": "inner", "position": 2, "inputs": ["i0"], "outputs": ["c1.1", "c0"]},
    {"class": "Dense", "config": {"units": 4}, "position": 2},
    {"class": "Sequential", "position": 2, "children": [8, 0]},
    {"class": "Add"}
  ],
  "calls": [
    {"layer": 0, "inputs": ["i0"]},
    {"layer": 1, "inputs": ["c0"]},
    {"layer": 7, "inputs": ["c1"], "as_list": true},
    {"layer": 9, "inputs": ["c2.1"]},
    {"layer": 5, "inputs": ["i2"]},
    {"layer": 3, "inputs": ["c4"], "kwargs": [{"name": "initial_state", "tensors": ["c3", "c0"]}, {"name": "training", "value": false}, {"name": "mask", "value": null}]},
    {"layer": 4, "inputs": ["c4"], "kwargs": [{"name": "initial_state", "tensor": "c5"}]},
    {"layer": 6, "inputs": ["i1"]},
    {"layer": 10, "inputs": ["c6", "c3", "i0"]},
    {"layer": 0, "inputs": ["c8"]}
  ],
  "model": {"inputs": ["i1", "i0", "i2"], "outputs": ["c8", "c7", "i0", "c8"], "name": "outer", "position": 9}
}
)";

std::string Message(absl::string_view text) {
  Pool pool;
  const auto graph = GraphFromJson(text, pool);
  EXPECT_TRUE(graph.ok() || absl::IsInvalidArgument(graph.status()));
  return graph.ok() ? "" : std::string(graph.status().message());
}

// The message for the small graph with one part replaced.
std::string MessageWith(absl::string_view part, absl::string_view by) {
  EXPECT_TRUE(absl::StrContains(kSecondOfTwoOutputs, part)) << part;
  return Message(absl::StrReplaceAll(kSecondOfTwoOutputs, {{part, by}}));
}

TEST(Json, prints_one_statement_a_line) {
  Pool pool;
  EXPECT_EQ(GraphToJson(SecondOfTwoOutputs(pool)), kSecondOfTwoOutputs);
  EXPECT_EQ(GraphToJson(EverythingAtOnce(pool)), kEverythingAtOnce);
}

TEST(Json, reads_back_the_same_graph) {
  Pool pool;
  for (const Graph& graph :
       {SecondOfTwoOutputs(pool), EverythingAtOnce(pool), Chain(pool, 200)}) {
    const auto read = GraphFromJson(GraphToJson(graph), pool);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_TRUE(*read == graph);
  }
}

TEST(Json, reading_and_printing_gives_the_same_bytes) {
  for (absl::string_view text : {kSecondOfTwoOutputs, kEverythingAtOnce}) {
    Pool pool;
    const auto graph = GraphFromJson(text, pool);
    ASSERT_TRUE(graph.ok()) << graph.status();
    EXPECT_EQ(GraphToJson(*graph), text);
  }
}

TEST(Json, layout_and_defaults_do_not_matter_for_reading) {
  Pool pool;
  const auto graph = GraphFromJson(
      R"({"model": {"outputs": ["c0.1"], "inputs": ["i0"], "position": 1},
          "calls": [{"layer": 0, "inputs": ["i0"], "kwargs": [],
                     "as_list": false}],
          "layers": [{"class": "Lambda", "config": {"function": "two"},
                      "trainable": true, "position": 0, "children": []}],
          "inputs": [{"shape": [null, 4], "dtype": "float32",
                      "sparse": false}], "clonecheck": 1})",
      pool);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(GraphToJson(*graph), kSecondOfTwoOutputs);
}

TEST(Json, every_kind_of_config_value_survives) {
  Pool pool;
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<ConfigValue> values = {
      ConfigValue::None(),
      ConfigValue::Bool(false),
      ConfigValue::Int(std::numeric_limits<int64_t>::min()),
      ConfigValue::Int(std::numeric_limits<int64_t>::max()),
      ConfigValue::Double(0.1),
      ConfigValue::Double(2),
      ConfigValue::Double(-0.0),
      ConfigValue::Double(5e-324),
      ConfigValue::Double(1.7976931348623157e308),
      ConfigValue::Double(1e16),
      ConfigValue::Double(inf),
      ConfigValue::Double(-inf),
      ConfigValue::Double(nan),
      MakeText(pool, "größe \"quoted\"\n\x01 \\ 🙂"),
      MakeText(pool, "\""),
      MakeText(pool, "\\"),
      MakeText(pool, "\x7f"),
      MakeText(pool, "nan"),
      MakeText(pool, absl::string_view("a\0b", 3)),
      ConfigValue::Dict(pool.InternConfig(
          nullptr, {{pool.InternName("$float"), MakeText(pool, "nan")},
                    {pool.InternName(""), ConfigValue::None()},
                    {pool.InternName("$$"), ConfigValue::None()}})),
  };
  values.push_back(ConfigValue::List(pool.InternList(values)));
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({1}));
  b.AddLayer(MakeConfig(pool, "Dense",
                        {{"a", ConfigValue::List(pool.InternList(values))}}));
  b.AddCall(0, {x});
  for (size_t i = 0; i < values.size(); ++i) {
    b.AddKwarg(pool.InternName("k" + std::to_string(i)), values[i]);
  }
  b.SetModel({x}, {x});
  const Graph graph = std::move(b).Build();
  const std::string text = GraphToJson(graph);
  const auto read = GraphFromJson(text, pool);
  ASSERT_TRUE(read.ok()) << read.status() << "\n" << text;
  EXPECT_TRUE(*read == graph) << text;
  EXPECT_EQ(GraphToJson(*read), text);
}

TEST(Json, a_graph_can_be_part_of_another_document) {
  Pool pool;
  nlohmann::json report = {{"findings", nlohmann::json::array()}};
  report["findings"].push_back(
      {{"witness", GraphToJsonValue(EverythingAtOnce(pool))}});
  const auto read = GraphFromJsonValue(report["findings"][0]["witness"], pool);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(*read == EverythingAtOnce(pool));
}

TEST(Json, printing_names_that_are_no_utf8_does_not_throw) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({1}), DType::kFloat32,
                                 pool.InternName("\xff"));
  b.SetModel({x}, {x});
  EXPECT_TRUE(absl::StrContains(GraphToJson(b.graph()), "\xef\xbf\xbd"));
}

TEST(Json, unknown_keys_are_errors_that_suggest_the_right_one) {
  EXPECT_EQ(MessageWith("\"layer\": 0, \"inputs\"", "\"layer\": 0, \"input\""),
            "/calls/0: unknown key \"input\"; did you mean \"inputs\"? The "
            "keys of a call are layer, inputs, kwargs, as_list");
  EXPECT_EQ(MessageWith("\"config\"", "\"frobnicate\""),
            "/layers/0: unknown key \"frobnicate\"; the keys of a layer are "
            "class, config, name, trainable, position, children, inputs, "
            "outputs");
}

TEST(Json, missing_keys_are_named) {
  EXPECT_EQ(MessageWith("\"layer\": 0, ", ""),
            "/calls/0: the key \"layer\" is missing; a call needs it");
  EXPECT_EQ(Message("{}"),
            "the document: the key \"clonecheck\" is missing; a graph begins "
            "with {\"clonecheck\": 1, …");
  EXPECT_EQ(Message(R"({"clonecheck": 1})"),
            "the document: the key \"inputs\" is missing; a graph needs it");
}

TEST(Json, a_keras_model_is_recognised) {
  EXPECT_EQ(Message(R"({"class_name": "Model", "config": {}})"),
            "the document: the key \"clonecheck\" is missing; this looks like "
            "a Keras model, read it with clonecheck check");
}

TEST(Json, other_versions_are_refused) {
  EXPECT_EQ(MessageWith("\"clonecheck\": 1", "\"clonecheck\": 2"),
            "/clonecheck: version 2 is unknown; this clonecheck reads version "
            "1, use one that knows the file's");
  EXPECT_NE(MessageWith("\"clonecheck\": 1", "\"clonecheck\": \"1\""), "");
}

TEST(Json, wrong_types_are_named_by_path) {
  EXPECT_EQ(MessageWith("[\"i0\"]}\n  ]", "[0]}\n  ]"),
            "/calls/0/inputs/0: found 0; expected a tensor: \"i0\" for input "
            "0, \"c2\" for the first output of call 2, \"c2.1\" for its "
            "second");
  EXPECT_EQ(MessageWith("\"layer\": 0", "\"layer\": -1"),
            "/calls/0/layer: found -1; expected a whole number, 0 to 19999");
  EXPECT_EQ(MessageWith("\"layer\": 0", "\"layer\": 4294967296"),
            "/calls/0/layer: found 4294967296; expected a whole number, 0 to "
            "19999");
  EXPECT_EQ(MessageWith("\"layer\": 0", "\"layer\": 0.0"),
            "/calls/0/layer: found 0.0; expected a whole number, 0 to 19999");
  EXPECT_EQ(MessageWith("[null, 4]", "[null, \"4\"]"),
            "/inputs/0/shape/1: found \"4\"; expected a size, or null for any "
            "size");
  EXPECT_EQ(MessageWith("[null, 4]", "4"),
            "/inputs/0/shape: found 4; expected a list of sizes");
  EXPECT_EQ(MessageWith("[null, 4]", "[1,2,3,4,5,6,7,8,9]"),
            "/inputs/0/shape: a list of 9 sizes is too long; use at most 8");
  EXPECT_EQ(MessageWith("\"Lambda\"", "null"),
            "/layers/0/class: found null; expected a text");
  EXPECT_EQ(MessageWith("[null, 4]}", "[null, 4], \"dtype\": \"float\"}"),
            "/inputs/0/dtype: found \"float\"; expected one of float32, "
            "float64, float16, int32, int64, bool");
  EXPECT_EQ(Message("[]"),
            "the document: found a list; expected a graph, an object with the "
            "keys clonecheck, inputs, layers, calls, model");
}

TEST(Json, wrong_types_anywhere_are_refused_and_never_crash) {
  // Each value of the big example replaced by values of every type.
  Pool pool;
  const nlohmann::json document = nlohmann::json::parse(kEverythingAtOnce);
  const std::vector<nlohmann::json> strange = {nullptr,
                                               true,
                                               -1,
                                               1e300,
                                               "text",
                                               nlohmann::json::array(),
                                               nlohmann::json::object(),
                                               UINT64_MAX,
                                               "\xff",
                                               {{"$float", 1}}};
  int tried = 0;
  const auto replace_all = [&](auto& self, nlohmann::json& whole,
                               nlohmann::json& part) -> void {
    const nlohmann::json before = part;
    for (const nlohmann::json& value : strange) {
      part = value;
      const auto graph = GraphFromJsonValue(whole, pool);
      ++tried;
      if (graph.ok()) {
        EXPECT_TRUE(GraphFromJson(GraphToJson(*graph), pool).ok());
      } else {
        EXPECT_FALSE(graph.status().message().empty());
      }
    }
    part = before;
    if (part.is_structured()) {
      for (auto& child : part) self(self, whole, child);
    }
  };
  nlohmann::json copy = document;
  replace_all(replace_all, copy, copy);
  EXPECT_GT(tried, 1000);
}

TEST(Json, structure_is_validated) {
  EXPECT_EQ(MessageWith("[\"i0\"]}\n  ]", "[\"c0\"]}\n  ]"),
            "call 0 (layer 0, Lambda): input 0 refers to call 0, which is this "
            "very call; a call can only use inputs and earlier calls");
  EXPECT_EQ(MessageWith("[null, 4]", "[]"),
            "input 0 has no shape of known rank; give it a list of 1 to 8 "
            "sizes, the batch size first");
}

TEST(Json, long_names_are_refused) {
  const std::string name(10'000, 'x');
  EXPECT_EQ(MessageWith("\"Lambda\"", "\"" + name + "\""),
            "/layers/0/class: \"" + std::string(60, 'x') +
                "…\" has 10000 bytes; use at most 1024");
  EXPECT_NE(MessageWith("\"function\"", "\"" + name + "\""), "");
  EXPECT_NE(MessageWith("\"config\"", "\"" + name + "\""), "");
  // A text in a config may be long: bytecode is.
  EXPECT_EQ(MessageWith("\"two\"", "\"" + name + "\""), "");
}

TEST(Json, dollar_keys_are_checked) {
  EXPECT_EQ(MessageWith("\"two\"", "{\"$flaot\": \"nan\"}"),
            "/layers/0/config/function: unknown key \"$flaot\"; a key that "
            "really begins with $ is written with $$");
  EXPECT_NE(MessageWith("\"two\"", "{\"$float\": \"NaN\"}"), "");
  EXPECT_NE(MessageWith("\"two\"", "{\"$float\": \"nan\", \"a\": 1}"), "");
}

TEST(Json, keyword_arguments_have_one_value) {
  const auto with = [](absl::string_view kwargs) {
    return MessageWith(
        "[\"i0\"]}\n  ]",
        absl::StrCat("[\"i0\"], \"kwargs\": ", kwargs, "}\n  ]"));
  };
  EXPECT_EQ(with(R"([{"name": "mask", "value": null}])"), "");
  EXPECT_EQ(with(R"([{"name": "mask"}])"),
            "/calls/0/kwargs/0: a keyword argument holds exactly one of value, "
            "tensor and tensors; give one of them");
  EXPECT_EQ(with(R"([{"name": "mask", "value": 1, "tensor": "i0"}])"),
            with(R"([{"name": "mask"}])"));
  EXPECT_NE(with(R"({"mask": null})"), "");
}

TEST(Json, truncated_text_is_refused_at_every_byte) {
  // Without the newline at the end the text is whole.
  for (size_t size = 0; size + 1 < kSecondOfTwoOutputs.size(); ++size) {
    EXPECT_NE(Message(kSecondOfTwoOutputs.substr(0, size)), "") << size;
  }
}

TEST(Json, syntax_errors_name_line_and_column) {
  EXPECT_TRUE(absl::StartsWith(MessageWith("\"layer\": 0,", "\"layer\": 0"),
                               "line 10, column "))
      << MessageWith("\"layer\": 0,", "\"layer\": 0");
}

TEST(Json, nesting_bombs_are_refused) {
  const std::string bomb = std::string(10'000, '[') + std::string(10'000, ']');
  EXPECT_TRUE(absl::StrContains(MessageWith("\"two\"", bomb),
                                "nested more than 200 levels deep"));
  // Made by a program instead of the parser.
  nlohmann::json value;
  for (int i = 0; i < 1'000; ++i) {
    nlohmann::json outer = nlohmann::json::array();
    outer.push_back(std::move(value));
    value = std::move(outer);
  }
  nlohmann::json document = nlohmann::json::parse(kSecondOfTwoOutputs);
  document["layers"][0]["config"]["function"] = std::move(value);
  Pool pool;
  EXPECT_TRUE(
      absl::StrContains(GraphFromJsonValue(document, pool).status().message(),
                        "nested more than 200 levels deep"));
}

}  // namespace
}  // namespace clonecheck
