// Properties of the cloners over generated Graphs: `fixed` is right on all of
// them, and keras-2.2.4 fails exactly where the rule of lost outputs says.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/engine/errors.h"
#include "core/engine/meanings.h"
#include "core/engine/testing.h"
#include "core/graph/json.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr uint64_t kGraphs = 20'000;

class ClonersProperty : public testing::Test {
 protected:
  const Graph& Generate(uint64_t seed) {
    ChoiceSource choices(CaseSeed(11, seed));
    return generator_.Generate(choices);
  }

  // Of layers that the rule of lost outputs speaks of: a Model or Sequential is
  // rebuilt from its config, which may go wrong in other ways.
  const Graph& GenerateFlat(uint64_t seed) {
    ChoiceSource choices(CaseSeed(11, seed));
    return flat_.Generate(choices);
  }
  static Profile Flat() {
    Profile profile = AllProfiles()[0];
    profile.models = 0;
    profile.sequentials = 0;
    profile.states = 0;  // its clone gives them twice, and is refused
    return profile;
  }

  Workbench workbench_;
  Generator generator_{workbench_.catalogue(), AllProfiles()[0]};
  Generator flat_{workbench_.catalogue(), Flat()};
};

// ---- fixed ----

// The first `share` of the graphs of each profile.
void ExpectFixedAgrees(Workbench& workbench,
                       absl::Span<const Obligation* const> obligations,
                       uint64_t share) {
  const std::vector<ClonerOnEngine> cloners =
      FindCloners("fixed,fixed@2.2.5,fixed@2.3.1").value();
  for (const Profile& profile : AllProfiles()) {
    Generator generator(workbench.catalogue(), profile);
    const uint64_t all = profile.max_calls > 60   ? 10
                         : profile.max_calls > 20 ? kGraphs / 20
                                                  : kGraphs;
    for (uint64_t seed = 0; seed < std::max(all / share, uint64_t{3}); ++seed) {
      ChoiceSource choices(CaseSeed(11, seed));
      const Graph& graph = generator.Generate(choices);
      for (const ClonerOnEngine& cloner : cloners) {
        const CaseVerdict verdict =
            workbench.JudgeGraph(graph, cloner, obligations);
        ASSERT_EQ(verdict.verdict, Verdict::kAgree)
            << profile.name << ", seed " << seed << ": "
            << (verdict.failed() ? verdict.signature.ToString(cloner.name) : "")
            << "\n"
            << GraphToJson(graph);
      }
    }
  }
}

TEST_F(ClonersProperty, fixed_completes_with_equal_outputs_on_every_engine) {
  ExpectFixedAgrees(workbench_, FindObligations("completes,outputs").value(),
                    1);
}

// Most obligations cost more than the two.
TEST_F(ClonersProperty, fixed_meets_every_obligation_on_every_engine) {
  ExpectFixedAgrees(workbench_, AllObligations(), 20);
}

// The same by other means than the oracle's, and more: masks of outputs, the
// same nodes, nothing older changed, and a clone of the clone.
TEST_F(ClonersProperty, fixed_keeps_masks_and_nodes_and_the_original) {
  const ClonerOnEngine cloner = FindCloner("fixed").value();
  for (uint64_t seed = 0; seed < kGraphs; ++seed) {
    const Graph& graph = Generate(seed);
    const Built built = *workbench_.Build(graph, *cloner.engine);
    Session& session = workbench_.session(*cloner.engine);
    Session::Trial trial(session);
    OrRefusal<Model*> clone =
        cloner.cloner->clone(session, *built.model, nullptr);
    ASSERT_TRUE(clone.ok()) << seed;
    ASSERT_TRUE(trial.changes().empty()) << seed;
    OrRefusal<Model*> again =
        cloner.cloner->clone(session, *clone.value, nullptr);
    ASSERT_TRUE(again.ok()) << seed;
    for (Model* copy : {clone.value, again.value}) {
      Meanings meanings(session, *built.model, *copy);
      ASSERT_TRUE(meanings.SameOutputs()) << seed << GraphToJson(graph);
      const Model& original = *built.model;
      ASSERT_EQ(copy->nodes().size(), original.nodes().size()) << seed;
      for (size_t i = 0; i < original.nodes().size(); ++i) {
        const Node& a = *original.nodes()[i];
        const Node& b = *copy->nodes()[i];
        ASSERT_EQ(a.outbound_layer()->name(), b.outbound_layer()->name());
        ASSERT_EQ(a.num_output_masks(), b.num_output_masks()) << seed;
        for (size_t k = 0; k < a.num_output_masks(); ++k) {
          ASSERT_TRUE(meanings.Same(a.output_mask(k), b.output_mask(k)))
              << seed << GraphToJson(graph);
        }
      }
    }
  }
}

// ---- keras-2.2.4 ----

// How many outputs of a call the clone keeps: as many as the copy of the layer
// has masks to give, where one mask or None counts as one. The copy is made
// from the config, which forgets a Lambda's mask function.
size_t KeptOutputs(const Node& node) {
  const LayerSpec& copy = node.outbound_layer()->spec().saved();
  const LayerKind* kind = &copy.kind();
  // A list with one mask an output.
  if (copy.traits().num_states > 0) return node.output_tensors().size();
  const bool base_rule = kind == &InputLayerKind() || kind == &DenseKind() ||
                         kind == &ActivationKind() || kind == &MultiOutKind() ||
                         kind == &MultiOutMaskedKind() || kind == &SwapKind();
  // A list comes only out of a list.
  return base_rule && copy.traits().supports_masking ? node.inputs().size() : 1;
}

