#include "reports/palette.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace clonecheck {
namespace {

// Select Graphic Rendition of ECMA-48, which every terminal knows.
absl::string_view Code(Palette::Colour colour) {
  switch (colour) {
    case Palette::Colour::kRed:
      return "31";
    case Palette::Colour::kYellow:
      return "33";
    case Palette::Colour::kGreen:
      return "32";
    case Palette::Colour::kBold:
      return "1";
    case Palette::Colour::kDim:
      return "2";
  }
  return "0";
}

Palette For(int file) {
  return Palette(WantsColour(isatty(file) != 0, std::getenv("NO_COLOR"),
                             std::getenv("TERM")));
}

}  // namespace

Palette Palette::ForStdout() { return For(STDOUT_FILENO); }
Palette Palette::ForStderr() { return For(STDERR_FILENO); }

std::string Palette::Paint(Colour colour, absl::string_view text) const {
  if (!on_ || text.empty()) return std::string(text);
  return absl::StrCat("\x1b[", Code(colour), "m", text, "\x1b[0m");
}

std::string Palette::Paint(Severity severity, absl::string_view text) const {
  switch (severity) {
    case Severity::kError:
      return Paint(Colour::kRed, text);
    case Severity::kWarning:
      return Paint(Colour::kYellow, text);
    case Severity::kNote:
      return Paint(Colour::kDim, text);
  }
  return std::string(text);
}

bool WantsColour(bool is_terminal, const char* no_color, const char* term) {
  const bool objects = no_color != nullptr && *no_color != '\0';
  const absl::string_view kind = term == nullptr ? "" : term;
  return is_terminal && !objects && !kind.empty() && kind != "dumb";
}

}  // namespace clonecheck
