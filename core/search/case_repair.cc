#include "core/search/case_repair.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/graph/layer_facts.h"
#include "core/graph/model_kinds.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/kinds.h"
#include "core/search/mutation.h"

namespace clonecheck {
namespace {

class Repairer {
 public:
  Repairer(Draft draft, Catalogue& catalogue, const Builds& builds)
      : catalogue_(catalogue),
        facts_(catalogue),
        builds_(builds),
        draft_(std::move(draft)) {}

  Graph Run() {
    MakeUsual();
    for (size_t i = 0; i < draft_.layers.size(); ++i) MakeKnown(i);
    MakeCallable();
    MakeOutputsExist();
    for (size_t i = 0; i < draft_.calls.size(); ++i) {
      if (!KeepCall(i)) Drop(i);
    }
    if (std::optional<Graph> whole = Try(draft_)) return *std::move(whole);
    // Everything that nobody uses is an output.
    return Prefix(draft_.calls.size()).value_or(InputAlone());
  }

 private:
  static constexpr uint32_t kMostNesting = 8;

  // Names may be taken twice; other dtypes and keywords hardly ever fit.
  void MakeUsual() {
    draft_.model_name = nullptr;
    for (InputDecl& input : draft_.inputs) {
      input.name = nullptr;
      input.sparse = false;
      if (input.dtype != DType::kInt32) input.dtype = DType::kFloat32;
    }
    for (Draft::DraftCall& call : draft_.calls) {
      call.as_list = false;
      auto& kwargs = call.kwargs;
      std::vector<const Name*> seen;
      kwargs.erase(std::remove_if(
                       kwargs.begin(), kwargs.end(),
                       [&](const Draft::Keyword& kwarg) {
                         const absl::string_view key = kwarg.key->text;
                         const bool again = std::count(seen.begin(), seen.end(),
                                                       kwarg.key) > 0;
                         seen.push_back(kwarg.key);
                         return again || (key != "mask" && key != "training" &&
                                          key != "initial_state");
                       }),
                   kwargs.end());
    }
  }

  void MakeKnown(size_t i) {
    Draft::DraftLayer& layer = draft_.layers[i];
    const auto calls = static_cast<uint32_t>(draft_.calls.size());
    layer.decl.name = nullptr;
    layer.decl.position = std::min(layer.decl.position, calls);
    auto& children = layer.children;
    children.erase(std::remove_if(children.begin(), children.end(),
                                  [&](uint32_t child) {
                                    return draft_.layers[child].decl.position >
                                           layer.decl.position;
                                  }),
                   children.end());
    nesting_.push_back(0);
    for (uint32_t child : children) {
      nesting_[i] = std::max(nesting_[i], 1 + nesting_[child]);
    }
    const auto position = static_cast<int32_t>(layer.decl.position);
    for (auto* refs : {&layer.model_inputs, &layer.model_outputs}) {
      for (TensorRef& ref : *refs) {
        if (ref.producer >= position) ref = TensorRef::Input(0);
      }
    }
    bool whole = true;
    if (IsModel(layer.decl)) {
      children.clear();
      nesting_[i] = 1;
      whole = !layer.model_inputs.empty() && !layer.model_outputs.empty();
    } else {
      layer.model_inputs.clear();
      layer.model_outputs.clear();
    }
    std::vector<const LayerSpec*> inner;
    for (uint32_t child : children) inner.push_back(specs_[child]);
    auto spec = catalogue_.Resolve(layer.decl.config, inner);
    if (!spec.ok() || !whole || nesting_[i] > kMostNesting) {
      layer = Draft::DraftLayer{};
      layer.decl.config =
          ActivationKind().Domain(catalogue_.pool()).front().config;
      spec = catalogue_.Resolve(layer.decl.config);
    }
    specs_.push_back(spec.value());
    layer.decl.config = spec.value()->config();
  }

