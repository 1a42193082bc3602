#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "core/graph/describe_json.h"
#include "core/graph/json.h"
#include "core/graph/json_values.h"
#include "core/graph/parse_json.h"
#include "core/graph/validate.h"
#include "core/limits.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// Reads a Graph from a value.
class Reader : private JsonValueReader {
 public:
  explicit Reader(Pool& pool) : JsonValueReader(pool) {}

  absl::StatusOr<Graph> Read(const json& document) {
    if (!ReadDocument(document)) return status_;
    Graph graph = std::move(builder_).Build();
    if (absl::Status status = Validate(graph); !status.ok()) return status;
    return graph;
  }

 private:
  bool ReadDocument(const json& document) {
    const Path path;
    if (document.is_object() && !document.contains("clonecheck")) {
      return Fail(
          path, "the key \"clonecheck\" is missing",
          document.contains("class_name")
              ? "; this looks like a Keras model, read it with clonecheck check"
              : "; a graph begins with {\"clonecheck\": 1, …");
    }
    if (const json* version =
            document.is_object() ? Find(document, "clonecheck") : nullptr;
        version != nullptr && *version != kGraphJsonVersion) {
      return Fail(Path(path, "clonecheck"), "version ", DescribeJson(*version),
                  " is unknown; this clonecheck reads version ",
                  kGraphJsonVersion, ", use one that knows the file's");
    }
    if (!CheckKeys(path, document, "a graph",
                   {"clonecheck", "inputs", "layers", "calls", "model"}, {})) {
      return false;
    }
    return ReadAll(Path(path, "inputs"), document["inputs"], "inputs",
                   kMaxInputs, &Reader::ReadInput) &&
           ReadAll(Path(path, "layers"), document["layers"], "layers",
                   kMaxLayers, &Reader::ReadLayer) &&
           ReadAll(Path(path, "calls"), document["calls"], "calls", kMaxCalls,
                   &Reader::ReadCall) &&
           ReadModel(Path(path, "model"), document["model"]);
  }

  bool ReadAll(const Path& path, const json& list, absl::string_view what,
               size_t max, bool (Reader::*read)(const Path&, const json&)) {
    if (!ReadList(path, list, what, max)) return false;
    for (size_t i = 0; i < list.size(); ++i) {
      if (!(this->*read)(Path(path, i), list[i])) return false;
    }
    return true;
  }

  bool ReadInput(const Path& path, const json& value) {
    if (!CheckKeys(path, value, "an input", {"shape"},
                   {"dtype", "name", "sparse"})) {
      return false;
    }
    const Path shape_path(path, "shape");
    const json& shape = value["shape"];
    if (!ReadList(shape_path, shape, "sizes", kMaxRank)) return false;
    std::vector<int32_t> dims;
    for (size_t i = 0; i < shape.size(); ++i) {
      uint32_t dim = 0;
      if (shape[i].is_null()) {
        dims.push_back(kUnknownDim);
      } else if (!shape[i].is_number_integer()) {
        return Expected(Path(shape_path, i), shape[i],
                        "a size, or null for any size");
      } else if (ReadNumber(Path(shape_path, i), shape[i], kMaxDim, &dim)) {
        dims.push_back(static_cast<int32_t>(dim));
      } else {
        return false;
      }
    }
    DType dtype = DType::kFloat32;
    if (const json* name = Find(value, "dtype"); name != nullptr) {
      const std::optional<DType> parsed =
          name->is_string() ? ParseDType(name->get_ref<const std::string&>())
                            : std::nullopt;
      if (!parsed.has_value()) {
        return Expected(
            Path(path, "dtype"), *name,
            absl::StrCat("one of ", absl::StrJoin(kDTypeNames, ", ")));
      }
      dtype = *parsed;
    }
    const Name* name = nullptr;
    bool sparse = false;
    if (!ReadOptionalName(path, value, &name) ||
        !ReadOptionalBool(path, value, "sparse", &sparse)) {
      return false;
    }
    builder_.AddInput(pool_.InternShape(dims), dtype, name, sparse);
    return true;
  }

  bool ReadLayer(const Path& path, const json& value) {
    if (!CheckKeys(path, value, "a layer", {"class"},
                   {"config", "name", "trainable", "position", "children",
                    "inputs", "outputs"})) {
      return false;
    }
    const Name* kind = nullptr;
    LayerDecl layer;
    if (!ReadName(Path(path, "class"), value["class"], &kind)) return false;
    const json no_config = json::object();
    const json* config = Find(value, "config");
    if (!ReadDict(Path(path, "config"), config == nullptr ? no_config : *config,
                  0, kind, &layer.config) ||
        !ReadOptionalName(path, value, &layer.name) ||
        !ReadOptionalBool(path, value, "trainable", &layer.trainable)) {
      return false;
    }
    if (const json* position = Find(value, "position"); position != nullptr) {
      if (!ReadNumber(Path(path, "position"), *position, kMaxCalls,
                      &layer.position)) {
        return false;
      }
    }
    std::vector<uint32_t> children;
    if (const json* list = Find(value, "children"); list != nullptr) {
      const Path at(path, "children");
      if (!ReadList(at, *list, "layer numbers", kMaxListLength)) return false;
      children.resize(list->size());
      for (size_t i = 0; i < list->size(); ++i) {
        if (!ReadNumber(Path(at, i), (*list)[i], kMaxLayers - 1,
                        &children[i])) {
          return false;
        }
      }
    }
    std::vector<TensorRef> inputs;
    std::vector<TensorRef> outputs;
    if (!ReadOptionalRefs(path, value, "inputs", &inputs) ||
        !ReadOptionalRefs(path, value, "outputs", &outputs)) {
      return false;
    }
    builder_.AddLayer(layer, children, inputs, outputs);
    return true;
  }

