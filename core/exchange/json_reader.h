// JsonReader: takes a JSON document apart and says what is wrong with it and
// where. A JsonPath is the place of a value, `/config/layers/3/name`; it is put
// together only when a message wants its text.
#ifndef CLONECHECK_CORE_EXCHANGE_JSON_READER_H_
#define CLONECHECK_CORE_EXCHANGE_JSON_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// A link of a chain up to the document. REQUIRES: parents, keys and texts
// outlive it.
class JsonPath {
 public:
  // The document itself.
  JsonPath() = default;
  // The place that `text` tells when it is asked.
  explicit JsonPath(absl::FunctionRef<std::string()> text) : text_(text) {}
  JsonPath(const JsonPath& parent, absl::string_view key)
      : parent_(&parent), key_(key) {}
  JsonPath(const JsonPath& parent, size_t index)
      : parent_(&parent), index_(index) {}

  // `/config/layers/3/name`; empty for the document.
  std::string ToString() const;

 private:
  const JsonPath* parent_ = nullptr;
  std::optional<absl::FunctionRef<std::string()>> text_;
  absl::string_view key_;
  size_t index_ = 0;
};

// The value under `key`; null if there is none, or `object` is no object.
const nlohmann::json* ValueUnder(const nlohmann::json& object,
                                 absl::string_view key);
// The text under `key`, which stays with `object`; empty if there is none.
absl::string_view TextUnder(const nlohmann::json& object,
                            absl::string_view key);

// Base of readers of one format. Functions return false after the first error,
// which status() then tells.
class JsonReader {
 protected:
  const absl::Status& status() const { return status_; }

  template <typename... Args>
  bool Fail(const JsonPath& path, const Args&... args) {
    return FailAt(path, absl::StrCat(args...));
  }
  // `found …; expected …`
  bool Expected(const JsonPath& path, const nlohmann::json& value,
                absl::string_view what);

  // The value under `key` of `object`, which must have it, of any type or of
  // the one in the name.
  bool Get(const JsonPath& path, const nlohmann::json& object,
           absl::string_view key, const nlohmann::json** value);
  bool GetText(const JsonPath& path, const nlohmann::json& object,
               absl::string_view key, absl::string_view* text);
  bool GetObject(const JsonPath& path, const nlohmann::json& object,
                 absl::string_view key, const nlohmann::json** value);
  bool GetList(const JsonPath& path, const nlohmann::json& object,
               absl::string_view key, const nlohmann::json** value);

  // A whole number from 0 to `max`; `what` says of what, for the message.
  bool ReadIndex(const JsonPath& path, const nlohmann::json& value,
                 absl::string_view what, uint32_t max, uint32_t* index);

 private:
  bool FailAt(const JsonPath& path, absl::string_view message);

  absl::Status status_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_JSON_READER_H_
