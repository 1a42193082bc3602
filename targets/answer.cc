#include "targets/answer.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/text.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// Bytes of a wrong value that are shown.
constexpr size_t kShownValue = 60;

class AnswerCheck {
 public:
  const std::string& fault() const { return fault_; }

  void Answer(const json& answer) {
    for (const char* key : {"error", "script", "output"}) {
      Text(answer, "", key);
    }
    for (const char* key : {"protocol", "memory_mb", "seconds", "exit_code"}) {
      Number(answer, "", key);
    }
    Object(answer, "", "versions");
    if (const json* hello = Object(answer, "", "hello")) Hello(*hello);
    const json* steps = Object(answer, "", "steps");
    if (steps == nullptr) return;
    for (const auto& [name, step] : steps->items()) {
      // A step that was left out may be null.
      if (step.is_null()) continue;
      const std::string place = absl::StrCat("/steps/", name);
      if (!step.is_object()) return Note(place, step, "object");
      Step(step, place, name);
    }
  }

 private:
  void Hello(const json& hello) {
    for (const char* key : {"layers", "steps", "variants"}) {
      Array(hello, "/hello", key);
    }
    Truth(hello, "/hello", "calls_input_layers");
  }

  void Step(const json& step, const std::string& place,
            const std::string& name) {
    Text(step, place, "unsupported");
    Text(step, place, "unavailable");
    if (const json* raised = Object(step, place, "raised")) {
      Raised(*raised, place + "/raised");
    }
    const auto result = step.find("result");
    // A config is what the framework gives.
    if (result == step.end() || name == "config") return;
    if (!result->is_object()) return Note(place + "/result", *result, "object");
    Result(*result, place + "/result");
  }

  void Raised(const json& raised, const std::string& place) {
    for (const char* key : {"type", "message", "at", "where"}) {
      Text(raised, place, key);
    }
    Truth(raised, place, "explicit");
  }

  void Result(const json& result, const std::string& place) {
    Object(result, place, "looks");
    Object(result, place, "base");
    Truth(result, place, "deterministic");
    Pair(result, place, "kept");
    Pair(result, place, "touched");
    if (const json* raised = Object(result, place, "unusable")) {
      Raised(*raised, place + "/unusable");
    }
    Values(result, place, "outputs");
    Values(result, place, "masks");
  }

  // A list of arrays, and null where there is none.
  void Values(const json& result, const std::string& place, const char* key) {
    const json* list = Array(result, place, key);
    if (list == nullptr) return;
    for (size_t i = 0; i < list->size(); ++i) {
      const json& array = (*list)[i];
      const std::string here = absl::StrCat(place, "/", key, "/", i);
      if (array.is_null()) continue;
      if (!array.is_object()) return Note(here, array, "object");
      Array(array, here, "shape");
      Array(array, here, "values");
    }
  }

  void Pair(const json& of, const std::string& place, const char* key) {
    const json* list = Array(of, place, key);
    if (list != nullptr && list->size() != 2) {
      Note(absl::StrCat(place, "/", key), *list, "pair");
    }
  }

  // What stands at the key if it is that; null if it is not there or is not.
  template <typename Is>
  const json* Find(const json& of, const std::string& place, const char* key,
                   Is is, absl::string_view wanted) {
    const auto it = of.find(key);
    if (it == of.end()) return nullptr;
    if (is(*it)) return &*it;
    Note(absl::StrCat(place, "/", key), *it, wanted);
    return nullptr;
  }
  void Text(const json& of, const std::string& place, const char* key) {
    Find(of, place, key, [](const json& v) { return v.is_string(); }, "text");
  }
  void Number(const json& of, const std::string& place, const char* key) {
    Find(of, place, key, [](const json& v) { return v.is_number(); }, "number");
  }
  void Truth(const json& of, const std::string& place, const char* key) {
    const auto is = [](const json& v) { return v.is_boolean(); };
    Find(of, place, key, is, "true or false");
  }
  const json* Object(const json& of, const std::string& place,
                     const char* key) {
    const auto is = [](const json& v) { return v.is_object(); };
    return Find(of, place, key, is, "object");
  }
  const json* Array(const json& of, const std::string& place, const char* key) {
    const auto is = [](const json& v) { return v.is_array(); };
    return Find(of, place, key, is, "list");
  }

  // The first one stays.
  void Note(const std::string& place, const json& found,
            absl::string_view wanted) {
    if (!fault_.empty()) return;
    fault_ = absl::StrCat(
        place, " is ",
        Readable(found.dump(-1, ' ', false, json::error_handler_t::replace),
                 kShownValue),
        ", no ", wanted);
  }

  std::string fault_;
};

}  // namespace

std::string FaultOfAnswer(const json& answer) {
  AnswerCheck check;
  check.Answer(answer);
  return check.fault();
}

}  // namespace clonecheck
