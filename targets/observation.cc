#include "targets/observation.h"

#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/engine/build.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/exchange/keras_json_write.h"
#include "core/layers/errors.h"
#include "core/oracle/drawn_sizes.h"
#include "core/term/evaluate.h"
#include "targets/draw.h"
#include "targets/views.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// Values above this, anywhere in a model, are left out of the comparison:
// float32 has some seven digits, and what is left of them after a subtraction
// says nothing of an engine.
constexpr double kLargestComparable = 1e5;

// A list, given to a class that wants one tensor and does not look: TensorFlow
// stacks it, which adds an axis, or goes wrong somewhere later. Our engine
// stops at once; nobody's program means that.
bool IsListForTensor(Refusal refusal) {
  if (refusal->form != &errors::kBackend) return false;
  const std::string message = refusal->message();
  return message == "refused by the backend: a list instead of a tensor" ||
         message == "refused by the backend: a wrong number of inputs";
}

// The mask of a model's output: that of the node which its history names.
const Tensor* MaskOf(const Tensor* output) {
  if (output->layer == nullptr) return nullptr;
  const Node* node = output->layer->inbound_nodes()[output->node_index];
  const auto index = static_cast<size_t>(output->tensor_index);
  return index < node->num_output_masks() ? node->output_mask(index) : nullptr;
}

json Unavailable(absl::string_view reason) {
  return {{"unavailable", std::string(reason)}};
}

json Predict(Session& session, const Model& model, uint64_t seed) {
  LeafValues leaves;
  const int32_t batch = DrawnBatch(model.inputs());
  for (size_t i = 0; i < model.inputs().size(); ++i) {
    const Tensor& input = *model.inputs()[i];
    absl::StatusOr<Array> value =
        DrawInputValue(seed, i, *input.static_shape, input.dtype, batch);
    if (!value.ok()) return Unavailable(value.status().message());
    leaves[input.term] = *std::move(value);
  }
  ArenaVector<Variable*> weights;
  model.AppendModelWeights(session.arena(), &weights);
  for (size_t i = 0; i < weights.size(); ++i) {
    // A variable at two positions keeps the value of the first.
    if (leaves.contains(weights[i]->term)) continue;
    absl::StatusOr<Array> value =
        DrawWeightValue(seed, i, *weights[i]->shape, RoleOf(*weights[i]));
    if (!value.ok()) return Unavailable(value.status().message());
    leaves[weights[i]->term] = *std::move(value);
  }
  std::vector<TermId> roots;
  for (const Tensor* output : model.outputs()) roots.push_back(output->term);
  for (const Tensor* output : model.outputs()) {
    const Tensor* mask = MaskOf(output);
    roots.push_back(mask == nullptr ? kNoTerm : mask->term);
  }
  absl::StatusOr<std::vector<Array>> values =
      Evaluate(session.terms(), roots, leaves);
  if (absl::IsUnimplemented(values.status())) {
    return Unavailable(values.status().message());
  }
  if (absl::IsFailedPrecondition(values.status()) &&
      absl::StrContains(values.status().message(), " value for w")) {
    return Unavailable("a variable of a layer that is not in the model");
  }
  if (!values.ok()) {
    return {{"raised",
             {{"type", "Exception"},
              {"message", std::string(values.status().message())},
              {"backend", true}}}};
  }
  // Are there values on the way for which float32 is too short?
  std::vector<TermId> all;
  for (const Node* node : model.nodes()) {
    for (const Tensor* output : node->output_tensors()) {
      all.push_back(output->term);
    }
  }
  const absl::StatusOr<std::vector<Array>> inner =
      Evaluate(session.terms(), all, leaves);
  if (inner.ok()) {
    for (const Array& array : *inner) {
      for (double value : array.values) {
        if (std::abs(value) > kLargestComparable) {
          return Unavailable("values too large for float32");
        }
      }
    }
  }
  json outputs = json::array();
  json masks = json::array();
  const size_t count = model.outputs().size();
  for (size_t i = 0; i < count; ++i) {
    outputs.push_back(ArrayView((*values)[i]));
    masks.push_back(
        roots[count + i] == kNoTerm ? json() : ArrayView((*values)[count + i]));
  }
  return {{"result",
           {{"outputs", std::move(outputs)}, {"masks", std::move(masks)}}}};
}

