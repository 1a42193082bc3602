#include "core/exchange/json_reader.h"

#include "absl/strings/str_cat.h"
#include "core/text.h"

namespace clonecheck {

using nlohmann::json;

std::string JsonPath::ToString() const {
  if (parent_ == nullptr) return std::string(key_);
  const std::string head = parent_->ToString();
  if (key_.data() == nullptr) return absl::StrCat(head, "/", index_);
  if (IsPythonIdentifier(key_)) return absl::StrCat(head, "/", key_);
  return absl::StrCat(head, "/", QuoteForMessage(key_));
}

std::string DescribeJson(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_string()) {
    return QuoteForMessage(value.get_ref<const std::string&>());
  }
  return value.dump();
}

std::string TextUnder(const json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_string()
             ? object[key].get<std::string>()
             : std::string();
}

bool JsonReader::FailAt(const JsonPath& path, absl::string_view message) {
  const std::string place = path.ToString();
  status_ = absl::InvalidArgumentError(
      absl::StrCat(place.empty() ? "the document" : place, ": ", message));
  return false;
}

bool JsonReader::Expected(const JsonPath& path, const json& value,
                          absl::string_view what) {
  return Fail(path, "found ", DescribeJson(value), "; expected ", what);
}

bool JsonReader::Get(const JsonPath& path, const json& object,
                     absl::string_view key, const json** value) {
  const auto it = object.find(std::string(key));
  if (it == object.end()) {
    return Fail(path, "the key \"", key, "\" is missing; add it");
  }
  *value = &*it;
  return true;
}

bool JsonReader::GetText(const JsonPath& path, const json& object,
                         absl::string_view key, absl::string_view* text) {
  const json* value = nullptr;
  if (!Get(path, object, key, &value)) return false;
  if (!value->is_string()) {
    return Expected(JsonPath(path, key), *value, "a text");
  }
  *text = value->get_ref<const std::string&>();
  return true;
}

bool JsonReader::GetObject(const JsonPath& path, const json& object,
                           absl::string_view key, const json** value) {
  if (!Get(path, object, key, value)) return false;
  return (*value)->is_object() ||
         Expected(JsonPath(path, key), **value, "an object");
}

bool JsonReader::GetList(const JsonPath& path, const json& object,
                         absl::string_view key, const json** value) {
  if (!Get(path, object, key, value)) return false;
  return (*value)->is_array() ||
         Expected(JsonPath(path, key), **value, "a list");
}

bool JsonReader::ReadIndex(const JsonPath& path, const json& value,
                           absl::string_view what, uint32_t max,
                           uint32_t* index) {
  if (!value.is_number_integer() || value.get<int64_t>() < 0 ||
      value.get<int64_t>() > max) {
    return Expected(path, value,
                    absl::StrCat(what, ", a whole number from 0 to ", max));
  }
  *index = value.get<uint32_t>();
  return true;
}

}  // namespace clonecheck
