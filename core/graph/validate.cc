#include "core/graph/validate.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model_kinds.h"
#include "core/graph/ref_text.h"
#include "core/graph/statements.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {
namespace {

// What a list of tensors belongs to. Its text is put together only for a
// message.
struct Place {
  enum class Kind : uint8_t { kInput, kLayer, kCall, kModel };
  Kind kind = Kind::kModel;
  uint32_t index = 0;
};

class Validator {
 public:
  Validator(const Graph& graph, const LayerFacts* facts)
      : graph_(graph), facts_(facts) {}

  absl::Status Run() {
    if (!CheckCounts() || !CheckInputs() || !CheckLayers() || !CheckCalls() ||
        !CheckModels() || !CheckNesting() || !CheckOutputIndices()) {
      return status_;
    }
    return absl::OkStatus();
  }

 private:
  // ---- Messages ----

  template <typename... Args>
  bool Fail(const Args&... args) {
    status_ = absl::InvalidArgumentError(absl::StrCat(args...));
    return false;
  }

  // `layer 2, Add`, or `layer "add_1"` where it is named.
  std::string LayerText(uint32_t index) const {
    const LayerDecl& layer = graph_.layers()[index];
    if (layer.name != nullptr) {
      return absl::StrCat("layer ", QuoteForMessage(layer.name->text));
    }
    if (KindName(layer).empty()) return absl::StrCat("layer ", index);
    return absl::StrCat("layer ", index, ", ", KindName(layer));
  }

  std::string Text(Place place) const {
    switch (place.kind) {
      case Place::Kind::kInput:
        return absl::StrCat("input ", place.index);
      case Place::Kind::kLayer: {
        const LayerDecl& layer = graph_.layers()[place.index];
        return absl::StrCat(
            "layer ", place.index, " (", KindName(layer),
            layer.name == nullptr
                ? ""
                : absl::StrCat(" ", QuoteForMessage(layer.name->text)),
            ")");
      }
      case Place::Kind::kCall: {
        const uint32_t layer = graph_.calls()[place.index].layer;
        if (layer >= graph_.layers().size()) {
          return absl::StrCat("call ", place.index);
        }
        return absl::StrCat("call ", place.index, " (", LayerText(layer), ")");
      }
      case Place::Kind::kModel:
        return "the model";
    }
    return "";
  }

  // `calls 0 to 4`, `call 0`; REQUIRES: count > 0.
  static std::string Numbers(absl::string_view what, size_t count) {
    if (count == 1) return absl::StrCat("only ", what, " 0");
    return absl::StrCat(what, "s 0 to ", count - 1);
  }

  // ---- Parts ----

  bool CheckLimit(Place place, absl::string_view what, size_t count,
                  size_t limit) {
    if (count <= limit) return true;
    return Fail(Text(place), ": ", count, " ", what, " are more than the ",
                limit, " that clonecheck takes; use fewer");
  }

  bool CheckName(Place place, const Name* name) {
    if (name == nullptr) return true;
    if (name->text.empty()) {
      return Fail(Text(place),
                  ": the name is empty; leave it out for an automatic name");
    }
    return CheckText(place, "name", name->text);
  }

  bool CheckText(Place place, absl::string_view what, absl::string_view text) {
    if (text.size() > kMaxNameBytes) {
      return Fail(Text(place), ": the ", what, " ", QuoteForMessage(text),
                  " has ", text.size(), " bytes; use at most ", kMaxNameBytes);
    }
    if (!IsValidUtf8(text)) {
      return Fail(Text(place), ": the ", what, " ", QuoteForMessage(text),
                  " is not UTF-8; use plain characters");
    }
    return true;
  }

  bool CheckIdentifier(Place place, absl::string_view what,
                       absl::string_view text) {
    if (IsPythonIdentifier(text) && text.size() <= kMaxNameBytes) return true;
    return Fail(
        Text(place), ": the ", what, " ", QuoteForMessage(text),
        " is no Python identifier; use letters, digits and underscores");
  }

