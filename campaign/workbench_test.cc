// Workbench: builds and judges Graphs one after the other.
#include "campaign/workbench.h"

#include "core/graph/graph.h"
#include "core/layers/kinds.h"
#include "core/oracle/obligation.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class WorkbenchTest : public testing::Test {
 protected:
  const Config* Resolved(absl::string_view kind,
                         std::vector<ConfigEntry> entries = {}) {
    Pool& pool = workbench_.pool();
    return (*workbench_.catalogue().Resolve(
                pool.InternConfig(pool.InternName(kind), std::move(entries))))
        ->config();
  }
  TensorRef AddInput(GraphBuilder& builder) {
    const int32_t dims[] = {kUnknownDim, 4};
    return builder.AddInput(workbench_.pool().InternShape(dims));
  }
  // keras#12202: a model that ends at output `index` of a Lambda with two.
  Graph TwoOutputs(int32_t index) {
    Pool& pool = workbench_.pool();
    GraphBuilder builder;
    const TensorRef x = AddInput(builder);
    const TensorRef two = builder.AddCall(
        builder.AddLayer(Resolved(
            "Lambda", {{pool.InternName("function"),
                        ConfigValue::String(pool.InternName("two"))}})),
        {x});
    builder.SetModel({x}, {TensorRef::Call(two.producer, index)});
    return std::move(builder).Build();
  }
  CaseVerdict Judge(const Graph& graph, absl::string_view cloner) {
    return workbench_.JudgeGraph(graph, FindCloner(cloner).value(),
                                 AllObligations());
  }

  Workbench workbench_;
};

TEST_F(WorkbenchTest, judges_keras_12202) {
  const CaseVerdict verdict = Judge(TwoOutputs(1), "keras-2.2.4");
  EXPECT_EQ(verdict.verdict, Verdict::kRaised);
  EXPECT_EQ(verdict.signature.ToString("keras-2.2.4"),
            "keras-2.2.4/completes/could-not-compute-output/Lambda");
  EXPECT_EQ(Judge(TwoOutputs(0), "keras-2.2.4").verdict, Verdict::kAgree);
  EXPECT_EQ(Judge(TwoOutputs(1), "keras-2.3.1").verdict, Verdict::kAgree);
  EXPECT_EQ(Judge(TwoOutputs(1), "fixed@2.2.5").verdict, Verdict::kAgree);
}

TEST_F(WorkbenchTest, what_fails_alike_has_the_signature_of_its_verdict) {
  const ClonerOnEngine cloner = FindCloner("keras-2.2.4").value();
  const Signature signature = Judge(TwoOutputs(1), "keras-2.2.4").signature;
  const auto fails = [&](int32_t output, const Signature& as) {
    return workbench_.FailsAlike(TwoOutputs(output), cloner, AllObligations(),
                                 as);
  };
  EXPECT_TRUE(fails(1, signature));
  EXPECT_FALSE(fails(0, signature));
  Signature other = signature;
  other.where = nullptr;
  EXPECT_FALSE(fails(1, other));
  // Another obligation may fail, too: it is not what the case is charged to.
  other.obligation = &kOutputs;
  EXPECT_FALSE(fails(1, other));
  // One that nobody asked for.
  EXPECT_FALSE(workbench_.FailsAlike(TwoOutputs(1), cloner, {}, signature));
}

TEST_F(WorkbenchTest, says_the_same_whatever_came_before) {
  const Graph bad = TwoOutputs(1);
  const Graph good = TwoOutputs(0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Judge(bad, "keras-2.2.4").verdict, Verdict::kRaised);
    EXPECT_EQ(Judge(good, "keras-2.2.4").verdict, Verdict::kAgree);
    EXPECT_EQ(Judge(bad, "fixed").verdict, Verdict::kAgree);
  }
}

TEST_F(WorkbenchTest, judges_several_cloners_on_one_original) {
  const ClonerOnEngine reference = FindCloner("keras-2.2.4").value();
  const ClonerOnEngine fixed = FindCloner("fixed").value();
  const Built built = *workbench_.Build(TwoOutputs(1), *reference.engine);
  ASSERT_EQ(reference.engine, fixed.engine);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(workbench_.JudgeBuilt(built, reference, AllObligations()).verdict,
              Verdict::kRaised);
    EXPECT_EQ(workbench_.JudgeBuilt(built, fixed, AllObligations()).verdict,
              Verdict::kAgree);
  }
}

TEST_F(WorkbenchTest, has_a_session_an_engine) {
  for (const EngineRules& engine : kEngineRules) {
    EXPECT_EQ(workbench_.session(engine).rules().version, engine.version);
  }
  // Building for one leaves what was built for the other.
  const Built first = *workbench_.Build(TwoOutputs(0), kEngineRules[0]);
  ASSERT_TRUE(workbench_.Build(TwoOutputs(1), kEngineRules[1]).ok());
  EXPECT_EQ(first.model->outputs()[0]->tensor_index, 0);
}

TEST_F(WorkbenchTest, an_original_that_keras_refuses_is_refused_by_both) {
  GraphBuilder builder;
  const TensorRef x = AddInput(builder);
  builder.SetModel({x, x}, {x});
  const CaseVerdict verdict = Judge(builder.graph(), "keras-2.2.4");
  EXPECT_EQ(verdict.verdict, Verdict::kBothRefuse);
  EXPECT_FALSE(verdict.failed());
}

TEST_F(WorkbenchTest, a_graph_that_is_no_program_is_unjudged) {
  GraphBuilder builder;
  const TensorRef x = AddInput(builder);
  const TensorRef y =
      builder.AddCall(builder.AddLayer(Resolved("Swap")), {x, x});
  builder.SetModel({x}, {TensorRef::Call(y.producer, 2)});
  EXPECT_FALSE(workbench_.Build(builder.graph(), kEngineRules[0]).ok());
  EXPECT_EQ(Judge(builder.graph(), "fixed").verdict, Verdict::kUnjudged);
}

}  // namespace
}  // namespace clonecheck
