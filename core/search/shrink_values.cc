// Shrinking values: plain names and dtypes, small shapes and numbers.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/search/shrink_passes.h"

namespace clonecheck {

namespace {

void MakeInputPlain(InputDecl* input) {
  input->name = nullptr;
  input->dtype = DType::kFloat32;
  input->sparse = false;
}

void MakeLayerPlain(Draft::DraftLayer* layer) {
  layer->decl.name = nullptr;
  layer->decl.trainable = true;
  if (layer->children.empty() && layer->model_outputs.empty()) {
    layer->decl.position = 0;
  }
}

// `from` replaced by `to` wherever it stands in a value: in the cells of an RNN
// and in shapes, too.
ConfigValue Replaced(const ConfigValue& value, int64_t from, int64_t to,
                     Pool& pool) {
  switch (value.type) {
    case ConfigValue::Type::kInt:
      return value.integer == from ? ConfigValue::Int(to) : value;
    case ConfigValue::Type::kList: {
      std::vector<ConfigValue> items = value.list->items;
      for (ConfigValue& item : items) item = Replaced(item, from, to, pool);
      return ConfigValue::List(pool.InternList(std::move(items)));
    }
    case ConfigValue::Type::kDict: {
      std::vector<ConfigEntry> entries = value.dict->entries;
      for (ConfigEntry& entry : entries) {
        entry.value = Replaced(entry.value, from, to, pool);
      }
      return ConfigValue::Dict(
          pool.InternConfig(value.dict->kind, std::move(entries)));
    }
    default:
      return value;
  }
}

void MakeModelPlain(Draft* draft) {
  draft->model_name = nullptr;
  draft->model_position = static_cast<uint32_t>(draft->calls.size());
}

}  // namespace

// Nothing out of the ordinary: all at once, then one thing after the other.
bool MakePlain(Shrinker& s) {
  Draft all = Draft::From(s.best());
  for (InputDecl& input : all.inputs) MakeInputPlain(&input);
  for (Draft::DraftLayer& layer : all.layers) MakeLayerPlain(&layer);
  for (Draft::DraftCall& call : all.calls) call.as_list = false;
  MakeModelPlain(&all);
  if (s.Try(all)) return true;
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    Draft draft = Draft::From(s.best());
    MakeInputPlain(&draft.inputs[i]);
    if (s.Try(draft)) return true;
  }
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    Draft draft = Draft::From(s.best());
    MakeLayerPlain(&draft.layers[i]);
    if (s.Try(draft)) return true;
  }
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    Draft draft = Draft::From(s.best());
    draft.calls[i].as_list = false;
    if (s.Try(draft)) return true;
  }
  Draft draft = Draft::From(s.best());
  MakeModelPlain(&draft);
  return s.Try(draft);
}

// Smaller ranks and dimensions: all inputs at once, then one by one.
bool SimplifyInputs(Shrinker& s) {
  for (const Shape* shape : s.shapes()) {
    Draft draft = Draft::From(s.best());
    for (InputDecl& input : draft.inputs) input.batch_shape = shape;
    if (s.Try(draft)) return true;
  }
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    for (const Shape* shape : s.shapes()) {
      Draft draft = Draft::From(s.best());
      draft.inputs[i].batch_shape = shape;
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// An axis goes, of all inputs or of one, where they have more than the shapes
// that SimplifyInputs tries.
bool DropAxes(Shrinker& s) {
  constexpr size_t kMaxSimpleRank = 3;
  const auto without = [&](const Shape* shape, size_t axis) {
    const auto dims = shape->dims();
    if (dims.size() <= std::max(kMaxSimpleRank, axis)) return shape;
    std::vector<int32_t> fewer(dims.begin(), dims.end());
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(axis));
    return s.catalogue().pool().InternShape(fewer);
  };
  size_t rank = 0;
  for (const InputDecl& input : s.best().inputs()) {
    rank = std::max(rank, input.batch_shape->dims().size());
  }
  if (rank <= kMaxSimpleRank) return false;
  for (size_t axis = 1; axis < rank; ++axis) {
    Draft draft = Draft::From(s.best());
    for (InputDecl& input : draft.inputs) {
      input.batch_shape = without(input.batch_shape, axis);
    }
    if (s.Try(draft)) return true;
  }
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    for (size_t axis = 1; axis < rank; ++axis) {
      Draft draft = Draft::From(s.best());
      const Shape* const fewer = without(draft.inputs[i].batch_shape, axis);
      if (fewer == draft.inputs[i].batch_shape) break;
      draft.inputs[i].batch_shape = fewer;
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// Each dimension of each input by itself.
bool LowerDimensions(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    const auto dims = s.best().inputs()[i].batch_shape->dims();
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      for (const int32_t lower : {kUnknownDim, 1, 2, 3}) {
        if (lower >= dims[axis] && dims[axis] != kUnknownDim) break;
        Draft draft = Draft::From(s.best());
        std::vector<int32_t> changed(dims.begin(), dims.end());
        changed[axis] = lower;
        draft.inputs[i].batch_shape = pool.InternShape(changed);
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// The shapes (None, 1), (None, 2), …, one for each input.
bool SpreadShapes(Shrinker& s) {
  Draft draft = Draft::From(s.best());
  int32_t size = 0;
  for (InputDecl& input : draft.inputs) {
    input.batch_shape = s.catalogue().pool().InternShape({kUnknownDim, ++size});
    input.dtype = DType::kFloat32;
  }
  return size > 1 && s.Try(draft);
}

// What two inputs are changes places.
bool SwapInputs(Shrinker& s) {
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    for (size_t j = i + 1; j < s.best().inputs().size(); ++j) {
      Draft draft = Draft::From(s.best());
      std::swap(draft.inputs[i], draft.inputs[j]);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// A number becomes a lower one wherever it stands: in the shapes of inputs and
// in the arguments of layers.
bool LowerNumbers(Shrinker& s) {
  constexpr int64_t kMost = 8;  // higher ones become no lower than they are
  Pool& pool = s.catalogue().pool();
  for (int64_t from = kMost; from > 1; --from) {
    for (int64_t to = 1; to < from; ++to) {
      Draft draft = Draft::From(s.best());
      bool in_config = false;
      bool in_shape = false;
      for (InputDecl& input : draft.inputs) {
        const auto dims = input.batch_shape->dims();
        std::vector<int32_t> lower(dims.begin(), dims.end());
        for (int32_t& dim : lower) {
          if (dim != from) continue;
          dim = static_cast<int32_t>(to);
          in_shape = true;
        }
        input.batch_shape = pool.InternShape(lower);
      }
      bool known = true;
      for (Draft::DraftLayer& layer : draft.layers) {
        if (!layer.children.empty()) continue;
        const Config* const lower =
            Replaced(ConfigValue::Dict(layer.decl.config), from, to, pool).dict;
        if (lower == layer.decl.config) continue;
        in_config = true;
        const auto spec = s.catalogue().Resolve(lower);
        known = known && spec.ok();
        if (spec.ok()) layer.decl.config = (*spec)->config();
      }
      if (in_config && in_shape && known && s.Try(draft)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
