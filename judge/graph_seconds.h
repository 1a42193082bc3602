// How long a candidate may take for one graph.
#ifndef CLONECHECK_JUDGE_GRAPH_SECONDS_H_
#define CLONECHECK_JUDGE_GRAPH_SECONDS_H_

namespace clonecheck {

// Seconds, all obligations together. It takes about a millisecond; so much more
// is left to slow machines.
inline constexpr int kGraphSeconds = 3;

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_GRAPH_SECONDS_H_
