#include "targets/compare.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "targets/show_json.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using Kind = FidelityField::Kind;

// Bytes of a value that are shown in a difference.
constexpr size_t kShown = 300;

constexpr FidelityField kFields[] = {
    {"built", "built, or refused with this type and text", "build",
     Kind::kVerdict},
    {"weights", "names and shapes, in get_weights order", "build", Kind::kExact,
     "/weights"},
    {"topology", "nodes by depth, order of layers, inputs and outputs", "build",
     Kind::kExact, "/topology"},
    {"nodes", "of every layer: inputs, arguments, masks there or not, shapes",
     "build", Kind::kExact, "/nodes"},
    {"config", "get_config", "config", Kind::kExact},
    {"outputs", "values", "predict", Kind::kValues, "/outputs"},
    {"masks", "values of the outputs' masks", "predict", Kind::kValues,
     "/masks"},
    {"clone", "cloned, or refused with this type and text", "clone",
     Kind::kVerdict},
    {"clone-weights", "as weights, of the clone", "clone", Kind::kExact,
     "/weights"},
    {"clone-topology", "as topology, of the clone", "clone", Kind::kExact,
     "/topology"},
    {"clone-nodes", "as nodes, of the clone", "clone", Kind::kExact, "/nodes"},
    {"clone-config", "get_config of the clone", "clone", Kind::kExact,
     "/config"},
    {"original", "the original's nodes after cloning", "clone", Kind::kExact,
     "/original"},
    {"clone-outputs", "values of the clone", "predict_clone", Kind::kValues,
     "/outputs"},
    {"clone-masks", "values of its outputs' masks", "predict_clone",
     Kind::kValues, "/masks"},
    {"again", "the original cloned once more", "clone_twice", Kind::kVerdict},
    {"again-weights", "as weights, of the second clone", "clone_twice",
     Kind::kExact, "/weights"},
    {"again-topology", "as topology, of the second clone", "clone_twice",
     Kind::kExact, "/topology"},
    {"again-nodes", "as nodes, of the second clone", "clone_twice",
     Kind::kExact, "/nodes"},
    {"again-config", "get_config of the second clone", "clone_twice",
     Kind::kExact, "/config"},
    {"again-outputs", "values of the second clone", "predict_clone_twice",
     Kind::kValues, "/outputs"},
    {"again-masks", "values of its outputs' masks", "predict_clone_twice",
     Kind::kValues, "/masks"},
    {"reclone", "the clone cloned", "clone_of_clone", Kind::kVerdict},
    {"reclone-weights", "as weights, of the clone's clone", "clone_of_clone",
     Kind::kExact, "/weights"},
    {"reclone-topology", "as topology, of the clone's clone", "clone_of_clone",
     Kind::kExact, "/topology"},
    {"reclone-nodes", "as nodes, of the clone's clone", "clone_of_clone",
     Kind::kExact, "/nodes"},
    {"reclone-config", "get_config of the clone's clone", "clone_of_clone",
     Kind::kExact, "/config"},
    {"reclone-outputs", "values of the clone's clone", "predict_clone_of_clone",
     Kind::kValues, "/outputs"},
    {"reclone-masks", "values of its outputs' masks", "predict_clone_of_clone",
     Kind::kValues, "/masks"},
    {"reload", "rebuilt from its JSON, or refused, or without end", "roundtrip",
     Kind::kVerdict},
    {"reload-weights", "as weights, of the reloaded model", "roundtrip",
     Kind::kExact, "/weights"},
    {"reload-topology", "as topology, of the reloaded model", "roundtrip",
     Kind::kExact, "/topology"},
    {"reload-nodes", "as nodes, of the reloaded model", "roundtrip",
     Kind::kExact, "/nodes"},
    {"reload-config", "get_config of the reloaded model", "roundtrip",
     Kind::kExact, "/config"},
    {"reload-outputs", "values of the reloaded model", "predict_roundtrip",
     Kind::kValues, "/outputs"},
    {"reload-masks", "values of its outputs' masks", "predict_roundtrip",
     Kind::kValues, "/masks"},
};

std::string Show(const json& value) { return ShowJson(value, kShown); }

