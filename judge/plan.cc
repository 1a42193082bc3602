#include "judge/plan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "core/engine/errors.h"
#include "core/exchange/load_case.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/enumerator.h"
#include "core/search/generator.h"
#include "core/search/grammar.h"
#include "core/search/profile.h"
#include "corpus/cases_text.h"
#include "corpus/known_findings.h"

namespace clonecheck {
namespace {

// So many more random graphs than candidates are asked about go into what
// 2.2.4 is known to show.
constexpr uint64_t kSymptomFactor = 5;

constexpr absl::string_view kUpstreamTest = "upstream-regression-test";

}  // namespace

Plan::Plan(Workbench& workbench, PlanOptions options)
    : Plan(workbench, std::move(options), {}) {
  AddCorpus();
  of_corpus = graphs_.size();
  AddScope("plain", options_.max_calls);
  // Where calls can share, nest, mask or be given states there are many more
  // graphs of as many calls.
  const int fewer = std::max(0, options_.max_calls - 1);
  AddScope("masks", fewer);
  AddScope("shared", fewer);
  AddScope("nested", fewer);
  AddScope("swap", std::max(0, fewer - 1));
  AddScope("states", std::max(0, fewer - 1));
  AddRandom();
}

Plan::Plan(Workbench& workbench, PlanOptions options,
           const std::vector<Graph>& graphs)
    : workbench_(workbench),
      options_(std::move(options)),
      reference_(FindCloner("keras-2.2.4").value()),
      upstream_(FindCloner("keras-2.3.1@2.2.4").value()),
      values_(FindObligations("completes,outputs").value()) {
  for (const CorpusCase& entry : kCorpusCases) {
    if (entry.name != kUpstreamTest) continue;
    upstream_test_ = LoadGraph(entry.text, workbench_.catalogue()).value();
  }
  AddKnown();
  for (const Graph& graph : graphs) Add(graph);
}

// What 2.2.4 shows too seldom for the graphs of a run.
void Plan::AddKnown() {
  for (const KnownFinding& known : OurKnownFindings()) {
    const std::vector<absl::string_view> parts =
        absl::StrSplit(known.signature, '/');
    if (parts[0] != reference_.name) continue;
    for (const Obligation* obligation : options_.obligations) {
      if (obligation->name == parts[1]) {
        AddSymptom({obligation, parts[2]}, &symptoms_);
      }
    }
  }
}

CaseRecord Plan::RecordFor(const Graph& graph) const {
  CaseRecord record;
  record.reference =
      workbench_.JudgeGraph(graph, reference_, options_.obligations);
  if (record.reference.verdict == Verdict::kRaised &&
      record.reference.signature.symptom == errors::kCouldNotComputeOutput.id) {
    const CaseVerdict upstream =
        workbench_.JudgeGraph(graph, upstream_, values_);
    record.must_be_fixed = upstream.verdict == Verdict::kAgree ||
                           upstream.verdict == Verdict::kAgreeNumerically;
  }
  return record;
}

bool Plan::Add(const Graph& graph) {
  const absl::StatusOr<Built> built =
      workbench_.Build(graph, *reference_.engine);
  if (!built.ok() || built->model == nullptr ||
      built->model->as_sequential() != nullptr) {
    return false;
  }
  const CaseRecord record = RecordFor(graph);
  if (record.reference.verdict == Verdict::kBothRefuse) return false;
  AddSymptom(record.reference, &symptoms_);
  graphs_.push_back(PlannedGraph{graph, record});
  return true;
}

void Plan::AddCorpus() {
  for (const CorpusCase& entry : kCorpusCases) {
    Add(LoadGraph(entry.text, workbench_.catalogue()).value());
  }
}

void Plan::AddScope(const std::string& grammar, int max_calls) {
  Enumerator enumerator(*FindGrammar(grammar).value(), workbench_.catalogue());
  Scope scope{grammar, max_calls, 0};
  for (int calls = 0; calls <= max_calls; ++calls) {
    enumerator.Run(calls, [&] {
      scope.graphs += Add(enumerator.graph()) ? 1 : 0;
      return true;
    });
  }
  scopes.push_back(std::move(scope));
}

void Plan::AddRandom() {
  const Profile profile = AllProfiles().front();
  Generator generator(workbench_.catalogue(), profile);
  for (uint64_t i = 0; i < options_.cases * kSymptomFactor; ++i) {
    ChoiceSource choices(CaseSeed(options_.seed, i));
    const Graph& graph = generator.Generate(choices);
    if (i < options_.cases) {
      random += Add(graph) ? 1 : 0;
    } else {
      AddSymptom(workbench_.JudgeGraph(graph, reference_, options_.obligations),
                 &symptoms_);
    }
  }
}

}  // namespace clonecheck
