#include "core/graph/json_values.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "core/graph/describe_json.h"
#include "core/graph/ref_text.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {

using nlohmann::json;

namespace {

constexpr absl::string_view kFloatKey = "$float";

}  // namespace

bool JsonValueReader::Expected(const Path& path, const json& value,
                               absl::string_view what) {
  return Fail(path, "found ", DescribeJson(value), "; expected ", what);
}

bool JsonValueReader::CheckKeys(const Path& path, const json& value,
                                absl::string_view what, Keys required,
                                Keys optional) {
  if (!value.is_object()) {
    return Expected(path, value,
                    absl::StrCat(what, ", an object with the keys ",
                                 absl::StrJoin(required, ", ")));
  }
  size_t required_found = 0;
  for (const auto& item : value.items()) {
    const absl::string_view key = item.key();
    if (absl::c_linear_search(required, key)) {
      ++required_found;
    } else if (!absl::c_linear_search(optional, key)) {
      std::vector<absl::string_view> known(required.begin(), required.end());
      known.insert(known.end(), optional.begin(), optional.end());
      const std::string meant = DidYouMean(key, known);
      return Fail(path, "unknown key ", QuoteForMessage(key), meant,
                  meant.empty() ? "; the" : " The", " keys of ", what, " are ",
                  absl::StrJoin(known, ", "));
    }
  }
  if (required_found == required.size()) return true;
  for (absl::string_view key : required) {
    if (!value.contains(key)) {
      return Fail(path, "the key \"", key, "\" is missing; ", what,
                  " needs it");
    }
  }
  return true;
}

const json* JsonValueReader::Find(const json& object, const char* key) {
  auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

bool JsonValueReader::ReadBool(const Path& path, const json& value,
                               bool* result) {
  if (!value.is_boolean()) return Expected(path, value, "true or false");
  *result = value.get<bool>();
  return true;
}

bool JsonValueReader::ReadNumber(const Path& path, const json& value,
                                 uint32_t max, uint32_t* result) {
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

bool JsonValueReader::ReadName(const Path& path, const json& value,
                               const Name** result) {
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

bool JsonValueReader::ReadList(const Path& path, const json& value,
                               absl::string_view what, size_t max) {
  if (!value.is_array()) {
    return Expected(path, value, absl::StrCat("a list of ", what));
  }
  if (value.size() > max) {
    return Fail(path, "a list of ", value.size(), " ", what,
                " is too long; use at most ", max);
  }
  return true;
}

bool JsonValueReader::ReadRef(const Path& path, const json& value,
                              TensorRef* result) {
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

bool JsonValueReader::ReadRefs(const Path& path, const json& value,
                               std::vector<TensorRef>* result) {
  if (!ReadList(path, value, "tensors", kMaxListLength)) return false;
  result->resize(value.size());
  for (size_t i = 0; i < value.size(); ++i) {
    if (!ReadRef(Path(path, i), value[i], &(*result)[i])) return false;
  }
  return true;
}

bool JsonValueReader::ReadValue(const Path& path, const json& value,
                                size_t depth, ConfigValue* result) {
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

bool JsonValueReader::ReadFloat(const Path& path, const json& value,
                                ConfigValue* result) {
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

bool JsonValueReader::ReadDict(const Path& path, const json& value,
                               size_t depth, const Name* kind,
                               const Config** result) {
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

}  // namespace clonecheck