FieldResult Differ(const std::string& where, const std::string& ours,
                   const std::string& theirs) {
  FieldResult result;
  result.verdict = FieldVerdict::kDiffer;
  result.where = where;
  result.ours = ours;
  result.theirs = theirs;
  return result;
}

FieldResult Agree() {
  FieldResult result;
  result.verdict = FieldVerdict::kAgree;
  return result;
}

// The first place where two documents part. 1 and 1.0 are equal.
FieldResult CompareExactly(const json& ours, const json& theirs,
                           const std::string& where) {
  if (ours.is_object() && theirs.is_object()) {
    for (const auto& [key, value] : ours.items()) {
      const auto it = theirs.find(key);
      const std::string place = absl::StrCat(where, "/", key);
      if (it == theirs.end()) return Differ(place, Show(value), "not there");
      FieldResult result = CompareExactly(value, *it, place);
      if (result.verdict != FieldVerdict::kAgree) return result;
    }
    for (const auto& [key, value] : theirs.items()) {
      if (!ours.contains(key)) {
        return Differ(absl::StrCat(where, "/", key), "not there", Show(value));
      }
    }
    return Agree();
  }
  if (ours.is_array() && theirs.is_array() && ours.size() == theirs.size()) {
    for (size_t i = 0; i < ours.size(); ++i) {
      FieldResult result =
          CompareExactly(ours[i], theirs[i], absl::StrCat(where, "/", i));
      if (result.verdict != FieldVerdict::kAgree) return result;
    }
    return Agree();
  }
  if (ours == theirs) return Agree();
  return Differ(where, Show(ours), Show(theirs));
}

