// Palette: colours of the terminal, or none.
#ifndef CLONECHECK_REPORTS_PALETTE_H_
#define CLONECHECK_REPORTS_PALETTE_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "core/oracle/obligation.h"

namespace clonecheck {

class Palette {
 public:
  enum class Colour : uint8_t { kRed, kYellow, kGreen, kBold, kDim };

  // Without colours, as files and pipes want it.
  Palette() = default;
  explicit Palette(bool on) : on_(on) {}
  // For standard output as it is now: a terminal that can, and a user who does
  // not object by NO_COLOR (https://no-color.org).
  static Palette ForStdout();
  // The same for standard error.
  static Palette ForStderr();

  // `text` in that colour. Pad it first: what is added has no width, but counts
  // as characters.
  std::string Paint(Colour colour, absl::string_view text) const;
  // Red, yellow or dim.
  std::string Paint(Severity severity, absl::string_view text) const;

 private:
  bool on_ = false;
};

// Whether to use colours. `no_color`, `term`: the variables, null where unset.
bool WantsColour(bool is_terminal, const char* no_color, const char* term);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_PALETTE_H_
