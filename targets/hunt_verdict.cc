#include "targets/hunt_verdict.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "absl/strings/str_cat.h"
#include "targets/show_json.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// Bytes of a value that are shown.
constexpr size_t kShownValue = 600;

struct Look {
  absl::string_view name;
  absl::string_view obligation;
  Severity severity = Severity::kError;
};
// In the order in which a step is charged: what users feel first. But values
// are drawn by the positions of inputs and weights, so that these come before.
constexpr Look kLooks[] = {
    {"shapes", "structure"},
    {"weights", "weights"},
    {"outputs", "outputs"},
    {"masks", "masks"},
    {"sharing", "sharing"},
    {"trainable", "trainable"},
    {"dtypes", "dtypes"},
    {"calls", "calls"},
    {"masks_of_calls", "masks"},
    {"config", "config", Severity::kWarning},
    {"names", "names"},
    {"output_names", "names", Severity::kWarning},
    {"input_names", "names", Severity::kNote},
    {"order", "order", Severity::kNote},
};

std::string Shown(const json& value) { return ShowJson(value, kShownValue); }

bool IsNumber(const json& value) {
  return value.is_number() && !value.is_boolean();
}

HuntFault OfException(const std::string& step, const json& raised,
                      bool in_use) {
  HuntFault fault;
  fault.step = step;
  fault.type = raised.value("type", "?");
  fault.obligation = in_use ? "usable" : "completes";
  const std::string where = raised.value("where", "");
  fault.symptom = absl::StrCat(fault.type, where.empty() ? "" : "@", where);
  fault.look = fault.type == "TooLong" ? "endless"
               : in_use                ? "unusable"
                                       : "raised";
  fault.detail = absl::StrCat(fault.type, ": ", raised.value("message", ""));
  return fault;
}

HuntFault Plain(const std::string& step, absl::string_view obligation,
                absl::string_view look, const std::string& symptom,
                const std::string& detail) {
  HuntFault fault;
  fault.step = step;
  fault.obligation = std::string(obligation);
  fault.symptom = symptom;
  fault.look = std::string(look);
  fault.detail = detail;
  return fault;
}

// `result`: of an operation. `original`: the looks of the original.
std::vector<HuntFault> OfResult(const std::string& step, const json& result,
                                const json& original) {
  std::vector<HuntFault> faults;
  if (result.contains("unusable")) {
    faults.push_back(OfException(step, result["unusable"], /*in_use=*/true));
  }
  if (result.contains("kept")) {
    const std::string where =
        FirstDifference(result["kept"].at(0), result["kept"].at(1));
    if (!where.empty()) {
      faults.push_back(Plain(step, "weights_kept", "kept", where,
                             absl::StrCat(Shown(result["kept"].at(0)), "\n",
                                          Shown(result["kept"].at(1)))));
    }
  }
  if (result.contains("shared") && !result["shared"].empty()) {
    faults.push_back(Plain(step, "weights_fresh", "shared", "shared",
                           Shown(result["shared"])));
  }
  const json& expected = result.contains("base") ? result["base"] : original;
  const json found = result.value("looks", json::object());
  for (const Look& look : kLooks) {
    const std::string name(look.name);
    if (!found.contains(name) || !expected.contains(name)) continue;
    const std::string where = FirstDifference(expected[name], found[name]);
    if (where.empty()) continue;
    HuntFault fault =
        Plain(step, look.obligation, look.name, absl::StrCat(look.name, where),
              absl::StrCat("of the original: ", Shown(expected[name]),
                           "\nand after it:    ", Shown(found[name])));
    fault.severity = look.severity;
    faults.push_back(std::move(fault));
  }
  if (result.contains("touched")) {
    const std::string where =
        FirstDifference(result["touched"].at(0), result["touched"].at(1));
    faults.push_back(Plain(step, "original_untouched", "touched", where,
                           absl::StrCat(Shown(result["touched"].at(0)), "\n",
                                        Shown(result["touched"].at(1)))));
  }
  return faults;
}

std::vector<HuntFault> Judge(const json& steps, bool leave_out_repeated) {
  std::vector<HuntFault> faults;
  if (!steps.contains("build") || !steps["build"].contains("result")) {
    return faults;
  }
  json original = steps["build"]["result"].value("looks", json::object());
  if (steps.contains("predict") && steps["predict"].contains("result") &&
      !IsNondeterministic(steps)) {
    original.update(steps["predict"]["result"].value("looks", json::object()));
  }
  // A JSON object forgets the order of its keys; operations have one.
  std::vector<std::string> names;
  for (const char* first :
       {"clone", "from_config", "roundtrip", "clone_twice", "clone_of_clone"}) {
    if (steps.contains(first)) names.emplace_back(first);
  }
  for (const auto& [name, step] : steps.items()) {
    if (name == "build" || name == "predict") continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  std::set<std::string> shown;
  for (const std::string& name : names) {
    const json& step = steps[name];
    std::vector<HuntFault> of_step;
    if (step.contains("raised")) {
      of_step.push_back(OfException(name, step["raised"], /*in_use=*/false));
    } else if (step.contains("result")) {
      of_step = OfResult(name, step["result"], original);
    }
    // What else a step shows may follow from its first fault, here as later.
    bool charged = false;
    for (const HuntFault& fault : of_step) {
      const bool repeated = !shown.insert(fault.Key()).second;
      if (charged || (repeated && leave_out_repeated)) continue;
      charged = true;
      faults.push_back(fault);
    }
  }
  return faults;
}

}  // namespace

std::vector<HuntFault> JudgeSteps(const json& steps) {
  return Judge(steps, /*leave_out_repeated=*/true);
}

std::vector<HuntFault> JudgeEveryStep(const json& steps) {
  return Judge(steps, /*leave_out_repeated=*/false);
}

bool IsNondeterministic(const json& steps) {
  return steps.contains("predict") && steps["predict"].contains("result") &&
         !steps["predict"]["result"].value("deterministic", true);
}

std::string FirstDifference(const json& a, const json& b) {
  if (IsNumber(a) && IsNumber(b)) {
    if (a == b) return "";
    const double x = a.get<double>(), y = b.get<double>();
    const bool whole = a.is_number_integer() && b.is_number_integer();
    return !whole && std::abs(x - y) <= kHuntAtol + kHuntRtol * std::abs(y)
               ? ""
               : "/value";
  }
  if (a.type() != b.type()) return "/type";
  if (a.is_array()) {
    if (a.size() != b.size()) return "/count";
    for (size_t i = 0; i < a.size(); ++i) {
      const std::string inner = FirstDifference(a[i], b[i]);
      if (!inner.empty()) return absl::StrCat("/#", inner);
    }
    return "";
  }
  if (a.is_object()) {
    for (const auto& [key, value] : a.items()) {
      if (!b.contains(key)) return absl::StrCat("/-", key);
      const std::string inner = FirstDifference(value, b[key]);
      if (!inner.empty()) return absl::StrCat("/", key, inner);
    }
    for (const auto& [key, value] : b.items()) {
      if (!a.contains(key)) return absl::StrCat("/+", key);
    }
    return "";
  }
  return a == b ? "" : "/value";
}

}  // namespace clonecheck
