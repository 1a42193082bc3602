// Bad input: whatever the file holds, each command that reads one ends with
// exit code 2 and one message that names the place and what to do. No crash, no
// hang, no memory out of proportion.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// What a refused file may cost: the largest ones are read before they are
// refused. Sanitizers take several times as much.
constexpr long kMaxKilobytes = 2'000'000;

constexpr int kBomb = 10'000;

struct Bad {
  const char* name;
  // Writes the file, and gives its name.
  std::function<std::string()> make;
  // Parts of the message: the place, and what to do.
  std::vector<std::string> message;
  // `show` prints what Keras refuses, since that is how one looks at it, and
  // says that it does.
  bool can_be_shown = false;
};

// Test names come from this, not from what is in the struct.
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }

std::function<std::string()> Text(const std::string& text) {
  return [text] { return TempFile("bad.json", text); };
}

// The small case with a part replaced.
std::function<std::string()> Case(const std::string& part,
                                  const std::string& by) {
  return Text(absl::StrReplaceAll(kSecondOfTwoOutputs, {{part, by}}));
}

std::string Repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::string Garbage() {
  std::string bytes;
  uint32_t x = 1;
  for (int i = 0; i < 4096; ++i) {
    x = x * 1664525 + 1013904223;
    bytes += static_cast<char>(x >> 24);
  }
  return bytes;
}