  // `refs`, named `what` in messages, use only inputs and the first `calls`
  // calls.
  bool CheckRefs(Place place, absl::string_view what,
                 absl::Span<const TensorRef> refs, size_t calls) {
    if (refs.size() > kMaxListLength) {
      return CheckLimit(place, absl::StrCat(what, "s"), refs.size(),
                        kMaxListLength);
    }
    for (size_t i = 0; i < refs.size(); ++i) {
      const TensorRef ref = refs[i];
      if (ref.is_input()) {
        if (ref.index == 0 &&
            static_cast<size_t>(ref.input()) < graph_.inputs().size()) {
          continue;
        }
      } else if (static_cast<size_t>(ref.producer) < calls && ref.index >= 0 &&
                 static_cast<size_t>(ref.index) < kMaxOutputs) {
        continue;
      }
      return FailRef(place, what, i, ref, calls);
    }
    return true;
  }

  bool FailRef(Place place, absl::string_view what, size_t i, TensorRef ref,
               size_t calls) {
    const std::string head = absl::StrCat(Text(place), ": ", what, " ", i);
    if (ref.is_input()) {
      if (ref.index != 0) {
        return Fail(head, " refers to output ", ref.index, " of input ",
                    ref.input(), "; an input is a single tensor, use ",
                    RefToText(TensorRef::Input(ref.input())));
      }
      return Fail(
          head, " refers to input ", ref.input(), ", but there ",
          graph_.inputs().empty()
              ? "are no inputs; add one"
              : absl::StrCat(graph_.inputs().size() == 1 ? "is " : "are ",
                             Numbers("input", graph_.inputs().size()),
                             "; use one of these"));
    }
    if (static_cast<size_t>(ref.producer) >= graph_.calls().size()) {
      return Fail(
          head, " refers to call ", ref.producer, ", but there ",
          graph_.calls().empty()
              ? "are no calls; add one"
              : absl::StrCat(graph_.calls().size() == 1 ? "is " : "are ",
                             Numbers("call", graph_.calls().size()),
                             "; use one of these"));
    }
    if (static_cast<size_t>(ref.producer) >= calls) {
      if (place.kind == Place::Kind::kCall) {
        return Fail(head, " refers to call ", ref.producer,
                    ref.producer == static_cast<int32_t>(place.index)
                        ? ", which is this very call"
                        : ", which comes later",
                    "; a call can only use inputs and earlier calls");
      }
      return Fail(head, " refers to call ", ref.producer,
                  ", which comes after position ", calls,
                  "; raise the position to at least ", ref.producer + 1,
                  ", or use an earlier call");
    }
    return Fail(head, " refers to output ", ref.index, " of call ",
                ref.producer, "; use an index from 0 to ", kMaxOutputs - 1);
  }

  // ---- The whole ----

  bool CheckCounts() {
    const auto check = [&](absl::string_view what, size_t count, size_t limit) {
      return count <= limit ||
             Fail("the graph has ", count, " ", what, ", more than the ", limit,
                  " that clonecheck takes; use a smaller graph");
    };
    return check("inputs", graph_.inputs().size(), kMaxInputs) &&
           check("layers", graph_.layers().size(), kMaxLayers) &&
           check("calls", graph_.calls().size(), kMaxCalls);
  }

  bool CheckInputs() {
    for (uint32_t i = 0; i < graph_.inputs().size(); ++i) {
      const InputDecl& input = graph_.inputs()[i];
      const Place place{Place::Kind::kInput, i};
      if (!CheckName(place, input.name)) return false;
      if (input.batch_shape == nullptr || input.batch_shape->rank < 1 ||
          input.batch_shape->rank > kMaxRank) {
        return Fail(Text(place), " has no shape of known rank; give it a list ",
                    "of 1 to ", kMaxRank, " sizes, the batch size first");
      }
      for (int32_t dim : input.batch_shape->dims()) {
        if (dim != kUnknownDim && (dim < 1 || dim > kMaxDim)) {
          return Fail(Text(place), " has a dimension of size ", dim,
                      "; use 1 to ", kMaxDim, ", or none for any size");
        }
      }
    }
    return true;
  }

