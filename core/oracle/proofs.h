// Proofs: how it was decided whether two models compute the same, and whether
// numbers ever contradicted a proof.
#ifndef CLONECHECK_CORE_ORACLE_PROOFS_H_
#define CLONECHECK_CORE_ORACLE_PROOFS_H_

#include <cstdint>

namespace clonecheck {

// Of comparisons: the outputs of two models, say, or a mask of each.
struct ProofCounts {
  uint64_t proved = 0;      // equal terms: for all weights and inputs
  uint64_t on_samples = 0;  // the terms differ, no sample of numbers did
  uint64_t refuted = 0;     // numbers differ, or a placeholder is not fed
  // Proofs that were held against numbers, and those of them where the numbers
  // differed: a bug of the harness.
  uint64_t checked = 0;
  uint64_t contradicted = 0;

  void Add(const ProofCounts& other) {
    proved += other.proved;
    on_samples += other.on_samples;
    refuted += other.refuted;
    checked += other.checked;
    contradicted += other.contradicted;
  }
  uint64_t total() const { return proved + on_samples + refuted; }
  // Of all comparisons those that are certain; 1 if there was none. A
  // refutation is: it has its counterexample.
  double share_certain() const {
    return total() == 0 ? 1
                        : 1 - static_cast<double>(on_samples) /
                                  static_cast<double>(total());
  }
};

// Where the comparisons of a case are counted.
struct ProofLog {
  ProofCounts* counts;
  // Whether proofs are held against numbers, which costs much more than they.
  bool check = false;
  uint64_t draw = 0;  // of the numbers, as for EvaluateBoth
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_PROOFS_H_
