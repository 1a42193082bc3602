#include "core/search/call_orders.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using Order = std::vector<uint8_t>;

struct Relations {
  int calls;
  std::vector<std::pair<int, int>> needs;  // later, earlier
  std::vector<std::pair<int, int>> apart;
};

std::vector<Order> OrdersOf(const Relations& relations) {
  CallOrders orders;
  orders.Reset(relations.calls);
  for (auto [later, earlier] : relations.needs) orders.Needs(later, earlier);
  for (auto [a, b] : relations.apart) orders.KeepApart(a, b);
  std::vector<Order> found;
  orders.ForEach([&] {
    found.emplace_back(orders.order().begin(), orders.order().end());
    return true;
  });
  return found;
}

// All permutations, sorted into classes by exchanging neighbours; the least of
// each class.
std::vector<Order> LeastOfEachClass(const Relations& relations) {
  const auto related = [](const std::vector<std::pair<int, int>>& pairs, int a,
                          int b) {
    return std::any_of(pairs.begin(), pairs.end(), [&](std::pair<int, int> p) {
      return p == std::make_pair(a, b) || p == std::make_pair(b, a);
    });
  };
  std::set<Order> seen;
  std::vector<Order> least;
  Order order(static_cast<size_t>(relations.calls));
  std::iota(order.begin(), order.end(), uint8_t{0});
  do {
    const bool possible =
        std::all_of(relations.needs.begin(), relations.needs.end(),
                    [&](std::pair<int, int> p) {
                      return std::find(order.begin(), order.end(), p.second) <
                             std::find(order.begin(), order.end(), p.first);
                    });
    if (!possible || !seen.insert(order).second) continue;
    // The first of a class that is met is its least.
    least.push_back(order);
    std::vector<Order> work = {order};
    while (!work.empty()) {
      const Order from = work.back();
      work.pop_back();
      for (size_t i = 0; i + 1 < from.size(); ++i) {
        if (related(relations.needs, from[i], from[i + 1]) ||
            related(relations.apart, from[i], from[i + 1])) {
          continue;
        }
        Order to = from;
        std::swap(to[i], to[i + 1]);
        if (seen.insert(to).second) work.push_back(to);
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

TEST(CallOrdersTest, calls_that_commute_have_one_order) {
  EXPECT_EQ(OrdersOf({3, {}, {}}), (std::vector<Order>{{0, 1, 2}}));
  EXPECT_EQ(OrdersOf({0, {}, {}}), (std::vector<Order>{{}}));
}

TEST(CallOrdersTest, two_that_do_not_have_two) {
  EXPECT_EQ(OrdersOf({2, {}, {{0, 1}}}), (std::vector<Order>{{0, 1}, {1, 0}}));
}

TEST(CallOrdersTest, of_one_class_only_the_least_is_visited) {
  const std::vector<Relations> all = {
      {3, {}, {{0, 1}, {1, 2}, {0, 2}}},
      {3, {{2, 0}}, {{1, 2}}},
      {4, {{2, 0}, {3, 1}}, {{0, 1}, {2, 3}}},
      {4, {{3, 2}}, {{0, 3}, {1, 3}}},
      {5, {{2, 0}, {4, 2}}, {{0, 3}, {3, 4}, {1, 2}}},
      {6, {{5, 0}, {3, 1}}, {{0, 1}, {2, 3}, {4, 5}, {0, 4}}},
      {6, {{1, 0}, {2, 1}}, {{0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}}},
  };
  for (const Relations& relations : all) {
    EXPECT_EQ(OrdersOf(relations), LeastOfEachClass(relations));
  }
}

TEST(CallOrdersTest, a_visit_can_end_it) {
  CallOrders orders;
  orders.Reset(3);
  orders.KeepApart(0, 1);
  orders.KeepApart(1, 2);
  int visits = 0;
  EXPECT_FALSE(orders.ForEach([&] { return ++visits < 2; }));
  EXPECT_EQ(visits, 2);
}

}  // namespace
}  // namespace clonecheck