double NumberOf(const json& value) {
  if (value.is_number()) return value.get<double>();
  const json name = value.is_object() ? value.value("$float", json()) : json();
  if (name == "inf") return std::numeric_limits<double>::infinity();
  if (name == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

bool SameValue(double ours, double theirs) {
  if (std::isnan(ours) || std::isnan(theirs)) {
    return std::isnan(ours) && std::isnan(theirs);
  }
  if (std::isinf(ours) || std::isinf(theirs)) return ours == theirs;
  return std::abs(ours - theirs) <= kValueAtol + kValueRtol * std::abs(theirs);
}

FieldResult CompareArrays(const json& ours, const json& theirs) {
  if (ours.size() != theirs.size()) {
    return Differ("", absl::StrCat(ours.size(), " arrays"),
                  absl::StrCat(theirs.size(), " arrays"));
  }
  for (size_t i = 0; i < ours.size(); ++i) {
    const std::string where = absl::StrCat("/", i);
    if (ours[i].is_null() || theirs[i].is_null()) {
      if (ours[i].is_null() && theirs[i].is_null()) continue;
      return Differ(where, Show(ours[i]), Show(theirs[i]));
    }
    const json& shape = ours[i].at("shape");
    if (shape != theirs[i].value("shape", json())) {
      return Differ(where + "/shape", Show(shape),
                    Show(theirs[i].value("shape", json())));
    }
    const json& a = ours[i].at("values");
    const json b = theirs[i].value("values", json::array());
    if (a.size() != b.size()) {
      return Differ(where + "/values", absl::StrCat(a.size(), " values"),
                    absl::StrCat(b.size(), " values"));
    }
    for (size_t k = 0; k < a.size(); ++k) {
      if (SameValue(NumberOf(a[k]), NumberOf(b[k]))) continue;
      return Differ(absl::StrCat(where, "/values/", k), Show(ours[i]),
                    Show(theirs[i]));
    }
  }
  return Agree();
}

// `TypeError: the text`, and where it was raised, if known.
std::string RaisedText(const json& raised) {
  const std::string at = raised.value("at", "");
  return absl::StrCat(at, at.empty() ? "" : ": ", raised.value("type", ""),
                      ": ", WithoutTensorNames(raised.value("message", "")));
}

FieldResult CompareVerdicts(const json& ours, const json& theirs) {
  const bool we = ours.contains("raised");
  const bool they = theirs.contains("raised");
  if (!we && !they) return Agree();
  const json a = ours.value("raised", json::object());
  const json b = theirs.value("raised", json::object());
  const std::string our_text = we ? RaisedText(a) : "no exception";
  const std::string their_text = they ? RaisedText(b) : "no exception";
  if (we && they && a.value("at", "") == b.value("at", "")) {
    // Texts of the backend are not imitated.
    if (a.value("backend", false) && !b.value("explicit", false)) {
      return Agree();
    }
    // No text: it is we who say that there is no end.
    if (a.value("type", "") == "TooLong" && b.value("type", "") == "TooLong") {
      return Agree();
    }
    if (our_text == their_text) return Agree();
  }
  if (a.contains("loose")) {
    FieldResult result;
    result.reason = a.value("loose", "");
    return result;
  }
  return Differ("", our_text, their_text);
}

// What stands where the step's answer should, or null.
std::string ReasonOf(const json& answer) {
  for (const char* key : {"unavailable", "unsupported"}) {
    if (answer.contains(key)) return answer.value(key, "");
  }
  return "";
}

FieldResult CompareField(const FidelityField& field, const json& ours,
                         const json& theirs) {
  const std::string step(field.step);
  const json a = ours.value(step, json());
  const json b = theirs.value(step, json());
  FieldResult result;
  // What comes before says why.
  if (a.is_null() || b.is_null()) return result;
  result.reason = ReasonOf(a) + ReasonOf(b);
  if (!result.reason.empty()) return result;
  if (field.kind == Kind::kVerdict) return CompareVerdicts(a, b);
  if (a.contains("raised") || b.contains("raised")) {
    // The verdict's field tells of it, if there is one.
    return field.kind == Kind::kValues ? CompareVerdicts(a, b) : result;
  }
  const json::json_pointer pointer((std::string(field.pointer)));
  const json& part = a.at("result").at(pointer);
  const json& other = b.contains("result") && b["result"].contains(pointer)
                          ? b["result"].at(pointer)
                          : json();
  return field.kind == Kind::kValues ? CompareArrays(part, other)
                                     : CompareExactly(part, other, "");
}

}  // namespace

absl::Span<const FidelityField> AllFidelityFields() { return kFields; }

std::vector<std::string> StepsUpTo(size_t last) {
  std::vector<std::string> steps;
  for (size_t i = 0; i <= last && i < std::size(kFields); ++i) {
    const std::string step(kFields[i].step);
    if (std::find(steps.begin(), steps.end(), step) == steps.end()) {
      steps.push_back(step);
    }
  }
  return steps;
}

std::vector<FieldResult> CompareAnswers(const json& ours, const json& theirs) {
  const json a = ours.value("steps", json::object());
  const json b = theirs.value("steps", json::object());
  std::vector<FieldResult> results;
  for (const FidelityField& field : kFields) {
    results.push_back(CompareField(field, a, b));
  }
  return results;
}

std::string WithoutTensorNames(absl::string_view text) {
  struct Form {
    absl::string_view begin;
    char end;
  };
  static constexpr Form kForms[] = {
      {"Tensor(\"", '"'}, {"<tf.Tensor '", '\''}, {"<tf.Variable '", '\''}};
  std::string result;
  while (!text.empty()) {
    bool found = false;
    for (const Form& form : kForms) {
      if (text.substr(0, form.begin.size()) != form.begin) continue;
      const size_t end = text.find(form.end, form.begin.size());
      if (end == text.npos) continue;
      absl::StrAppend(&result, form.begin, "…");
      text.remove_prefix(end);
      found = true;
    }
    // NumPy 2 prints the whole numbers that Keras computes with it like this.
    constexpr absl::string_view kNumPyInteger = "np.int64(";
    if (!found && text.substr(0, kNumPyInteger.size()) == kNumPyInteger) {
      const size_t end = text.find(')');
      if (end != text.npos) {
        absl::StrAppend(&result, text.substr(kNumPyInteger.size(),
                                             end - kNumPyInteger.size()));
        text.remove_prefix(end + 1);
        found = true;
      }
    }
    if (!found && text.substr(0, 2) == "0x") {
      size_t end = 2;
      while (end < text.size() &&
             std::isxdigit(static_cast<unsigned char>(text[end])) != 0) {
        ++end;
      }
      absl::StrAppend(&result, "0x…");
      text.remove_prefix(end);
      found = true;
    }
    if (found || text.empty()) continue;
    result.push_back(text[0]);
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace clonecheck
