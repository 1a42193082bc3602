#include "campaign/enumeration.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <memory>
#include <numeric>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "campaign/preservation.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/enumerator.h"

namespace clonecheck {
namespace {

using Clock = std::chrono::steady_clock;

// Graphs that a thread judges at a time.
constexpr uint64_t kChunk = 64;
// Chunks of each thread between two meetings of all threads: less than a second
// of work, so that an interrupt is heard and little is lost.
constexpr uint64_t kChunksBetweenMeetings = 64;

// The simplest Graph so far with a signature.
struct Simplest {
  uint64_t number = 0;
  Graph graph;  // in the pool of the worker that met it
};
using SimplestOfCloner = absl::flat_hash_map<Signature, Simplest>;

void KeepSimpler(Simplest candidate, const LayerFacts& facts, Simplest* best) {
  // Graphs come by number of calls.
  const size_t calls = candidate.graph.calls().size();
  const size_t best_calls = best->graph.calls().size();
  if (calls > best_calls) return;
  if (calls == best_calls) {
    const int order = CompareGraphs(candidate.graph, best->graph, &facts);
    if (order > 0) return;
    if (order == 0 && candidate.number > best->number) return;
  }
  *best = std::move(candidate);
}

void Keep(const Signature& signature, uint64_t number, const Graph& graph,
          const LayerFacts& facts, SimplestOfCloner* simplest) {
  auto it = simplest->find(signature);
  if (it == simplest->end()) {
    simplest->emplace(signature, Simplest{number, graph});
  } else if (graph.calls().size() <= it->second.graph.calls().size()) {
    KeepSimpler(Simplest{number, graph}, facts, &it->second);
  }
}

// What a thread has found since the last meeting.
struct Harvest {
  CampaignCounts counts;
  std::vector<LawCount> laws;
};

class Worker {
 public:
  explicit Worker(const EnumerationOptions& options)
      : options_(options),
        runner_(options.campaign),
        facts_(runner_.workbench().catalogue()),
        enumerator_(*options.grammar, runner_.workbench().catalogue()),
        preservations_(PreservationsOf(options)),
        simplest_(Judged(options).size()) {}

  Enumerator& enumerator() { return enumerator_; }
  Harvest& harvest() { return harvest_; }
  std::vector<SimplestOfCloner>& simplest() { return simplest_; }
  const LayerFacts& facts() const { return facts_; }

  void Judge(uint64_t number) {
    const Graph& graph = enumerator_.graph();
    runner_.RunGraph(graph, number, &harvest_.counts);
    const absl::Span<const CaseVerdict> verdicts = runner_.verdicts();
    for (size_t i = 0; i < verdicts.size(); ++i) {
      if (!verdicts[i].failed()) continue;
      Keep(verdicts[i].signature, number, graph, facts_, &simplest_[i]);
    }
    for (LawCount& count : harvest_.laws) Check(graph, number, &count);
    for (size_t i = 0; i < preservations_.size(); ++i) {
      JudgePreserved(graph, number, preservations_[i],
                     options_.campaign.cloners.size() + i);
    }
  }

 private:
  void Check(const Graph& graph, uint64_t number, LawCount* count) {
    const Law& law = *count->law;
    const std::vector<const Obligation*>& obligations =
        options_.campaign.obligations;
    for (size_t i = 0; i < options_.campaign.cloners.size(); ++i) {
      if (options_.campaign.cloners[i].name != law.cloner) continue;
      const CaseVerdict& verdict = runner_.verdicts()[i];
      bool fails = false;
      for (size_t k = 0; k < obligations.size(); ++k) {
        if (obligations[k]->name != law.obligation) continue;
        fails = verdict.signature.obligation == obligations[k] ||
                (verdict.implied >> k & 1) != 0 ||
                (law.of_terms && (verdict.on_samples >> k & 1) != 0);
      }
      ++count->checked;
      count->fails += fails ? 1 : 0;
      if (law.fails(graph, runner_.workbench().catalogue()) == fails) return;
      if (count->exceptions++ == 0) count->first_exception = number;
    }
  }

  // The entry of a graph on which the reference is not right says kUnjudged.
  void JudgePreserved(const Graph& graph, uint64_t number,
                      const Preservation& preservation, size_t entry) {
    const std::vector<ClonerOnEngine>& cloners = options_.campaign.cloners;
    const Verdict right = runner_.verdicts()[preservation.reference].verdict;
    CaseVerdict verdict;
    verdict.verdict = Verdict::kUnjudged;
    if (right == Verdict::kAgree || right == Verdict::kAgreeNumerically) {
      verdict = JudgePreservation(runner_.workbench(), graph,
                                  cloners[preservation.reference],
                                  cloners[preservation.cloner]);
    }
    CountVerdict(verdict, number, &harvest_.counts.cloners[entry]);
    if (!verdict.failed()) return;
    Keep(verdict.signature, number, graph, facts_, &simplest_[entry]);
  }

