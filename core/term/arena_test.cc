#include "core/term/arena.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Arena, new_arrays_are_zero) {
  Arena arena;
  const Arena::Mark mark = arena.mark();
  int* dirty = arena.NewArray<int>(100);
  for (int i = 0; i < 100; ++i) dirty[i] = -1;
  arena.Rollback(mark);
  const int* numbers = arena.NewArray<int>(100);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(numbers[i], 0);
}

TEST(Arena, an_array_of_nothing_is_fine) {
  Arena arena;
  arena.NewArray<int>(0);
  EXPECT_NE(arena.NewArray<int>(1), nullptr);
}

TEST(Arena, memory_is_aligned_for_scalars) {
  Arena arena;
  for (size_t bytes : {1, 3, 8, 13}) {
    const auto address = reinterpret_cast<uintptr_t>(arena.Allocate(bytes));
    EXPECT_EQ(address % alignof(double), 0u);
  }
}

TEST(Arena, rollback_gives_the_same_memory_again) {
  Arena arena;
  arena.NewArray<int>(3);
  const Arena::Mark mark = arena.mark();
  const int* first = arena.NewArray<int>(8);
  arena.Rollback(mark);
  EXPECT_EQ(arena.NewArray<int>(8), first);
}

TEST(Arena, rollback_crosses_blocks) {
  constexpr size_t kMegabyte = size_t{1024} * 1024;
  Arena arena;
  char* old = arena.NewArray<char>(16);
  old[0] = 'x';
  const Arena::Mark mark = arena.mark();
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 5; ++i) arena.NewArray<char>(kMegabyte);
    arena.Rollback(mark);
  }
  EXPECT_EQ(old[0], 'x');
  EXPECT_EQ(arena.NewArray<char>(8), old + 16);
}

TEST(Arena, clear_lets_everything_be_used_again) {
  Arena arena;
  const char* first = arena.NewArray<char>(8);
  arena.NewArray<char>(size_t{64} * 1024 * 1024);
  arena.Clear();
  EXPECT_EQ(arena.NewArray<char>(8), first);
}

TEST(ArenaVector, keeps_its_elements_as_it_grows) {
  Arena arena;
  ArenaVector<int> numbers;
  EXPECT_TRUE(numbers.empty());
  for (int i = 0; i < 1000; ++i) numbers.push_back(arena, i);
  int* more = numbers.extend(arena, 2);
  more[0] = 1000;
  more[1] = 1001;
  ASSERT_EQ(numbers.size(), 1002u);
  for (int i = 0; i < 1002; ++i) EXPECT_EQ(numbers[i], i);
  EXPECT_EQ(numbers.back(), 1001);
}

TEST(ArenaVector, a_saved_copy_restores_the_old_state) {
  Arena arena;
  ArenaVector<int> numbers;
  for (int i = 0; i < 4; ++i) numbers.push_back(arena, i);
  const ArenaVector<int> saved = numbers;
  const Arena::Mark mark = arena.mark();
  for (int i = 4; i < 100; ++i) numbers.push_back(arena, i);
  arena.Rollback(mark);
  numbers = saved;
  ASSERT_EQ(numbers.size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(numbers[i], i);
}

}  // namespace
}  // namespace clonecheck
