// JsonValueReader: what a reader of JSON documents needs to read any value of a
// Graph, with messages that name the place and what to do. What a document
// holds, json_read.cc knows.
#ifndef CLONECHECK_CORE_GRAPH_JSON_VALUES_H_
#define CLONECHECK_CORE_GRAPH_JSON_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// Where in the document a value is: `/calls/3/inputs/1`.
class JsonPlace {
 public:
  JsonPlace() = default;
  JsonPlace(const JsonPlace& parent, absl::string_view key)
      : parent_(&parent), key_(key) {}
  JsonPlace(const JsonPlace& parent, size_t index)
      : parent_(&parent), index_(index) {}

  std::string ToString() const {
    if (parent_ == nullptr) return "";
    const std::string head = parent_->ToString();
    return key_.data() == nullptr ? absl::StrCat(head, "/", index_)
                                  : absl::StrCat(head, "/", key_);
  }

 private:
  const JsonPlace* parent_ = nullptr;
  absl::string_view key_;
  size_t index_ = 0;
};

// Functions return false after the first error, which is then in `status_`.
class JsonValueReader {
 protected:
  using json = nlohmann::json;
  using Path = JsonPlace;
  using Keys = absl::Span<const absl::string_view>;

  explicit JsonValueReader(Pool& pool) : pool_(pool) {}

  template <typename... Args>
  bool Fail(const Path& path, const Args&... args) {
    std::string place = path.ToString();
    if (place.empty()) place = "the document";
    status_ = absl::InvalidArgumentError(absl::StrCat(place, ": ", args...));
    return false;
  }

  bool Expected(const Path& path, const json& value, absl::string_view what);

  // `value` is an object with all of `required` and none but those and
  // `optional`.
  bool CheckKeys(const Path& path, const json& value, absl::string_view what,
                 Keys required, Keys optional);

  // The value under `key`, or null.
  static const json* Find(const json& object, const char* key);

  bool ReadBool(const Path& path, const json& value, bool* result);

  bool ReadNumber(const Path& path, const json& value, uint32_t max,
                  uint32_t* result);

  bool ReadName(const Path& path, const json& value, const Name** result);

  bool ReadList(const Path& path, const json& value, absl::string_view what,
                size_t max);

  bool ReadRef(const Path& path, const json& value, TensorRef* result);

  bool ReadRefs(const Path& path, const json& value,
                std::vector<TensorRef>* result);

  bool ReadValue(const Path& path, const json& value, size_t depth,
                 ConfigValue* result);

  // {"$float": "nan"}
  bool ReadFloat(const Path& path, const json& value, ConfigValue* result);

  bool ReadDict(const Path& path, const json& value, size_t depth,
                const Name* kind, const Config** result);

  Pool& pool_;
  absl::Status status_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_JSON_VALUES_H_