  // A call is of a layer that is made before it.
  void MakeCallable() {
    for (size_t i = 0; i < draft_.calls.size(); ++i) {
      uint32_t& layer = draft_.calls[i].layer;
      const uint32_t wanted = layer;
      do {
        if (draft_.layers[layer].decl.position <= i) break;
        layer = static_cast<uint32_t>((layer + 1) % draft_.layers.size());
      } while (layer != wanted);
      // Otherwise the prefixes that end here are not valid, and it is dropped.
    }
  }

  void MakeOutputsExist() {
    const Graph graph = draft_.ToWholeGraph();
    std::vector<int> outputs;
    for (const LayerDecl& layer : graph.layers()) {
      outputs.push_back(NumOutputs(graph, layer, &facts_));
    }
    draft_.ForEachRefs([&](std::vector<TensorRef>* refs) {
      for (TensorRef& ref : *refs) {
        if (ref.is_input()) continue;
        const int known = outputs[draft_.calls[ref.producer].layer];
        ref.index = known > 0 ? ref.index % known : 0;
      }
    });
  }

  std::optional<Graph> Try(const Draft& draft) {
    return Admit(
        draft.ToGraph(/*drop_inputs=*/true, /*keep_model_inputs=*/true),
        catalogue_, builds_);
  }

  // The first `calls` calls, and a model of what the last one gives.
  std::optional<Graph> Prefix(size_t calls) { return Try(MainModel(calls)); }

  Draft MainModel(size_t calls) {
    Draft draft = draft_;
    std::vector<bool> used(calls, false);
    for (size_t i = 0; i < draft.calls.size(); ++i) {
      Draft::DraftCall& call = draft.calls[i];
      call.dropped |= i >= calls;
      if (call.dropped) continue;
      for (TensorRef ref : call.inputs) {
        if (!ref.is_input()) used[ref.producer] = true;
      }
    }
    std::vector<bool> own(draft.inputs.size(), false);
    for (Draft::DraftLayer& layer : draft.layers) {
      // One that holds what is not there yet cannot have been called.
      const auto later = [&](TensorRef ref) {
        return ref.producer >= static_cast<int32_t>(calls);
      };
      auto& outputs = layer.model_outputs;
      if (std::any_of(outputs.begin(), outputs.end(), later)) {
        outputs.clear();
        layer.model_inputs.clear();
      }
      for (TensorRef ref : layer.model_inputs) {
        if (ref.is_input()) own[ref.input()] = true;
      }
      for (TensorRef ref : outputs) {
        if (!ref.is_input()) used[ref.producer] = true;
      }
    }
    draft.model_layer = ModelDecl::kNoLayer;
    draft.model_position = static_cast<uint32_t>(draft.calls.size());
    draft.model_inputs.clear();
    draft.model_outputs.clear();
    for (size_t i = 0; i < own.size(); ++i) {
      const TensorRef ref = TensorRef::Input(static_cast<int32_t>(i));
      if (!own[i]) draft.model_inputs.push_back(ref);
    }
    if (draft.model_inputs.empty()) {
      draft.model_inputs = {TensorRef::Input(0)};
    }
    // What is inside of a Model is no output here.
    std::vector<bool> inside(calls, false);
    for (size_t i = 0; i < calls; ++i) {
      const Draft::DraftCall& call = draft.calls[i];
      if (call.dropped) continue;
      for (TensorRef ref : call.inputs) {
        inside[i] = inside[i] ||
                    (ref.is_input() ? own[ref.input()] : inside[ref.producer]);
      }
      if (inside[i] || used[i]) continue;
      draft.model_outputs.push_back(
          TensorRef::Call(static_cast<int32_t>(i), 0));
    }
    if (draft.model_outputs.size() > kMostModelOutputs) {
      draft.model_outputs.resize(kMostModelOutputs);
    }
    if (draft.model_outputs.empty()) {
      draft.model_outputs = {draft.model_inputs[0]};
    }
    return draft;
  }

