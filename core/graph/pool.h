// Pool: the interned values of a thread: names, shapes and configs. Equal
// values have one address, so they are compared by pointer and copied for free.
// Not for anything with identity (tensors, layers): that lives in an Arena.
//
// A Pool outlives every Graph, Model and report that refers to it. It grows
// with the number of *distinct* values only, which a generator keeps finite.
// Ids are dense and count up from 0 in order of first use; they order nothing
// that is printed. Not thread-safe; one pool a thread.
#ifndef CLONECHECK_CORE_GRAPH_POOL_H_
#define CLONECHECK_CORE_GRAPH_POOL_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/config.h"
#include "core/graph/name.h"
#include "core/graph/shape.h"

namespace clonecheck {

class Pool {
 public:
  Pool();
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  const Name* InternName(absl::string_view text);

  // `dims` holds sizes, kUnknownDim for an unknown one; the first is the batch.
  const Shape* InternShape(absl::Span<const int32_t> dims);
  // The shape of a tensor of which not even the rank is known.
  const Shape* unknown_shape() const { return unknown_shape_; }

  // Interns a layer config (`kind` is the layer's class) or a plain dict
  // (`kind` null). Entries may come in any order; keys must be distinct.
  const Config* InternConfig(const Name* kind,
                             std::vector<ConfigEntry> entries);
  const ConfigList* InternList(std::vector<ConfigValue> items);

 private:
  struct ShapeHash;
  struct ShapeEq;
  struct ConfigHash;
  struct ConfigEq;
  struct ListHash;
  struct ListEq;

  std::deque<Name> names_;
  std::deque<std::string> texts_;
  absl::flat_hash_map<absl::string_view, const Name*> name_index_;

  std::vector<std::unique_ptr<Shape>> shapes_;
  std::unique_ptr<absl::flat_hash_set<const Shape*, ShapeHash, ShapeEq>>
      shape_index_;
  const Shape* unknown_shape_;

  std::deque<Config> configs_;
  std::unique_ptr<absl::flat_hash_set<const Config*, ConfigHash, ConfigEq>>
      config_index_;
  std::deque<ConfigList> lists_;
  std::unique_ptr<absl::flat_hash_set<const ConfigList*, ListHash, ListEq>>
      list_index_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_POOL_H_
