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

}  // namespace clonecheck
