// KerasError: an exception of Keras as a value: its type, and its text, which
// is put together only when somebody reads it. Not for errors of our own: those
// are absl::Status.
#ifndef CLONECHECK_CORE_LAYERS_KERAS_ERROR_H_
#define CLONECHECK_CORE_LAYERS_KERAS_ERROR_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/name.h"
#include "core/graph/shape.h"

namespace clonecheck {

enum class ErrorType : uint8_t {
  kValueError,
  kTypeError,
  kAssertionError,
  kAttributeError,
  kIndexError,
  kKeyError,
  kRuntimeError,
  kException,
  kNameError,
  kUnboundLocalError,
};

absl::string_view ErrorTypeName(ErrorType type);

// One way to refuse. Templates are constants, so a refusal is recognised by the
// address of its template.
struct ErrorTemplate {
  ErrorType type;
  // The symptom in signatures, `could-not-compute-output`. Unique.
  const char* id;
  // The text; `$0`, `$1`, … stand for the arguments.
  const char* text;
  // The class, where it is none of those above: `RecursionError`. Of errors
  // that Python code raises on its own.
  const char* type_name = nullptr;
};

struct Symbol;

// An argument of an error text, printed late. What it points to must live as
// long as the error (both belong to the case).
struct ErrorArg {
  const void* pointer = nullptr;
  int64_t number = 0;
  std::string (*print)(const ErrorArg&) = nullptr;

  static ErrorArg Of(const Name* name);
  static ErrorArg Of(const Shape* shape);
  // As TensorFlow prints a shape: `(?, 4)`.
  static ErrorArg OfTensorShape(const Shape* shape);
  static ErrorArg Of(int64_t number);
  static ErrorArg Of(const char* text);
  // The characters must outlive the error.
  static ErrorArg Of(absl::string_view text);
  // As TensorFlow prints a tensor: `Tensor("n:0", shape=(?, 4), …)`.
  static ErrorArg Of(const Symbol* symbol);
  // A list of tensors: `[<tf.Tensor 'n:0' shape=(?, 4) dtype=float32>, …]`.
  // The array must outlive the error.
  static ErrorArg Of(absl::Span<const Symbol* const> symbols);
  // A list of names: `['dense_1', 'add_1']`. The array must outlive the error.
  static ErrorArg Of(absl::Span<const Name* const> names);
  // A list of shapes: `[(None, 4), (None, 5)]`.
  static ErrorArg Of(absl::Span<const Shape* const> shapes);
};

struct KerasError {
  static constexpr int kMaxArgs = 4;

  const ErrorTemplate* form = nullptr;
  ErrorArg args[kMaxArgs];
  // The layer in whose call or compute_mask it was raised, as a traceback shows
  // it; the innermost one. Set on the way out.
  mutable const Name* layer = nullptr;

  ErrorType type() const { return form->type; }
  // The text of the exception, `Could not compute output Tensor("…")`.
  std::string message() const;
  // `AssertionError: Could not compute output Tensor("…")`.
  std::string ToString() const;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_KERAS_ERROR_H_
