#include "core/search/draft.h"

#include <algorithm>
#include <utility>

namespace clonecheck {
namespace {

std::vector<TensorRef> Copy(const Graph& graph, Range range) {
  auto refs = graph.tensors(range);
  return std::vector<TensorRef>(refs.begin(), refs.end());
}

}  // namespace

Draft Draft::From(const Graph& graph) {
  Draft draft;
  draft.inputs.assign(graph.inputs().begin(), graph.inputs().end());
  for (const LayerDecl& layer : graph.layers()) {
    auto children = graph.children(layer);
    draft.layers.push_back(DraftLayer{
        layer, std::vector<uint32_t>(children.begin(), children.end()),
        Copy(graph, layer.model_inputs), Copy(graph, layer.model_outputs)});
  }
  for (const Call& call : graph.calls()) {
    DraftCall copy{call.layer, Copy(graph, call.inputs), {}, call.as_list};
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      copy.kwargs.push_back(Keyword{kwarg.key, kwarg.form, kwarg.literal,
                                    Copy(graph, kwarg.tensors)});
    }
    draft.calls.push_back(std::move(copy));
  }
  draft.model_inputs = Copy(graph, graph.model().inputs);
  draft.model_outputs = Copy(graph, graph.model().outputs);
  draft.model_name = graph.model().name;
  draft.model_position = graph.model().position;
  draft.model_layer = graph.model().layer;
  return draft;
}

void Draft::Replace(TensorRef from, TensorRef to) {
  ForEachRefs([&](std::vector<TensorRef>* refs) {
    for (TensorRef& ref : *refs) {
      if (ref == from) ref = to;
    }
  });
}

void Draft::DropUnusedCalls(const std::vector<bool>& kept) {
  std::vector<bool> needed = kept;
  needed.resize(calls.size(), false);
  auto need = [&](const std::vector<TensorRef>& refs) {
    for (TensorRef ref : refs) {
      if (!ref.is_input()) needed[ref.producer] = true;
    }
  };
  need(model_outputs);
  for (const DraftLayer& layer : layers) {
    need(layer.model_inputs);
    need(layer.model_outputs);
  }
  for (size_t i = calls.size(); i-- > 0;) {
    if (!needed[i]) {
      calls[i].dropped = true;
      continue;
    }
    if (calls[i].dropped) continue;
    need(calls[i].inputs);
    for (const Keyword& kwarg : calls[i].kwargs) need(kwarg.tensors);
  }
}

int Draft::NumUsedOutputs(uint32_t layer) {
  int used = 0;
  ForEachRefs([&](std::vector<TensorRef>* refs) {
    for (TensorRef ref : *refs) {
      if (ref.is_input() || calls[ref.producer].layer != layer) continue;
      used = std::max(used, ref.index + 1);
    }
  });
  return used;
}

Graph Draft::ToWholeGraph() const {
  GraphBuilder builder;
  for (const InputDecl& input : inputs) {
    builder.AddInput(input.batch_shape, input.dtype, input.name, input.sparse);
  }
  for (const DraftLayer& layer : layers) {
    builder.AddLayer(layer.decl, layer.children, layer.model_inputs,
                     layer.model_outputs);
  }
  for (const DraftCall& call : calls) {
    builder.AddCall(call.layer, call.inputs, call.as_list);
    for (const Keyword& kwarg : call.kwargs) {
      builder.AddKwarg(kwarg.key, kwarg.form, kwarg.literal, kwarg.tensors);
    }
  }
  builder.SetModel(model_inputs, model_outputs, model_name);
  builder.SetModelLayer(model_layer);
  builder.SetModelPosition(model_position);
  return std::move(builder).Build();
}

void Draft::InsertCalls(size_t at, size_t count) {
  const auto more = static_cast<uint32_t>(count);
  const auto first = static_cast<int32_t>(at);
  const auto move = [&](std::vector<TensorRef>* refs) {
    for (TensorRef& ref : *refs) {
      if (ref.producer >= first) ref.producer += static_cast<int32_t>(count);
    }
  };
  ForEachRefs(move);
  for (DraftLayer& layer : layers) {
    if (layer.decl.position > at) layer.decl.position += more;
  }
  if (model_position > at || model_position == calls.size()) {
    model_position += more;
  }
  calls.insert(calls.begin() + static_cast<ptrdiff_t>(at), count, DraftCall{});
}

