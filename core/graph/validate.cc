#include "core/graph/validate.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model_kinds.h"
#include "core/graph/places.h"
#include "core/graph/validate_nesting.h"
#include "core/graph/validate_refs.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {
namespace {

class Validator {
 public:
  Validator(const Graph& graph, const LayerFacts* facts)
      : graph_(graph), facts_(facts) {}

  absl::Status Run() {
    if (!CheckCounts() || !CheckInputs() || !CheckLayers() || !CheckCalls() ||
        !CheckModels() || !Holds(CheckNesting(graph_)) ||
        !Holds(CheckOutputIndices(graph_, facts_))) {
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

  // ---- Parts ----

  bool Holds(absl::Status status) {
    status_ = std::move(status);
    return status_.ok();
  }

  bool CheckName(Place place, const Name* name) {
    if (name == nullptr) return true;
    if (name->text.empty()) {
      return Fail(PlaceText(graph_, place),
                  ": the name is empty; leave it out for an automatic name");
    }
    return CheckText(place, "name", name->text);
  }

  bool CheckText(Place place, absl::string_view what, absl::string_view text) {
    if (text.size() > kMaxNameBytes) {
      return Fail(PlaceText(graph_, place), ": the ", what, " ",
                  QuoteForMessage(text), " has ", text.size(),
                  " bytes; use at most ", kMaxNameBytes);
    }
    if (!IsValidUtf8(text)) {
      return Fail(PlaceText(graph_, place), ": the ", what, " ",
                  QuoteForMessage(text), " is not UTF-8; use plain characters");
    }
    return true;
  }

  bool CheckIdentifier(Place place, absl::string_view what,
                       absl::string_view text) {
    if (IsPythonIdentifier(text) && text.size() <= kMaxNameBytes) return true;
    return Fail(
        PlaceText(graph_, place), ": the ", what, " ", QuoteForMessage(text),
        " is no Python identifier; use letters, digits and underscores");
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
        return Fail(PlaceText(graph_, place),
                    " has no shape of known rank; give it a list ", "of 1 to ",
                    kMaxRank, " sizes, the batch size first");
      }
      for (int32_t dim : input.batch_shape->dims()) {
        if (dim != kUnknownDim && (dim < 1 || dim > kMaxDim)) {
          return Fail(PlaceText(graph_, place), " has a dimension of size ",
                      dim, "; use 1 to ", kMaxDim, ", or none for any size");
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
        return Fail(PlaceText(graph_, place), ": position ", layer.position,
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
    if (!Holds(CheckLimit(graph_, place, "children", children.size(),
                          kMaxListLength))) {
      return false;
    }
    for (size_t i = 0; i < children.size(); ++i) {
      const uint32_t child = children[i];
      if (child >= graph_.layers().size()) {
        return Fail(PlaceText(graph_, place), ": child ", i, " is layer ",
                    child, ", but there are ", graph_.layers().size(),
                    " layers, counted from 0; use one of these");
      }
      const uint32_t position = graph_.layers()[child].position;
      if (position > layer.position ||
          (position == layer.position && child >= index)) {
        return Fail(PlaceText(graph_, place), ": child ", i, " is layer ",
                    child,
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
        return Fail(PlaceText(graph_, place), ": there is no layer ",
                    call.layer, "; there are ", graph_.layers().size(),
                    " layers, counted from 0");
      }
      const LayerDecl& layer = graph_.layers()[call.layer];
      if (layer.position > i) {
        return Fail(PlaceText(graph_, place),
                    " comes before its layer, which is ",
                    "constructed at position ", layer.position,
                    "; lower the position to at most ", i);
      }
      if (!Holds(
              CheckRefs(graph_, place, "input", graph_.call_inputs(call), i)) ||
          !CheckKwargs(i)) {
        return false;
      }
    }
    return true;
  }

  bool CheckKwargs(uint32_t index) {
    const Place place{Place::Kind::kCall, index};
    const absl::Span<const Kwarg> kwargs = graph_.kwargs(graph_.calls()[index]);
    if (!Holds(CheckLimit(graph_, place, "keyword arguments", kwargs.size(),
                          kMaxKwargs))) {
      return false;
    }
    for (size_t i = 0; i < kwargs.size(); ++i) {
      const Kwarg& kwarg = kwargs[i];
      if (kwarg.key == nullptr) {
        return Fail(PlaceText(graph_, place), ": keyword argument ", i,
                    " has no name; give it one, such as mask");
      }
      if (!CheckIdentifier(place, "keyword", kwarg.key->text)) return false;
      for (size_t j = 0; j < i; ++j) {
        if (kwargs[j].key->text == kwarg.key->text) {
          return Fail(PlaceText(graph_, place), ": the keyword ",
                      QuoteForMessage(kwarg.key->text),
                      " is given twice; give it once");
        }
      }
      const absl::Span<const TensorRef> tensors = graph_.tensors(kwarg.tensors);
      if (kwarg.form == Kwarg::Form::kTensor && tensors.size() != 1) {
        return Fail(PlaceText(graph_, place), ": the keyword ",
                    QuoteForMessage(kwarg.key->text), " has ", tensors.size(),
                    " tensors; give it one, or a list");
      }
      if (kwarg.form != Kwarg::Form::kLiteral && !tensors.empty() &&
          !Holds(
              CheckRefs(graph_, place,
                        absl::StrCat("keyword ", kwarg.key->text, ", tensor"),
                        tensors, index))) {
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
        return Fail(PlaceText(graph_, place),
                    " has tensors of its own, which only a layer ",
                    "of class Model can have; remove its inputs and outputs");
      }
      if (layer.children.size > 0) {
        return Fail(PlaceText(graph_, place),
                    " has children; a Model is described by its ",
                    "inputs and outputs only, remove the children");
      }
      if (!CheckModel(place, inputs, outputs, layer.position)) return false;
    }
    const ModelDecl& model = graph_.model();
    const Place place{Place::Kind::kModel, 0};
    if (model.position > graph_.calls().size()) {
      return Fail(PlaceText(graph_, place), ": position ", model.position,
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
      return Fail(PlaceText(graph_, place), " is layer ", model.layer,
                  ", and has a name, inputs or outputs besides; take them away",
                  ", or give no layer");
    }
    if (model.layer >= graph_.layers().size()) {
      return Fail(PlaceText(graph_, place), " is layer ", model.layer,
                  ", but there are ", graph_.layers().size(),
                  " layers, counted from 0; use one of these");
    }
    const LayerDecl& layer = graph_.layers()[model.layer];
    if (!IsModel(layer) && !IsSequential(layer)) {
      return Fail(
          PlaceText(graph_, place), " is ", LayerText(graph_, model.layer),
          ", which is no model; use a layer of class Model or ", "Sequential");
    }
    if (layer.position <= model.position) return true;
    return Fail(PlaceText(graph_, place),
                " comes before its layer, which is constructed ",
                "at position ", layer.position,
                "; raise the model's position to at least that");
  }

  bool CheckModel(Place place, absl::Span<const TensorRef> inputs,
                  absl::Span<const TensorRef> outputs, uint32_t position) {
    if (inputs.empty()) {
      return Fail(PlaceText(graph_, place),
                  " has no inputs; give it at least one");
    }
    if (outputs.empty()) {
      return Fail(PlaceText(graph_, place),
                  " has no outputs; give it at least one");
    }
    return Holds(CheckRefs(graph_, place, "input", inputs, position)) &&
           Holds(CheckRefs(graph_, place, "output", outputs, position));
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
