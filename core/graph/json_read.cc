#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "core/graph/json.h"
#include "core/graph/parse_json.h"
#include "core/graph/ref_text.h"
#include "core/graph/text.h"
#include "core/graph/validate.h"
#include "core/limits.h"

namespace clonecheck {
namespace {

using nlohmann::json;

constexpr absl::string_view kFloatKey = "$float";

// Where in the document a value is: `/calls/3/inputs/1`.
class Path {
 public:
  Path() = default;
  Path(const Path& parent, absl::string_view key)
      : parent_(&parent), key_(key) {}
  Path(const Path& parent, size_t index) : parent_(&parent), index_(index) {}

  std::string ToString() const {
    if (parent_ == nullptr) return "";
    const std::string head = parent_->ToString();
    return key_.data() == nullptr ? absl::StrCat(head, "/", index_)
                                  : absl::StrCat(head, "/", key_);
  }

 private:
  const Path* parent_ = nullptr;
  absl::string_view key_;
  size_t index_ = 0;
};

// Reads a Graph from a value. Functions return false after the first error.
class Reader {
 public:
  explicit Reader(Pool& pool) : pool_(pool) {}

  absl::StatusOr<Graph> Read(const json& document) {
    if (!ReadDocument(document)) return status_;
    Graph graph = std::move(builder_).Build();
    if (absl::Status status = Validate(graph); !status.ok()) return status;
    return graph;
  }

 private:
  using Keys = absl::Span<const absl::string_view>;

  template <typename... Args>
  bool Fail(const Path& path, const Args&... args) {
    std::string place = path.ToString();
    if (place.empty()) place = "the document";
    status_ = absl::InvalidArgumentError(absl::StrCat(place, ": ", args...));
    return false;
  }

  // `2`, `"x"`, `a list`: what was found, for messages.
  static std::string Found(const json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) {
      return QuoteForMessage(value.get_ref<const std::string&>());
    }
    return value.dump();
  }

  bool Expected(const Path& path, const json& value, absl::string_view what) {
    return Fail(path, "found ", Found(value), "; expected ", what);
  }

  // `value` is an object with all of `required` and none but those and
  // `optional`.
  bool CheckKeys(const Path& path, const json& value, absl::string_view what,
                 Keys required, Keys optional) {
    if (!value.is_object()) {
      return Expected(path, value,
                      absl::StrCat(what, ", an object with the keys ",
                                   absl::StrJoin(required, ", ")));
    }
    std::vector<absl::string_view> known(required.begin(), required.end());
    known.insert(known.end(), optional.begin(), optional.end());
    for (const auto& item : value.items()) {
      const absl::string_view key = item.key();
      bool is_known = false;
      for (absl::string_view name : known) is_known |= key == name;
      if (!is_known) {
        const std::string meant = DidYouMean(key, known);
        return Fail(path, "unknown key ", QuoteForMessage(key), meant,
                    meant.empty() ? "; the" : " The", " keys of ", what,
                    " are ", absl::StrJoin(known, ", "));
      }
    }
    for (absl::string_view key : required) {
      if (!value.contains(key)) {
        return Fail(path, "the key \"", key, "\" is missing; ", what,
                    " needs it");
      }
    }
    return true;
  }

  // The value under `key`, or null.
  static const json* Find(const json& object, const char* key) {
    auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
  }

  bool ReadBool(const Path& path, const json& value, bool* result) {
    if (!value.is_boolean()) return Expected(path, value, "true or false");
    *result = value.get<bool>();
    return true;
  }

  bool ReadNumber(const Path& path, const json& value, uint32_t max,
                  uint32_t* result) {
    // Documents made by a program hold unsigned numbers, parsed ones signed.
    const bool ok =
        value.is_number_integer() &&
        (value.is_number_unsigned()
             ? value.get<uint64_t>() <= max
             : value.get<int64_t>() >= 0 && value.get<int64_t>() <= max);
    if (!ok) {
      return Expected(path, value, absl::StrCat("a whole number, 0 to ", max));
    }
    *result = value.get<uint32_t>();
    return true;
  }

  bool ReadName(const Path& path, const json& value, const Name** result) {
    if (!value.is_string()) return Expected(path, value, "a text");
    const std::string& text = value.get_ref<const std::string&>();
    if (text.size() > kMaxNameBytes) {
      return Fail(path, QuoteForMessage(text), " has ", text.size(),
                  " bytes; use at most ", kMaxNameBytes);
    }
    // Documents made by a program need not have been through the parser.
    if (!IsValidUtf8(text)) {
      return Fail(path, QuoteForMessage(text),
                  " is not UTF-8; use plain characters");
    }
    *result = pool_.InternName(text);
    return true;
  }

  bool ReadList(const Path& path, const json& value, absl::string_view what,
                size_t max) {
    if (!value.is_array()) {
      return Expected(path, value, absl::StrCat("a list of ", what));
    }
    if (value.size() > max) {
      return Fail(path, "a list of ", value.size(), " ", what,
                  " is too long; use at most ", max);
    }
    return true;
  }