Graph Draft::ToGraph(bool drop_inputs, bool keep_model_inputs) const {
  // New numbers of calls, inputs and layers.
  std::vector<int32_t> call_number(calls.size(), -1);
  std::vector<uint32_t> calls_before(calls.size() + 1, 0);
  int32_t kept_calls = 0;
  for (size_t i = 0; i < calls.size(); ++i) {
    calls_before[i] = static_cast<uint32_t>(kept_calls);
    if (!calls[i].dropped) call_number[i] = kept_calls++;
  }
  calls_before[calls.size()] = static_cast<uint32_t>(kept_calls);

  std::vector<bool> layer_used(layers.size(), false);
  for (const DraftCall& call : calls) {
    if (!call.dropped) layer_used[call.layer] = true;
  }
  if (model_layer != ModelDecl::kNoLayer) layer_used[model_layer] = true;
  for (size_t i = layers.size(); i-- > 0;) {
    if (!layer_used[i]) continue;
    for (uint32_t child : layers[i].children) layer_used[child] = true;
  }

  std::vector<bool> input_used(inputs.size(), !drop_inputs);
  auto use = [&](const std::vector<TensorRef>& refs) {
    for (TensorRef ref : refs) {
      if (ref.is_input()) input_used[ref.input()] = true;
    }
  };
  for (const DraftCall& call : calls) {
    if (call.dropped) continue;
    use(call.inputs);
    for (const Keyword& kwarg : call.kwargs) use(kwarg.tensors);
  }
  for (size_t i = 0; i < layers.size(); ++i) {
    if (!layer_used[i]) continue;
    use(layers[i].model_inputs);
    use(layers[i].model_outputs);
  }
  use(model_outputs);
  // A model has at least one input.
  bool any_model_input = false;
  for (TensorRef ref : model_inputs) {
    any_model_input |= ref.is_input() && input_used[ref.input()];
  }
  if (!any_model_input || keep_model_inputs) use(model_inputs);

  std::vector<int32_t> input_number(inputs.size(), -1);
  GraphBuilder builder;
  int32_t kept_inputs = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!input_used[i]) continue;
    input_number[i] = kept_inputs++;
    builder.AddInput(inputs[i].batch_shape, inputs[i].dtype, inputs[i].name,
                     inputs[i].sparse);
  }
  auto renumber = [&](const std::vector<TensorRef>& refs) {
    std::vector<TensorRef> result;
    for (TensorRef ref : refs) {
      if (!ref.is_input()) {
        result.push_back(TensorRef::Call(call_number[ref.producer], ref.index));
      } else if (input_number[ref.input()] >= 0) {
        result.push_back(TensorRef::Input(input_number[ref.input()]));
      }
    }
    return result;
  };
  std::vector<uint32_t> layer_number(layers.size(), 0);
  uint32_t kept_layers = 0;
  for (size_t i = 0; i < layers.size(); ++i) {
    if (!layer_used[i]) continue;
    layer_number[i] = kept_layers++;
    const DraftLayer& layer = layers[i];
    std::vector<uint32_t> children;
    for (uint32_t child : layer.children) {
      children.push_back(layer_number[child]);
    }
    LayerDecl decl = layer.decl;
    decl.position = calls_before[decl.position];
    builder.AddLayer(decl, children, renumber(layer.model_inputs),
                     renumber(layer.model_outputs));
  }
  for (const DraftCall& call : calls) {
    if (call.dropped) continue;
    builder.AddCall(layer_number[call.layer], renumber(call.inputs),
                    call.as_list);
    for (const Keyword& kwarg : call.kwargs) {
      builder.AddKwarg(kwarg.key, kwarg.form, kwarg.literal,
                       renumber(kwarg.tensors));
    }
  }
  builder.SetModel(renumber(model_inputs), renumber(model_outputs), model_name);
  if (model_layer != ModelDecl::kNoLayer) {
    builder.SetModelLayer(layer_number[model_layer]);
  }
  builder.SetModelPosition(calls_before[model_position]);
  return std::move(builder).Build();
}

}  // namespace clonecheck
