// RecordedObligations: those for which the real Keras was asked about the
// graphs and models of the corpus.
#ifndef CLONECHECK_CORPUS_RECORDED_OBLIGATIONS_TEST_H_
#define CLONECHECK_CORPUS_RECORDED_OBLIGATIONS_TEST_H_

#include <vector>

#include "core/oracle/obligation.h"

namespace clonecheck {

inline const std::vector<const Obligation*>& RecordedObligations() {
  static const auto* const kRecorded = new std::vector<const Obligation*>(
      FindObligations("completes,outputs").value());
  return *kRecorded;
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORPUS_RECORDED_OBLIGATIONS_TEST_H_
