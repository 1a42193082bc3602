#include "targets/hunt_finding.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/json.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/shrink.h"

namespace clonecheck {
namespace {

// Has the target write the script of `finding`, and run it in a fresh process.
void Confirm(LiveTarget& live, HuntFinding* finding) {
  const WorkerReply printed =
      live.AskPlain({{"operation", "script"},
                     {"graph", finding->graph},
                     {"seed", finding->seed},
                     {"variants", finding->variants},
                     {"step", finding->fault.step},
                     {"look", finding->fault.look},
                     {"type", finding->fault.type},
                     {"step_seconds", live.step_seconds()},
                     {"title", finding->signature}});
  if (printed.outcome != WorkerOutcome::kAnswered ||
      !printed.answer.contains("script")) {
    finding->script_output =
        printed.outcome == WorkerOutcome::kAnswered
            ? printed.answer.value("error", "the target prints no script")
            : printed.detail;
    return;
  }
  finding->script = printed.answer["script"].get<std::string>();
  const WorkerReply run =
      live.AskPlain({{"operation", "confirm"}, {"script", finding->script}});
  if (run.outcome != WorkerOutcome::kAnswered) {
    finding->script_output = run.detail;
    return;
  }
  finding->script_output = run.answer.value("output", "");
  const auto code = run.answer.find("exit_code");
  finding->confirmed = code != run.answer.end() && *code == 1;
}

}  // namespace

std::string HuntSignature(const std::string& target, const HuntFault& fault) {
  return absl::StrCat(target, "/", fault.step, "/", fault.Key());
}

void SetGraph(const Graph& graph, Catalogue& catalogue, HuntFinding* finding) {
  const CatalogueFacts facts(catalogue);
  finding->graph = GraphToJsonValue(graph);
  finding->calls = graph.calls().size();
  finding->text = GraphToText(graph, &facts);
}

HuntFinding HuntShrinker::Shrink(HuntFinding finding,
                                 const Graph& start) const {
  const std::vector<std::string> steps = {"build", "predict",
                                          finding.fault.step};
  const std::string key = finding.fault.Key();
  bool cut = false;
  int asked = 0;
  const auto differs = [&](const Graph& graph) {
    cut = cut || (stopped != nullptr && stopped());
    if (cut || !WhyNotSupported(graph, *declaration).empty()) return false;
    ++asked;
    const WorkerReply reply =
        live->Ask(graph, finding.seed, steps, finding.variants);
    if (reply.outcome != WorkerOutcome::kAnswered) return false;
    for (const HuntFault& fault : JudgeEveryStep(reply.answer["steps"])) {
      if (fault.Key() != key || fault.step != finding.fault.step) continue;
      if (known != nullptr &&
          !KeptReason(*known, target, fault,
                      TraitsOf(graph, workbench->catalogue(), finding.variants))
               .empty()) {
        return false;
      }
      finding.fault = fault;
      return true;
    }
    return false;
  };
  if (!finding.variants.empty()) {
    std::vector<std::string> variants;
    std::swap(variants, finding.variants);
    if (!differs(start)) finding.variants = std::move(variants);
  }
  ShrinkOptions options;
  options.hurry = stopped;
  const ShrinkResult shrunk = clonecheck::Shrink(
      start, workbench->catalogue(), max_evaluations, differs, options);
  finding.shrink_status = std::string(
      ShrinkStatusName(cut ? ShrinkStatus::kHurried : shrunk.status));
  finding.shrink_evaluations = asked;
  SetGraph(shrunk.graph, workbench->catalogue(), &finding);
  if (!cut && !(stopped != nullptr && stopped())) Confirm(*live, &finding);
  return finding;
}

}  // namespace clonecheck
