#include "core/search/call_orders.h"

namespace clonecheck {

void CallOrders::Reset(int calls) {
  calls_ = calls;
  any_apart_ = false;
  for (int i = 0; i < calls; ++i) {
    needs_[i] = 0;
    conflicts_[i] = 0;
    order_[i] = static_cast<uint8_t>(i);
  }
}

void CallOrders::Needs(int later, int earlier) {
  needs_[later] |= 1u << earlier;
  // The other way round is never asked: `earlier` is placed before.
  conflicts_[later] |= 1u << earlier;
}

void CallOrders::KeepApart(int a, int b) {
  any_apart_ = true;
  conflicts_[a] |= 1u << b;
  conflicts_[b] |= 1u << a;
}

bool CallOrders::ForEach(absl::FunctionRef<bool()> visit) {
  // The order of the numbers is possible, and the least of all.
  if (!any_apart_) return visit();
  return Extend(0, 0, visit);
}

bool CallOrders::Extend(int length, uint32_t placed,
                        absl::FunctionRef<bool()> visit) {
  if (length == calls_) return visit();
  for (int next = 0; next < calls_; ++next) {
    if ((placed >> next & 1) != 0 || (needs_[next] & ~placed) != 0 ||
        !IsNormal(length, next)) {
      continue;
    }
    order_[length] = static_cast<uint8_t>(next);
    if (!Extend(length + 1, placed | 1u << next, visit)) return false;
  }
  return true;
}

// A sequence is the least of its kind if none of its calls could move in front
// of one with a higher number by exchanges with its neighbours.
bool CallOrders::IsNormal(int length, int next) const {
  for (int i = length; i-- > 0;) {
    const int earlier = order_[i];
    if ((conflicts_[next] >> earlier & 1) != 0) return true;
    if (earlier > next) return false;
  }
  return true;
}

}  // namespace clonecheck
