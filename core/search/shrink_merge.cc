// Shrinking several layers at once: into one, or all that are alike.
#include <algorithm>
#include <vector>

#include "core/search/shrink_adapt.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {

// Layers of the same config become another one together.
bool RetypeEqualLayers(Shrinker& s) {
  const size_t layers = s.best().layers().size();
  for (size_t i = 0; i < layers; ++i) {
    const Config* config = s.best().layers()[i].config;
    const LayerSpec* spec = s.catalogue().Find(config);
    if (!s.IsDrawn(spec)) continue;
    std::vector<size_t> equal;
    bool first = true;
    for (size_t j = 0; j < layers; ++j) {
      if (s.best().layers()[j].config != config) continue;
      first &= j >= i;
      equal.push_back(j);
    }
    if (!first || equal.size() < 2) continue;
    for (const LayerSpec* simpler : s.domain()) {
      if (s.Complexity(*simpler) > s.Complexity(*spec)) break;
      if (simpler == spec) continue;
      Draft draft = Draft::From(s.best());
      bool fits = true;
      for (size_t j : equal) {
        draft.layers[j].decl.config = simpler->config();
        fits = fits && AdaptCalls(j, *simpler, /*drop_keywords=*/true, &draft);
      }
      if (fits && s.Try(draft)) return true;
    }
  }
  return false;
}

// A layer less: its calls become calls of another one that is there, of
// whatever kind. Where that takes fewer inputs, of the first ones or the last.
bool MergeLayers(Shrinker& s) {
  const size_t layers = s.best().layers().size();
  for (uint32_t from = 0; from < layers; ++from) {
    if (!s.IsDrawn(s.catalogue().Find(s.best().layers()[from].config))) {
      continue;
    }
    const int used = Draft::From(s.best()).NumUsedOutputs(from);
    for (uint32_t to = 0; to < layers; ++to) {
      const LayerSpec* spec = s.catalogue().Find(s.best().layers()[to].config);
      if (to == from || !s.IsDrawn(spec) || spec->num_outputs() < used) {
        continue;
      }
      for (const bool last : {false, true}) {
        Draft draft = Draft::From(s.best());
        for (Draft::DraftCall& call : draft.calls) {
          const auto max = static_cast<ptrdiff_t>(spec->traits().max_inputs);
          const auto inputs = static_cast<ptrdiff_t>(call.inputs.size());
          if (last && call.layer == from && inputs > max) {
            call.inputs.erase(call.inputs.begin(), call.inputs.end() - max);
          }
        }
        if (!AdaptCalls(from, *spec, /*drop_keywords=*/false, &draft)) break;
        for (Draft::DraftCall& call : draft.calls) {
          if (call.layer == from) call.layer = to;
        }
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// Two layers of several inputs become one, of any kind.
bool MergeIntoOne(Shrinker& s) {
  const size_t layers = s.best().layers().size();
  const auto joins = [&](size_t layer) {
    const LayerSpec* spec = s.catalogue().Find(s.best().layers()[layer].config);
    return s.IsDrawn(spec) && spec->traits().max_inputs > 1;
  };
  for (uint32_t from = 0; from < layers; ++from) {
    for (uint32_t to = 0; to < layers; ++to) {
      if (from == to || !joins(from) || !joins(to)) continue;
      Draft before = Draft::From(s.best());
      const int used =
          std::max(before.NumUsedOutputs(from), before.NumUsedOutputs(to));
      std::vector<const LayerKind*> seen;
      for (const LayerSpec* spec : s.domain()) {
        if (spec->traits().min_inputs < 2 || spec->num_outputs() < used ||
            std::count(seen.begin(), seen.end(), &spec->kind()) > 0) {
          continue;
        }
        seen.push_back(&spec->kind());
        Draft draft = Draft::From(s.best());
        draft.layers[to].decl.config = spec->config();
        for (Draft::DraftCall& call : draft.calls) {
          if (call.layer == from) call.layer = to;
        }
        if (!AdaptCalls(to, *spec, /*drop_keywords=*/true, &draft)) continue;
        if (s.Try(draft)) return true;
        for (Draft::DraftCall& call : draft.calls) {
          if (call.layer != to) continue;
          std::reverse(call.inputs.begin(), call.inputs.end());
          if (s.Try(draft)) return true;
          std::reverse(call.inputs.begin(), call.inputs.end());
        }
      }
    }
  }
  return false;
}

// Two layers become one, of any kind and config, in a Graph of few calls. Where
// that takes more inputs than there are, the last one is given again.
bool MergeRetyped(Shrinker& s) {
  constexpr size_t kMostCalls = 3;
  const size_t layers = s.best().layers().size();
  if (s.best().calls().size() > kMostCalls) return false;
  const auto is_plain = [&](size_t layer) {
    return s.IsDrawn(s.catalogue().Find(s.best().layers()[layer].config));
  };
  for (uint32_t from = 0; from < layers; ++from) {
    for (uint32_t to = 0; to < layers; ++to) {
      if (from == to || !is_plain(from) || !is_plain(to)) continue;
      for (const LayerSpec* spec : s.domain()) {
        Draft draft = Draft::From(s.best());
        if (spec->num_outputs() <
            std::max(draft.NumUsedOutputs(from), draft.NumUsedOutputs(to))) {
          continue;
        }
        draft.layers[to].decl.config = spec->config();
        for (Draft::DraftCall& call : draft.calls) {
          if (call.layer == from) call.layer = to;
          const auto least = static_cast<size_t>(spec->traits().min_inputs);
          if (call.layer == to && !call.inputs.empty() &&
              call.inputs.size() < least) {
            call.inputs.resize(least, TensorRef(call.inputs.back()));
          }
        }
        if (AdaptCalls(to, *spec, /*drop_keywords=*/false, &draft) &&
            s.Try(draft)) {
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace clonecheck
