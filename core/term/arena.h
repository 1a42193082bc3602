// Arena: a bump allocator for everything that belongs to one case, freed at
// once. Not for values that outlive a case: those are interned in a Pool.
//
// Example:
//   Arena arena;
//   Arena::Mark mark = arena.mark();
//   int* numbers = arena.NewArray<int>(8);   // zeroed
//   arena.Rollback(mark);                    // all since the mark is gone
//
// Only trivially destructible objects may live here: nothing is destroyed.
// Not thread-safe; one arena a thread.
#ifndef CLONECHECK_CORE_TERM_ARENA_H_
#define CLONECHECK_CORE_TERM_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"

namespace clonecheck {

class Arena {
 public:
  // A point to which the arena can be rolled back.
  struct Mark {
    size_t block = 0;
    size_t used = 0;
  };

  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Returns uninitialised memory of `bytes`, aligned for any scalar.
  void* Allocate(size_t bytes) {
    bytes = (bytes + kAlignment - 1) & ~(kAlignment - 1);
    if (static_cast<size_t>(end_ - next_) < bytes) [[unlikely]] {
      NextBlock(bytes);
    }
    char* result = next_;
    next_ += bytes;
    return result;
  }

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= kAlignment);
    return new (Allocate(sizeof(T))) T(std::forward<Args>(args)...);
  }

  // Returns `count` zeroed objects.
  template <typename T>
  T* NewArray(size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(alignof(T) <= kAlignment);
    void* memory = Allocate(count * sizeof(T));
    if (count > 0) std::memset(memory, 0, count * sizeof(T));
    return static_cast<T*>(memory);
  }

  // Returns `count` objects that the caller sets before they are read.
  template <typename T>
  T* NewUnset(size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(alignof(T) <= kAlignment);
    return static_cast<T*>(Allocate(count * sizeof(T)));
  }

  Mark mark() const {
    return Mark{current_, blocks_.empty()
                              ? 0
                              : static_cast<size_t>(
                                    next_ - blocks_[current_].memory.get())};
  }

  // Frees everything allocated since `mark`. REQUIRES: no later Rollback to an
  // earlier mark happened in between.
  void Rollback(Mark mark);

  // Frees everything; keeps some of the memory for the next case, but not for
  // ever what one huge case needed.
  void Clear();

 private:
  static constexpr size_t kAlignment = 8;
  static constexpr size_t kFirstBlockBytes = size_t{256} * 1024;

  struct Block {
    std::unique_ptr<char[]> memory;
    size_t size = 0;
  };

  void NextBlock(size_t bytes);
  void Enter(size_t block, size_t used);

  std::vector<Block> blocks_;
  size_t current_ = 0;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

// A growable array in an Arena. A value: copying it aliases the elements.
// Growth leaves the old elements where they are, so a saved copy of the three
// fields restores the old state.
template <typename T>
class ArenaVector {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  void push_back(Arena& arena, const T& value) {
    if (size_ == capacity_) {
      if (capacity_ == 0) {
        data_ = arena.NewUnset<T>(kFirstCapacity);
        capacity_ = kFirstCapacity;
      } else {
        Grow(arena, size_ + 1);
      }
    }
    data_[size_++] = value;
  }
  // Appends room for `count` elements, which stay uninitialised.
  T* extend(Arena& arena, size_t count) {
    if (size_ + count > capacity_) {
      if (capacity_ == 0) {
        data_ = arena.NewUnset<T>(count);
        capacity_ = static_cast<uint32_t>(count);
      } else {
        Grow(arena, size_ + count);
      }
    }
    T* first = data_ + size_;
    size_ += static_cast<uint32_t>(count);
    return first;
  }
  void resize_down(size_t size) { size_ = static_cast<uint32_t>(size); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& back() const { return data_[size_ - 1]; }

 private:
  static constexpr uint32_t kFirstCapacity = 4;

  // Out of line: most arrays never grow again.
  ABSL_ATTRIBUTE_NOINLINE void Grow(Arena& arena, size_t needed) {
    size_t capacity = 2 * size_t{capacity_};
    if (capacity < needed) capacity = needed;
    T* data = arena.NewUnset<T>(capacity);
    std::memcpy(data, data_, size_ * sizeof(T));
    data_ = data;
    capacity_ = static_cast<uint32_t>(capacity);
  }

  T* data_ = nullptr;
  uint32_t size_ = 0;
  uint32_t capacity_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TERM_ARENA_H_
