#include "campaign/enumeration.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/enumerator.h"

namespace clonecheck {

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

std::string NameOf(const EnumerationOptions& options,
                   const Preservation& preservation) {
  const std::vector<ClonerOnEngine>& cloners = options.campaign.cloners;
  return absl::StrCat(cloners[preservation.cloner].name, " vs ",
                      cloners[preservation.reference].name);
}

std::vector<ClonerOnEngine> Judged(const EnumerationOptions& options) {
  std::vector<ClonerOnEngine> judged = options.campaign.cloners;
  for (const Preservation& preservation : PreservationsOf(options)) {
    ClonerOnEngine entry = options.campaign.cloners[preservation.cloner];
    entry.name = NameOf(options, preservation);
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
  for (const Law* law : options.laws) {
    result.laws.emplace_back().law = law;
  }
  return result;
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
  // Of shards that have not all come to the end one has gone through more.
  for (size_t i = 0; i < shard.graphs_of_size.size(); ++i) {
    sum->graphs_of_size[i] =
        std::max(sum->graphs_of_size[i], shard.graphs_of_size[i]);
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
