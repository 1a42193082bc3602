#include "judge/judge_candidate.h"

#include <algorithm>
#include <map>
#include <utility>

#include "campaign/stopwatch.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/limits.h"
#include "core/search/shrink.h"

namespace clonecheck {
namespace {

// Graphs of the plan that are asked beside the witnesses, evenly spread.
constexpr size_t kConfirmSample = 16;

class CandidateJudge {
 public:
  CandidateJudge(const Plan& plan, CandidateProcess& process,
                 const std::function<bool()>& stop)
      : plan_(plan), process_(process), stop_(stop) {}

  void Ask(CandidateReport* report) {
    const Stopwatch watch;
    std::vector<const Graph*> graphs;
    for (const PlannedGraph& planned : plan_.graphs()) {
      graphs.push_back(&planned.graph);
      records_.push_back(planned.record);
    }
    const std::vector<Answer> answers = process_.Judge(graphs, stop_);
    records_.resize(answers.size());
    if (answers.size() < graphs.size()) report->stopped_after = answers.size();
    std::map<std::string, uint64_t> reasons;
    for (size_t i = 0; i < answers.size(); ++i) {
      records_[i].candidate = answers[i].verdict;
      ++report->verdicts[static_cast<size_t>(answers[i].verdict.verdict)];
      report->failure_vector.push_back(IsFailure(answers[i].verdict.verdict));
      if (!answers[i].why.empty()) ++reasons[answers[i].why];
    }
    for (const auto& [why, count] : reasons) report->not_judged.push_back(why);
    std::sort(report->not_judged.begin(), report->not_judged.end(),
              [&](const auto& a, const auto& b) {
                return reasons[a] != reasons[b] ? reasons[a] > reasons[b]
                                                : a < b;
              });
    report->asking_seconds = watch.Seconds();
    report->decision = Decide(records_, plan_.options().obligations,
                              plan_.reference_symptoms());
    report->verdict = report->decision.verdict;
    // Of the first graphs nobody knows "always".
    if (report->stopped_after.has_value() &&
        report->verdict == PatchVerdict::kCrashesAlways) {
      report->verdict = OfFailures(report->decision.failures);
    }
  }

  static PatchVerdict OfFailures(const std::vector<Failure>& failures) {
    const auto has = [&](FailureKind kind) {
      return std::any_of(
          failures.begin(), failures.end(),
          [&](const Failure& failure) { return failure.kind == kind; });
    };
    if (has(FailureKind::kDoesNotFix)) return PatchVerdict::kDoesNotFix;
    return has(FailureKind::kBreaks) ? PatchVerdict::kBreaks
                                     : PatchVerdict::kEquivalent;
  }

  static ConfirmCase CaseOf(const Graph& graph, int finding,
                            const CaseVerdict& verdict,
                            const Details& details) {
    ConfirmCase result;
    result.graph = graph;
    result.finding = finding;
    result.fails_values = IsFailure(verdict.verdict) &&
                          (verdict.signature.obligation == &kCompletes ||
                           verdict.signature.obligation == &kOutputs);
    result.error =
        verdict.signature.obligation == &kCompletes ? details.error : "";
    if (result.fails_values) result.numbers = details.numbers;
    result.loses_process = LosesProcess(verdict.signature);
    return result;
  }

  void TellFindings(CandidateReport* report) {
    for (const Failure& failure : report->decision.failures) {
      report->findings.push_back(
          JudgedFinding{failure.kind, FindingOf(failure, ++told_)});
      const Finding& finding = report->findings.back().finding;
      report->confirm_cases.push_back(
          CaseOf(finding.shrink.graph, static_cast<int>(told_) - 1,
                 finding.explanation.verdict, finding.explanation.details));
      report->confirm_cases.back().loses_process |=
          LosesProcess(failure.signature);
    }
  }

  void Sample(CandidateReport* report) {
    const size_t n = plan_.graphs().size();
    const size_t step = std::max<size_t>(1, n / kConfirmSample);
    for (size_t i = step / 2; i < n; i += step) {
      if (stop_ != nullptr && stop_()) break;
      const Graph& graph = plan_.graphs()[i].graph;
      const Answer answer = process_.JudgeInDetail(graph);
      if (answer.verdict.verdict == Verdict::kUnjudged) continue;
      report->confirm_cases.push_back(
          CaseOf(graph, -1, answer.verdict, answer.details));
    }
  }

