// The limits of clonecheck: how much of everything a Graph, a file, a report or
// a process may hold or take, with units and reasons. They refuse what nobody
// writes by hand and no framework finishes, long before memory or stack run
// out. So do the budgets that hold where no option gives one. What a run is
// asked for (cases, seconds) is an option; a size that an algorithm or a table
// has stands beside it.
#ifndef CLONECHECK_CORE_LIMITS_H_
#define CLONECHECK_CORE_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace clonecheck {

// ---- Graphs ----------------------------------------------------------------

// Calls of a Graph. The largest published Keras models have some 2,000 layers;
// ten times that leaves room, and quadratic steps still end within seconds.
inline constexpr size_t kMaxCalls = 20'000;

// Layers of a Graph, those inside of wrappers and nested models included. As
// many as calls: a layer that nobody calls is of no use.
inline constexpr size_t kMaxLayers = 20'000;

// Inputs of a Graph. Each is a placeholder that is fed with numbers.
inline constexpr size_t kMaxInputs = 1'000;

// Tensors or layers in one list: the inputs of a call, the outputs of a model,
// the layers of a Sequential. Keeps one call from costing as much as a Graph.
inline constexpr size_t kMaxListLength = 4'096;

// Outputs of one call, hence indices in `c0.7`. Real layers have fewer than 10.
inline constexpr size_t kMaxOutputs = 1'024;

// Keyword arguments of one call. Keras' layers take at most 4.
inline constexpr size_t kMaxKwargs = 64;

// Levels of models and wrappers within each other. The engine recurses into
// nested models, with some kilobytes of stack a level; real ones have 3.
inline constexpr size_t kMaxNesting = 64;

// Sizes of a shape, the batch size included. Ranks reach 5 in Keras 2
// (ConvLSTM2D, Conv3D); three are kept in reserve.
inline constexpr int kMaxRank = 8;

// Size of one dimension. Numeric evaluation makes arrays of this size.
inline constexpr int32_t kMaxDim = 1 << 24;

// Lists and dicts within each other, in a config. What copies or prints one
// recurses.
inline constexpr int kMaxConfigDepth = 64;

// Values (doubles) that a numeric evaluation of one model may hold. 4 Mi are
// 32 MiB; a difference shows on small tensors or not at all.
inline constexpr double kMaxNumericValues = 1 << 22;

// Bytes of a name (input, layer, model, class, keyword, config key). TensorFlow
// copies names into every operation below them.
inline constexpr size_t kMaxNameBytes = 1'024;

// ---- JSON ------------------------------------------------------------------

// Bytes of a JSON text. The config of a 2,000-layer model is about 2 MB.
inline constexpr size_t kMaxJsonBytes = size_t{64} << 20;

// Bytes of a run file, which is held in memory whole, and as objects besides.
inline constexpr size_t kMaxRunFileBytes = size_t{256} << 20;

// Levels of arrays and objects. A Keras config uses about 5 a nested model. The
// readers recurse: 200 levels are some 100 kB of stack.
inline constexpr size_t kMaxJsonDepth = 200;

// Values (scalars, arrays, objects) in a JSON text. `[[],[],…` makes a value of
// 3 bytes of text and some 50 bytes of memory: this bounds it to about 400 MB.
inline constexpr size_t kMaxJsonValues = 5'000'000;

// ---- Runs ------------------------------------------------------------------

// Threads of a run: more than machines have cores. Each holds a case's arena.
inline constexpr int kMaxJobs = 1'024;

// Calls of a Graph that is enumerated. With 6 there are 32 million Graphs of
// the smallest grammar, with each further one some 25 times as many. The
// enumerator holds its calls in arrays of this size.
inline constexpr int kMaxEnumeratedCalls = 16;

// Shards of an enumeration. More are not worth their start.
inline constexpr uint64_t kMaxShards = 1'000'000;

// ---- Shrinking -------------------------------------------------------------

// Graphs that one shrinking asks about, where nobody says how many. Enough for
// any start of 60 calls by a wide margin.
inline constexpr int kDefaultShrinkEvaluations = 60'000;

