// What holds for every Graph once it is built, cloned and judged.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/engine/build.h"
#include "core/engine/cloner.h"
#include "core/engine/model.h"
#include "core/engine/rules.h"
#include "core/engine/session.h"
#include "core/graph/canonical.h"
#include "core/oracle/judge.h"
#include "core/oracle/model_numbers.h"
#include "core/oracle/numbers.h"
#include "core/oracle/obligation.h"
#include "core/oracle/term_match.h"
#include "core/oracle/verdict.h"
#include "properties/graph_gen.h"
#include "properties/rapidcheck_gtest.h"

namespace clonecheck {
namespace {

const std::vector<ClonerOnEngine>& RealCloners() {
  static const auto* const cloners = new std::vector<ClonerOnEngine>(
      FindCloners("keras-2.2.4,keras-2.3.1,fixed").value());
  return *cloners;
}

bool SameVerdict(const CaseVerdict& a, const CaseVerdict& b) {
  return a.verdict == b.verdict && a.signature == b.signature &&
         a.implied == b.implied;
}

// ---- Planted wrong cloners: the right clone with wrong outputs.

enum class Plant { kFirstOutputOnly, kOutputsTurned, kInputAsOutput };

template <Plant kPlant>
OrRefusal<Model*> CloneWrongly(Session& session, Model& model,
                               const Tensors* input_tensors) {
  OrRefusal<Model*> clone = Fixed().clone(session, model, input_tensors);
  if (!clone.ok()) return clone;
  const Tensors right = clone.value->outputs();
  const size_t n = right.size();
  Tensor** wrong = session.arena().NewArray<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) {
    switch (kPlant) {
      case Plant::kFirstOutputOnly:
        wrong[i] = right[0];
        break;
      case Plant::kOutputsTurned:
        wrong[i] = right[(i + 1) % n];
        break;
      case Plant::kInputAsOutput:
        wrong[i] = i == 0 ? clone.value->inputs()[0] : right[i];
        break;
    }
  }
  return Model::Make(session, clone.value->inputs(), Tensors(wrong, n),
                     model.name());
}

const std::vector<CloneFunction>& PlantedAndFixed() {
  static const auto* const all = new std::vector<CloneFunction>{
      Fixed().clone, &CloneWrongly<Plant::kFirstOutputOnly>,
      &CloneWrongly<Plant::kOutputsTurned>,
      &CloneWrongly<Plant::kInputAsOutput>};
  return *all;
}

// ---- Properties

RC_GTEST_PROP(Cloners, every_engine_builds_every_graph, (const AnyGraph& any)) {
  for (const EngineRules& engine : kEngineRules) {
    const auto built = SharedWorkbench().Build(any.graph, engine);
    RC_ASSERT(built.ok());
    RC_ASSERT(built->refusal == nullptr);
  }
}

RC_GTEST_PROP(Cloners, fixed_agrees_on_every_graph, (const AnyGraph& any)) {
  for (const EngineRules& engine : kEngineRules) {
    const ClonerOnEngine cloner =
        FindCloner(absl::StrCat("fixed@", engine.version)).value();
    const CaseVerdict verdict =
        SharedWorkbench().JudgeGraph(any.graph, cloner, AllObligations());
    RC_LOG() << cloner.name << ": " << std::string(VerdictName(verdict.verdict))
             << "\n";
    RC_ASSERT(verdict.verdict == Verdict::kAgree);
  }
}

RC_GTEST_PROP(Cloners, canonical_form_keeps_the_verdicts,
              (const AnyGraph& any)) {
  const Graph canonical = Canonicalize(any.graph);
  for (const ClonerOnEngine& cloner : RealCloners()) {
    RC_LOG() << cloner.name << "\n";
    RC_ASSERT(SameVerdict(
        SharedWorkbench().JudgeGraph(any.graph, cloner, AllObligations()),
        SharedWorkbench().JudgeGraph(canonical, cloner, AllObligations())));
  }
}

RC_GTEST_PROP(Cloners, a_trial_leaves_no_trace, (const AnyGraph& any)) {
  for (const ClonerOnEngine& cloner : RealCloners()) {
    RC_LOG() << cloner.name << "\n";
    const Built built =
        SharedWorkbench().Build(any.graph, *cloner.engine).value();
    Session& session = SharedWorkbench().session(*cloner.engine);
    const uint32_t objects = session.num_objects();
    const uint32_t tensors = session.num_tensors();
    const size_t layers = session.layers().size();
    const TermId terms = session.terms().size();
    const CaseVerdict first =
        SharedWorkbench().JudgeBuilt(built, cloner, AllObligations());
    RC_ASSERT(session.num_objects() == objects);
    RC_ASSERT(session.num_tensors() == tensors);
    RC_ASSERT(session.layers().size() == layers);
    RC_ASSERT(session.terms().size() == terms);
    RC_ASSERT(SameVerdict(
        first, SharedWorkbench().JudgeBuilt(built, cloner, AllObligations())));
  }
}

RC_GTEST_PROP(Cloners, terms_equal_implies_numbers_equal,
              (const AnyGraph& any)) {
  const EngineRules& engine = kEngineRules[0];
  for (const CloneFunction& clone : PlantedAndFixed()) {
    const Built built = SharedWorkbench().Build(any.graph, engine).value();
    Session& session = SharedWorkbench().session(engine);
    Session::Trial trial(session);
    const OrRefusal<Model*> copy = clone(session, *built.model, nullptr);
    RC_ASSERT(copy.ok());
    TermMatch match;
    match.Start(session, *built.model, *copy.value);
    if (match.weights_conflict()) continue;
    bool equal = true;
    for (size_t i = 0; i < built.model->outputs().size(); ++i) {
      equal = equal && match.Translate(copy.value->outputs()[i]->term) ==
                           built.model->outputs()[i]->term;
    }
    if (!equal) continue;
    for (uint64_t draw = 0; draw < 2; ++draw) {
      const absl::StatusOr<Numbers> numbers =
          EvaluateBoth(session.terms(), *built.model, *copy.value, match, draw);
      // No numbers: dimensions that are unknown to Keras and do not fit here.
      if (numbers.ok()) RC_ASSERT(numbers->difference <= kNumericTolerance);
    }
  }
}

RC_GTEST_PROP(Cloners, what_differs_in_numbers_is_never_agreed,
              (const AnyGraph& any)) {
  const EngineRules& engine = kEngineRules[0];
  for (const CloneFunction& clone : PlantedAndFixed()) {
    const Built built = SharedWorkbench().Build(any.graph, engine).value();
    Session& session = SharedWorkbench().session(engine);
    bool differs = false;
    {
      Session::Trial trial(session);
      const OrRefusal<Model*> copy = clone(session, *built.model, nullptr);
      RC_ASSERT(copy.ok());
      TermMatch match;
      match.Start(session, *built.model, *copy.value);
      if (!match.weights_conflict()) {
        const absl::StatusOr<Numbers> numbers =
            EvaluateBoth(session.terms(), *built.model, *copy.value, match, 0);
        differs = numbers.ok() && numbers->difference > kNumericTolerance;
      }
    }
    Judge judge;
    const CaseVerdict verdict =
        judge.Run(session, *built.model, clone, AllObligations());
    if (differs) RC_ASSERT(verdict.failed());
  }
}

}  // namespace
}  // namespace clonecheck
