#include "core/engine/value.h"

#include <algorithm>

#include "core/engine/session.h"
#include "core/engine/symbols.h"

namespace clonecheck {

Value Value::OfMask(const MaskValue& mask) {
  if (mask.is_list) {
    return List(absl::MakeConstSpan(AsTensors(mask.items), mask.size));
  }
  if (mask.single != nullptr) return Of(static_cast<Tensor*>(mask.single));
  return Literal(ConfigValue::None());
}

MaskValue Value::AsMask() const {
  switch (type) {
    case Type::kTensor:
      return MaskValue::Single(tensor);
    case Type::kTensorList:
      return MaskValue::List(AsSymbols(list()));
    case Type::kLiteral:
      break;
  }
  return MaskValue::None();
}

bool Value::was_computed() const {
  const auto is_computed = [](const Tensor* item) {
    return item != nullptr && item->layer == nullptr;
  };
  if (type == Type::kTensor) return is_computed(tensor);
  return type == Type::kTensorList &&
         std::any_of(list().begin(), list().end(), is_computed);
}

bool operator==(const Value& a, const Value& b) {
  if (a.type != b.type) return false;
  switch (a.type) {
    case Value::Type::kLiteral:
      return a.literal == b.literal;
    case Value::Type::kTensor:
      return a.tensor == b.tensor;
    case Value::Type::kTensorList:
      return std::equal(a.list().begin(), a.list().end(), b.list().begin(),
                        b.list().end());
  }
  return false;
}

const Value* Dict::Find(const Name* key) const {
  for (const Entry& entry : entries_) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

void Dict::Set(Session& session, const Name* key, const Value& value) {
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].key != key) continue;
    if (entries_[i].value == value) return;
    // A changed entry is written to a new array, so that the journal needs to
    // keep the array only.
    session.Save(ChangeKind::kArguments, id_, &entries_);
    ArenaVector<Entry> copy;
    for (const Entry& entry : entries_) copy.push_back(session.arena(), entry);
    copy[i].value = value;
    entries_ = copy;
    return;
  }
  session.Save(ChangeKind::kArguments, id_, &entries_);
  entries_.push_back(session.arena(), Entry{key, value});
}

void Dict::Assign(Session& session, absl::Span<const Entry> entries) {
  const bool same =
      std::equal(entries_.begin(), entries_.end(), entries.begin(),
                 entries.end(), [](const Entry& a, const Entry& b) {
                   return a.key == b.key && a.value == b.value;
                 });
  if (same) return;
  session.Save(ChangeKind::kArguments, id_, &entries_);
  ArenaVector<Entry> copy;
  for (const Entry& entry : entries) copy.push_back(session.arena(), entry);
  entries_ = copy;
}

}  // namespace clonecheck