// Of these, Graphs that a proof may ask about. Some 0.2 s with all obligations;
// docs/search.md says what it reaches.
inline constexpr int kDefaultProofGraphs = 2'000;

// Calls of a worker that shrinking one finding on a live framework may take,
// where nobody says how many. Each makes a model or more there.
inline constexpr int kDefaultLiveShrinkEvaluations = 60;

// Graphs that are tried to make a finding of a candidate smaller. The judge's
// plan has small graphs, so there is little to do.
inline constexpr int kJudgeShrinkEvaluations = 400;

// Findings of a candidate that are shrunk; the others are shown by the simplest
// graph of the plan.
inline constexpr size_t kShrunkFindings = 4;

// ---- Reports ---------------------------------------------------------------

// Bytes of a drawing's text. A layout takes time that grows faster than the
// drawing: one of this size, some 1,500 calls, takes seconds.
inline constexpr size_t kMaxDotBytes = size_t{512} << 10;

// Findings in the summary for a comment on a pull request. GitHub refuses
// comments of more than 65,536 characters.
inline constexpr size_t kMaxMarkdownFindings = 50;

// ---- Workers of live frameworks --------------------------------------------

// Seconds on the wall for a request. The worker itself stops each of its steps,
// of which it has some ten, after kFidelityStepSeconds.
inline constexpr double kWorkerRequestSeconds = 240;

// Seconds more for the first request of a process, which has to load its
// framework.
inline constexpr double kWorkerStartSeconds = 120;

// Seconds that one step of a case may take in a worker of `fidelity`. What
// takes longer is stopped, and answered with `TooLong`.
inline constexpr double kFidelityStepSeconds = 20;

// The same in a hunt, where what takes longer is a finding. The workers take as
// long where they are asked without a number.
inline constexpr double kHuntStepSeconds = 10;

// Cases, and megabytes of memory, after which the worker of a hunt is replaced:
// frameworks keep something of every model.
inline constexpr int kMaxWorkerCases = 5'000;
inline constexpr int kMaxWorkerMegabytes = 3'000;

// Milliseconds that a worker whose input was closed may take to end by itself;
// then it is killed.
inline constexpr int kWorkerGraceMilliseconds = 200;

// ---- The sandbox of candidates ---------------------------------------------

// Bytes of address space. The judge itself needs some 200 MB of it.
inline constexpr uint64_t kCandidateMemoryBytes = uint64_t{1} << 30;

// Seconds of processor time, over all graphs: far above what the defaults use.
inline constexpr uint64_t kCandidateCpuSeconds = 600;

// Bytes of a file that it may write, in the scratch folder, and of that folder,
// which is in memory. A candidate has nothing to write; Python may.
inline constexpr uint64_t kCandidateFileBytes = uint64_t{16} << 20;
inline constexpr uint64_t kCandidateScratchBytes = uint64_t{64} << 20;

// Seconds of processor time for one graph, all obligations together, and for
// loading the candidate. A graph takes about a millisecond.
inline constexpr int kGraphSeconds = 3;

// Seconds on the wall for a request: for candidates that sleep, or that have
// stopped the clock of their process. More than kGraphSeconds, whose answer
// says more.
inline constexpr int kRequestSeconds = 6;

// Seconds more for the first request of a process, which starts Python.
inline constexpr int kCandidateStartSeconds = 10;

// Seconds in which a process in a new sandbox must say that it runs; otherwise
// there is no such sandbox on this machine.
inline constexpr int kSandboxTrySeconds = 20;

// Processes that one candidate may lose, by loops or crashes: after that its
// graphs are not judged. Each costs kRequestSeconds.
inline constexpr int kMaxLostProcesses = 2;

// Bytes of the text of a candidate's exception that are kept, and of the
// symptom that is made of it, a part of a signature: it may be of any size.
inline constexpr size_t kMaxRaisedBytes = 4'000;
inline constexpr size_t kMaxRaisedSymptomBytes = 72;

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LIMITS_H_
