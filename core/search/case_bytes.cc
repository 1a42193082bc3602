#include "core/search/case_bytes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/graph/validate.h"
#include "core/layers/resolve_graph.h"
#include "core/limits.h"
#include "core/search/case_bytes_reader.h"
#include "core/search/case_bytes_writer.h"
#include "core/search/case_repair.h"
#include "core/search/choice_source.h"
#include "core/search/draft.h"

namespace clonecheck {
namespace {

constexpr uint8_t kChoices = 0;  // tags
constexpr uint8_t kGraph = 1;

enum LayerFlag : uint64_t {
  kFrozen = 1,
  kHasPosition = 2,
  kHasChildren = 4,
  kIsModel = 8,
};
enum ModelFlag : uint64_t { kIsLayer = 1, kModelHasPosition = 2 };

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
  CaseBytesWriter writer;
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
  CaseBytesReader reader(bytes.subspan(1), pool);
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
