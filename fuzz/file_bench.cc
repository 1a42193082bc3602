#include "fuzz/file_bench.h"

#include <cstddef>
#include <memory>

namespace clonecheck {
namespace {

// Of text that one workbench reads: some hundred of the usual inputs.
constexpr size_t kBytesOfABench = size_t{256} * 1024;

}  // namespace

Workbench& BenchForFile(absl::string_view text) {
  static auto* const bench = new std::unique_ptr<Workbench>;
  static size_t bytes = 0;
  bytes += text.size();
  if (*bench == nullptr || bytes > kBytesOfABench) {
    *bench = std::make_unique<Workbench>();
    bytes = text.size();
  }
  return **bench;
}

}  // namespace clonecheck
