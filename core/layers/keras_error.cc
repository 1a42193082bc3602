#include "core/layers/keras_error.h"

#include "absl/strings/str_cat.h"
#include "core/layers/symbol.h"

namespace clonecheck {
namespace {

// A Python list of what `print` gives for each item; null prints as None.
template <typename T, typename Print>
std::string PrintList(const ErrorArg& arg, Print print) {
  const T* const* items = static_cast<const T* const*>(arg.pointer);
  std::string text = "[";
  for (int64_t i = 0; i < arg.number; ++i) {
    absl::StrAppend(
        &text, i > 0 ? ", " : "",
        items[i] == nullptr ? std::string("None") : print(*items[i]));
  }
  return text + "]";
}

template <typename T>
ErrorArg ListArg(absl::Span<const T* const> items,
                 std::string (*print)(const ErrorArg&)) {
  return ErrorArg{items.data(), static_cast<int64_t>(items.size()), print};
}

}  // namespace

absl::string_view ErrorTypeName(ErrorType type) {
  switch (type) {
    case ErrorType::kValueError:
      return "ValueError";
    case ErrorType::kTypeError:
      return "TypeError";
    case ErrorType::kAssertionError:
      return "AssertionError";
    case ErrorType::kAttributeError:
      return "AttributeError";
    case ErrorType::kIndexError:
      return "IndexError";
    case ErrorType::kKeyError:
      return "KeyError";
    case ErrorType::kRuntimeError:
      return "RuntimeError";
    case ErrorType::kException:
      return "Exception";
    case ErrorType::kNameError:
      return "NameError";
    case ErrorType::kUnboundLocalError:
      return "UnboundLocalError";
  }
  return "Exception";
}

ErrorArg ErrorArg::Of(const Name* name) { return Of(name->text); }

ErrorArg ErrorArg::Of(const Shape* shape) {
  return ErrorArg{shape, 0, [](const ErrorArg& arg) {
                    return static_cast<const Shape*>(arg.pointer)->ToString();
                  }};
}

ErrorArg ErrorArg::OfTensorShape(const Shape* shape) {
  return ErrorArg{
      shape, 0, [](const ErrorArg& arg) {
        return static_cast<const Shape*>(arg.pointer)->ToTensorFlowString();
      }};
}

ErrorArg ErrorArg::Of(int64_t number) {
  return ErrorArg{nullptr, number,
                  [](const ErrorArg& arg) { return absl::StrCat(arg.number); }};
}

ErrorArg ErrorArg::Of(const char* text) { return Of(absl::string_view(text)); }

ErrorArg ErrorArg::Of(absl::string_view text) {
  return ErrorArg{text.data(), static_cast<int64_t>(text.size()),
                  [](const ErrorArg& arg) {
                    return std::string(static_cast<const char*>(arg.pointer),
                                       static_cast<size_t>(arg.number));
                  }};
}

ErrorArg ErrorArg::Of(const Symbol* symbol) {
  return ErrorArg{symbol, 0, [](const ErrorArg& arg) {
                    return static_cast<const Symbol*>(arg.pointer)->ToString();
                  }};
}

ErrorArg ErrorArg::Of(absl::Span<const Symbol* const> symbols) {
  return ListArg(symbols, [](const ErrorArg& arg) {
    return PrintList<Symbol>(
        arg, [](const Symbol& symbol) { return symbol.ToStringInList(); });
  });
}

ErrorArg ErrorArg::Of(absl::Span<const Name* const> names) {
  return ListArg(names, [](const ErrorArg& arg) {
    return PrintList<Name>(arg, [](const Name& name) {
      return absl::StrCat("'", name.text, "'");
    });
  });
}

ErrorArg ErrorArg::Of(absl::Span<const Shape* const> shapes) {
  return ListArg(shapes, [](const ErrorArg& arg) {
    return PrintList<Shape>(
        arg, [](const Shape& shape) { return shape.ToString(); });
  });
}

std::string KerasError::message() const {
  std::string text;
  for (const char* c = form->text; *c != '\0'; ++c) {
    const int index = c[0] == '$' ? c[1] - '0' : -1;
    if (index < 0 || index >= kMaxArgs || args[index].print == nullptr) {
      text += *c;
      continue;
    }
    text += args[index].print(args[index]);
    ++c;
  }
  return text;
}

std::string KerasError::ToString() const {
  return absl::StrCat(form->type_name == nullptr
                          ? ErrorTypeName(type())
                          : absl::string_view(form->type_name),
                      ": ", message());
}

}  // namespace clonecheck
