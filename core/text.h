// Small questions about text that several files here ask: is it UTF-8, does it
// show, and how to show it; is it an identifier, what was probably meant. Not
// for printing programs.
#ifndef CLONECHECK_CORE_TEXT_H_
#define CLONECHECK_CORE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace clonecheck {

// Bytes of the UTF-8 character that `text` begins with, 0 if it is none.
// REQUIRES: `text` is not empty.
size_t Utf8Length(absl::string_view text);

// The number of a character of UTF-8, or a byte that is none as a number.
// REQUIRES: `character` is as long as Utf8Length says, or one byte.
uint32_t CodePoint(absl::string_view character);

// What shows nothing of its own but commands who shows it: C0 and C1 controls,
// and the marks, embeddings, overrides and isolates of Unicode's bidirectional
// algorithm (UAX #9, table 4 and 2.7).
bool IsControl(uint32_t character);

// Well-formed UTF-8: no overlong forms, no surrogates, nothing past U+10FFFF.
bool IsValidUtf8(absl::string_view text);

// `text` as UTF-8, for messages and reports: a byte that is none becomes
// `\xff`. Of more than `most` bytes the first ones, up to the end of
// a character, and `…`.
std::string Readable(absl::string_view text,
                     size_t most = absl::string_view::npos);

// A name that Python accepts for a variable, a class or a keyword, in ASCII;
// Python's reserved words (`lambda`, `None`) are none.
bool IsPythonIdentifier(absl::string_view text);

// `text` in double quotes, escaped, and cut if it is long: for messages.
std::string QuoteForMessage(absl::string_view text);

// `; did you mean "inputs"?` if one of `candidates` is a few typing errors away
// from `text`, or is the one that begins with it; otherwise empty. Another
// version, `keras-2.2.3` for `keras-2.2.4`, is no typing error.
std::string DidYouMean(absl::string_view text,
                       absl::Span<const absl::string_view> candidates);

// `There is no cloner "fixd"; did you mean "fixed"?`, or, where no candidate is
// near, `…; choose from keras-2.2.4, …` and `others`, all candidates.
std::string ThereIsNo(absl::string_view what, absl::string_view name,
                      absl::Span<const absl::string_view> candidates,
                      absl::string_view others = "");

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TEXT_H_
