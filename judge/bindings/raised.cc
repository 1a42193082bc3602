#include "judge/bindings/raised.h"

#include <deque>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/engine/errors.h"
#include "core/limits.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

std::string TypeOf(py::error_already_set& error) {
  return reinterpret_cast<PyTypeObject*>(error.type().ptr())->tp_name;
}

// Without Python's help: `str` of an exception may raise, or be patched.
std::string TextOf(py::error_already_set& error) {
  py::object text =
      py::reinterpret_steal<py::object>(PyObject_Str(error.value().ptr()));
  if (!text) {
    PyErr_Clear();
    return "(its text cannot be had)";
  }
  Py_ssize_t size = 0;
  const char* characters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (characters == nullptr) {
    PyErr_Clear();
    return "(its text is no UTF-8)";
  }
  return std::string(characters,
                     std::min(static_cast<size_t>(size), kMaxRaisedBytes));
}

// Templates are compared by address, so each is made once and stays.
const ErrorTemplate* TemplateFor(const std::string& type,
                                 const std::string& symptom) {
  struct Made {
    std::string type;
    std::string id;
    ErrorTemplate form;
  };
  static auto& made = *new std::deque<Made>();
  static auto& index =
      *new absl::flat_hash_map<std::string, const ErrorTemplate*>();
  const ErrorTemplate*& found = index[absl::StrCat(type, "/", symptom)];
  if (found == nullptr) {
    Made& entry = made.emplace_back();
    entry.type = type;
    entry.id = symptom;
    entry.form = ErrorTemplate{ErrorType::kException, entry.id.c_str(), "$0",
                               entry.type.c_str()};
    found = &entry.form;
  }
  return found;
}

Refusal Refuse(World& world, const ErrorTemplate& form,
               const std::string& text) {
  char* copy = world.session().arena().NewUnset<char>(text.size() + 1);
  std::copy(text.begin(), text.end(), copy);
  copy[text.size()] = '\0';
  return world.session().Refuse(
      form, ErrorArg::Of(absl::string_view(copy, text.size())));
}

// A text as part of a signature: printed tensors, shapes, numbers and addresses
// are left out, letters and single dashes stay.
std::string SymptomOf(const std::string& type, const std::string& text) {
  std::string symptom = absl::AsciiStrToLower(type);
  std::string words;
  for (size_t i = 0; i < text.size(); ++i) {
    const absl::string_view rest = absl::string_view(text).substr(i);
    // Printed objects say which, not what.
    for (absl::string_view opening : {"Tensor(\"", "<tf.Tensor ", "<keras."}) {
      if (!absl::StartsWith(rest, opening)) continue;
      const char closing = opening.front() == '<' ? '>' : ')';
      // `)` also ends the shape inside.
      size_t end = closing == ')' ? rest.find("float") : rest.find(closing);
      if (closing == ')' && end != absl::string_view::npos) {
        end = rest.find(closing, end);
      }
      i = end == absl::string_view::npos ? text.size() : i + end;
      break;
    }
    if (i >= text.size()) break;
    const char c = text[i];
    const bool is_word =
        absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_';
    if (is_word) {
      words += absl::ascii_tolower(static_cast<unsigned char>(c));
    } else if (!words.empty() && words.back() != '-') {
      words += '-';
    }
    if (words.size() >= kMaxRaisedSymptomBytes) break;
  }
  const absl::string_view trimmed = absl::StripSuffix(words, "-");
  if (!trimmed.empty()) absl::StrAppend(&symptom, "-", trimmed);
  return symptom;
}

}  // namespace

std::string DescribeException(py::error_already_set& error) {
  return absl::StrCat(TypeOf(error), ": ", TextOf(error));
}

Refusal RefuseRaised(World& world, Model& model, py::error_already_set& error) {
  if (Refusal known = world.RefusalOf(error.value())) return known;
  const std::string type = TypeOf(error);
  const std::string text = TextOf(error);
  absl::string_view rest = text;
  if (type == "AssertionError" &&
      absl::ConsumePrefix(&rest, "Could not compute output ")) {
    for (Tensor* output : model.outputs()) {
      if (output->ToString() != rest) continue;
      return world.session().Refuse(errors::kCouldNotComputeOutput,
                                    ErrorArg::Of(static_cast<Symbol*>(output)));
    }
  }
  return Refuse(world, *TemplateFor(type, SymptomOf(type, text)), text);
}

Refusal RefuseReturned(World& world, const char* type) {
  return Refuse(world, *TemplateFor("TypeError", "returns-no-model"),
                absl::StrCat("the function returned a ", type,
                             ", where a Model was expected"));
}

}  // namespace clonecheck
