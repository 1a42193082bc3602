#include "core/search/case_bytes.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/validate.h"
#include "core/layers/resolve_graph.h"
#include "core/limits.h"
#include "core/search/case_repair.h"
#include "core/search/choice_source.h"
#include "core/search/draft.h"
#include "core/text.h"

namespace clonecheck {
namespace {

constexpr uint8_t kChoices = 0;  // tags
constexpr uint8_t kGraph = 1;
constexpr uint32_t kGivenNames = 64;  // `name_0`, …

enum LayerFlag : uint64_t {
  kFrozen = 1,
  kHasPosition = 2,
  kHasChildren = 4,
  kIsModel = 8,
};
enum ModelFlag : uint64_t { kIsLayer = 1, kModelHasPosition = 2 };

class Writer {
 public:
  void Byte(uint8_t byte) { bytes_.push_back(byte); }
  void Number(uint64_t number) {
    for (; number >= 128; number >>= 7) {
      Byte(static_cast<uint8_t>(number) | 128);
    }
    Byte(static_cast<uint8_t>(number));
  }
  void Text(absl::string_view text) {
    Number(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  void Ref(TensorRef ref) {
    if (ref.is_input()) return Number(2 * static_cast<uint64_t>(ref.input()));
    Number(2 * static_cast<uint64_t>(ref.producer) + 1);
    Number(static_cast<uint64_t>(ref.index));
  }
  void Refs(const std::vector<TensorRef>& refs) {
    Number(refs.size());
    for (TensorRef ref : refs) Ref(ref);
  }
  void GivenName(const Name* name) {
    if (name == nullptr) return Number(0);
    for (uint32_t i = 0; i < kGivenNames; ++i) {
      if (name->text == absl::StrCat("name_", i)) return Number(1 + i);
    }
    Number(1 + kGivenNames);
    Text(name->text);
  }
  void Value(const ConfigValue& value) {
    Number(static_cast<uint64_t>(value.type));
    switch (value.type) {
      case ConfigValue::Type::kNone:
        return;
      case ConfigValue::Type::kBool:
        return Number(value.boolean ? 1 : 0);
      case ConfigValue::Type::kInt:
        return Number(static_cast<uint64_t>(value.integer) << 1 ^
                      static_cast<uint64_t>(value.integer >> 63));
      case ConfigValue::Type::kDouble:
        return Number(std::bit_cast<uint64_t>(value.number));
      case ConfigValue::Type::kString:
        return Text(value.string->text);
      case ConfigValue::Type::kList:
        Number(value.list->items.size());
        for (const ConfigValue& item : value.list->items) Value(item);
        return;
      case ConfigValue::Type::kDict:
        Entries(*value.dict);
    }
  }
  void Entries(const Config& config) {
    Number(config.entries.size());
    for (const ConfigEntry& entry : config.entries) {
      Text(entry.key->text);
      Value(entry.value);
    }
  }
  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

class Reader {
 public:
  Reader(absl::Span<const uint8_t> bytes, Pool& pool)
      : bytes_(bytes), pool_(pool) {}

  uint64_t Number() {
    uint64_t number = 0;
    for (int shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
      const uint64_t byte = bytes_.front();
      bytes_.remove_prefix(1);
      number |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return number;
  }
  // Below `n`, or 0.
  uint32_t Below(uint64_t n) {
    const uint64_t number = Number();
    return n == 0 ? 0 : static_cast<uint32_t>(number < n ? number : number % n);
  }
  // A length: each item takes a byte, or is not there.
  size_t Size(size_t most) {
    return static_cast<size_t>(
        std::min<uint64_t>(Number(), std::min(bytes_.size(), most)));
  }
  // UTF-8; otherwise empty.
  std::string Text(size_t most = kMaxNameBytes) {
    const size_t size = Size(most);
    std::string text(bytes_.begin(), bytes_.begin() + size);
    bytes_.remove_prefix(size);
    return IsValidUtf8(text) ? text : "";
  }
  const Name* GivenName() {
    const uint32_t number = Below(kGivenNames + 2);
    if (number == 0) return nullptr;
    if (number <= kGivenNames) {
      return pool_.InternName(absl::StrCat("name_", number - 1));
    }
    const std::string text = Text();
    return text.empty() ? nullptr : pool_.InternName(text);
  }
  // An input below `inputs`, or an output of a call below `calls`, whose number
  // of outputs is not known here.
  TensorRef Ref(size_t inputs, size_t calls) {
    const uint64_t number = Number();
    if (number % 2 == 0 || calls == 0) {
      return TensorRef::Input(static_cast<int32_t>(number / 2 % inputs));
    }
    const auto call = static_cast<int32_t>(number / 2 % calls);
    return TensorRef::Call(call, static_cast<int32_t>(Below(kMaxOutputs)));
  }
  std::vector<TensorRef> Refs(size_t inputs, size_t calls) {
    std::vector<TensorRef> refs(Size(kMaxListLength));
    for (TensorRef& ref : refs) ref = Ref(inputs, calls);
    return refs;
  }
  ConfigValue Value(int depth) {
    switch (static_cast<ConfigValue::Type>(Below(7))) {
      case ConfigValue::Type::kNone:
        break;
      case ConfigValue::Type::kBool:
        return ConfigValue::Bool(Number() % 2 == 1);
      case ConfigValue::Type::kInt: {
        const uint64_t number = Number();
        return ConfigValue::Int(
            static_cast<int64_t>(number >> 1 ^ (~(number & 1) + 1)));
      }
      case ConfigValue::Type::kDouble:
        return ConfigValue::Double(std::bit_cast<double>(Number()));
      case ConfigValue::Type::kString:
        return ConfigValue::String(pool_.InternName(Text(kMaxJsonBytes)));
      case ConfigValue::Type::kList: {
        std::vector<ConfigValue> items(depth == 0 ? 0 : Size(kMaxListLength));
        for (ConfigValue& item : items) item = Value(depth - 1);
        return ConfigValue::List(pool_.InternList(std::move(items)));
      }
      case ConfigValue::Type::kDict:
        if (depth == 0) break;
        return ConfigValue::Dict(
            pool_.InternConfig(nullptr, Entries(depth - 1)));
    }
    return ConfigValue::None();
  }
  // With distinct keys.
  std::vector<ConfigEntry> Entries(int depth) {
    std::vector<ConfigEntry> entries;
    const size_t size = Size(kMaxListLength);
    for (size_t i = 0; i < size; ++i) {
      const Name* key = pool_.InternName(Text());
      const ConfigValue value = Value(depth);
      const bool taken =
          std::any_of(entries.begin(), entries.end(),
                      [&](const ConfigEntry& e) { return e.key == key; });
      if (!taken && !key->text.empty()) entries.push_back({key, value});
    }
    return entries;
  }

 private:
  absl::Span<const uint8_t> bytes_;
  Pool& pool_;
};

}  // namespace

CaseBytes::CaseBytes(Catalogue& catalogue, const Profile& profile,
                     Builds builds)
    : catalogue_(catalogue),
      generator_(catalogue, profile),
      builds_(std::move(builds)) {
  for (const LayerKind* kind : AllLayerKinds()) {
    std::vector<const Config*>& domain = domains_.emplace_back();
    for (const DomainEntry& entry : kind->Domain(catalogue.pool())) {
      const Config* config = catalogue.Resolve(entry.config).value()->config();
      domain.push_back(config);
      numbers_.emplace(config, static_cast<uint32_t>(domain.size()));
    }
  }
}

std::vector<uint8_t> CaseBytes::Encode(const Graph& graph) const {
  const Draft draft = Draft::From(graph);
  Writer writer;
  writer.Byte(kGraph);
  writer.Number(draft.inputs.size());
  for (const InputDecl& input : draft.inputs) {
    writer.Number(static_cast<uint64_t>(input.dtype) + (input.sparse ? 8 : 0));
    writer.GivenName(input.name);
    writer.Number(static_cast<uint64_t>(input.batch_shape->rank) - 1);
    for (int32_t dim : input.batch_shape->dims()) {
      writer.Number(dim == kUnknownDim ? 0 : static_cast<uint64_t>(dim));
    }
  }
  writer.Number(draft.layers.size());
  for (const Draft::DraftLayer& layer : draft.layers) {
    const Config& config = *layer.decl.config;
    const LayerKind* kind = catalogue_.FindKind(config.kind);
    if (kind == nullptr) {
      writer.Number(0);
      writer.Text(config.kind->text);
    } else {
      writer.Number(1 + catalogue_.IndexOf(*kind));
    }
    const auto number = numbers_.find(&config);
    if (number != numbers_.end()) {
      writer.Number(number->second);
    } else {
      writer.Number(0);
      writer.Entries(config);
    }
    writer.Number((layer.decl.trainable ? 0 : kFrozen) |
                  (layer.decl.position > 0 ? kHasPosition : 0) |
                  (layer.children.empty() ? 0 : kHasChildren) |
                  (layer.model_outputs.empty() ? 0 : kIsModel));
    writer.GivenName(layer.decl.name);
    if (layer.decl.position > 0) writer.Number(layer.decl.position);
    if (!layer.children.empty()) {
      writer.Number(layer.children.size());
      for (uint32_t child : layer.children) writer.Number(child);
    }
    if (layer.model_outputs.empty()) continue;
    writer.Refs(layer.model_inputs);
    writer.Refs(layer.model_outputs);
  }
  writer.Number(draft.calls.size());
  for (const Draft::DraftCall& call : draft.calls) {
    writer.Number(call.layer);
    writer.Number(call.as_list ? 1 : 0);
    writer.Refs(call.inputs);
    writer.Number(call.kwargs.size());
    for (const Draft::Keyword& kwarg : call.kwargs) {
      writer.Text(kwarg.key->text);
      writer.Number(static_cast<uint64_t>(kwarg.form));
      if (kwarg.form == Kwarg::Form::kLiteral) {
        writer.Value(kwarg.literal);
      } else {
        writer.Refs(kwarg.tensors);
      }
    }
  }
  const bool is_layer = draft.model_layer != ModelDecl::kNoLayer;
  const bool after_all = draft.model_position == draft.calls.size();
  writer.Number((is_layer ? kIsLayer : 0) |
                (after_all ? 0 : kModelHasPosition));
  writer.GivenName(draft.model_name);
  if (is_layer) {
    writer.Number(draft.model_layer);
  } else {
    writer.Refs(draft.model_inputs);
    writer.Refs(draft.model_outputs);
  }
  if (!after_all) writer.Number(draft.model_position);
  return writer.Take();
}

Graph CaseBytes::Decode(absl::Span<const uint8_t> bytes) {
  if (bytes.empty() || bytes[0] % 2 == kChoices) {
    ChoiceSource choices(bytes.empty() ? bytes : bytes.subspan(1));
    Graph graph = generator_.Generate(choices);
    return builds_(graph) ? graph
                          : RepairCase(Draft::From(graph), catalogue_, builds_);
  }
  Pool& pool = catalogue_.pool();
  Reader reader(bytes.subspan(1), pool);
  Draft draft;
  draft.inputs.resize(std::max<size_t>(reader.Size(kMaxInputs), 1));
  for (InputDecl& input : draft.inputs) {
    const uint32_t dtype = reader.Below(16);
    input.dtype = static_cast<DType>(dtype % 8 % 6);
    input.sparse = dtype >= 8;
    input.name = reader.GivenName();
    std::vector<int32_t> dims(1 + reader.Below(kMaxRank));
    for (int32_t& dim : dims) {
      const uint32_t size = reader.Below(kMaxDim + 1);
      dim = size == 0 ? kUnknownDim : static_cast<int32_t>(size);
    }
    input.batch_shape = pool.InternShape(dims);
  }
  const size_t inputs = draft.inputs.size();

  draft.layers.resize(reader.Size(kMaxLayers));
  for (size_t i = 0; i < draft.layers.size(); ++i) {
    Draft::DraftLayer& layer = draft.layers[i];
    const uint32_t number = reader.Below(AllLayerKinds().size() + 1);
    const Name* kind = pool.InternName(
        number == 0 ? reader.Text()
                    : std::string(AllLayerKinds()[number - 1]->class_name()));
    const uint64_t config = reader.Number();
    if (config > 0 && number > 0 && !domains_[number - 1].empty()) {
      const std::vector<const Config*>& domain = domains_[number - 1];
      layer.decl.config = domain[(config - 1) % domain.size()];
    } else if (config > 0) {
      layer.decl.config = pool.InternConfig(kind, {});
    } else {
      layer.decl.config =
          pool.InternConfig(kind, reader.Entries(kMaxConfigDepth));
    }
    const uint64_t flags = reader.Number();
    layer.decl.name = reader.GivenName();
    layer.decl.trainable = (flags & kFrozen) == 0;
    if ((flags & kHasPosition) != 0) {
      layer.decl.position = reader.Below(kMaxCalls + 1);
    }
    if ((flags & kHasChildren) != 0) {
      const size_t children = reader.Size(kMaxListLength);
      for (size_t k = 0; k < children; ++k) {
        const uint32_t child = reader.Below(i);
        if (i > 0) layer.children.push_back(child);
      }
    }
    if ((flags & kIsModel) != 0) {
      layer.model_inputs = reader.Refs(inputs, kMaxCalls);
      layer.model_outputs = reader.Refs(inputs, kMaxCalls);
    }
  }

  draft.calls.resize(reader.Size(kMaxCalls));
  if (draft.layers.empty()) draft.calls.clear();
  const size_t calls = draft.calls.size();
  for (size_t i = 0; i < calls; ++i) {
    Draft::DraftCall& call = draft.calls[i];
    call.layer = reader.Below(draft.layers.size());
    call.as_list = reader.Number() % 2 == 1;
    call.inputs = reader.Refs(inputs, i);
    const size_t kwargs = reader.Size(kMaxKwargs);
    for (size_t k = 0; k < kwargs; ++k) {
      Draft::Keyword kwarg;
      kwarg.key = pool.InternName(reader.Text());
      kwarg.form = static_cast<Kwarg::Form>(reader.Below(3));
      if (kwarg.form == Kwarg::Form::kLiteral) {
        kwarg.literal = reader.Value(kMaxConfigDepth);
      } else {
        kwarg.tensors = reader.Refs(inputs, i);
      }
      const bool one =
          kwarg.form != Kwarg::Form::kTensor || kwarg.tensors.size() == 1;
      if (one) call.kwargs.push_back(std::move(kwarg));
    }
  }
  const uint64_t flags = reader.Number();
  draft.model_name = reader.GivenName();
  if ((flags & kIsLayer) != 0) {
    draft.model_layer = reader.Below(draft.layers.size());
    if (draft.layers.empty()) draft.model_layer = ModelDecl::kNoLayer;
  } else {
    draft.model_inputs = reader.Refs(inputs, calls);
    draft.model_outputs = reader.Refs(inputs, calls);
  }
  draft.model_position = (flags & kModelHasPosition) != 0
                             ? reader.Below(calls + 1)
                             : static_cast<uint32_t>(calls);

  const auto exact = [&]() -> absl::StatusOr<Graph> {
    Graph graph = draft.ToWholeGraph();
    if (absl::Status status = Validate(graph); !status.ok()) return status;
    absl::StatusOr<Graph> resolved = ResolveGraph(std::move(graph), catalogue_);
    if (!resolved.ok() || builds_(*resolved)) return resolved;
    return absl::InvalidArgumentError("does not build");
  };
  if (absl::StatusOr<Graph> graph = exact(); graph.ok()) {
    return *std::move(graph);
  }
  return RepairCase(std::move(draft), catalogue_, builds_);
}

}  // namespace clonecheck