  bool CheckLayers() {
    for (uint32_t i = 0; i < graph_.layers().size(); ++i) {
      const LayerDecl& layer = graph_.layers()[i];
      const Place place{Place::Kind::kLayer, i};
      if (KindName(layer).empty()) {
        return Fail("layer ", i, " has no class; give it one, such as Dense");
      }
      if (!CheckIdentifier(place, "class", KindName(layer)) ||
          !CheckName(place, layer.name)) {
        return false;
      }
      for (const ConfigEntry& entry : layer.config->entries) {
        if (!CheckIdentifier(place, "config key", entry.key->text)) {
          return false;
        }
      }
      if (layer.position > graph_.calls().size()) {
        return Fail(Text(place), ": position ", layer.position,
                    " is past the end; there are ", graph_.calls().size(),
                    " calls, so use at most that");
      }
      if (!CheckChildren(i)) return false;
    }
    return true;
  }

  bool CheckChildren(uint32_t index) {
    const LayerDecl& layer = graph_.layers()[index];
    const Place place{Place::Kind::kLayer, index};
    const absl::Span<const uint32_t> children = graph_.children(layer);
    if (!CheckLimit(place, "children", children.size(), kMaxListLength)) {
      return false;
    }
    for (size_t i = 0; i < children.size(); ++i) {
      const uint32_t child = children[i];
      if (child >= graph_.layers().size()) {
        return Fail(Text(place), ": child ", i, " is layer ", child,
                    ", but there are ", graph_.layers().size(),
                    " layers, counted from 0; use one of these");
      }
      const uint32_t position = graph_.layers()[child].position;
      if (position > layer.position ||
          (position == layer.position && child >= index)) {
        return Fail(Text(place), ": child ", i, " is layer ", child,
                    child == index ? ", which is this very layer"
                                   : ", which is constructed later",
                    "; a layer can only hold layers of an earlier position, or "
                    "of its own position with a lower number");
      }
    }
    return true;
  }

  bool CheckCalls() {
    for (uint32_t i = 0; i < graph_.calls().size(); ++i) {
      const Call& call = graph_.calls()[i];
      const Place place{Place::Kind::kCall, i};
      if (call.layer >= graph_.layers().size()) {
        return Fail(Text(place), ": there is no layer ", call.layer,
                    "; there are ", graph_.layers().size(),
                    " layers, counted from 0");
      }
      const LayerDecl& layer = graph_.layers()[call.layer];
      if (layer.position > i) {
        return Fail(Text(place), " comes before its layer, which is ",
                    "constructed at position ", layer.position,
                    "; lower the position to at most ", i);
      }
      if (!CheckRefs(place, "input", graph_.call_inputs(call), i) ||
          !CheckKwargs(i)) {
        return false;
      }
    }
    return true;
  }

  bool CheckKwargs(uint32_t index) {
    const Place place{Place::Kind::kCall, index};
    const absl::Span<const Kwarg> kwargs = graph_.kwargs(graph_.calls()[index]);
    if (!CheckLimit(place, "keyword arguments", kwargs.size(), kMaxKwargs)) {
      return false;
    }
    for (size_t i = 0; i < kwargs.size(); ++i) {
      const Kwarg& kwarg = kwargs[i];
      if (kwarg.key == nullptr) {
        return Fail(Text(place), ": keyword argument ", i,
                    " has no name; give it one, such as mask");
      }
      if (!CheckIdentifier(place, "keyword", kwarg.key->text)) return false;
      for (size_t j = 0; j < i; ++j) {
        if (kwargs[j].key->text == kwarg.key->text) {
          return Fail(Text(place), ": the keyword ",
                      QuoteForMessage(kwarg.key->text),
                      " is given twice; give it once");
        }
      }
      const absl::Span<const TensorRef> tensors = graph_.tensors(kwarg.tensors);
      if (kwarg.form == Kwarg::Form::kTensor && tensors.size() != 1) {
        return Fail(Text(place), ": the keyword ",
                    QuoteForMessage(kwarg.key->text), " has ", tensors.size(),
                    " tensors; give it one, or a list");
      }
      if (kwarg.form != Kwarg::Form::kLiteral && !tensors.empty() &&
          !CheckRefs(place,
                     absl::StrCat("keyword ", kwarg.key->text, ", tensor"),
                     tensors, index)) {
        return false;
      }
    }
    return true;
  }