// The outcome that the rule predicts: null, or the first output that is lost.
const Tensor* FirstLostOutput(const Model& original) {
  std::map<uint32_t, bool> kept;  // by Tensor::id
  // An InputLayer that has a copy counts as done, whatever it is called on.
  std::set<const Layer*> copied_inputs;
  for (const Node* node : original.nodes()) {
    if (!node->has_inbound_layers()) {
      kept[node->output_tensors()[0]->id] = true;
      continue;
    }
    const Layer* layer = node->outbound_layer();
    const bool runs =
        !(layer->is_input_layer() && !copied_inputs.insert(layer).second) &&
        std::all_of(node->inputs().begin(), node->inputs().end(),
                    [&](const auto& input) { return kept[input.tensor->id]; });
    for (size_t k = 0; k < node->output_tensors().size(); ++k) {
      // An object that a call returns twice is kept if either is.
      kept[node->output_tensors()[k]->id] |= runs && k < KeptOutputs(*node);
    }
  }
  for (const Tensor* output : original.outputs()) {
    if (!kept[output->id]) return output;
  }
  return nullptr;
}

TEST_F(ClonersProperty, keras_224_refuses_exactly_where_an_output_is_lost) {
  const ClonerOnEngine cloner = FindCloner("keras-2.2.4").value();
  int refused = 0;
  int other = 0;
  for (uint64_t seed = 0; seed < kGraphs; ++seed) {
    const Graph& graph = GenerateFlat(seed);
    const Built built = *workbench_.Build(graph, *cloner.engine);
    Session& session = workbench_.session(*cloner.engine);
    const Tensor* predicted = FirstLostOutput(*built.model);
    OrRefusal<Model*> clone =
        cloner.cloner->clone(session, *built.model, nullptr);
    if (clone.ok()) {
      ASSERT_EQ(predicted, nullptr) << seed << GraphToJson(graph);
      continue;
    }
    if (clone.refusal->form == &errors::kBackend) {
      // Masks that a Lambda's copy no longer hands on, so that those of others
      // cannot be merged with them.
      ++other;
      continue;
    }
    ++refused;
    ASSERT_NE(predicted, nullptr)
        << seed << clone.refusal->ToString() << GraphToJson(graph);
    EXPECT_EQ(clone.refusal->form, &errors::kCouldNotComputeOutput) << seed;
    ASSERT_EQ(clone.refusal->args[0].pointer,
              static_cast<const Symbol*>(predicted))
        << seed << GraphToJson(graph);
  }
  // Both outcomes were tried, and the exception is one.
  EXPECT_GT(refused, static_cast<int>(kGraphs) / 5);
  EXPECT_LT(refused, static_cast<int>(kGraphs) * 4 / 5);
  EXPECT_LT(other, static_cast<int>(kGraphs) / 500);
}

// The layer in a signature is one of which something is lost that is needed,
// and mostly the first one of these.
TEST_F(ClonersProperty, keras_224_is_charged_to_a_layer_that_loses_an_output) {
  const ClonerOnEngine cloner = FindCloner("keras-2.2.4").value();
  const std::vector<const Obligation*> completes =
      FindObligations("completes").value();
  int refused = 0;
  int first = 0;
  for (uint64_t seed = 0; seed < kGraphs; ++seed) {
    const Graph& graph = GenerateFlat(seed);
    const Built built = *workbench_.Build(graph, *cloner.engine);
    if (FirstLostOutput(*built.model) == nullptr) continue;
    const CaseVerdict verdict = workbench_.JudgeBuilt(built, cloner, completes);
    if (verdict.signature.symptom != errors::kCouldNotComputeOutput.id)
      continue;
    ++refused;
    // What is needed: outputs of the model, and inputs of its nodes.
    std::map<uint32_t, bool> needed;
    for (const Tensor* output : built.model->outputs()) {
      needed[output->id] = true;
    }
    for (const Node* node : built.model->nodes()) {
      for (const auto& input : node->inputs()) needed[input.tensor->id] = true;
    }
    std::vector<const LayerKind*> losers;
    std::set<const Layer*> copied_inputs;
    for (const Node* node : built.model->nodes()) {
      Tensors outputs = node->output_tensors();
      const Layer* layer = node->outbound_layer();
      if (node->has_inbound_layers() && layer->is_input_layer() &&
          !copied_inputs.insert(layer).second && needed[outputs[0]->id]) {
        losers.push_back(&layer->spec().kind());
      }
      for (size_t k = KeptOutputs(*node); k < outputs.size(); ++k) {
        if (!needed[outputs[k]->id] || outputs[k] == outputs[0]) continue;
        losers.push_back(&node->outbound_layer()->spec().kind());
      }
    }
    ASSERT_NE(std::find(losers.begin(), losers.end(), verdict.signature.where),
              losers.end())
        << seed << " " << verdict.signature.ToString("keras-2.2.4") << "\n"
        << GraphToJson(graph);
    first += verdict.signature.where == losers[0] ? 1 : 0;
  }
  EXPECT_GE(first * 100, refused * 95) << first << " of " << refused;
}

}  // namespace
}  // namespace clonecheck
