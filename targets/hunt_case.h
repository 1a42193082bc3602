// HuntCase: a graph that a target is asked about, and what is asked: which
// operations, and in which way the model is made.
#ifndef CLONECHECK_TARGETS_HUNT_CASE_H_
#define CLONECHECK_TARGETS_HUNT_CASE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "targets/live_target.h"

namespace clonecheck {

struct HuntCase {
  uint64_t index = 0;  // its number in the campaign
  uint64_t seed = 0;   // of its weights and inputs
  Graph graph;
  std::vector<std::string> steps, variants;
};

// Draws steps and variants from `seed`: `drawn_operations` of those that not
// every case has, and in `variant_percent` of 100 cases a variant.
HuntCase DrawCase(uint64_t index, uint64_t seed, Graph graph,
                  const Declaration& declaration, int drawn_operations,
                  uint32_t variant_percent);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_HUNT_CASE_H_
