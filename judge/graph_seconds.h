// How long a candidate may take for one graph.
#ifndef CLONECHECK_JUDGE_GRAPH_SECONDS_H_
#define CLONECHECK_JUDGE_GRAPH_SECONDS_H_

namespace clonecheck {

// Seconds of processor time, all obligations together. It takes about a
// millisecond.
inline constexpr int kGraphSeconds = 3;
// Seconds on the wall that a request may take: for candidates that sleep, or
// that have stopped the clock of their process.
inline constexpr int kRequestSeconds = 6;

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_GRAPH_SECONDS_H_
