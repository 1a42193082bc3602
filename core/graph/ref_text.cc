#include "core/graph/ref_text.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace clonecheck {
namespace {

// A number without sign, spaces or leading zeros: one text for one number.
std::optional<int32_t> Number(absl::string_view text) {
  int32_t number = 0;
  if (text.empty() || (text[0] == '0' && text.size() > 1) ||
      !std::all_of(text.begin(), text.end(), absl::ascii_isdigit) ||
      !absl::SimpleAtoi(text, &number) || number == INT32_MAX) {
    return std::nullopt;
  }
  return number;
}

}  // namespace

std::string RefToText(TensorRef ref) {
  if (ref.is_input()) return absl::StrCat("i", ref.input());
  if (ref.index == 0) return absl::StrCat("c", ref.producer);
  return absl::StrCat("c", ref.producer, ".", ref.index);
}

std::optional<TensorRef> RefFromText(absl::string_view text) {
  if (text.empty()) return std::nullopt;
  const char letter = text[0];
  text.remove_prefix(1);
  if (letter == 'i') {
    const std::optional<int32_t> input = Number(text);
    if (!input.has_value()) return std::nullopt;
    return TensorRef::Input(*input);
  }
  if (letter != 'c') return std::nullopt;
  const size_t dot = text.find('.');
  const std::optional<int32_t> call = Number(text.substr(0, dot));
  const std::optional<int32_t> index =
      dot == absl::string_view::npos ? 0 : Number(text.substr(dot + 1));
  if (!call.has_value() || !index.has_value()) return std::nullopt;
  return TensorRef::Call(*call, *index);
}

}  // namespace clonecheck
