// What the programs share that a script asks and measures: the processor's
// time, and an answer a line.
#ifndef CLONECHECK_BENCH_MEASURED_H_
#define CLONECHECK_BENCH_MEASURED_H_

#include <cstdio>
#include <ctime>

#include "nlohmann/json.hpp"

namespace clonecheck {

// Of this process, in seconds.
inline double ProcessorSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// At once: whoever asked waits for it.
inline void Say(const nlohmann::ordered_json& line) {
  std::printf("%s\n", line.dump().c_str());
  std::fflush(stdout);
}

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_MEASURED_H_