  const EnumerationOptions& options_;
  CaseRunner runner_;
  CatalogueFacts facts_;
  Enumerator enumerator_;
  Harvest harvest_;
  const std::vector<Preservation> preservations_;
  std::vector<SimplestOfCloner> simplest_;
};

std::vector<LawCount> NothingChecked(const EnumerationOptions& options) {
  std::vector<LawCount> counts(options.laws.size());
  for (size_t i = 0; i < counts.size(); ++i) counts[i].law = options.laws[i];
  return counts;
}

// All threads walk through the same numbers and meet at the same ones.
class Run {
 public:
  Run(const EnumerationOptions& options, EnumerationResult start,
      const EnumerationProgress& progress)
      : options_(options),
        progress_(progress),
        jobs_(static_cast<uint64_t>(std::max(options.campaign.jobs, 1))),
        started_(Clock::now()),
        seconds_before_(start.seconds),
        from_(start.next),
        result_(std::move(start)),
        best_(Judged(options).size()),
        meeting_(static_cast<ptrdiff_t>(jobs_), Meet{this}) {
    for (uint64_t i = 0; i < jobs_; ++i) {
      workers_.push_back(std::make_unique<Worker>(options));
      Reset(*workers_.back());
    }
    for (size_t i = 0; i < result_.simplest.size(); ++i) {
      for (const auto& [signature, number] : result_.simplest[i]) {
        remembered_.push_back({number, i, signature});
      }
    }
  }

  EnumerationResult Go() {
    std::vector<std::thread> threads;
    for (uint64_t i = 1; i < jobs_; ++i) {
      threads.emplace_back([this, i] { Work(i); });
    }
    Work(0);
    for (std::thread& thread : threads) thread.join();
    return std::move(result_);
  }

 private:
  // Called by one thread while the others wait.
  struct Meet {
    Run* run;
    void operator()() noexcept { run->Collect(); }
  };
  // Of an earlier part of the same enumeration.
  struct Remembered {
    uint64_t number;
    size_t cloner;
    Signature signature;
  };

  void Reset(Worker& worker) {
    worker.harvest() = Harvest{};
    worker.harvest().counts.cloners.resize(best_.size());
    worker.harvest().laws = NothingChecked(options_);
  }

  void Work(uint64_t job) {
    Worker& worker = *workers_[job];
    const uint64_t between =
        kChunk * kChunksBetweenMeetings * jobs_ * options_.shards;
    uint64_t next = 0;
    for (int calls = 0; calls <= options_.max_calls; ++calls) {
      const auto visit = [&] {
        const uint64_t number = next++;
        if (number < from_) {
          if (job == 0) Remember(worker, number);
          return true;
        }
        if (job == 0) ++result_.graphs_of_size[static_cast<size_t>(calls)];
        if (number % options_.shards == options_.shard &&
            number / options_.shards / kChunk % jobs_ == job) {
          worker.Judge(number);
        }
        if (next % between != 0) return true;
        if (job == 0) result_.next = next;
        meeting_.arrive_and_wait();
        return !stopping_;
      };
      if (!worker.enumerator().Run(calls, visit)) return;
    }
    if (job == 0) {
      result_.next = next;
      result_.complete = true;
    }
    meeting_.arrive_and_wait();
  }

  // Graphs live in a pool, so those of an earlier part are made again.
  void Remember(Worker& worker, uint64_t number) {
    for (const Remembered& remembered : remembered_) {
      if (remembered.number != number) continue;
      worker.simplest()[remembered.cloner].emplace(
          remembered.signature, Simplest{number, worker.enumerator().graph()});
    }
  }

  void Collect() {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      result_.counts.Add(worker->harvest().counts);
      const std::vector<LawCount>& laws = worker->harvest().laws;
      for (size_t i = 0; i < laws.size(); ++i) result_.laws[i].Add(laws[i]);
      Reset(*worker);
      for (size_t i = 0; i < best_.size(); ++i) {
        for (const auto& [signature, simplest] : worker->simplest()[i]) {
          Keep(signature, simplest.number, simplest.graph, worker->facts(),
               &best_[i]);
          result_.simplest[i][signature] = best_[i].at(signature).number;
        }
      }
    }
    result_.seconds =
        seconds_before_ +
        std::chrono::duration<double>(Clock::now() - started_).count();
    stopping_ = progress_ != nullptr && !progress_(result_);
  }

  const EnumerationOptions& options_;
  const EnumerationProgress& progress_;
  const uint64_t jobs_;
  const Clock::time_point started_;
  const double seconds_before_;
  const uint64_t from_;  // the Graphs before it were judged earlier
  EnumerationResult result_;
  std::vector<Remembered> remembered_;
  std::vector<SimplestOfCloner> best_;  // of all workers
  std::vector<std::unique_ptr<Worker>> workers_;
  bool stopping_ = false;  // written where all threads meet
  std::barrier<Meet> meeting_;
};

}  // namespace

void LawCount::Add(const LawCount& other) {
  checked += other.checked;
  fails += other.fails;
  if (other.exceptions > 0 &&
      (exceptions == 0 || other.first_exception < first_exception)) {
    first_exception = other.first_exception;
  }
  exceptions += other.exceptions;
}

