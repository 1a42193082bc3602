// RunEnumeration: several threads walk through the same Graphs, and meet now
// and then.
#include <algorithm>
#include <barrier>
#include <cstddef>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "campaign/enumeration.h"
#include "campaign/enumeration_worker.h"
#include "campaign/stopwatch.h"

namespace clonecheck {
namespace {

// Graphs that a thread judges at a time.
constexpr uint64_t kChunk = 64;
// Chunks of each thread between two meetings of all threads: less than a second
// of work, so that an interrupt is heard and little is lost.
constexpr uint64_t kChunksBetweenMeetings = 64;

// All threads walk through the same numbers and meet at the same ones.
class Run {
 public:
  Run(const EnumerationOptions& options, EnumerationResult start,
      const EnumerationProgress& progress)
      : options_(options),
        progress_(progress),
        jobs_(static_cast<uint64_t>(std::max(options.campaign.jobs, 1))),
        seconds_before_(start.seconds),
        from_(start.next),
        result_(std::move(start)),
        best_(Judged(options).size()),
        meeting_(static_cast<ptrdiff_t>(jobs_), Meet{this}) {
    for (uint64_t i = 0; i < jobs_; ++i) {
      workers_.push_back(std::make_unique<EnumerationWorker>(options));
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

  void Work(uint64_t job) {
    EnumerationWorker& worker = *workers_[job];
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
  void Remember(EnumerationWorker& worker, uint64_t number) {
    for (const Remembered& remembered : remembered_) {
      if (remembered.number != number) continue;
      worker.simplest()[remembered.cloner].emplace(
          remembered.signature, Simplest{number, worker.enumerator().graph()});
    }
  }

  void Collect() {
    for (const std::unique_ptr<EnumerationWorker>& worker : workers_) {
      result_.counts.Add(worker->harvest().counts);
      const std::vector<LawCount>& laws = worker->harvest().laws;
      for (size_t i = 0; i < laws.size(); ++i) result_.laws[i].Add(laws[i]);
      worker->StartHarvest();
      for (size_t i = 0; i < best_.size(); ++i) {
        for (const auto& [signature, simplest] : worker->simplest()[i]) {
          Keep(signature, simplest.number, simplest.graph, worker->facts(),
               &best_[i]);
          result_.simplest[i][signature] = best_[i].at(signature).number;
        }
      }
    }
    result_.seconds = seconds_before_ + watch_.Seconds();
    stopping_ = progress_ != nullptr && !progress_(result_);
  }

  const EnumerationOptions& options_;
  const EnumerationProgress& progress_;
  const uint64_t jobs_;
  const Stopwatch watch_;
  const double seconds_before_;
  const uint64_t from_;  // the Graphs before it were judged earlier
  EnumerationResult result_;
  std::vector<Remembered> remembered_;
  std::vector<SimplestOfCloner> best_;  // of all workers
  std::vector<std::unique_ptr<EnumerationWorker>> workers_;
  bool stopping_ = false;  // written where all threads meet
  std::barrier<Meet> meeting_;
};

}  // namespace

EnumerationResult RunEnumeration(const EnumerationOptions& options,
                                 EnumerationResult start,
                                 const EnumerationProgress& progress) {
  if (start.complete) return start;
  return Run(options, std::move(start), progress).Go();
}

}  // namespace clonecheck