 private:
  Finding FindingOf(const Failure& failure, size_t number) {
    Finding finding;
    finding.cloner = "candidate";
    finding.signature = failure.signature.ToString("candidate");
    finding.obligation = failure.signature.obligation;
    finding.symptom = std::string(failure.signature.symptom);
    finding.count = failure.count;
    finding.first_case = failure.first_case;
    finding.implied =
        ObligationNames(failure.implied, plan_.options().obligations);
    const Graph* simplest = Simplest(failure);
    const bool shrinks =
        number <= kShrunkFindings && failure.kind != FailureKind::kRemaining &&
        !process_.gave_up() && !LosesProcess(failure.signature);
    if (shrinks) {
      ShrinkOptions options;
      options.stop = stop_;
      finding.shrink = Shrink(
          *simplest, plan_.workbench().catalogue(), kJudgeShrinkEvaluations,
          [&](const Graph& graph) { return FailsAlike(graph, failure); },
          options);
    } else {
      finding.shrink.graph = *simplest;
    }
    if (LosesProcess(failure.signature)) {
      finding.explanation.details.error =
          HasNoEnd(failure.signature) ? "nothing: it does not come to an end"
                                      : "nothing: it takes its process with it";
    } else {
      Answer answer = process_.JudgeInDetail(finding.shrink.graph);
      finding.explanation.verdict = answer.verdict;
      finding.explanation.details = std::move(answer.details);
    }
    return finding;
  }

  FailureKind KindOf(const CaseRecord& record) const {
    return KindOfFailure(record, plan_.options().obligations,
                         plan_.reference_symptoms());
  }

  const Graph* Simplest(const Failure& failure) const {
    const CatalogueFacts facts(plan_.workbench().catalogue());
    const Graph* simplest = &plan_.graphs()[failure.first_case].graph;
    for (size_t i = 0; i < records_.size(); ++i) {
      const CaseRecord& record = records_[i];
      const Graph& graph = plan_.graphs()[i].graph;
      if (IsFailure(record.candidate.verdict) &&
          record.candidate.signature == failure.signature &&
          KindOf(record) == failure.kind &&
          SimplerThan(graph, *simplest, &facts)) {
        simplest = &graph;
      }
    }
    return simplest;
  }

  bool FailsAlike(const Graph& graph, const Failure& failure) {
    const Graph* one = &graph;
    const std::vector<Answer> answers =
        process_.Judge(absl::MakeConstSpan(&one, 1));
    if (!IsFailure(answers[0].verdict.verdict) ||
        !(answers[0].verdict.signature == failure.signature)) {
      return false;
    }
    CaseRecord record = plan_.RecordFor(graph);
    record.candidate = answers[0].verdict;
    return KindOf(record) == failure.kind;
  }

  const Plan& plan_;
  CandidateProcess& process_;
  const std::function<bool()>& stop_;
  std::vector<CaseRecord> records_;  // of the graphs that were asked
  size_t told_ = 0;
};

}  // namespace

bool IsUndecided(const CandidateReport& report) {
  return report.stopped_after.has_value() &&
         (report.verdict == PatchVerdict::kUnusable ||
          report.verdict == PatchVerdict::kEquivalent);
}

CandidateReport JudgeCandidate(const Plan& plan, const Sandbox& sandbox,
                               const std::string& file,
                               const CandidateSource& source,
                               const JudgeCandidateOptions& options) {
  const Stopwatch watch;
  CandidateReport report;
  report.file = file;
  report.where = source.where;
  CandidateProcess process(sandbox, source, file, plan.options().obligations);
  report.symptoms = process.symptoms();
  report.why = process.Load();
  if (report.why.empty()) {
    CandidateJudge judge(plan, process, options.stop);
    judge.Ask(&report);
    if (IsUndecided(report)) return report;
    if (report.verdict == PatchVerdict::kUnusable) {
      report.why = report.not_judged.empty() ? "there was no graph to judge"
                                             : report.not_judged.front();
    }
    const CandidateProcess::UpstreamTest test =
        process.RunUpstreamTest(plan.upstream_test());
    report.upstream_test_passes = test.pass;
    report.upstream_test_error = test.error;
    if (test.pass) {
      report.upstream_test_misled =
          process.JudgeInDetail(plan.upstream_test())
              .verdict.signature.obligation == &kOutputs;
    }
    judge.TellFindings(&report);
    if (options.sample) judge.Sample(&report);
  }
  report.seconds = watch.Seconds();
  return report;
}

std::vector<ConfirmCase> CasesOnEngine(
    const std::vector<ConfirmCase>& cases, absl::string_view engine,
    const Sandbox& sandbox, const std::string& file,
    const CandidateSource& source,
    const std::vector<const Obligation*>& obligations,
    const std::function<bool()>& stop) {
  CandidateProcess process(sandbox, source, file, obligations, engine);
  std::vector<ConfirmCase> result;
  if (!process.Load().empty()) return result;
  for (const ConfirmCase& old : cases) {
    if (stop != nullptr && stop()) break;
    const Answer answer = process.JudgeInDetail(old.graph);
    if (answer.verdict.verdict == Verdict::kUnjudged) continue;
    result.push_back(CandidateJudge::CaseOf(old.graph, old.finding,
                                            answer.verdict, answer.details));
  }
  return result;
}

}  // namespace clonecheck
