#include "targets/kept_findings.h"

#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/exchange/load_case.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::SizeIs;

constexpr char kOne[] = R"({
  "clonecheck_finding": 1, "row": "Z1", "says": "It is lost.",
  "targets": ["fake-*"], "operation": "clone",
  "signatures": ["*/weights/weights/count", "clone/completes/E@*"],
  "needs": ["odd|Lambda", "Add"], "seed": 9, "variants": ["odd"], "graph": {"clonecheck": 1}})";

HuntFault Fault(const std::string& step, const std::string& obligation,
                const std::string& symptom) {
  HuntFault fault;
  fault.step = step;
  fault.obligation = obligation;
  fault.symptom = symptom;
  return fault;
}

TEST(KeptFindings, one_is_read_and_written_alike) {
  const auto findings = ParseKeptFindings("one", kOne);
  ASSERT_TRUE(findings.ok()) << findings.status();
  ASSERT_THAT(*findings, SizeIs(1));
  EXPECT_EQ(json(KeptFindingJson(findings->front())), json::parse(kOne));
  EXPECT_EQ(
      ParseKeptFindings("two", absl::StrCat("[", kOne, ",", kOne, "]"))->size(),
      2u);
}

TEST(KeptFindings, stars_stand_for_anything) {
  const KeptFinding finding = ParseKeptFindings("one", kOne)->front();
  EXPECT_TRUE(finding.IsOf("fake-1.2"));
  EXPECT_FALSE(finding.IsOf("another-1.2"));
  EXPECT_TRUE(finding.Shows(Fault("save", "weights", "weights/count")));
  EXPECT_TRUE(finding.Shows(Fault("clone", "completes", "E@a/b.py:f")));
  EXPECT_FALSE(finding.Shows(Fault("save", "completes", "E@a/b.py:f")));
  EXPECT_FALSE(finding.Shows(Fault("save", "weights", "weights/#/value")));
}

TEST(KeptFindings, known_ones_are_told_with_their_row) {
  const auto kept = *ParseKeptFindings("one", kOne);
  const std::set<std::string> traits = {"Add", "odd"};
  const HuntFault fault = Fault("clone", "completes", "E@x");
  EXPECT_EQ(KeptReason(kept, "fake-3", fault, traits), "Z1: It is lost.");
  EXPECT_EQ(
      KeptReason(kept, "fake-3", Fault("clone", "completes", "F@x"), traits),
      "");
  EXPECT_EQ(KeptReason(kept, "keras-3", fault, traits), "");
}

TEST(KeptFindings, a_case_without_what_one_needs_is_not_of_it) {
  const KeptFinding finding = ParseKeptFindings("one", kOne)->front();
  EXPECT_TRUE(finding.CanBe({"Add", "odd"}));
  EXPECT_TRUE(finding.CanBe({"Add", "Lambda", "Dense"}));
  EXPECT_FALSE(finding.CanBe({"Add"}));
  EXPECT_FALSE(finding.CanBe({"odd", "Lambda"}));
}

TEST(KeptFindings, traits_are_classes_variants_and_features) {
  Workbench workbench;
  const auto graph = LoadGraph(R"({"clonecheck": 1,
      "inputs": [{"shape": [null, 2]}],
      "layers": [{"class": "Activation", "config": {"activation": "tanh"}},
                 {"class": "Sequential", "children": [0, 0]}],
      "calls": [{"layer": 1, "inputs": ["i0"]}],
      "model": {"inputs": ["i0"], "outputs": ["c0", "c0"]}})",
                               workbench.catalogue());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(
      TraitsOf(*graph, workbench.catalogue(), {"odd"}),
      testing::IsSupersetOf({"Activation", "Sequential", "sequential", "odd",
                             "repeated_output", "layer_twice_in_sequential"}));
}

TEST(KeptFindings, what_is_missing_is_said) {
  const struct {
    const char* key;
    json value;
    const char* says;
  } kWrong[] = {
      {"clonecheck_finding", 2, "\"clonecheck_finding\": 1"},
      {"row", "", "\"row\""},
      {"operation", 3, "\"operation\""},
      {"signatures", json::array(), "\"signatures\""},
      {"needs", "Dense", "\"needs\""},
      {"targets", "all", "\"targets\""},
      {"seed", -1, "\"seed\""},
      {"graph", "none", "\"graph\""},
  };
  for (const auto& wrong : kWrong) {
    json value = json::parse(kOne);
    value[wrong.key] = wrong.value;
    const auto findings = ParseKeptFindings("mine.json", value.dump());
    ASSERT_FALSE(findings.ok()) << wrong.key;
    EXPECT_THAT(std::string(findings.status().message()),
                testing::AllOf(HasSubstr("mine.json"), HasSubstr(wrong.says)));
  }
  EXPECT_FALSE(ParseKeptFindings("mine.json", "{").ok());
}

TEST(KeptFindings, a_case_is_told_from_them) {
  EXPECT_TRUE(LooksLikeKeptFindings(kOne));
  EXPECT_TRUE(LooksLikeKeptFindings(absl::StrCat("[", kOne, "]")));
  EXPECT_FALSE(LooksLikeKeptFindings(R"({"clonecheck": 1})"));
  EXPECT_FALSE(LooksLikeKeptFindings("[]"));
  EXPECT_FALSE(LooksLikeKeptFindings("no JSON"));
}

KeptState State(const std::string& steps) {
  return JudgeKept(ParseKeptFindings("one", kOne)->front(), json::parse(steps))
      .state;
}

TEST(JudgeKept, tells_there_gone_and_changed) {
  const std::string built = R"("build": {"result": {"looks": {}}})";
  EXPECT_EQ(State(absl::StrCat("{", built, R"(, "clone": {"raised":
      {"type": "E", "where": "x"}}})")),
            KeptState::kThere);
  EXPECT_EQ(State(absl::StrCat("{", built, R"(, "clone": {"raised":
      {"type": "F", "where": "x"}}})")),
            KeptState::kChanged);
  EXPECT_EQ(State(absl::StrCat("{", built, R"(, "clone": {"result": {}}})")),
            KeptState::kGone);
  EXPECT_EQ(State(absl::StrCat("{", built, R"(, "clone":
      {"unsupported": "no step clone"}})")),
            KeptState::kChanged);
  EXPECT_EQ(State(R"({"build": {"raised": {"type": "E"}}})"),
            KeptState::kChanged);
}

TEST(OurKeptFindings, each_is_of_a_target_and_its_graph_can_be_read) {
  std::set<std::string> names;
  for (const KeptFinding& finding : OurKeptFindings()) {
    EXPECT_TRUE(names.insert(finding.name).second) << finding.name;
    bool of_one = false;
    for (const absl::string_view target : HuntTargetNames()) {
      of_one = of_one || finding.IsOf(target);
    }
    EXPECT_TRUE(of_one) << finding.name;
    Workbench workbench;
    const auto graph = LoadGraph(finding.graph.dump(), workbench.catalogue());
    EXPECT_TRUE(graph.ok()) << finding.name << ": " << graph.status();
    EXPECT_NE(finding.row, "(new)") << finding.name << ": judge it first";
    EXPECT_TRUE(finding.CanBe(
        TraitsOf(*graph, workbench.catalogue(), finding.variants)))
        << finding.name << ": its own case has not what it needs";
  }
  EXPECT_GT(names.size(), 15u);
}

}  // namespace
}  // namespace clonecheck
