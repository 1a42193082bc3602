#include "core/graph/python_syntax.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "core/graph/model_kinds.h"

namespace clonecheck {
namespace {

std::string Layers(absl::Span<const uint32_t> layers) {
  return absl::StrJoin(layers, ", ", [](std::string* out, uint32_t layer) {
    absl::StrAppend(out, "l", layer);
  });
}

}  // namespace

std::string PythonText(const Name* name) {
  return ConfigValueToPython(ConfigValue::String(name));
}

std::string PythonRefs(absl::Span<const TensorRef> refs, RefPrinter ref) {
  return absl::StrCat("[",
                      absl::StrJoin(refs, ", ",
                                    [&](std::string* out, TensorRef r) {
                                      absl::StrAppend(out, ref(r));
                                    }),
                      "]");
}

std::string PythonInputEnd(const InputDecl& input) {
  std::string text;
  if (input.dtype != DType::kFloat32) {
    absl::StrAppend(&text, ", dtype='", DTypeName(input.dtype), "'");
  }
  if (input.sparse) absl::StrAppend(&text, ", sparse=True");
  if (input.name != nullptr) {
    absl::StrAppend(&text, ", name=", PythonText(input.name));
  }
  return text + ")";
}

std::string PythonCall(const Graph& graph, const Call& call, RefPrinter ref,
                       CallForm form) {
  const absl::Span<const TensorRef> inputs = graph.call_inputs(call);
  bool states_given = false;
  for (const Kwarg& kwarg : graph.kwargs(call)) {
    states_given |= kwarg.key->text == "initial_state";
  }
  std::string text = absl::StrCat("l", call.layer, "(");
  if (inputs.size() == 1 && !call.as_list) {
    absl::StrAppend(&text, ref(inputs[0]));
  } else if (form == CallForm::kStatesByKeyword && !inputs.empty() &&
             !(states_given && inputs.size() > 1)) {
    absl::StrAppend(&text, ref(inputs[0]));
    if (inputs.size() > 1) {
      absl::StrAppend(&text,
                      ", initial_state=", PythonRefs(inputs.subspan(1), ref));
    }
  } else {
    absl::StrAppend(&text, PythonRefs(inputs, ref));
  }
  for (const Kwarg& kwarg : graph.kwargs(call)) {
    absl::StrAppend(&text, ", ", kwarg.key->text, "=");
    const absl::Span<const TensorRef> tensors = graph.tensors(kwarg.tensors);
    switch (kwarg.form) {
      case Kwarg::Form::kLiteral:
        absl::StrAppend(&text, ConfigValueToPython(kwarg.literal));
        break;
      case Kwarg::Form::kTensor:
        absl::StrAppend(&text, ref(tensors[0]));
        break;
      case Kwarg::Form::kTensorList:
        absl::StrAppend(&text, PythonRefs(tensors, ref));
        break;
    }
  }
  return text + ")";
}

std::string PythonModel(absl::Span<const TensorRef> inputs,
                        absl::Span<const TensorRef> outputs, const Name* name,
                        RefPrinter ref, bool bare) {
  const auto refs = [&](absl::Span<const TensorRef> list) {
    return bare && list.size() == 1 ? ref(list[0]) : PythonRefs(list, ref);
  };
  return absl::StrCat(
      "Model(inputs=", refs(inputs), ", outputs=", refs(outputs),
      name == nullptr ? "" : absl::StrCat(", name=", PythonText(name)), ")");
}

std::string PythonConstruction(const Graph& graph, const LayerDecl& layer,
                               const std::string& constructor,
                               const std::vector<std::string>& extra,
                               const std::string& input) {
  const size_t open = constructor.find('(');
  if (open == std::string::npos || !absl::EndsWith(constructor, ")")) {
    return constructor;
  }
  std::vector<std::string> arguments;
  const std::string children = Layers(graph.children(layer));
  if (IsSequential(layer)) {
    const bool both = !input.empty() && !children.empty();
    arguments.push_back(
        absl::StrCat("[", input, both ? ", " : "", children, "]"));
  } else if (!children.empty()) {
    arguments.push_back(children);
  }
  const absl::string_view own =
      absl::string_view(constructor)
          .substr(open + 1, constructor.size() - open - 2);
  if (!own.empty()) arguments.emplace_back(own);
  arguments.insert(arguments.end(), extra.begin(), extra.end());
  return absl::StrCat(constructor.substr(0, open), "(",
                      absl::StrJoin(arguments, ", "), ")");
}

}  // namespace clonecheck
