#include "core/search/shrink_specs.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/graph/model_kinds.h"
#include "core/layers/kinds.h"
#include "core/search/batch_input_shape.h"

namespace clonecheck {

std::vector<const LayerSpec*> FirstOfEachKind(
    const Shrinker& s, absl::FunctionRef<bool(const LayerSpec&)> fits) {
  std::vector<const LayerSpec*> specs;
  for (const LayerSpec* spec : s.domain()) {
    if (!fits(*spec)) continue;
    const bool seen =
        std::any_of(specs.begin(), specs.end(), [&](const LayerSpec* other) {
          return &other->kind() == &spec->kind();
        });
    if (!seen) specs.push_back(spec);
  }
  return specs;
}

std::vector<const LayerSpec*> OneOfEachKind(const Shrinker& s) {
  return FirstOfEachKind(
      s, [](const LayerSpec& spec) { return spec.traits().min_inputs <= 1; });
}

std::vector<const LayerSpec*> Simplest(const Shrinker& s, bool of_best) {
  using Sort = std::tuple<const LayerKind*, bool, bool>;
  std::vector<Sort> seen;
  std::vector<const LayerSpec*> specs;
  for (const LayerSpec* spec : s.domain()) {
    if (of_best && !HasKind(s, spec->kind())) continue;
    const Sort sort(&spec->kind(), spec->traits().min_inputs > 1,
                    spec->num_outputs() > 1);
    if (std::count(seen.begin(), seen.end(), sort) > 0) continue;
    seen.push_back(sort);
    specs.push_back(spec);
  }
  return specs;
}

std::vector<const LayerSpec*> AllOfBest(const Shrinker& s) {
  constexpr size_t kMost = 24;
  std::vector<const LayerSpec*> specs;
  for (const LayerSpec* spec : s.domain()) {
    if (HasKind(s, spec->kind()) && specs.size() < kMost) specs.push_back(spec);
  }
  return specs;
}

bool HasKind(const Shrinker& s, const LayerKind& kind) {
  return std::any_of(s.best().layers().begin(), s.best().layers().end(),
                     [&](const LayerDecl& layer) {
                       return layer.config->kind->text == kind.class_name();
                     });
}

std::array<const Shape*, 3> UnitShapes(const Shrinker& s) {
  return {s.shapes()[0], s.shapes()[2], s.shapes()[4]};
}

const Config* OwnModel(const Shrinker& s) {
  for (const LayerDecl& layer : s.best().layers()) {
    if (IsModel(layer)) return layer.config;
  }
  return nullptr;
}

const Config* InputLayerOn(Shrinker& s, const Shape* shape) {
  Pool& pool = s.catalogue().pool();
  const Name* const kind = pool.InternName(InputLayerKind().class_name());
  return s.catalogue()
      .Resolve(pool.InternConfig(kind, {{pool.InternName(kBatchInputShape),
                                         ShapeValue(pool, *shape)}}))
      .value()
      ->config();
}

const Config* WithBatchInputShape(Shrinker& s, const Config& config,
                                  const Shape* shape) {
  Pool& pool = s.catalogue().pool();
  std::vector<ConfigEntry> entries = config.entries;
  for (ConfigEntry& entry : entries) {
    if (entry.key->text == kBatchInputShape) {
      entry.value = ShapeValue(pool, *shape);
    }
  }
  return pool.InternConfig(config.kind, std::move(entries));
}

TensorRef CallOn(const LayerSpec& spec, uint32_t layer, TensorRef others,
                 TensorRef last, GraphBuilder* builder) {
  const int size = std::max(1, int{spec.traits().min_inputs});
  std::vector<TensorRef> inputs(static_cast<size_t>(size), others);
  inputs.back() = last;
  return builder->AddCall(layer, inputs);
}

}  // namespace clonecheck