std::vector<Preservation> PreservationsOf(const EnumerationOptions& options) {
  const std::vector<ClonerOnEngine>& cloners = options.campaign.cloners;
  std::vector<Preservation> preservations;
  for (size_t reference = 0; reference < cloners.size(); ++reference) {
    if (cloners[reference].name != options.preserve) continue;
    for (size_t i = 0; i < cloners.size(); ++i) {
      if (i == reference || cloners[i].engine != cloners[reference].engine) {
        continue;
      }
      preservations.push_back({reference, i});
    }
  }
  return preservations;
}

std::vector<ClonerOnEngine> Judged(const EnumerationOptions& options) {
  std::vector<ClonerOnEngine> judged = options.campaign.cloners;
  for (const Preservation& preservation : PreservationsOf(options)) {
    ClonerOnEngine entry = options.campaign.cloners[preservation.cloner];
    absl::StrAppend(&entry.name, " vs ", options.preserve);
    judged.push_back(std::move(entry));
  }
  return judged;
}

std::vector<const Law*> LawsFor(const EnumerationOptions& options) {
  std::vector<const Law*> laws;
  for (const ClonerOnEngine& cloner : options.campaign.cloners) {
    for (const Obligation* obligation : options.campaign.obligations) {
      const Law* law =
          FindLaw(cloner.name, obligation->name, options.grammar->name);
      if (law != nullptr) laws.push_back(law);
    }
  }
  return laws;
}

EnumerationResult StartOfEnumeration(const EnumerationOptions& options) {
  EnumerationResult result;
  const size_t cloners = Judged(options).size();
  result.counts.cloners.resize(cloners);
  result.simplest.resize(cloners);
  result.graphs_of_size.resize(static_cast<size_t>(options.max_calls) + 1);
  result.laws = NothingChecked(options);
  return result;
}

EnumerationResult RunEnumeration(const EnumerationOptions& options,
                                 EnumerationResult start,
                                 const EnumerationProgress& progress) {
  if (start.complete) return start;
  return Run(options, std::move(start), progress).Go();
}

void AddShard(const EnumerationOptions& options, const EnumerationResult& shard,
              EnumerationResult* sum) {
  // Which of two Graphs is the simpler one is seen by looking at both.
  std::vector<uint64_t> numbers;
  for (const EnumerationResult* result :
       {&shard, static_cast<const EnumerationResult*>(sum)}) {
    for (const auto& simplest : result->simplest) {
      for (const auto& [signature, number] : simplest)
        numbers.push_back(number);
    }
  }
  Pool pool;
  Catalogue catalogue(pool);
  const CatalogueFacts facts(catalogue);
  absl::flat_hash_map<uint64_t, Graph> graphs;
  const std::vector<Graph> made =
      GraphsByNumber(*options.grammar, numbers, catalogue);
  for (size_t i = 0; i < numbers.size(); ++i) graphs[numbers[i]] = made[i];

  sum->counts.Add(shard.counts);
  for (size_t i = 0; i < shard.simplest.size(); ++i) {
    for (const auto& [signature, number] : shard.simplest[i]) {
      auto [it, is_new] = sum->simplest[i].emplace(signature, number);
      if (!is_new && SimplerThan(graphs[number], graphs[it->second], &facts)) {
        it->second = number;
      }
    }
  }
  for (size_t i = 0; i < shard.laws.size(); ++i) {
    sum->laws[i].Add(shard.laws[i]);
  }
  sum->seconds += shard.seconds;
  sum->next = std::min(sum->next, shard.next);
  sum->complete = sum->complete && shard.complete;
}

uint64_t CountGraphs(const Grammar& grammar, int max_calls,
                     const std::function<bool()>& stop) {
  constexpr uint64_t kBetweenPolls = 1 << 16;
  Pool pool;
  Catalogue catalogue(pool);
  Enumerator enumerator(grammar, catalogue);
  uint64_t count = 0;
  for (int calls = 0; calls <= max_calls; ++calls) {
    const bool all = enumerator.Run(calls, [&] {
      return ++count % kBetweenPolls != 0 || stop == nullptr || !stop();
    });
    if (!all) break;
  }
  return count;
}

std::vector<Graph> GraphsByNumber(const Grammar& grammar,
                                  absl::Span<const uint64_t> numbers,
                                  Catalogue& catalogue) {
  std::vector<Graph> graphs(numbers.size());
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return numbers[a] < numbers[b]; });
  Enumerator enumerator(grammar, catalogue);
  size_t found = 0;
  uint64_t next = 0;
  for (int calls = 0; found < order.size() && calls <= Grammar::kMaxCalls;
       ++calls) {
    enumerator.Run(calls, [&] {
      for (; found < order.size() && numbers[order[found]] == next; ++found) {
        graphs[order[found]] = enumerator.graph();
      }
      ++next;
      return found < order.size();
    });
  }
  return graphs;
}

}  // namespace clonecheck
