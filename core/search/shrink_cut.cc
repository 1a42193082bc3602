// Shrinking by cutting: parts of the graph go, and what is useless without
// them.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/search/infer.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {

namespace {

// Rank 1 is not among the shapes that are tried: many layers refuse it, and a
// witness is to be of use to people.
constexpr int kMinRank = 2;

std::vector<int> AllOutputs(const LayerSpec& spec) {
  std::vector<int> outputs;
  for (int k = 0; k < spec.num_outputs(); ++k) outputs.push_back(k);
  return outputs;
}

}  // namespace

// One call, on inputs of its own, with all its outputs: most failures are one
// layer's. The least simple layers are the first to suspect.
bool IsolateCall(Shrinker& s) {
  if (s.best().calls().size() < 2) return false;
  std::vector<std::pair<int, size_t>> suspects;  // complexity, call
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    suspects.emplace_back(
        -s.facts().Complexity(*s.ConfigOf(s.best().calls()[i])), i);
  }
  std::sort(suspects.begin(), suspects.end());
  for (const auto& [complexity, i] : suspects) {
    const Call& call = s.best().calls()[i];
    const LayerSpec* spec = s.catalogue().Find(s.ConfigOf(call));
    if (!s.IsDrawn(spec)) continue;
    Graph graph = s.OneCall(*spec, call.inputs.size, AllOutputs(*spec));
    if (s.Ask(std::move(graph))) return true;
  }
  return false;
}

bool KeepOneOutput(Shrinker& s) {
  if (s.best().model_outputs().size() < 2) return false;
  for (TensorRef output : s.best().model_outputs()) {
    Draft draft = Draft::From(s.best());
    draft.model_outputs = {output};
    draft.DropUnusedCalls();
    if (s.Try(draft)) return true;
  }
  return false;
}

// Calls outside of the model, layers and inputs that nobody needs.
bool DropUnused(Shrinker& s) {
  Draft draft = Draft::From(s.best());
  draft.DropUnusedCalls();
  return s.Try(draft);
}

// The same, one call with all that needs it.
bool DropDeadCalls(Shrinker& s) {
  for (size_t i = s.best().calls().size(); i-- > 0;) {
    Draft draft = Draft::From(s.best());
    draft.DropUnusedCalls();
    if (!draft.calls[i].dropped) continue;
    std::vector<bool> kept(draft.calls.size());
    for (size_t j = 0; j < kept.size(); ++j) {
      kept[j] = draft.calls[j].dropped && j != i;
      draft.calls[j].dropped = false;
    }
    draft.DropUnusedCalls(kept);
    if (s.Try(draft)) return true;
  }
  return false;
}

// The model ends at a call, whose outputs become its outputs. Early calls
// first: they leave least.
bool CutBelowCall(Shrinker& s) {
  for (size_t i = 0; i + 1 < s.best().calls().size(); ++i) {
    const int outputs = s.OutputsOf(i);
    Draft draft = Draft::From(s.best());
    draft.model_outputs.clear();
    for (int k = 0; k < outputs; ++k) {
      draft.model_outputs.push_back(
          TensorRef::Call(static_cast<int32_t>(i), k));
    }
    s.DropNewlyUnused(&draft);
    if (s.Try(draft)) return true;
  }
  return false;
}

// The outputs of a call become inputs of the model, and all that was above
// goes. Late calls first: they cut off most.
bool CutAboveCall(Shrinker& s) {
  const auto tensors = InferTensors(s.best(), s.catalogue());
  for (size_t i = s.best().calls().size(); i-- > 0;) {
    const TensorInfos& infos = tensors[i];
    const bool usable =
        std::all_of(infos.begin(), infos.end(), [](const TensorInfo& info) {
          return info.shape->known_rank() && info.shape->rank >= kMinRank;
        });
    if (infos.empty() || !usable) continue;
    Draft draft = Draft::From(s.best());
    for (size_t k = 0; k < infos.size(); ++k) {
      const TensorRef fresh =
          TensorRef::Input(static_cast<int32_t>(draft.inputs.size()));
      draft.inputs.push_back(
          InputDecl{nullptr, infos[k].shape, infos[k].dtype, false});
      draft.Replace(
          TensorRef::Call(static_cast<int32_t>(i), static_cast<int32_t>(k)),
          fresh);
      draft.model_inputs.push_back(fresh);
    }
    s.DropNewlyUnused(&draft);
    if (s.Try(draft)) return true;
  }
  return false;
}

bool DropOutputs(Shrinker& s) {
  bool helped = false;
  for (size_t i = s.best().model_outputs().size(); i-- > 0;) {
    if (s.best().model_outputs().size() < 2) break;
    Draft draft = Draft::From(s.best());
    draft.model_outputs.erase(draft.model_outputs.begin() +
                              static_cast<ptrdiff_t>(i));
    s.DropNewlyUnused(&draft);
    if (s.Try(draft)) {
      helped = true;
      i = std::min(i, s.best().model_outputs().size());
    }
  }
  return helped;
}

// The model ends where a call takes its inputs, and the call goes.
bool CutToInputs(Shrinker& s) {
  for (size_t i = s.best().calls().size(); i-- > 0;) {
    Draft draft = Draft::From(s.best());
    std::vector<TensorRef> outputs;
    for (TensorRef ref : draft.calls[i].inputs) {
      if (!ref.is_input() &&
          std::count(outputs.begin(), outputs.end(), ref) == 0) {
        outputs.push_back(ref);
      }
    }
    if (outputs.empty()) continue;
    draft.model_outputs = std::move(outputs);
    s.DropNewlyUnused(&draft);
    if (s.Try(draft)) return true;
  }
  return false;
}

}  // namespace clonecheck
