#include "core/layers/symbol.h"

#include "absl/strings/str_cat.h"

namespace clonecheck {
namespace {

// TensorFlow's name of the tensor. A placeholder has no operation of its own:
// its name is the scope.
std::string TensorName(const Symbol& symbol) {
  const absl::string_view op = symbol.op == nullptr ? "" : symbol.op;
  const absl::string_view scope =
      symbol.scope == nullptr ? "" : symbol.scope->text;
  return absl::StrCat(scope, scope.empty() || op.empty() ? "" : "/", op, ":0");
}

}  // namespace

std::string Symbol::ToString() const {
  // TensorFlow leaves a shape out of which it knows nothing.
  const std::string printed_shape =
      static_shape->known_rank()
          ? absl::StrCat(" shape=", static_shape->ToTensorFlowString(), ",")
          : "";
  return absl::StrCat("Tensor(\"", TensorName(*this), "\",", printed_shape,
                      " dtype=", DTypeName(dtype), ")");
}

std::string Symbol::ToStringInList() const {
  return absl::StrCat("<tf.Tensor '", TensorName(*this),
                      "' shape=", static_shape->ToTensorFlowString(),
                      " dtype=", DTypeName(dtype), ">");
}

}  // namespace clonecheck
