// Fuzz target that measures fuzzing: bytes are a case of the peers' vocabulary;
// it ends at the first that shows the signature in $CLONECHECK_SIGNATURE, and
// says how many inputs that took. Without one, it only reads cases. Not for
// finding anything.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "absl/types/span.h"
#include "bench/peers/question.h"
#include "bench/peers/vocabulary.h"
#include "fuzz/cases.h"

using namespace clonecheck;  // NOLINT: glue

namespace {

const Vocabulary& TheVocabulary() {
  static const auto* const vocabulary =
      new Vocabulary(PeersVocabulary(FuzzBench().catalogue()));
  return *vocabulary;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  NarrowFuzzMutator(
      PeersProfile(TheVocabulary()), kPeersMaxCalls,
      [](const Graph& graph) { return IsWithin(TheVocabulary(), graph); });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const char* const signature = std::getenv("CLONECHECK_SIGNATURE");
  static auto* const question =
      signature == nullptr
          ? nullptr
          : new PeersQuestion(
                PeersQuestion::Parse(signature, FuzzBench()).value());
  static unsigned long long inputs = 0;
  static unsigned long long valid = 0;
  ++inputs;
  const Graph graph =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
  const bool within = IsWithin(TheVocabulary(), graph);
  if (question == nullptr) {
    valid += within ? 1 : 0;
    if (inputs % 1000 == 0) {
      std::fprintf(stderr, "valid: %llu of %llu\n", valid, inputs);
    }
  } else if (within && question->Shows(graph)) {
    std::fprintf(stderr, "found: %llu\n", inputs);
    std::_Exit(0);
  }
  return 0;
}
