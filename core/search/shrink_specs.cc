#include "core/search/shrink_specs.h"

#include <algorithm>

#include "core/layers/kinds.h"

namespace clonecheck {

std::vector<const LayerSpec*> OneOfEachKind(const Shrinker& s) {
  std::vector<const LayerSpec*> specs;
  for (const LayerSpec* spec : s.domain()) {
    if (spec->traits().min_inputs > 1) continue;
    const bool seen =
        std::any_of(specs.begin(), specs.end(), [&](const LayerSpec* other) {
          return &other->kind() == &spec->kind();
        });
    if (!seen) specs.push_back(spec);
  }
  return specs;
}

bool HasKind(const Shrinker& s, const LayerKind& kind) {
  return std::any_of(s.best().layers().begin(), s.best().layers().end(),
                     [&](const LayerDecl& layer) {
                       return layer.config->kind->text == kind.class_name();
                     });
}

const Config* InputLayerOn(Shrinker& s, const Shape* shape) {
  Pool& pool = s.catalogue().pool();
  std::vector<ConfigValue> dims;
  for (const int32_t dim : shape->dims()) {
    dims.push_back(dim == kUnknownDim ? ConfigValue::None()
                                      : ConfigValue::Int(dim));
  }
  const Name* const kind = pool.InternName(InputLayerKind().class_name());
  return s.catalogue()
      .Resolve(
          pool.InternConfig(kind, {{pool.InternName("batch_input_shape"),
                                    ConfigValue::List(pool.InternList(dims))}}))
      .value()
      ->config();
}

}  // namespace clonecheck
