#include "core/search/simpler_graphs.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/graph/canonical.h"
#include "core/graph/model_kinds.h"
#include "core/graph/order.h"
#include "core/graph/validate.h"

namespace clonecheck {
SimplerGraphs::SimplerGraphs(const Graph& witness, Catalogue& catalogue,
                             const LayerFacts& facts, ProofScope scope)
    : witness_(witness),
      catalogue_(catalogue),
      facts_(facts),
      scope_(std::move(scope)),
      parts_(witness, scope_.shapes) {}

bool SimplerGraphs::ForEach(int64_t max_steps, size_t max_calls,
                            absl::FunctionRef<bool(Graph)> visit) {
  visit_ = &visit;
  steps_left_ = max_steps;
  for (calls_ = 0; calls_ <= max_calls; ++calls_) {
    for (size_t inputs = 1; inputs <= witness_.inputs().size(); ++inputs) {
      for (size_t inner = 0; inner <= inputs; ++inner) {
        // Of inner inputs there are none without a Model. A layer that is the
        // model needs no inputs of its own.
        if (inner > 0 && parts_.max_models == 0) continue;
        if (inner == inputs && !parts_.model_is_layer) continue;
        main_inputs_ = inputs - inner;
        if (!ChooseInputs(main_inputs_, inner)) return false;
      }
    }
  }
  return true;
}

bool SimplerGraphs::ChooseInputs(size_t main, size_t inner) {
  if (main + inner == 0) return ChooseCall(0);
  for (const WitnessParts::InputType& type : parts_.types) {
    InputDecl input;
    input.batch_shape = type.shape;
    input.dtype = type.dtype;
    input.sparse = type.sparse;
    draft_.inputs.push_back(input);
    const bool go_on = main > 0 ? ChooseInputs(main - 1, inner)
                                : ChooseInputs(main, inner - 1);
    draft_.inputs.pop_back();
    if (!go_on) return false;
  }
  return true;
}

std::vector<TensorRef> SimplerGraphs::Tensors(size_t calls) const {
  std::vector<TensorRef> tensors;
  for (size_t i = 0; i < draft_.inputs.size(); ++i) {
    tensors.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  for (size_t i = 0; i < calls; ++i) {
    const int outputs = OutputsOf(draft_.calls[i].layer);
    for (int k = 0; k < outputs; ++k) {
      tensors.push_back(TensorRef::Call(static_cast<int32_t>(i), k));
    }
  }
  return tensors;
}

const LayerSpec* SimplerGraphs::SpecOf(uint32_t layer) const {
  const Draft::DraftLayer& decl = draft_.layers[layer];
  if (IsModel(decl.decl)) return nullptr;
  std::vector<const LayerSpec*> children;
  for (uint32_t child : decl.children) {
    // The marker of a Model, where that is what is wrapped.
    const LayerSpec* spec = IsModel(draft_.layers[child].decl)
                                ? catalogue_.Find(parts_.model_config)
                                : SpecOf(child);
    if (spec == nullptr) return nullptr;
    children.push_back(spec);
  }
  if (IsSequential(decl.decl)) return catalogue_.Find(decl.decl.config);
  const auto spec = catalogue_.Resolve(decl.decl.config, children);
  return spec.ok() ? *spec : nullptr;
}

int SimplerGraphs::OutputsOf(uint32_t layer) const {
  const Draft::DraftLayer& decl = draft_.layers[layer];
  if (IsModel(decl.decl)) return static_cast<int>(decl.model_outputs.size());
  if (IsSequential(decl.decl)) {
    return decl.children.empty() ? 1 : OutputsOf(decl.children.back());
  }
  const LayerSpec* spec = SpecOf(layer);
  return spec == nullptr ? 0 : spec->num_outputs();
}

bool SimplerGraphs::WithLayer(Draft::DraftLayer layer,
                              absl::FunctionRef<bool(uint32_t)> then) {
  const auto number = static_cast<uint32_t>(draft_.layers.size());
  draft_.layers.push_back(std::move(layer));
  bool go_on = then(number);
  if (go_on && parts_.any_frozen) {
    draft_.layers[number].decl.trainable = false;
    go_on = then(number);
  }
  draft_.layers.pop_back();
  return go_on;
}

bool SimplerGraphs::MayBeSimplerSoFar() const {
  return calls_ < witness_.calls().size() ||
         draft_.layers.size() <= witness_.layers().size();
}

bool SimplerGraphs::ChooseCall(size_t call) {
  if (!MayBeSimplerSoFar()) return true;
  if (call == calls_) return ChooseOutputs();
  for (uint32_t layer = 0; layer < draft_.layers.size(); ++layer) {
    if (!CallLayer(call, layer)) return false;
  }
  for (const LayerSpec* spec : scope_.specs) {
    Draft::DraftLayer layer;
    layer.decl.config = spec->config();
    if (!WithLayer(std::move(layer),
                   [&](uint32_t number) { return CallLayer(call, number); })) {
      return false;
    }
  }
  if (models_ < parts_.max_models && !ChooseModel(call)) return false;
  if (containers_ == parts_.max_containers) return true;
  ++containers_;
  bool go_on = true;
  if (parts_.sequential_config != nullptr) {
    go_on = ChooseChildren(call, UINT32_MAX, parts_.max_children);
  }
  for (size_t i = 0; go_on && i < parts_.wrappers.size(); ++i) {
    go_on = ChooseChildren(call, static_cast<uint32_t>(i), 1);
  }
  --containers_;
  return go_on;
}

// A Model over any inner inputs that no other Model has, in their order.
bool SimplerGraphs::ChooseModel(size_t call) {
  std::vector<TensorRef> free;
  for (size_t i = main_inputs_; i < draft_.inputs.size(); ++i) {
    free.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  for (const Draft::DraftLayer& layer : draft_.layers) {
    for (TensorRef ref : layer.model_inputs) {
      free.erase(std::remove(free.begin(), free.end(), ref), free.end());
    }
  }
  ++models_;
  bool go_on = true;
  for (size_t size = 1;
       go_on && size <= std::min(free.size(), parts_.max_inner_inputs);
       ++size) {
    Draft::DraftLayer layer;
    layer.decl.config = parts_.model_config;
    layer.decl.position = static_cast<uint32_t>(call);
    layer.model_inputs.assign(free.begin(),
                              free.begin() + static_cast<ptrdiff_t>(size));
    go_on = WithLayer(std::move(layer), [&](uint32_t number) {
      return ChooseModelOutputs(call, number);
    });
  }
  --models_;
  return go_on;
}

bool SimplerGraphs::ChooseModelOutputs(size_t call, uint32_t layer) {
  for (size_t size = 1; size <= parts_.max_inner_outputs; ++size) {
    // The vector of layers may grow meanwhile.
    std::vector<TensorRef> outputs;
    if (!ChooseTensors(call, &outputs, size, [&] {
          draft_.layers[layer].model_outputs = outputs;
          // The place of a Model that is not called is right after its calls.
          return CallLayer(call, layer);
        })) {
      return false;
    }
  }
  return true;
}

// Up to `most` children, each a layer that there is or a new one; then a
// Sequential (`wrapper` UINT32_MAX) or a wrapper around them, which is called.
bool SimplerGraphs::ChooseChildren(size_t call, uint32_t wrapper, size_t most) {
  std::vector<uint32_t> children;
  const std::function<bool()> extend = [&]() -> bool {
    if (!children.empty()) {
      Draft::DraftLayer layer;
      layer.decl.config = wrapper == UINT32_MAX ? parts_.sequential_config
                                                : parts_.wrappers[wrapper];
      layer.children = children;
      for (uint32_t child : children) {
        layer.decl.position =
            std::max(layer.decl.position, draft_.layers[child].decl.position);
      }
      if (!WithLayer(std::move(layer), [&](uint32_t number) {
            return CallLayer(call, number);
          })) {
        return false;
      }
    }
    if (children.size() == most) return true;
    const auto with = [&](uint32_t child) {
      children.push_back(child);
      const bool go_on = extend();
      children.pop_back();
      return go_on;
    };
    const auto layers = static_cast<uint32_t>(draft_.layers.size());
    for (uint32_t child = 0; child < layers; ++child) {
      if (!with(child)) return false;
    }
    for (const LayerSpec* spec : scope_.specs) {
      Draft::DraftLayer layer;
      layer.decl.config = spec->config();
      if (!WithLayer(std::move(layer), with)) return false;
    }
    return true;
  };
  return extend();
}

bool SimplerGraphs::CallLayer(size_t call, uint32_t layer) {
  if (!MayBeSimplerSoFar()) return true;
  size_t least = 1;
  size_t most = parts_.max_call_inputs;
  const Draft::DraftLayer& decl = draft_.layers[layer];
  if (IsModel(decl.decl)) {
    least = most = decl.model_inputs.size();
  } else if (IsSequential(decl.decl)) {
    most = 1;
  } else {
    const LayerSpec* spec = SpecOf(layer);
    if (spec == nullptr) return true;
    least = static_cast<size_t>(std::max(spec->traits().min_inputs, 1));
    most = std::min(most, static_cast<size_t>(spec->traits().max_inputs));
    most = std::max(most, least);
  }
  draft_.calls.emplace_back();
  draft_.calls[call].layer = layer;
  bool go_on = true;
  for (size_t count = least; go_on && count <= most; ++count) {
    go_on = ChooseCallInputs(call, count);
  }
  draft_.calls.pop_back();
  return go_on;
}

bool SimplerGraphs::ChooseTensors(size_t call, std::vector<TensorRef>* tensors,
                                  size_t count,
                                  absl::FunctionRef<bool()> then) {
  if (tensors->size() == count) return then();
  for (TensorRef ref : Tensors(call)) {
    tensors->push_back(ref);
    const bool go_on = ChooseTensors(call, tensors, count, then);
    tensors->pop_back();
    if (!go_on) return false;
  }
  return true;
}

bool SimplerGraphs::ChooseCallInputs(size_t call, size_t count) {
  std::vector<TensorRef> inputs;
  return ChooseTensors(call, &inputs, count, [&] {
    draft_.calls[call].inputs = inputs;
    if (!ChooseKeywords(call, 0)) return false;
    if (!parts_.any_list_of_one || count != 1) return true;
    draft_.calls[call].as_list = true;
    const bool go_on = ChooseKeywords(call, 0);
    draft_.calls[call].as_list = false;
    return go_on;
  });
}

// From keyword number `next` on, each is given or not.
bool SimplerGraphs::ChooseKeywords(size_t call, size_t next) {
  if (next == parts_.keywords.size()) return ChooseCall(call + 1);
  if (!ChooseKeywords(call, next + 1)) return false;
  const Draft::Keyword& keyword = parts_.keywords[next];
  for (const Draft::Keyword& given : draft_.calls[call].kwargs) {
    if (given.key == keyword.key) return true;
  }
  std::vector<TensorRef> tensors;
  return ChooseTensors(call, &tensors, keyword.tensors.size(), [&] {
    Draft::Keyword copy = keyword;
    copy.tensors = tensors;
    draft_.calls[call].kwargs.push_back(std::move(copy));
    const bool go_on = ChooseKeywords(call, next + 1);
    draft_.calls[call].kwargs.pop_back();
    return go_on;
  });
}

bool SimplerGraphs::ChooseOutputs() {
  if (parts_.model_is_layer) {
    draft_.model_inputs.clear();
    draft_.model_outputs.clear();
    draft_.model_position = static_cast<uint32_t>(calls_);
    for (uint32_t i = 0; i < draft_.layers.size(); ++i) {
      const LayerDecl& decl = draft_.layers[i].decl;
      if (!IsModel(decl) && !IsSequential(decl)) continue;
      draft_.model_layer = i;
      const bool go_on = Leaf();
      draft_.model_layer = ModelDecl::kNoLayer;
      if (!go_on) return false;
    }
  }
  if (main_inputs_ == 0) return true;
  draft_.model_inputs.clear();
  for (size_t i = 0; i < main_inputs_; ++i) {
    draft_.model_inputs.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  const size_t first = parts_.model_before_end ? 0 : calls_;
  // Where a layer is the model there is one output, or two.
  size_t most = std::max<size_t>(witness_.model_outputs().size(), 1) + 1;
  // All that counts more is the same: an output more is not simpler.
  if (!parts_.model_is_layer && calls_ == witness_.calls().size() &&
      draft_.layers.size() == witness_.layers().size() &&
      draft_.inputs.size() == witness_.inputs().size()) {
    --most;
  }
  for (size_t size = 1; size <= most; ++size) {
    std::vector<TensorRef> outputs;
    for (size_t position = first; position <= calls_; ++position) {
      if (!ChooseTensors(position, &outputs, size, [&] {
            draft_.model_outputs = outputs;
            draft_.model_position = static_cast<uint32_t>(position);
            return Leaf();
          })) {
        return false;
      }
    }
  }
  return true;
}

bool SimplerGraphs::Leaf() {
  if (--steps_left_ < 0) return false;
  Graph graph = draft_.ToWholeGraph();
  if (SimplerThan(witness_, graph, &facts_) || !Validate(graph, nullptr).ok()) {
    return true;
  }
  graph = Canonicalize(graph);
  if (!SimplerThan(graph, witness_, &facts_)) return true;
  return (*visit_)(std::move(graph));
}

}  // namespace clonecheck