  bool KeepCall(size_t i) {
    if (draft_.calls[i].inputs.empty()) {
      draft_.calls[i].inputs.push_back(TensorRef::Input(0));
    }
    if (Prefix(i + 1).has_value()) return true;
    if (!draft_.calls[i].kwargs.empty()) {
      draft_.calls[i].kwargs.clear();
      if (Prefix(i + 1).has_value()) return true;
    }
    std::vector<TensorRef> inputs = FittingInputs(i);
    if (inputs.empty()) return false;
    draft_.calls[i].inputs = std::move(inputs);
    return Prefix(i + 1).has_value();
  }

  // Other inputs of a plain layer: as many as it takes, of types that it takes.
  // None if there are not so many, or if the layer holds others.
  std::vector<TensorRef> FittingInputs(size_t i) {
    const Draft::DraftCall& call = draft_.calls[i];
    const LayerDecl& decl = draft_.layers[call.layer].decl;
    if (IsModel(decl) || IsSequential(decl) ||
        !draft_.layers[call.layer].children.empty()) {
      return {};
    }
    const LayerSpec* spec = specs_[call.layer];
    // What there is before the call, as it was numbered.
    std::vector<int32_t> new_number(i);
    std::vector<int32_t> old_number;
    for (size_t j = 0; j < i; ++j) {
      new_number[j] = static_cast<int32_t>(old_number.size());
      if (!draft_.calls[j].dropped) {
        old_number.push_back(static_cast<int32_t>(j));
      }
    }
    const Graph graph = MainModelOf(i);
    const TensorTable tensors(graph, catalogue_);
    TensorRef first = call.inputs[0];
    if (!first.is_input()) first.producer = new_number[first.producer];
    const std::vector<TensorRef> at_hand =
        tensors.AtHand(graph.calls().size(), tensors.Scope(first));
    if (at_hand.empty()) return {};
    std::vector<TensorInfo> given;
    std::vector<TensorRef> inputs;
    for (int k = 0; k < spec->traits().min_inputs; ++k) {
      // From the one that was asked for on.
      const size_t start = static_cast<size_t>(
          std::find(at_hand.begin(), at_hand.end(), first) - at_hand.begin());
      bool found = false;
      for (size_t j = 0; j < at_hand.size() && !found; ++j) {
        const TensorRef ref = at_hand[(start + j + k) % at_hand.size()];
        const TensorInfo* info = tensors.Info(ref);
        if (info == nullptr || !spec->Accepts(given, *info)) continue;
        given.push_back(*info);
        inputs.push_back(ref);
        if (!ref.is_input()) {
          inputs.back().producer = old_number[ref.producer];
        }
        found = true;
      }
      if (!found) return {};
    }
    return inputs;
  }

  // With all inputs, so that they keep their numbers.
  Graph MainModelOf(size_t calls) {
    return MainModel(calls).ToGraph(/*drop_inputs=*/false);
  }

  void Drop(size_t i) {
    Draft::DraftCall& call = draft_.calls[i];
    const TensorRef instead = call.inputs[0];
    call.dropped = true;
    const auto number = static_cast<int32_t>(i);
    draft_.ForEachRefs([&](std::vector<TensorRef>* refs) {
      for (TensorRef& ref : *refs) {
        if (ref.producer == number) ref = instead;
      }
    });
  }

  // The first input is of a shape that an input may have; that is enough.
  Graph InputAlone() const {
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(draft_.inputs[0].batch_shape);
    builder.SetModel({x}, {x});
    return std::move(builder).Build();
  }

  Catalogue& catalogue_;
  const CatalogueFacts facts_;
  const Builds& builds_;
  Draft draft_;
  // By layer.
  std::vector<uint32_t> nesting_;
  std::vector<const LayerSpec*> specs_;
};

}  // namespace

Graph RepairCase(Draft draft, Catalogue& catalogue, const Builds& builds) {
  return Repairer(std::move(draft), catalogue, builds).Run();
}

}  // namespace clonecheck
