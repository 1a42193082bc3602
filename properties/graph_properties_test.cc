// What holds for every Graph as a value, without a model being built.

#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/graph/canonical.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/model_kinds.h"
#include "core/graph/order.h"
#include "core/graph/print_python.h"
#include "core/graph/print_text.h"
#include "core/graph/python_dialect.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/resolve_graph.h"
#include "properties/graph_gen.h"
#include "properties/rapidcheck_gtest.h"

namespace clonecheck {
namespace {

const CatalogueFacts& Facts() {
  static const auto* const facts =
      new CatalogueFacts(SharedWorkbench().catalogue());
  return *facts;
}

int Sign(int comparison) { return (comparison > 0) - (comparison < 0); }

bool Has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

RC_GTEST_PROP(Graphs, every_graph_is_valid_and_resolved,
              (const AnyGraph& any)) {
  RC_ASSERT(Validate(any.graph, &Facts()).ok());
  const auto resolved = ResolveGraph(any.graph, SharedWorkbench().catalogue());
  RC_ASSERT(resolved.ok());
  RC_ASSERT(*resolved == any.graph);
}

RC_GTEST_PROP(Graphs, json_round_trip_is_identity, (const AnyGraph& any)) {
  const std::string json = GraphToJson(any.graph);
  const auto read = GraphFromJson(json, SharedWorkbench().pool());
  RC_ASSERT(read.ok());
  RC_ASSERT(*read == any.graph);
  RC_ASSERT(GraphToJson(*read) == json);
}

RC_GTEST_PROP(Graphs, json_means_the_same_in_another_pool,
              (const AnyGraph& any)) {
  const std::string json = GraphToJson(any.graph);
  Pool other;
  const auto read = GraphFromJson(json, other);
  RC_ASSERT(read.ok());
  RC_ASSERT(GraphToJson(*read) == json);
  RC_ASSERT(CompareGraphs(*read, any.graph) == 0);
}

RC_GTEST_PROP(Graphs, text_and_python_print_every_graph,
              (const AnyGraph& any)) {
  const std::string text = GraphToText(any.graph, &Facts());
  RC_ASSERT(Has(text, "model = "));
  RC_ASSERT(text.back() == '\n');
  const std::string python = GraphToPython(any.graph, Facts());
  RC_ASSERT(Has(python, "clone_model"));
  RC_ASSERT(python.back() == '\n');
  for (const LayerDecl& layer : any.graph.layers()) {
    // Models and what holds layers are not written by their class alone.
    if (IsModel(layer) || layer.children.size > 0) continue;
    RC_ASSERT(Has(python, Facts()
                              .ToPython(*layer.config, PythonDialect::kKeras2)
                              .constructor.c_str()) ||
              layer.name != nullptr || !layer.trainable);
  }
}

RC_GTEST_PROP(Graphs, canonical_form_is_canonical, (const AnyGraph& any)) {
  const Graph canonical = Canonicalize(any.graph);
  RC_ASSERT(Canonicalize(canonical) == canonical);
  RC_ASSERT(Validate(canonical, &Facts()).ok());
}

RC_GTEST_PROP(Graphs, order_is_total,
              (const AnyGraph& a, const AnyGraph& b, const AnyGraph& c)) {
  auto compare = [](const AnyGraph& x, const AnyGraph& y) {
    return Sign(CompareGraphs(x.graph, y.graph, &Facts()));
  };
  RC_ASSERT(compare(a, a) == 0);
  RC_ASSERT(compare(a, b) == -compare(b, a));
  RC_ASSERT((compare(a, b) == 0) == (a.graph == b.graph));
  if (compare(a, b) <= 0 && compare(b, c) <= 0) RC_ASSERT(compare(a, c) <= 0);
  if (compare(a, b) >= 0 && compare(b, c) >= 0) RC_ASSERT(compare(a, c) >= 0);
}

RC_GTEST_PROP(Graphs, order_is_total_among_neighbours, (const AnyGraph& any)) {
  // Graphs of one step are alike, so that later parts of the order decide.
  const std::vector<AnyGraph> near = OneStepSimpler(any);
  RC_PRE(near.size() >= 2u);
  const Graph& a = near[0].graph;
  const Graph& b = near[near.size() / 2].graph;
  const Graph& c = near.back().graph;
  auto less = [](const Graph& x, const Graph& y) {
    return CompareGraphs(x, y, &Facts()) < 0;
  };
  RC_ASSERT(!(less(a, b) && less(b, a)));
  if (less(a, b) && less(b, c)) RC_ASSERT(less(a, c));
  if (less(c, b) && less(b, a)) RC_ASSERT(less(c, a));
}

RC_GTEST_PROP(Graphs, one_step_of_shrinking_is_valid_and_simpler,
              (const AnyGraph& any)) {
  const Graph start = Canonicalize(any.graph);
  for (const AnyGraph& simpler : OneStepSimpler(any)) {
    RC_ASSERT(SimplerThan(simpler.graph, start, &Facts()));
    RC_ASSERT(Validate(simpler.graph, &Facts()).ok());
    RC_ASSERT(ResolveGraph(simpler.graph, SharedWorkbench().catalogue()).ok());
  }
}

// The generator shrinks as it says: to the simplest Graph that fails.
TEST(GraphGen, a_failing_property_is_shrunk_to_one_call) {
  rc::Shrinkable<AnyGraph> graph = GraphGen()(rc::Random(12202), 100);
  auto fails = [](const AnyGraph& any) { return !any.graph.calls().empty(); };
  ASSERT_GT(graph.value().graph.calls().size(), 1u);
  const auto [smallest, steps] = rc::shrinkable::findLocalMin(graph, fails);
  EXPECT_GT(steps, 0u);
  EXPECT_EQ(smallest.graph.calls().size(), 1u);
  EXPECT_EQ(smallest.graph.model_outputs().size(), 1u);
}

}  // namespace
}  // namespace clonecheck
