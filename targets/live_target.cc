#include "targets/live_target.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/graph/json.h"
#include "targets/answer.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// What a worker must be able to do before anything can be judged.
constexpr absl::string_view kBuild = "build", kPredict = "predict";

}  // namespace

LiveTarget::LiveTarget(const Target& target, const Limits& limits)
    : target_(target), limits_(limits) {
  Renew();
}

void LiveTarget::Renew() {
  worker_ =
      std::make_unique<Worker>(target_.command, limits_.worker, &FaultOfAnswer);
  cases_ = 0;
  outgrown_ = false;
}

absl::StatusOr<Declaration> LiveTarget::Declare() {
  const WorkerReply reply = AskPlain({{"operation", "hello"}});
  if (reply.outcome != WorkerOutcome::kAnswered) {
    return absl::FailedPreconditionError(absl::StrCat(
        target_.name, ": its worker ", WorkerOutcomeName(reply.outcome), ": ",
        reply.detail,
        target_.exec ? "."
                     : ". If a package is missing, `tools/setup-targets` "
                       "installs it."));
  }
  const json& answer = reply.answer;
  if (!answer.contains("hello")) {
    return absl::FailedPreconditionError(absl::StrCat(
        target_.name, ": its worker does not say what it can do (",
        answer.value("error", "no hello in its answer"),
        "), so nothing can be hunted in it. `clonecheck list targets` says "
        "what there is; docs/targets.md has the protocol."));
  }
  if (answer.value("protocol", -1) != kWorkerProtocol) {
    return absl::FailedPreconditionError(
        absl::StrCat(target_.name, ": its worker speaks another protocol than ",
                     kWorkerProtocol, ". Take the worker of this release."));
  }
  const json& hello = answer["hello"];
  Declaration declaration;
  for (const json& layer : hello.value("layers", json::array())) {
    if (layer.is_string()) declaration.layers.insert(layer.get<std::string>());
  }
  for (const json& step : hello.value("steps", json::array())) {
    const std::string name = step.is_string() ? step.get<std::string>() : "";
    if (name.empty() || name == kBuild || name == kPredict) continue;
    declaration.operations.push_back(name);
  }
  for (const json& variant : hello.value("variants", json::array())) {
    if (variant.is_string()) {
      declaration.variants.push_back(variant.get<std::string>());
    }
  }
  declaration.calls_input_layers = hello.value("calls_input_layers", true);
  declaration.versions = answer.value("versions", json::object());
  if (declaration.layers.empty() || declaration.operations.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        target_.name,
        ": its worker declares no layers or no operations. Its answer to "
        "`hello` has to name both (docs/targets.md)."));
  }
  return declaration;
}

WorkerReply LiveTarget::AskPlain(json request) {
  return worker_->Ask(std::move(request));
}

void LiveTarget::Send(const Graph& graph, uint64_t seed,
                      absl::Span<const std::string> steps,
                      absl::Span<const std::string> variants) {
  json request = {
      {"graph", GraphToJsonValue(graph)},
      {"seed", seed},
      {"steps", std::vector<std::string>(steps.begin(), steps.end())},
      {"variants", std::vector<std::string>(variants.begin(), variants.end())},
      {"step_seconds", limits_.step_seconds}};
  if (cases_ >= limits_.cases) outgrown_ = true;
  if (outgrown_ && worker_->unanswered() > 0) {
    waiting_ = std::move(request);
    return;
  }
  if (outgrown_) Renew();
  Hand(std::move(request));
}

void LiveTarget::Hand(json request) {
  ++cases_;
  worker_->Send(std::move(request));
}

WorkerReply LiveTarget::Receive() {
  WorkerReply reply = worker_->Receive();
  if (reply.outcome == WorkerOutcome::kAnswered &&
      !reply.answer.contains("steps")) {
    reply.outcome = WorkerOutcome::kBabbled;
    reply.detail = reply.answer.value("error", "no steps");
    Renew();
  }
  if (reply.outcome != WorkerOutcome::kAnswered) {
    waiting_.reset();
    return reply;
  }
  if (reply.answer.value("memory_mb", 0) > limits_.memory_mb) outgrown_ = true;
  if (waiting_.has_value()) {
    Renew();
    Hand(*std::exchange(waiting_, std::nullopt));
  }
  return reply;
}

WorkerReply LiveTarget::Ask(const Graph& graph, uint64_t seed,
                            absl::Span<const std::string> steps,
                            absl::Span<const std::string> variants) {
  Send(graph, seed, steps, variants);
  return Receive();
}

std::string WhyNotSupported(const Graph& graph,
                            const Declaration& declaration) {
  for (const LayerDecl& layer : graph.layers()) {
    const std::string kind(layer.config->kind->text);
    if (declaration.layers.count(kind) == 0) {
      return absl::StrCat("layer class ", kind);
    }
  }
  for (const Call& call : graph.calls()) {
    if (!declaration.calls_input_layers &&
        graph.layers()[call.layer].config->kind->text == "InputLayer") {
      return "a call of an InputLayer";
    }
  }
  return "";
}

}  // namespace clonecheck