std::vector<Bad> BadInputs() {
  return {
      {"a_missing_file",
       [] { return "no-such.json"; },
       {"cannot read no-such.json: No such file", "Check the name"}},
      {"a_directory",
       [] {
         std::filesystem::create_directories(TempDirectory() + "/folder");
         return "folder";
       },
       {"cannot read folder: it is a directory", "Name a file"}},
      {"an_empty_file", Text(""), {"the JSON text is empty", "give a file"}},
      {"only_blanks", Text(" \n\t\n"), {"the JSON text is empty"}},
      {"binary_garbage", Text(Garbage()), {"line 1, column", "correct"}},
      {"zeros", Text(std::string(1000, '\0')), {"this is no JSON", "correct"}},
      {"an_hdf5_header",
       Text("\x89HDF\r\n\x1a\n" + std::string(500, '\0')),
       {"the file is HDF5, as model.save() writes it", "model.to_json()"}},
      {"a_keras_3_archive",
       Text("PK\x03\x04" + std::string(500, '\0')),
       {"the file is a zip", "unzip -p FILE config.json"}},
      {"prose", Text("i0 = Input()"), {"line 1, column 1", "no JSON"}},
      {"a_cut_file",
       Text(std::string(kSecondOfTwoOutputs).substr(0, 60)),
       {"line 5, column", "unexpected end of input"}},
      {"invalid_utf8",
       Case("Lambda", "Lam\xff"),
       {"line 7, column", "ill-formed UTF-8"}},
      {"a_list", Text("[1, 2]"), {"the document is a list", "give a case"}},
      {"a_number", Text("7"), {"the document is 7", "give a case"}},
      {"an_object_of_something_else",
       Text("{\"a\": 1}"),
       {"without the key \"clonecheck\"", "give a case"}},
      {"another_version",
       Case("\"clonecheck\": 1", "\"clonecheck\": 2"),
       {"/clonecheck: version 2 is unknown", "reads version 1"}},
      {"an_unknown_key",
       Case("\"model\"", "\"colour\": 1, \"model\""),
       {"unknown key \"colour\"", "the keys of a graph are"}},
      {"a_dangling_output",
       Case("c0.1", "c7"),
       {"the model: output 0 refers to call 7", "use one of these"}},
      {"a_dangling_input",
       Case("\"inputs\": [\"i0\"]}\n  ]", "\"inputs\": [\"i3\"]}\n  ]"),
       {"call 0 (layer 0, Lambda): input 0 refers to input 3",
        "use one of these"}},
      {"an_output_too_many",
       Case("c0.1", "c0.2"),
       {"output 0 refers to output 2 of call 0", "use an index below that"}},
      {"a_cycle",
       Case("{\"layer\": 0, \"inputs\": [\"i0\"]}",
            "{\"layer\": 0, \"inputs\": [\"c1\"]},"
            "{\"layer\": 0, \"inputs\": [\"c0\"]}"),
       {"call 0 (layer 0, Lambda): input 0 refers to call 1, which comes later",
        "a call can only use inputs and earlier calls"}},
      {"a_call_of_itself",
       Case("{\"layer\": 0, \"inputs\": [\"i0\"]}",
            "{\"layer\": 0, \"inputs\": [\"c0\"]}"),
       {"call 0", "which is this very call"}},
      {"an_unknown_layer",
       Case("Lambda", "Capsule"),
       {"layer 0 (Capsule)", "see `clonecheck list layers`"}},
      {"an_unknown_function",
       Case("two", "seven"),
       {"layer 0 (Lambda)", "must be one of 'identity'"}},
      {"a_layer_number_too_high",
       Case("\"layer\": 0", "\"layer\": 5"),
       {"call 0: there is no layer 5"}},
      {"a_negative_layer_number",
       Case("\"layer\": 0", "\"layer\": -1"),
       {"/calls/0/layer: found -1", "expected a whole number"}},
      {"a_whole_number_past_64_bits",
       Case("\"layer\": 0", "\"layer\": 99999999999999999999"),
       {"line 10, column", "does not fit into 64 bits", "use a smaller one"}},
      {"a_number_past_double",
       Case("4]", "1e999]"),
       {"line 4, column", "past the range of a double"}},
      {"a_huge_dimension",
       Case("4]", "1000000000000]"),
       {"/inputs/0/shape/1: found 1000000000000", "expected a whole number"}},
      {"a_negative_dimension", Case("4]", "-3]"), {"/inputs/0/shape/1"}},
      {"a_huge_rank",
       Case("4]", "4" + Repeated(", 1", kBomb) + "]"),
       {"/inputs/0/shape: a list of", "use at most 8"}},
      {"a_long_name",
       Case("\"Lambda\"",
            "\"Lambda\", \"name\": \"" + std::string(10'000, 'n') + "\""),
       {"/layers/0/name", "has 10000 bytes; use at most 1024"}},
      {"a_bomb_of_lists",
       Text(Repeated("[", kBomb) + Repeated("]", kBomb)),
       {"line 1, column 201", "use a flatter file"}},
      {"a_bomb_of_objects",
       Text(Repeated("{\"a\":", kBomb) + "1" + Repeated("}", kBomb)),
       {"line 1, column", "use a flatter file"}},
      {"a_bomb_within_a_case",
       Case("[null, 4]", Repeated("[", kBomb) + Repeated("]", kBomb)),
       {"line 4, column", "use a flatter file"}},
      {"a_bomb_of_nested_models",
       Text(R"({"class_name": "Model", "config": )" +
            Repeated(R"({"layers": [{"class_name": "Model", "config": )",
                     kBomb)),
       {"line 1, column", "use a flatter file"}},
      {"a_file_of_100_megabytes",
       [] {
         const std::string name = TempFile("large.json", "[");
         std::filesystem::resize_file(TempDirectory() + "/" + name, 100 << 20);
         return name;
       },
       {"cannot read large.json: it has 104857600 bytes",
        "Give a smaller model"}},
      {"a_device_without_end",
       [] { return "/dev/zero"; },
       {"cannot read /dev/zero: it has more than", "Give a smaller model"}},
      {"a_shape_clash",
       Text(R"({"clonecheck": 1,
 "inputs": [{"shape": [null, 4]}, {"shape": [null, 5]}],
 "layers": [{"class": "Add"}],
 "calls": [{"layer": 0, "inputs": ["i0", "i1"]}],
 "model": {"inputs": ["i0", "i1"], "outputs": ["c0"]}})"),
       {"Keras 2.2.4 refuses call 0 of layer 0 (Add)",
        "ValueError: Operands could not be broadcast together with shapes "
        "(4,) (5,)",
        "Mend the model there"},
       /*can_be_shown=*/true},
      {"a_redundant_input",
       Case("\"model\": {\"inputs\": [\"i0\"]",
            "\"model\": {\"inputs\": [\"i0\", \"i0\"]"),
       {"refuses the model",
        "The list of inputs passed to the model is redundant",
        "Mend the model there"},
       /*can_be_shown=*/true},
  };
  // The analyzer takes what a std::function of the list owns for leaked.
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks)

class BadInput : public ::testing::TestWithParam<Bad> {
 protected:
  static void ExpectRefused(std::vector<std::string> arguments,
                            const std::string& file,
                            const std::vector<std::string>& message) {
    arguments.insert(arguments.begin() + 1, file);
    const Outcome run = Clonecheck(arguments);
    EXPECT_EQ(run.code, 2) << arguments[0] << ": " << run.err;
    EXPECT_THAT(run.out, IsEmpty()) << arguments[0];
    // One message, which names the file.
    EXPECT_THAT(run.err, AllOf(StartsWith("clonecheck: "), HasSubstr(file)));
    EXPECT_EQ(run.err.find("\nclonecheck: "), std::string::npos) << run.err;
    EXPECT_LT(run.err.size(), 1'000u) << arguments[0];
    for (const std::string& part : message) {
      EXPECT_THAT(run.err, HasSubstr(part)) << arguments[0];
    }
    EXPECT_LT(run.peak_kilobytes, kMaxKilobytes) << arguments[0];
  }
};

TEST_P(BadInput, each_command_refuses_it_with_one_message) {
  const Bad& bad = GetParam();
  const std::string file = bad.make();
  ExpectRefused({"check"}, file, bad.message);
  ExpectRefused({"replay"}, file, bad.message);
  ExpectRefused({"shrink", "--cloner", "keras-2.2.4"}, file, bad.message);
  if (bad.can_be_shown) {
    const Outcome run = Clonecheck({"show", file});
    EXPECT_EQ(run.code, 0);
    EXPECT_THAT(run.out, HasSubstr("model = Model("));
    // On standard error, where what is shown goes to a file.
    EXPECT_THAT(run.err, AllOf(StartsWith("clonecheck: "), HasSubstr(file)));
    for (const std::string& part : bad.message) {
      EXPECT_THAT(run.err, HasSubstr(part));
    }
  } else {
    for (const char* form : {"text", "json", "python"}) {
      ExpectRefused({"show", "--as", form}, file, bad.message);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, BadInput, ::testing::ValuesIn(BadInputs()),
                         [](const ::testing::TestParamInfo<Bad>& info) {
                           return info.param.name;
                         });

// Once only: a slow build reads at 2 MB/s.
TEST(BadInputWithLimits, a_file_of_too_many_small_values) {
  const std::string file =
      TempFile("values.json", "[" + Repeated("[],", 5'000'000) + "[]]");
  const Outcome run = Clonecheck({"check", file});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("more than 5000000 values"),
                             HasSubstr("use a smaller file")));
  EXPECT_LT(run.peak_kilobytes, kMaxKilobytes);
}

TEST(BadInputAmongGood, is_told_before_anything_is_judged) {
  const std::string good = TempFile("good.json", kSecondOfTwoOutputs);
  const std::string bad = TempFile("bad.json", "{}");
  const Outcome run = Clonecheck({"check", good, bad});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("bad.json: "));
  EXPECT_THAT(run.out, IsEmpty());
}

}  // namespace
}  // namespace clonecheck
