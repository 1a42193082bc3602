// Programs with Python in them are not looked through for leaks: it never frees
// what it holds at its end. Everything else that AddressSanitizer sees is told.
// Does nothing in other builds.
extern "C" const char* __lsan_default_options() {  // NOLINT: its name
  return "detect_leaks=0";
}
