// Value and Dict: keyword arguments as Python holds them. A Dict has identity:
// two nodes may share one, and what one cloner writes the other sees.
#ifndef CLONECHECK_CORE_ENGINE_VALUE_H_
#define CLONECHECK_CORE_ENGINE_VALUE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/graph/config.h"
#include "core/graph/name.h"
#include "core/layers/symbol.h"
#include "core/term/arena.h"

namespace clonecheck {

class Layer;
class Session;
struct Tensor;

struct Value {
  enum class Type : uint8_t { kLiteral, kTensor, kTensorList };

  Type type = Type::kLiteral;
  uint32_t size = 0;  // of the list
  ConfigValue literal;
  Tensor* tensor = nullptr;
  Tensor* const* items = nullptr;  // null entries are None; in the arena

  static Value Literal(ConfigValue literal) {
    Value value;
    value.literal = literal;
    return value;
  }
  static Value Of(Tensor* tensor) {
    Value value;
    value.type = Type::kTensor;
    value.tensor = tensor;
    return value;
  }
  static Value List(absl::Span<Tensor* const> tensors) {
    Value value;
    value.type = Type::kTensorList;
    value.size = static_cast<uint32_t>(tensors.size());
    value.items = tensors.data();
    return value;
  }
  // A mask: None, a tensor or a list.
  static Value OfMask(const MaskValue& mask);

  absl::Span<Tensor* const> list() const {
    return absl::MakeConstSpan(items, size);
  }
  // The value as a mask; anything that is no tensor is None.
  MaskValue AsMask() const;

  // Whether a tensor of it is of no layer: it is a mask that a Model computed,
  // and wrote there, when it was run on masked tensors.
  bool was_computed() const;

  // Same type and same objects.
  friend bool operator==(const Value& a, const Value& b);
};

class Dict {
 public:
  struct Entry {
    const Name* key;
    Value value;
  };

  uint32_t id() const { return id_; }
  bool empty() const { return entries_.empty(); }
  absl::Span<const Entry> entries() const {
    return absl::MakeConstSpan(entries_.data(), entries_.size());
  }
  const Value* Find(const Name* key) const;
  // Sets `key`, in place where it is there already.
  void Set(Session& session, const Name* key, const Value& value);
  // Makes `entries` all that there is, in this order.
  void Assign(Session& session, absl::Span<const Entry> entries);

 private:
  friend class Layer;
  friend class Session;

  uint32_t id_ = 0;  // the session's object number; for the journal
  ArenaVector<Entry> entries_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_VALUE_H_