  bool CheckModels() {
    for (uint32_t i = 0; i < graph_.layers().size(); ++i) {
      const LayerDecl& layer = graph_.layers()[i];
      const Place place{Place::Kind::kLayer, i};
      const absl::Span<const TensorRef> inputs =
          graph_.tensors(layer.model_inputs);
      const absl::Span<const TensorRef> outputs =
          graph_.tensors(layer.model_outputs);
      if (!IsModel(layer)) {
        if (inputs.empty() && outputs.empty()) continue;
        return Fail(Text(place), " has tensors of its own, which only a layer ",
                    "of class Model can have; remove its inputs and outputs");
      }
      if (layer.children.size > 0) {
        return Fail(Text(place), " has children; a Model is described by its ",
                    "inputs and outputs only, remove the children");
      }
      if (!CheckModel(place, inputs, outputs, layer.position)) return false;
    }
    const ModelDecl& model = graph_.model();
    const Place place{Place::Kind::kModel, 0};
    if (model.position > graph_.calls().size()) {
      return Fail(Text(place), ": position ", model.position,
                  " is past the end; there are ", graph_.calls().size(),
                  " calls, so use at most that");
    }
    if (model.is_layer()) return CheckModelLayer(place, model);
    return CheckName(place, model.name) &&
           CheckModel(place, graph_.model_inputs(), graph_.model_outputs(),
                      model.position);
  }

  bool CheckModelLayer(Place place, const ModelDecl& model) {
    if (model.inputs.size + model.outputs.size > 0 || model.name != nullptr) {
      return Fail(Text(place), " is layer ", model.layer,
                  ", and has a name, inputs or outputs besides; take them away",
                  ", or give no layer");
    }
    if (model.layer >= graph_.layers().size()) {
      return Fail(Text(place), " is layer ", model.layer, ", but there are ",
                  graph_.layers().size(),
                  " layers, counted from 0; use one of these");
    }
    const LayerDecl& layer = graph_.layers()[model.layer];
    if (!IsModel(layer) && !IsSequential(layer)) {
      return Fail(Text(place), " is ", LayerText(model.layer),
                  ", which is no model; use a layer of class Model or ",
                  "Sequential");
    }
    if (layer.position <= model.position) return true;
    return Fail(Text(place), " comes before its layer, which is constructed ",
                "at position ", layer.position,
                "; raise the model's position to at least that");
  }

  bool CheckModel(Place place, absl::Span<const TensorRef> inputs,
                  absl::Span<const TensorRef> outputs, uint32_t position) {
    if (inputs.empty()) {
      return Fail(Text(place), " has no inputs; give it at least one");
    }
    if (outputs.empty()) {
      return Fail(Text(place), " has no outputs; give it at least one");
    }
    return CheckRefs(place, "input", inputs, position) &&
           CheckRefs(place, "output", outputs, position);
  }

