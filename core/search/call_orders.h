// CallOrders: the orders of calls that make a difference. Given which calls
// need which, and which do not commute, goes through all orders up to exchange
// of neighbours that commute, each once, by its normal form: the least sequence
// of numbers (Cartier and Foata's traces; Anisimov and Knuth's normal form).
#ifndef CLONECHECK_CORE_SEARCH_CALL_ORDERS_H_
#define CLONECHECK_CORE_SEARCH_CALL_ORDERS_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/limits.h"

namespace clonecheck {

class CallOrders {
 public:
  static constexpr int kMaxCalls = kMaxEnumeratedCalls;

  // Of `calls` calls, all of which commute so far.
  void Reset(int calls);
  // `later` takes what `earlier` gives. REQUIRES: earlier < later.
  void Needs(int later, int earlier);
  // Neither needs the other, but they must not be exchanged.
  void KeepApart(int a, int b);

  // Calls `visit` for each order until it returns false; false if it did.
  bool ForEach(absl::FunctionRef<bool()> visit);
  // The order that is being visited: numbers of calls.
  absl::Span<const uint8_t> order() const {
    return absl::MakeConstSpan(order_, static_cast<size_t>(calls_));
  }

 private:
  bool Extend(int length, uint32_t placed, absl::FunctionRef<bool()> visit);
  bool IsNormal(int length, int next) const;

  int calls_ = 0;
  bool any_apart_ = false;
  uint32_t needs_[kMaxCalls] = {};      // bit sets of calls
  uint32_t conflicts_[kMaxCalls] = {};  // those with which it does not commute
  uint8_t order_[kMaxCalls] = {};
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_CALL_ORDERS_H_
