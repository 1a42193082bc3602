#include "core/term/arena.h"

#include <algorithm>

namespace clonecheck {
namespace {

// What Clear keeps: enough for a model of 10,000 layers and its clones. Memory
// that is given back costs a page fault every 4 kB when it is asked for again
// (docs/benchmarks.md).
constexpr size_t kKeptBytes = size_t{64} * 1024 * 1024;
// The first block of all: many an arena answers one question and is gone, for
// which a large block would be made and thrown away each time. Beside an
// AddressSanitizer that is a mapping of its own.
constexpr size_t kSmallBlockBytes = size_t{4} * 1024;

}  // namespace

void Arena::Enter(size_t block, size_t used) {
  current_ = block;
  next_ = blocks_[block].memory.get() + used;
  end_ = blocks_[block].memory.get() + blocks_[block].size;
}

void Arena::NextBlock(size_t bytes) {
  size_t next = blocks_.empty() ? 0 : current_ + 1;
  // A kept block that is too small for this request is skipped, not replaced.
  while (next < blocks_.size() && blocks_[next].size < bytes) ++next;
  if (next == blocks_.size()) {
    size_t size = kSmallBlockBytes;
    if (!blocks_.empty()) {
      size = std::max(kFirstBlockBytes, 2 * blocks_.back().size);
    }
    size = std::max(size, bytes);
    blocks_.push_back(Block{std::unique_ptr<char[]>(new char[size]), size});
  }
  Enter(next, 0);
}

void Arena::Rollback(Mark mark) {
  if (blocks_.empty()) return;
  Enter(mark.block, mark.used);
}

void Arena::Clear() {
  if (blocks_.empty()) return;
  size_t kept = 0;
  size_t bytes = 0;
  while (kept < blocks_.size() &&
         (kept == 0 || bytes + blocks_[kept].size <= kKeptBytes)) {
    bytes += blocks_[kept].size;
    ++kept;
  }
  blocks_.resize(kept);
  Enter(0, 0);
}

}  // namespace clonecheck
