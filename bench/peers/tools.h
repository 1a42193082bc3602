// PeerTool: a maker of graphs within this process: ours, RapidCheck, and
// uniform random. All the same to who measures them.
#ifndef CLONECHECK_BENCH_PEERS_TOOLS_H_
#define CLONECHECK_BENCH_PEERS_TOOLS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/peers/question.h"
#include "bench/peers/vocabulary.h"
#include "campaign/workbench.h"
#include "core/graph/graph.h"

namespace clonecheck {

// What came of shrinking one start.
struct Shrunk {
  size_t start_calls = 0;
  Graph minimum;
  int64_t questions = 0;        // the start included
  int64_t proof_questions = 0;  // asked to prove, besides; ours alone
  bool proved = false;
};

class PeerTool {
 public:
  explicit PeerTool(Workbench& bench)
      : bench_(bench), vocabulary_(PeersVocabulary(bench.catalogue())) {}
  virtual ~PeerTool() = default;

  // Makes case `index` of the campaign that has the seed, as the tool's own
  // value.
  virtual void Make(uint64_t seed, uint64_t index) = 0;
  // What was made last, as a graph.
  virtual Graph Made() = 0;
  // From the case that was made last, to the tool's own end. REQUIRES:
  // `question` was asked about it last, and said yes; shrinks().
  virtual Shrunk Shrink(PeersQuestion& question) = 0;
  virtual bool shrinks() const { return true; }

 protected:
  Workbench& bench_;
  const Vocabulary vocabulary_;
};

// `ours`, `ours-unproved`, `rapidcheck`, `rapidcheck-100`, `uniform`. Errors:
// InvalidArgument.
absl::StatusOr<std::unique_ptr<PeerTool>> FindPeerTool(absl::string_view name,
                                                       Workbench& bench);

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_PEERS_TOOLS_H_
