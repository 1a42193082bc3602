#include "core/layers/catalogue_facts.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/layers/later_keras.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

// How much each thing that is hard about a layer weighs, see Complexity.
constexpr int kLineWeight = 1;
constexpr int kOutputWeight = 4;
constexpr int kTakesMaskWeight = 2;
constexpr int kMakesMaskWeight = 2;
// A recurrent layer is never the simplest way to show something else.
constexpr int kStateWeight = 16;
constexpr int kSeldomWeight = 1;

// Configs of a kind that are told apart by their position in its domain; what
// comes later, or not at all, counts as the last.
constexpr int kPositions = 64;

// More than any layer that the catalogue knows.
constexpr int kUnknownComplexity = 1 << 20;

// The same content in another pool, which may be its own. Not for configs from
// outside: recurses as deep as they are.
const Config* CopyConfig(const Config& config, Pool& pool);

ConfigValue CopyValue(const ConfigValue& value, Pool& pool) {
  switch (value.type) {
    case ConfigValue::Type::kString:
      return ConfigValue::String(pool.InternName(value.string->text));
    case ConfigValue::Type::kList: {
      std::vector<ConfigValue> items;
      items.reserve(value.list->items.size());
      for (const ConfigValue& item : value.list->items) {
        items.push_back(CopyValue(item, pool));
      }
      return ConfigValue::List(pool.InternList(std::move(items)));
    }
    case ConfigValue::Type::kDict:
      return ConfigValue::Dict(CopyConfig(*value.dict, pool));
    case ConfigValue::Type::kNone:
    case ConfigValue::Type::kBool:
    case ConfigValue::Type::kInt:
    case ConfigValue::Type::kDouble:
      return value;
  }
  return value;
}

const Config* CopyConfig(const Config& config, Pool& pool) {
  std::vector<ConfigEntry> entries;
  entries.reserve(config.entries.size());
  for (const ConfigEntry& entry : config.entries) {
    entries.push_back(ConfigEntry{pool.InternName(entry.key->text),
                                  CopyValue(entry.value, pool)});
  }
  const Name* kind =
      config.kind == nullptr ? nullptr : pool.InternName(config.kind->text);
  return pool.InternConfig(kind, std::move(entries));
}

int DefinitionLines(const LayerSpec& spec) {
  const LayerKind::Python python = spec.kind().ToPython(*spec.config());
  int lines = 0;
  for (const std::string& definition : python.definitions) {
    lines += static_cast<int>(
        std::count(definition.begin(), definition.end(), '\n'));
  }
  return lines;
}

}  // namespace

int CatalogueFacts::NumOutputs(const Graph& graph,
                               const LayerDecl& layer) const {
  if (layer.children.size > 0) {
    // After ResolveGraph the configs are in the catalogue's own pool.
    const LayerSpec* wrapper = catalogue_.FindLayer(graph, layer);
    return wrapper == nullptr ? -1 : wrapper->traits().num_outputs;
  }
  const LayerSpec* spec = SpecOf(*layer.config);
  return spec == nullptr ? -1 : spec->traits().num_outputs;
}

PythonLayer CatalogueFacts::ToPython(const Config& config,
                                     PythonDialect dialect) const {
  Pool& pool = catalogue_.pool();
  if (const LayerSpec* spec = SpecOf(config)) {
    PythonLayer python =
        LayerInDialect(spec->kind(), *spec->config(), dialect, pool);
    python.masked_value = spec->traits().masked_value;
    return python;
  }
  // A wrapper has no spec without what it wraps.
  if (const LayerKind* kind =
          catalogue_.FindKind(pool.InternName(config.kind->text));
      kind != nullptr && kind->num_children() != 0) {
    return LayerInDialect(*kind, *CopyConfig(config, pool), dialect, pool);
  }
  PythonLayer python;
  absl::StrAppend(&python.constructor, config.kind->text, "(",
                  ConfigToPython(config), ")");
  return python;
}

int CatalogueFacts::Complexity(const Config& config) const {
  const LayerSpec* spec = SpecOf(config);
  if (spec == nullptr) return kUnknownComplexity;
  auto it = complexities_.find(spec);
  if (it != complexities_.end()) return it->second;
  const int complexity = ComplexityOf(*spec);
  complexities_.emplace(spec, complexity);
  return complexity;
}

bool CatalogueFacts::MakesMask(const LayerSpec& spec) const {
  TensorInfo input;
  input.shape = catalogue_.pool().InternShape({kUnknownDim, 1});
  const std::vector<TensorInfo> inputs(
      static_cast<size_t>(std::max(spec.traits().min_inputs, 1)), input);
  return spec.OutputMasked(inputs, 0);
}

const LayerSpec* CatalogueFacts::SpecOf(const Config& config) const {
  // An id means something in its own pool only, hence the second look.
  const LayerSpec* spec = catalogue_.Find(&config);
  if (spec != nullptr && spec->config() == &config) return spec;
  if (config.kind == nullptr) return nullptr;
  absl::StatusOr<const LayerSpec*> resolved =
      catalogue_.Resolve(CopyConfig(config, catalogue_.pool()));
  return resolved.ok() ? *resolved : nullptr;
}

int CatalogueFacts::ComplexityOf(const LayerSpec& spec) const {
  RankDomain(spec.kind());
  const auto position = positions_.find(&spec);
  const LayerSpec::Traits& traits = spec.traits();
  const int weight =
      kLineWeight * DefinitionLines(spec) +
      kOutputWeight * (std::max(traits.num_outputs, 1) - 1) +
      (traits.takes_mask ? kTakesMaskWeight : 0) +
      kStateWeight * traits.num_states +
      (spec.kind().weight() < LayerKind::kUsualWeight ? kSeldomWeight : 0) +
      (MakesMask(spec) ? kMakesMaskWeight : 0);
  return weight * kPositions +
         (position == positions_.end() ? kPositions - 1 : position->second);
}

void CatalogueFacts::RankDomain(const LayerKind& kind) const {
  if (!ranked_.insert(&kind).second) return;
  int position = 0;
  for (const DomainEntry& entry : kind.Domain(catalogue_.pool())) {
    absl::StatusOr<const LayerSpec*> spec = catalogue_.Resolve(entry.config);
    if (!spec.ok()) continue;
    if (positions_.emplace(*spec, position).second) {
      position = std::min(position + 1, kPositions - 1);
    }
  }
}

}  // namespace clonecheck
