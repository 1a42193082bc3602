// Shrinking calls: around them, fewer inputs, no keyword arguments.
#include <algorithm>
#include <vector>

#include "core/search/shrink_passes.h"

namespace clonecheck {

// A call goes, and what used its outputs uses its inputs instead.
bool BypassCalls(Shrinker& s) {
  for (size_t i = s.best().calls().size(); i-- > 0;) {
    const size_t inputs = s.best().calls()[i].inputs.size;
    for (size_t j = 0; j < inputs; ++j) {
      Draft draft = Draft::From(s.best());
      const TensorRef input = draft.calls[i].inputs[j];
      const int outputs = draft.NumUsedOutputs(draft.calls[i].layer);
      for (int k = 0; k < outputs; ++k) {
        draft.Replace(TensorRef::Call(static_cast<int32_t>(i), k), input);
      }
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// One input stands for two.
bool MergeInputs(Shrinker& s) {
  for (size_t i = s.best().inputs().size(); i-- > 0;) {
    for (size_t j = 0; j < s.best().inputs().size(); ++j) {
      if (i == j) continue;
      Draft draft = Draft::From(s.best());
      const TensorRef from = TensorRef::Input(static_cast<int32_t>(i));
      std::vector<TensorRef>& inputs = draft.model_inputs;
      inputs.erase(std::remove(inputs.begin(), inputs.end(), from),
                   inputs.end());
      draft.Replace(from, TensorRef::Input(static_cast<int32_t>(j)));
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// One input less for calls that take any number; no states for wrappers.
bool DropCallInputs(Shrinker& s) {
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    const Call& call = s.best().calls()[i];
    if (call.inputs.size > 1 &&
        s.best().layers()[call.layer].children.size == 1) {
      Draft draft = Draft::From(s.best());
      draft.calls[i].inputs.resize(1);
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
    const LayerSpec* spec = s.catalogue().Find(s.ConfigOf(s.best().calls()[i]));
    const size_t size = s.best().calls()[i].inputs.size;
    if (!s.IsDrawn(spec) ||
        size <= static_cast<size_t>(spec->traits().min_inputs)) {
      continue;
    }
    for (size_t j = size; j-- > 0;) {
      Draft draft = Draft::From(s.best());
      auto& inputs = draft.calls[i].inputs;
      inputs.erase(inputs.begin() + static_cast<ptrdiff_t>(j));
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

bool DropKwargs(Shrinker& s) {
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    for (size_t j = s.best().calls()[i].kwargs.size; j-- > 0;) {
      Draft draft = Draft::From(s.best());
      auto& kwargs = draft.calls[i].kwargs;
      kwargs.erase(kwargs.begin() + static_cast<ptrdiff_t>(j));
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// States in the list of inputs, instead of as a keyword.
bool StatesToInputs(Shrinker& s) {
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    Draft draft = Draft::From(s.best());
    auto& call = draft.calls[i];
    const auto states = std::find_if(
        call.kwargs.begin(), call.kwargs.end(),
        [](const Draft::Keyword& kwarg) {
          return kwarg.key->text == "initial_state" && !kwarg.tensors.empty();
        });
    if (states == call.kwargs.end()) continue;
    call.inputs.insert(call.inputs.end(), states->tensors.begin(),
                       states->tensors.end());
    call.kwargs.erase(states);
    call.as_list = false;
    if (s.Try(draft)) return true;
  }
  return false;
}

// In place of a mask that comes with a tensor: the tensor that the masking
// layer is on, and the same as the keyword `mask`.
bool MasksToKeywords(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    const LayerSpec* spec = s.catalogue().Find(s.ConfigOf(s.best().calls()[i]));
    if (spec == nullptr || !spec->traits().takes_mask) continue;
    for (size_t j = 0; j < s.best().inputs().size(); ++j) {
      Draft draft = Draft::From(s.best());
      const TensorRef input = TensorRef::Input(static_cast<int32_t>(j));
      Draft::DraftCall& call = draft.calls[i];
      if (call.inputs.empty() || call.inputs[0].is_input()) continue;
      call.inputs[0] = input;
      Draft::Keyword mask;
      mask.key = pool.InternName("mask");
      mask.form = Kwarg::Form::kTensor;
      mask.tensors = {input};
      call.kwargs.assign(1, mask);
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// What comes with a keyword comes as one more input, or another tensor does: a
// state, say.
bool KeywordsToInputs(Shrinker& s) {
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    if (s.best().calls()[i].kwargs.size == 0) continue;
    for (size_t j = 0; j < i + s.best().inputs().size(); ++j) {
      Draft draft = Draft::From(s.best());
      draft.calls[i].kwargs.clear();
      draft.calls[i].inputs.push_back(
          j < i ? TensorRef::Call(static_cast<int32_t>(j), 0)
                : TensorRef::Input(static_cast<int32_t>(j - i)));
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
