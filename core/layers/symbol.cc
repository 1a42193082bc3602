#include "core/layers/symbol.h"

#include "absl/strings/str_cat.h"

namespace clonecheck {
// A placeholder has no operation of its own: its name is the scope.
std::string Symbol::PrintedName() const {
  const absl::string_view op_text = op == nullptr ? "" : op;
  const absl::string_view scope_text = scope == nullptr ? "" : scope->text;
  return absl::StrCat(scope_text,
                      scope_text.empty() || op_text.empty() ? "" : "/", op_text,
                      ":0");
}

std::string Symbol::ToString() const {
  // TensorFlow leaves a shape out of which it knows nothing.
  const std::string printed_shape =
      static_shape->known_rank()
          ? absl::StrCat(" shape=", static_shape->ToTensorFlowString(), ",")
          : "";
  return absl::StrCat("Tensor(\"", PrintedName(), "\",", printed_shape,
                      " dtype=", DTypeName(dtype), ")");
}

std::string Symbol::ToStringInList() const {
  return absl::StrCat("<tf.Tensor '", PrintedName(),
                      "' shape=", static_shape->ToTensorFlowString(),
                      " dtype=", DTypeName(dtype), ">");
}

}  // namespace clonecheck
