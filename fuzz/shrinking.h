// What shrinking owes: it ends within its budget, asks about valid Graphs only,
// and keeps failure and order.
#ifndef CLONECHECK_FUZZ_SHRINKING_H_
#define CLONECHECK_FUZZ_SHRINKING_H_

#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "core/search/simplest_layers.h"

namespace clonecheck {

// What an input shrinks by.
struct ShrinkTrial {
  // A failure is the first of these that fails.
  std::vector<const Obligation*> obligations;
  int evaluations = 0;  // at most
  bool hurry = false;   // leaves out what comes after the passes
};

// Mostly a question that is cheap, asked a few times, in the passes alone; one
// input in some goes on by all obligations to the last steps of shrinking, and
// of these one in some may ask long enough to come to an end.
ShrinkTrial DrawShrinkTrial(SplitMix64 draws);

// What goes wrong when `start` is shrunk; empty: nothing, or the cloner does
// not fail on it. `layers`: of the workbench's catalogue.
std::string ShrinkingFault(Workbench& bench, SimplestLayers& layers,
                           const Graph& start, const ClonerOnEngine& cloner,
                           const ShrinkTrial& trial);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_SHRINKING_H_