  bool ReadRef(const Path& path, const json& value, TensorRef* result) {
    std::optional<TensorRef> ref;
    if (value.is_string()) {
      ref = RefFromText(value.get_ref<const std::string&>());
    }
    if (!ref.has_value()) {
      return Expected(path, value,
                      "a tensor: \"i0\" for input 0, \"c2\" for the first "
                      "output of call 2, \"c2.1\" for its second");
    }
    *result = *ref;
    return true;
  }

  bool ReadRefs(const Path& path, const json& value,
                std::vector<TensorRef>* result) {
    if (!ReadList(path, value, "tensors", kMaxListLength)) return false;
    result->resize(value.size());
    for (size_t i = 0; i < value.size(); ++i) {
      if (!ReadRef(Path(path, i), value[i], &(*result)[i])) return false;
    }
    return true;
  }

  bool ReadValue(const Path& path, const json& value, size_t depth,
                 ConfigValue* result) {
    if (depth > kMaxJsonDepth) {
      return Fail(path, "nested more than ", kMaxJsonDepth,
                  " levels deep; use a flatter config");
    }
    switch (value.type()) {
      case json::value_t::null:
        *result = ConfigValue::None();
        return true;
      case json::value_t::boolean:
        *result = ConfigValue::Bool(value.get<bool>());
        return true;
      case json::value_t::number_unsigned:
        if (value.get<uint64_t>() >
            static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
          return Expected(path, value, "a number that fits into 64 bits");
        }
        [[fallthrough]];
      case json::value_t::number_integer:
        *result = ConfigValue::Int(value.get<int64_t>());
        return true;
      case json::value_t::number_float:
        *result = ConfigValue::Double(value.get<double>());
        return true;
      case json::value_t::string: {
        const std::string& text = value.get_ref<const std::string&>();
        if (!IsValidUtf8(text)) {
          return Fail(path, QuoteForMessage(text),
                      " is not UTF-8; use plain characters");
        }
        *result = ConfigValue::String(pool_.InternName(text));
        return true;
      }
      case json::value_t::array: {
        std::vector<ConfigValue> items(value.size());
        for (size_t i = 0; i < value.size(); ++i) {
          if (!ReadValue(Path(path, i), value[i], depth + 1, &items[i])) {
            return false;
          }
        }
        *result = ConfigValue::List(pool_.InternList(std::move(items)));
        return true;
      }
      case json::value_t::object: {
        if (value.contains(kFloatKey)) return ReadFloat(path, value, result);
        const Config* dict = nullptr;
        if (!ReadDict(path, value, depth, nullptr, &dict)) return false;
        *result = ConfigValue::Dict(dict);
        return true;
      }
      default:
        return Expected(path, value, "a JSON value");
    }
  }

  // {"$float": "nan"}
  bool ReadFloat(const Path& path, const json& value, ConfigValue* result) {
    const json& text = value[kFloatKey];
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (value.size() == 1 && text.is_string()) {
      const std::string& name = text.get_ref<const std::string&>();
      double number = 0;
      if (name == "nan") number = std::numeric_limits<double>::quiet_NaN();
      if (name == "inf") number = kInfinity;
      if (name == "-inf") number = -kInfinity;
      if (number != 0) {
        *result = ConfigValue::Double(number);
        return true;
      }
    }
    return Fail(path, "\"$float\" stands for a number that JSON cannot write",
                "; use {\"$float\": \"nan\"}, \"inf\" or \"-inf\", alone in ",
                "its object");
  }

  bool ReadDict(const Path& path, const json& value, size_t depth,
                const Name* kind, const Config** result) {
    if (!value.is_object()) return Expected(path, value, "an object");
    std::vector<ConfigEntry> entries;
    entries.reserve(value.size());
    for (const auto& item : value.items()) {
      absl::string_view key = item.key();
      const Path at(path, key);
      if (key.size() > kMaxNameBytes || !IsValidUtf8(key)) {
        return Fail(path, "the key ", QuoteForMessage(key), " is too long, or ",
                    "not UTF-8; use at most ", kMaxNameBytes, " bytes");
      }
      if (absl::StartsWith(key, "$")) {
        if (!absl::StartsWith(key, "$$")) {
          return Fail(path, "unknown key ", QuoteForMessage(key),
                      "; a key that really begins with $ is written with $$");
        }
        key.remove_prefix(1);
      }
      ConfigEntry entry{pool_.InternName(key), ConfigValue::None()};
      if (!ReadValue(at, item.value(), depth + 1, &entry.value)) return false;
      entries.push_back(entry);
    }
    *result = pool_.InternConfig(kind, std::move(entries));
    return true;
  }

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
      return Fail(Path(path, "clonecheck"), "version ", Found(*version),
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

  Pool& pool_;
  GraphBuilder builder_;
  absl::Status status_;
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
