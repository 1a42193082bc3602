// What sanitized_binary_test builds in both ways: says which sanitizers it has,
// or does what one of them stops.
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  // Of `argc`, so that no compiler sees what is wrong, or leaves it out.
  if (what == "overflow") {
    volatile int number = 2147483647;
    number = number + argc;
    return number == 0;
  }
  if (what == "outside") {
    char* bytes = static_cast<char*>(std::malloc(1));
    // NOLINTNEXTLINE(clang-analyzer-*): so that there is something to stop
    volatile char byte = bytes[argc];
    std::free(bytes);
    return byte == 'x';
  }
#if __has_feature(address_sanitizer)
  std::puts("address");
#endif
#if __has_feature(undefined_behavior_sanitizer)
  std::puts("undefined");
#endif
#if __has_feature(thread_sanitizer)
  std::puts("thread");
#endif
#if __has_feature(memory_sanitizer)
  std::puts("memory");
#endif
  return 0;
}
