// Compare: an answer of a live framework against our own, field by field. Knows
// nothing of models: both are documents of the worker protocol
// (docs/targets.md).
#ifndef CLONECHECK_TARGETS_COMPARE_H_
#define CLONECHECK_TARGETS_COMPARE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// Tolerances of values: the live side computes in float32. Equal if
// |a - b| <= kValueAtol + kValueRtol * |b|.
inline constexpr double kValueRtol = 1e-4;
inline constexpr double kValueAtol = 1e-5;

// One field of the comparison.
struct FidelityField {
  enum class Kind : unsigned char {
    kVerdict,  // raised (type and text) or not
    kExact,    // a part of the result
    kValues,   // a list of arrays, within the tolerances
  };
  absl::string_view name;
  absl::string_view summary;
  absl::string_view step;
  Kind kind = Kind::kExact;
  const char* pointer = "";  // JSON pointer into the step's result
};

// All fields, in the order in which they are compared and printed. A difference
// in an early one explains many in later ones.
absl::Span<const FidelityField> AllFidelityFields();
// The steps that the fields need, in order, up to that of field number `last`.
std::vector<std::string> StepsUpTo(size_t last);

enum class FieldVerdict : unsigned char {
  kAgree,
  kDiffer,
  // Both sides did not come so far, or one says that it has nothing to compare.
  kNotCompared,
};

struct FieldResult {
  FieldVerdict verdict = FieldVerdict::kNotCompared;
  // Of a difference: where in the field (`/3/nodes/0/arguments`), and both
  // sides' words, shortened.
  std::string where;
  std::string ours;
  std::string theirs;
  // Why it was not compared, if one side said so.
  std::string reason;
};

// One result a field, by AllFidelityFields(). `ours` and `theirs` are answers:
// objects with `steps`.
std::vector<FieldResult> CompareAnswers(const nlohmann::json& ours,
                                        const nlohmann::json& theirs);

// An exception's text without what depends on the run: names of tensors and
// addresses of objects. `Tensor("add_1/add:0", shape=(?, 4), dtype=float32)` →
// `Tensor("…", shape=(?, 4), dtype=float32)`.
std::string WithoutTensorNames(absl::string_view text);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_COMPARE_H_
