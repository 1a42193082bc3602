// Shrinking what Models are given and give.
#include <algorithm>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {
namespace {

std::vector<size_t> ModelLayers(const Graph& graph) {
  std::vector<size_t> models;
  for (size_t i = 0; i < graph.layers().size(); ++i) {
    if (IsModel(graph.layers()[i])) models.push_back(i);
  }
  return models;
}

}  // namespace

// A Model has an output less; where that was used, its first one is.
bool DropModelOutputs(Shrinker& s) {
  for (size_t i : ModelLayers(s.best())) {
    const size_t size = s.best().layers()[i].model_outputs.size;
    for (size_t k = size; size > 1 && k-- > 0;) {
      Draft draft = Draft::From(s.best());
      auto& outputs = draft.layers[i].model_outputs;
      outputs.erase(outputs.begin() + static_cast<ptrdiff_t>(k));
      const auto dropped = static_cast<int32_t>(k);
      draft.ForEachRefs([&](std::vector<TensorRef>* refs) {
        for (TensorRef& ref : *refs) {
          if (ref.is_input() || draft.calls[ref.producer].layer != i) continue;
          if (ref.index == dropped) {
            ref.index = 0;
          } else if (ref.index > dropped) {
            --ref.index;
          }
        }
      });
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// A Model has an input less, and its calls an argument; inside, another input
// stands for it. The model itself has an input less, too.
bool DropModelInputs(Shrinker& s) {
  for (size_t i : ModelLayers(s.best())) {
    const size_t size = s.best().layers()[i].model_inputs.size;
    for (size_t k = size; size > 1 && k-- > 0;) {
      Draft draft = Draft::From(s.best());
      auto& inputs = draft.layers[i].model_inputs;
      const TensorRef gone = inputs[k];
      inputs.erase(inputs.begin() + static_cast<ptrdiff_t>(k));
      for (Draft::DraftCall& call : draft.calls) {
        if (call.layer != i || call.inputs.size() != size) continue;
        call.inputs.erase(call.inputs.begin() + static_cast<ptrdiff_t>(k));
      }
      // Elsewhere, the tensor may be another Model's, or the model's.
      const TensorRef stays = inputs[0];
      draft.Replace(gone, stays);
      const auto given = s.best().model_inputs();
      draft.model_inputs.assign(given.begin(), given.end());
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  const size_t size = s.best().model_inputs().size();
  for (size_t k = size; size > 1 && k-- > 0;) {
    Draft draft = Draft::From(s.best());
    draft.model_inputs.erase(draft.model_inputs.begin() +
                             static_cast<ptrdiff_t>(k));
    if (s.Try(draft)) return true;
  }
  return false;
}

// The inputs of a Model in the order in which they were made.
bool OrderModelInputs(Shrinker& s) {
  for (size_t i : ModelLayers(s.best())) {
    const size_t size = s.best().layers()[i].model_inputs.size;
    for (size_t k = 0; k + 1 < size; ++k) {
      Draft draft = Draft::From(s.best());
      auto& inputs = draft.layers[i].model_inputs;
      std::swap(inputs[k], inputs[k + 1]);
      if (s.Try(draft)) return true;
      for (Draft::DraftCall& call : draft.calls) {
        if (call.layer != i || call.inputs.size() != size) continue;
        std::swap(call.inputs[k], call.inputs[k + 1]);
      }
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// Two outputs of a Model that follow each other change places.
bool OrderModelOutputs(Shrinker& s) {
  for (size_t i : ModelLayers(s.best())) {
    const size_t size = s.best().layers()[i].model_outputs.size;
    for (size_t k = 0; k + 1 < size; ++k) {
      Draft draft = Draft::From(s.best());
      auto& outputs = draft.layers[i].model_outputs;
      std::swap(outputs[k], outputs[k + 1]);
      if (s.Try(draft)) return true;
      const auto first = static_cast<int32_t>(k);
      draft.ForEachRefs([&](std::vector<TensorRef>* refs) {
        for (TensorRef& ref : *refs) {
          if (ref.is_input() || draft.calls[ref.producer].layer != i) continue;
          if (ref.index == first) {
            ref.index = first + 1;
          } else if (ref.index == first + 1) {
            ref.index = first;
          }
        }
      });
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// In place of an output of a Model, what the call that makes it is on.
bool SpreadModelOutputs(Shrinker& s) {
  for (size_t i : ModelLayers(s.best())) {
    const size_t size = s.best().layers()[i].model_outputs.size;
    for (size_t k = 0; k < size; ++k) {
      Draft draft = Draft::From(s.best());
      auto& outputs = draft.layers[i].model_outputs;
      if (outputs[k].is_input()) continue;
      const std::vector<TensorRef> inputs =
          draft.calls[outputs[k].producer].inputs;
      const auto added = static_cast<int32_t>(inputs.size()) - 1;
      outputs.erase(outputs.begin() + static_cast<ptrdiff_t>(k));
      outputs.insert(outputs.begin() + static_cast<ptrdiff_t>(k),
                     inputs.begin(), inputs.end());
      draft.ForEachRefs([&](std::vector<TensorRef>* refs) {
        for (TensorRef& ref : *refs) {
          if (!ref.is_input() && draft.calls[ref.producer].layer == i &&
              ref.index > static_cast<int32_t>(k)) {
            ref.index += added;
          }
        }
      });
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// A Model that gives its first output twice, of which the model has the second,
// in place of one that it has twice itself.
bool RepeatModelOutputs(Shrinker& s) {
  const auto given = s.best().model_outputs();
  if (given.size() != 2 || !(given[0] == given[1]) || given[0].is_input()) {
    return false;
  }
  const uint32_t layer =
      s.best().calls()[static_cast<size_t>(given[0].producer)].layer;
  if (!IsModel(s.best().layers()[layer])) return false;
  Draft draft = Draft::From(s.best());
  auto& outputs = draft.layers[layer].model_outputs;
  const auto second = static_cast<int32_t>(outputs.size());
  outputs.push_back(outputs[static_cast<size_t>(given[0].index)]);
  draft.model_outputs = {TensorRef::Call(given[0].producer, second)};
  return s.Try(draft);
}

// In place of a call within a Model, an input more of the Model, which is
// called on the same tensor twice.
bool CutInsideModels(Shrinker& s) {
  for (size_t i : ModelLayers(s.best())) {
    const auto inputs = s.best().tensors(s.best().layers()[i].model_inputs);
    if (inputs.size() != 1 || !inputs[0].is_input()) continue;
    for (size_t j = 0; j < s.best().calls().size(); ++j) {
      if (s.best().calls()[j].layer == i) continue;
      Draft draft = Draft::From(s.best());
      const TensorRef more =
          TensorRef::Input(static_cast<int32_t>(draft.inputs.size()));
      draft.inputs.push_back(draft.inputs[inputs[0].input()]);
      draft.Replace(TensorRef::Call(static_cast<int32_t>(j), 0), more);
      draft.layers[i].model_inputs.push_back(more);
      for (Draft::DraftCall& call : draft.calls) {
        if (call.layer != i || call.inputs.size() != 1) continue;
        if (call.inputs[0] == more) call.inputs[0] = inputs[0];
        call.inputs.push_back(TensorRef(call.inputs[0]));
      }
      draft.calls[j].dropped = true;
      for (const Shape* shape :
           {draft.inputs.back().batch_shape, s.shapes()[0]}) {
        for (InputDecl& input : draft.inputs) input.batch_shape = shape;
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

}  // namespace clonecheck
