#include "core/graph/python_definitions.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "core/graph/model_kinds.h"

namespace clonecheck {
namespace {

// `Dense` of `Dense(units=3)`.
absl::string_view CalledName(absl::string_view constructor) {
  return constructor.substr(0, constructor.find('('));
}

// The names after `keyword` at the beginning of a line.
void AppendNames(absl::string_view text, absl::string_view keyword,
                 std::vector<absl::string_view>* names) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!absl::StartsWith(line, keyword)) continue;
    line.remove_prefix(keyword.size());
    names->push_back(line.substr(0, line.find_first_of("(:")));
  }
}

}  // namespace

PythonDefinitions::PythonDefinitions(const Graph& graph,
                                     absl::Span<const PythonLayer> layers,
                                     const PythonDialectText& dialect)
    : graph_(graph), layers_(layers), dialect_(dialect) {
  absl::flat_hash_set<absl::string_view> seen;
  for (const PythonLayer& layer : layers) {
    for (const std::string& definition : layer.definitions) {
      if (seen.insert(definition).second) texts_.push_back(definition);
    }
  }
  for (absl::string_view text : texts_) {
    AppendNames(text, "class ", &classes_);
    AppendNames(text, "def ", &functions_);
  }
}

bool PythonDefinitions::Defines(absl::string_view name) const {
  const auto has = [name](const std::vector<absl::string_view>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return has(classes_) || has(functions_);
}

std::vector<absl::string_view> PythonDefinitions::Registered() const {
  std::vector<absl::string_view> names = classes_;
  if (!dialect_.registers_functions) return names;
  for (absl::string_view function : functions_) {
    // What makes a layer is in no config.
    const bool makes_layer =
        std::any_of(layers_.begin(), layers_.end(), [&](const PythonLayer& l) {
          return CalledName(l.constructor) == function;
        });
    if (!makes_layer) names.push_back(function);
  }
  return names;
}

bool PythonDefinitions::NeedsUnsafe() const {
  if (dialect_.unsafe_module.empty()) return false;
  if (!dialect_.registers_functions) return !functions_.empty();
  return std::any_of(texts_.begin(), texts_.end(), [](absl::string_view text) {
    return absl::StrContains(text, "func_load(");
  });
}

std::string PythonDefinitions::Imports() const {
  std::set<std::string> layers = {"Input"};
  std::set<std::string> models = {"Model", "clone_model"};
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (IsSequential(graph_.layers()[i])) models.emplace(kSequentialKind);
    const absl::string_view name = CalledName(layers_[i].constructor);
    if (!name.empty() && !Defines(name)) layers.emplace(name);
    if (name == "RNN") {
      for (const char* cell :
           {"SimpleRNNCell", "GRUCell", "LSTMCell", "StackedRNNCells"}) {
        if (absl::StrContains(layers_[i].constructor,
                              absl::StrCat(cell, "("))) {
          layers.emplace(cell);
        }
      }
    }
  }
  for (absl::string_view text : texts_) {
    if (absl::StrContains(text, "(Layer)")) layers.insert("Layer");
    if (absl::StrContains(text, "Lambda(")) layers.insert("Lambda");
  }
  const absl::string_view module = dialect_.module;
  return absl::StrCat(
      "from ", module, " import ", dialect_.backend, " as K\n", "from ", module,
      ".layers import ", absl::StrJoin(layers, ", "), "\n", "from ", module,
      ".models import ", absl::StrJoin(models, ", "), "\n",
      NeedsUnsafe() ? absl::StrCat("from ", dialect_.unsafe_module,
                                   " import enable_unsafe_deserialization\n")
                    : "",
      Registered().empty()
          ? ""
          : absl::StrCat("from ", module,
                         ".utils import get_custom_objects\n"));
}

std::string PythonDefinitions::Definitions() const {
  std::string text;
  for (absl::string_view definition : texts_) {
    absl::StrAppend(&text, "\n",
                    absl::StrReplaceAll(
                        definition, {{TextOf(PythonDialect::kKeras2).func_load,
                                      dialect_.func_load}}),
                    absl::EndsWith(definition, "\n") ? "\n" : "\n\n");
  }
  const std::vector<absl::string_view> registered = Registered();
  if (NeedsUnsafe()) {
    absl::StrAppend(
        &text, "\nenable_unsafe_deserialization()  # Lambdas are bytecode\n",
        registered.empty() ? "\n" : "");
  }
  if (registered.empty()) return text;
  return absl::StrCat(
      text, NeedsUnsafe() ? "" : "\n", "get_custom_objects().update(",
      absl::StrJoin(registered, ", ",
                    [](std::string* out, absl::string_view name) {
                      absl::StrAppend(out, name, "=", name);
                    }),
      ")\n\n");
}

}  // namespace clonecheck
