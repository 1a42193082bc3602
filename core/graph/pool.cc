#include "core/graph/pool.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"

namespace clonecheck {
namespace {

absl::Span<const int32_t> DimsOf(const Shape* shape) { return shape->dims(); }
absl::Span<const int32_t> DimsOf(absl::Span<const int32_t> dims) {
  return dims;
}

// As texts compare, byte by byte: keys mostly differ in one of the first bytes,
// where memcmp is a detour, all the more as libFuzzer hooks it.
bool ComesBefore(const ConfigEntry& a, const ConfigEntry& b) {
  return std::lexicographical_compare(
      a.key->text.begin(), a.key->text.end(), b.key->text.begin(),
      b.key->text.end(),
      [](unsigned char x, unsigned char y) { return x < y; });
}

}  // namespace

struct Pool::ShapeHash {
  using is_transparent = void;
  template <typename T>
  size_t operator()(const T& shape) const {
    const absl::Span<const int32_t> dims = DimsOf(shape);
    // Two to four numbers: a general hash would cost more than the rest.
    uint64_t hash = dims.size();
    for (int32_t dim : dims) {
      hash = (hash ^ static_cast<uint32_t>(dim)) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 32;
    }
    return hash;
  }
};
struct Pool::ShapeEq {
  using is_transparent = void;
  template <typename A, typename B>
  bool operator()(const A& a, const B& b) const {
    // A few numbers, for which a library's comparison is a detour.
    const absl::Span<const int32_t> x = DimsOf(a);
    const absl::Span<const int32_t> y = DimsOf(b);
    if (x.size() != y.size()) return false;
    const int32_t* other = y.data();
    for (int32_t dim : x) {
      if (dim != *other++) return false;
    }
    return true;
  }
};
struct Pool::ConfigHash {
  size_t operator()(const Config* config) const {
    size_t hash =
        absl::HashOf(config->kind == nullptr ? ~0u : config->kind->id);
    for (const ConfigEntry& entry : config->entries) {
      hash =
          absl::HashOf(hash, entry.key->id, static_cast<int>(entry.value.type),
                       entry.value.bits());
    }
    return hash;
  }
};
struct Pool::ConfigEq {
  bool operator()(const Config* a, const Config* b) const {
    return a->kind == b->kind &&
           std::equal(a->entries.begin(), a->entries.end(), b->entries.begin(),
                      b->entries.end(),
                      [](const ConfigEntry& x, const ConfigEntry& y) {
                        return x.key == y.key && x.value == y.value;
                      });
  }
};
struct Pool::ListHash {
  size_t operator()(const ConfigList* list) const {
    size_t hash = list->items.size();
    for (const ConfigValue& item : list->items) {
      hash = absl::HashOf(hash, static_cast<int>(item.type), item.bits());
    }
    return hash;
  }
};
struct Pool::ListEq {
  bool operator()(const ConfigList* a, const ConfigList* b) const {
    return a->items == b->items;
  }
};

Pool::Pool()
    : shape_index_(std::make_unique<
                   absl::flat_hash_set<const Shape*, ShapeHash, ShapeEq>>()),
      config_index_(
          std::make_unique<
              absl::flat_hash_set<const Config*, ConfigHash, ConfigEq>>()),
      list_index_(std::make_unique<
                  absl::flat_hash_set<const ConfigList*, ListHash, ListEq>>()) {
  auto shape = std::make_unique<Shape>();
  shape->rank = kUnknownRank;
  unknown_shape_ = shape.get();
  shapes_.push_back(std::move(shape));
}

Pool::~Pool() = default;

const Name* Pool::InternName(absl::string_view text) {
  if (auto it = name_index_.find(text); it != name_index_.end()) {
    return it->second;
  }
  texts_.emplace_back(text);
  names_.push_back(Name{static_cast<uint32_t>(names_.size()), texts_.back()});
  name_index_.emplace(texts_.back(), &names_.back());
  return &names_.back();
}

const Shape* Pool::InternShape(absl::Span<const int32_t> dims) {
  if (auto it = shape_index_->find(dims); it != shape_index_->end()) return *it;
  auto shape = std::make_unique<Shape>();
  shape->id = static_cast<uint32_t>(shapes_.size());
  shape->rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), shape->dim.begin());
  shape_index_->insert(shape.get());
  shapes_.push_back(std::move(shape));
  return shapes_.back().get();
}

const Config* Pool::InternConfig(const Name* kind,
                                 std::vector<ConfigEntry> entries) {
  std::sort(entries.begin(), entries.end(), ComesBefore);
  Config config;
  config.kind = kind;
  config.entries = std::move(entries);
  if (auto it = config_index_->find(&config); it != config_index_->end()) {
    return *it;
  }
  config.id = static_cast<uint32_t>(configs_.size());
  configs_.push_back(std::move(config));
  config_index_->insert(&configs_.back());
  return &configs_.back();
}

const ConfigList* Pool::InternList(std::vector<ConfigValue> items) {
  ConfigList list{std::move(items)};
  if (auto it = list_index_->find(&list); it != list_index_->end()) return *it;
  lists_.push_back(std::move(list));
  list_index_->insert(&lists_.back());
  return &lists_.back();
}

}  // namespace clonecheck