  bool ReadCall(const Path& path, const json& value) {
    if (!CheckKeys(path, value, "a call", {"layer", "inputs"},
                   {"kwargs", "as_list"})) {
      return false;
    }
    uint32_t layer = 0;
    std::vector<TensorRef> inputs;
    bool as_list = false;
    if (!ReadNumber(Path(path, "layer"), value["layer"], kMaxLayers - 1,
                    &layer) ||
        !ReadRefs(Path(path, "inputs"), value["inputs"], &inputs) ||
        !ReadOptionalBool(path, value, "as_list", &as_list)) {
      return false;
    }
    builder_.AddCall(layer, inputs, as_list);
    const json* kwargs = Find(value, "kwargs");
    return kwargs == nullptr ||
           ReadAll(Path(path, "kwargs"), *kwargs, "keyword arguments",
                   kMaxKwargs, &Reader::ReadKwarg);
  }

  bool ReadKwarg(const Path& path, const json& value) {
    if (!CheckKeys(path, value, "a keyword argument", {"name"},
                   {"value", "tensor", "tensors"})) {
      return false;
    }
    if (value.size() != 2) {
      return Fail(path, "a keyword argument holds exactly one of value, ",
                  "tensor and tensors; give one of them");
    }
    const Name* key = nullptr;
    if (!ReadName(Path(path, "name"), value["name"], &key)) return false;
    if (const json* literal = Find(value, "value"); literal != nullptr) {
      ConfigValue result;
      if (!ReadValue(Path(path, "value"), *literal, 0, &result)) return false;
      builder_.AddKwarg(key, result);
    } else if (const json* tensor = Find(value, "tensor"); tensor != nullptr) {
      TensorRef ref;
      if (!ReadRef(Path(path, "tensor"), *tensor, &ref)) return false;
      builder_.AddKwarg(key, ref);
    } else {
      std::vector<TensorRef> refs;
      if (!ReadRefs(Path(path, "tensors"), value["tensors"], &refs)) {
        return false;
      }
      builder_.AddKwarg(key, refs);
    }
    return true;
  }

  bool ReadModel(const Path& path, const json& value) {
    if (value.is_object() && value.contains("layer")) {
      uint32_t layer = 0;
      if (!CheckKeys(path, value, "a model that is a layer", {"layer"},
                     {"position"}) ||
          !ReadNumber(Path(path, "layer"), value["layer"], kMaxLayers - 1,
                      &layer)) {
        return false;
      }
      builder_.SetModelLayer(layer);
      return ReadModelPosition(path, value);
    }
    if (!CheckKeys(path, value, "a model", {"inputs", "outputs"},
                   {"name", "position"})) {
      return false;
    }
    std::vector<TensorRef> inputs;
    std::vector<TensorRef> outputs;
    const Name* name = nullptr;
    if (!ReadRefs(Path(path, "inputs"), value["inputs"], &inputs) ||
        !ReadRefs(Path(path, "outputs"), value["outputs"], &outputs) ||
        !ReadOptionalName(path, value, &name)) {
      return false;
    }
    builder_.SetModel(inputs, outputs, name);
    return ReadModelPosition(path, value);
  }

  bool ReadModelPosition(const Path& path, const json& value) {
    if (const json* position = Find(value, "position"); position != nullptr) {
      uint32_t number = 0;
      if (!ReadNumber(Path(path, "position"), *position, kMaxCalls, &number)) {
        return false;
      }
      builder_.SetModelPosition(number);
    }
    return true;
  }

  bool ReadOptionalName(const Path& path, const json& object,
                        const Name** result) {
    const json* name = Find(object, "name");
    return name == nullptr || ReadName(Path(path, "name"), *name, result);
  }
  bool ReadOptionalBool(const Path& path, const json& object, const char* key,
                        bool* result) {
    const json* value = Find(object, key);
    return value == nullptr || ReadBool(Path(path, key), *value, result);
  }
  bool ReadOptionalRefs(const Path& path, const json& object, const char* key,
                        std::vector<TensorRef>* result) {
    const json* value = Find(object, key);
    return value == nullptr || ReadRefs(Path(path, key), *value, result);
  }

  GraphBuilder builder_;
};

}  // namespace

absl::StatusOr<Graph> GraphFromJson(absl::string_view text, Pool& pool) {
  absl::StatusOr<json> document = ParseJson(text);
  if (!document.ok()) return document.status();
  return GraphFromJsonValue(*document, pool);
}

absl::StatusOr<Graph> GraphFromJsonValue(const json& value, Pool& pool) {
  return Reader(pool).Read(value);
}

}  // namespace clonecheck
