#include "judge/bindings/candidate.h"

#include <gtest/gtest.h>

#include "campaign/workbench.h"
#include "core/graph/json.h"
#include "core/layers/resolve_graph.h"

namespace clonecheck {
namespace {

class CandidateTest : public ::testing::Test {
 protected:
  CandidateTest()
      : session_(bench_.session(*FindEngineRules("2.2.4"))),
        candidate_(session_) {}

  // What the candidate with this body does with keras#12202 at its smallest.
  std::string Says(const std::string& body) {
    std::string source =
        "def _clone_functional_model(model, input_tensors=None):\n";
    source += body;
    const absl::Status loaded = candidate_.Load(source, "candidate.py");
    if (!loaded.ok()) return std::string(loaded.message());
    const Graph graph =
        GraphFromJson(R"({"clonecheck": 1, "inputs": [{"shape": [null, 4]}],
          "layers": [{"class": "Lambda", "config": {"function": "two"}},
                     {"class": "Dense", "config": {"units": 3}}],
          "calls": [{"layer": 0, "inputs": ["i0"]},
                    {"layer": 1, "inputs": ["c0.1"]}],
          "model": {"inputs": ["i0"], "outputs": ["c1"]}})",
                      bench_.pool())
            .value();
    const Graph resolved = ResolveGraph(graph, bench_.catalogue()).value();
    const Built built =
        bench_.Build(resolved, *FindEngineRules("2.2.4")).value();
    const OrRefusal<Model*> clone = candidate_.Clone(*built.model, nullptr);
    const std::string missing = candidate_.TakeNotModelled();
    if (!missing.empty()) return "not modelled: " + missing;
    return clone.ok() ? "model" : clone.refusal->ToString();
  }

  Workbench bench_;
  Session& session_;
  Candidate candidate_;
};

TEST_F(CandidateTest, MissingAttributesAreNamedAsInKeras) {
  EXPECT_EQ(Says("  return model._nodes\n"),
            "AttributeError: 'Model' object has no attribute '_nodes'");
}

}  // namespace
}  // namespace clonecheck