  // Follows the statements and notes how deeply models and wrappers are nested
  // in each layer, and in what a call's outputs were computed from.
  bool CheckNesting() {
    if (std::all_of(graph_.layers().begin(), graph_.layers().end(),
                    [](const LayerDecl& layer) {
                      return layer.children.size == 0 && !IsModel(layer);
                    })) {
      return true;
    }
    std::vector<size_t> in_layer(graph_.layers().size(), 0);
    std::vector<size_t> in_call(graph_.calls().size(), 0);
    const auto deepest = [&](absl::Span<const TensorRef> refs) {
      size_t depth = 0;
      for (TensorRef ref : refs) {
        if (!ref.is_input()) depth = std::max(depth, in_call[ref.producer]);
      }
      return depth;
    };
    for (Statement statement : Statements(graph_)) {
      if (statement.kind == Statement::Kind::kCall) {
        const Call& call = graph_.calls()[statement.index];
        size_t depth =
            std::max(in_layer[call.layer], deepest(graph_.call_inputs(call)));
        for (const Kwarg& kwarg : graph_.kwargs(call)) {
          depth = std::max(depth, deepest(graph_.tensors(kwarg.tensors)));
        }
        in_call[statement.index] = depth;
      }
      if (statement.kind != Statement::Kind::kLayer) continue;
      const LayerDecl& layer = graph_.layers()[statement.index];
      size_t depth = 0;
      if (IsModel(layer)) {
        depth = 1 + deepest(graph_.tensors(layer.model_outputs));
      }
      for (uint32_t child : graph_.children(layer)) {
        depth = std::max(depth, 1 + in_layer[child]);
      }
      if (depth > kMaxNesting) {
        return Fail(Text({Place::Kind::kLayer, statement.index}), " is nested ",
                    depth, " levels deep; use at most ", kMaxNesting);
      }
      in_layer[statement.index] = depth;
    }
    return true;
  }

  bool CheckOutputIndices() {
    std::vector<int> outputs;
    outputs.reserve(graph_.layers().size());
    for (const LayerDecl& layer : graph_.layers()) {
      outputs.push_back(NumOutputs(graph_, layer, facts_));
    }
    for (uint32_t i = 0; i < graph_.calls().size(); ++i) {
      const Call& call = graph_.calls()[i];
      const Place place{Place::Kind::kCall, i};
      if (!CheckIndices(place, "input", graph_.call_inputs(call), outputs)) {
        return false;
      }
      for (const Kwarg& kwarg : graph_.kwargs(call)) {
        if (!CheckIndices(place, "keyword tensor",
                          graph_.tensors(kwarg.tensors), outputs)) {
          return false;
        }
      }
    }
    for (uint32_t i = 0; i < graph_.layers().size(); ++i) {
      const LayerDecl& layer = graph_.layers()[i];
      const Place place{Place::Kind::kLayer, i};
      if (!CheckIndices(place, "input", graph_.tensors(layer.model_inputs),
                        outputs) ||
          !CheckIndices(place, "output", graph_.tensors(layer.model_outputs),
                        outputs)) {
        return false;
      }
    }
    const Place place{Place::Kind::kModel, 0};
    return CheckIndices(place, "input", graph_.model_inputs(), outputs) &&
           CheckIndices(place, "output", graph_.model_outputs(), outputs);
  }

  bool CheckIndices(Place place, absl::string_view what,
                    absl::Span<const TensorRef> refs,
                    const std::vector<int>& outputs) {
    for (size_t i = 0; i < refs.size(); ++i) {
      const TensorRef ref = refs[i];
      if (ref.is_input()) continue;
      const uint32_t layer = graph_.calls()[ref.producer].layer;
      if (outputs[layer] < 0 || ref.index < outputs[layer]) continue;
      return Fail(
          Text(place), ": ", what, " ", i, " refers to output ", ref.index,
          " of call ", ref.producer, " (", LayerText(layer), "), which has ",
          outputs[layer] == 1 ? "one output"
                              : absl::StrCat(outputs[layer], " outputs"),
          "; use an index below that, counted from 0");
    }
    return true;
  }

  const Graph& graph_;
  const LayerFacts* facts_;
  absl::Status status_;
};

}  // namespace

absl::Status Validate(const Graph& graph, const LayerFacts* facts) {
  return Validator(graph, facts).Run();
}

}  // namespace clonecheck
