#include "core/exchange/json_reader.h"

#include "absl/strings/str_cat.h"
#include "core/graph/describe_json.h"
#include "core/text.h"

namespace clonecheck {

using nlohmann::json;

std::string JsonPath::ToString() const {
  if (parent_ == nullptr) return text_.has_value() ? (*text_)() : "";
  const std::string head = parent_->ToString();
  if (key_.data() == nullptr) return absl::StrCat(head, "/", index_);
  if (IsPythonIdentifier(key_)) return absl::StrCat(head, "/", key_);
  return absl::StrCat(head, "/", QuoteForMessage(key_));
}

const json* ValueUnder(const json& object, absl::string_view key) {
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

absl::string_view TextUnder(const json& object, absl::string_view key) {
  const json* value = ValueUnder(object, key);
  return value != nullptr && value->is_string()
             ? absl::string_view(value->get_ref<const std::string&>())
             : absl::string_view();
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
  *value = ValueUnder(object, key);
  return *value != nullptr ||
         Fail(path, "the key \"", key, "\" is missing; add it");
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