class Observer {
 public:
  Observer(Session& session, const Graph& graph, const Built& built,
           const ClonerOnEngine& cloner, uint64_t seed)
      : session_(session),
        graph_(graph),
        built_(built),
        cloner_(cloner),
        seed_(seed) {}

  // The answer to one step; null if what it needs is not there.
  json Step(const std::string& step) {
    if (step == "build") return Build();
    if (built_.model == nullptr) return nullptr;
    if (step == "config") return {{"result", ConfigOf(*built_.model)}};
    if (step == "predict") return Predict(session_, *built_.model, seed_);
    absl::string_view of = step;
    if (absl::ConsumePrefix(&of, "predict_")) {
      const auto it = clones_.find(std::string(of));
      if (it == clones_.end()) return nullptr;
      return Predict(session_, *it->second, seed_);
    }
    if (step == "clone" || step == "clone_twice") {
      return Clone(step, *built_.model);
    }
    if (step == "clone_of_clone") {
      const auto it = clones_.find("clone");
      return it == clones_.end() ? json() : Clone(step, *it->second);
    }
    if (step == "roundtrip") {
      const OrRefusal<Layer*> made =
          Layer::FromConfig(session_, built_.model->GetConfig(session_));
      if (!made.ok()) return MadeView(step, made.refusal);
      return MadeView(step, made.value->as_model());
    }
    return {{"unsupported", absl::StrCat("no step ", step)}};
  }

 private:
  json ConfigOf(Model& model) {
    return KerasLayerConfig(session_, model.GetConfig(session_));
  }

  // The layers that the Graph names, and the model.
  json Declared() {
    json views = json::array();
    for (size_t i = 0; i < graph_.inputs().size(); ++i) {
      views.push_back(LayerView(*session_.layers()[i]));
    }
    for (const Layer* layer : built_.layers) views.push_back(LayerView(*layer));
    views.push_back(LayerView(*built_.model));
    return views;
  }

  json Build() {
    if (built_.refusal != nullptr) {
      json raised = RefusalView(built_.refusal);
      raised["at"] = built_.refused_at == Built::kAtModel ? "model"
                     : built_.refused_at == Built::kAtLayer
                         ? "layer"
                         : absl::StrCat("call ", built_.refused_at);
      if (IsListForTensor(built_.refusal)) {
        raised["loose"] = "a list for a class that wants a tensor";
      }
      return {{"raised", std::move(raised)}};
    }
    return {{"result",
             {{"topology", TopologyView(*built_.model)},
              {"weights", WeightsView(session_, *built_.model)},
              {"nodes", Declared()}}}};
  }

  json Clone(const std::string& step, Model& model) {
    json view = MadeView(step, cloner_.cloner->clone(session_, model, nullptr));
    if (step == "clone" && view.contains("result")) {
      view["result"]["original"] = Declared();
    }
    return view;
  }

  json MadeView(const std::string& step, OrRefusal<Model*> made) {
    if (!made.ok()) return {{"raised", RefusalView(made.refusal)}};
    Model& model = *made.value;
    clones_[step] = &model;
    return {{"result",
             {{"topology", TopologyView(model)},
              {"weights", WeightsView(session_, model)},
              {"nodes", LayersView(model)},
              {"config", ConfigOf(model)}}}};
  }

  Session& session_;
  const Graph& graph_;
  const Built& built_;
  const ClonerOnEngine& cloner_;
  const uint64_t seed_;
  std::map<std::string, Model*> clones_;
};

}  // namespace

absl::StatusOr<json> Observe(Workbench& workbench, const Graph& graph,
                             const ClonerOnEngine& cloner, uint64_t seed,
                             absl::Span<const std::string> steps) {
  absl::StatusOr<Built> built = workbench.Build(graph, *cloner.engine);
  if (!built.ok()) return built.status();
  Observer observer(workbench.session(*cloner.engine), graph, *built, cloner,
                    seed);
  json answers = json::object();
  for (const std::string& step : steps) {
    json answer = observer.Step(step);
    if (!answer.is_null()) answers[step] = std::move(answer);
  }
  return json{{"steps", std::move(answers)}};
}

}  // namespace clonecheck
