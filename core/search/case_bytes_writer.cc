#include "core/search/case_bytes_writer.h"

#include <bit>

#include "absl/strings/str_cat.h"

namespace clonecheck {

void CaseBytesWriter::Number(uint64_t number) {
  for (; number >= 128; number >>= 7) {
    Byte(static_cast<uint8_t>(number) | 128);
  }
  Byte(static_cast<uint8_t>(number));
}

void CaseBytesWriter::Text(absl::string_view text) {
  Number(text.size());
  bytes_.insert(bytes_.end(), text.begin(), text.end());
}

void CaseBytesWriter::Ref(TensorRef ref) {
  if (ref.is_input()) return Number(2 * static_cast<uint64_t>(ref.input()));
  Number(2 * static_cast<uint64_t>(ref.producer) + 1);
  Number(static_cast<uint64_t>(ref.index));
}

void CaseBytesWriter::Refs(const std::vector<TensorRef>& refs) {
  Number(refs.size());
  for (TensorRef ref : refs) Ref(ref);
}

void CaseBytesWriter::GivenName(const Name* name) {
  if (name == nullptr) return Number(0);
  for (uint32_t i = 0; i < kGivenNames; ++i) {
    if (name->text == absl::StrCat("name_", i)) return Number(1 + i);
  }
  Number(1 + kGivenNames);
  Text(name->text);
}

void CaseBytesWriter::Value(const ConfigValue& value) {
  Number(static_cast<uint64_t>(value.type));
  switch (value.type) {
    case ConfigValue::Type::kNone:
      return;
    case ConfigValue::Type::kBool:
      return Number(value.boolean ? 1 : 0);
    case ConfigValue::Type::kInt:
      return Number(static_cast<uint64_t>(value.integer) << 1 ^
                    static_cast<uint64_t>(value.integer >> 63));
    case ConfigValue::Type::kDouble:
      return Number(std::bit_cast<uint64_t>(value.number));
    case ConfigValue::Type::kString:
      return Text(value.string->text);
    case ConfigValue::Type::kList:
      Number(value.list->items.size());
      for (const ConfigValue& item : value.list->items) Value(item);
      return;
    case ConfigValue::Type::kDict:
      Entries(*value.dict);
  }
}

void CaseBytesWriter::Entries(const Config& config) {
  Number(config.entries.size());
  for (const ConfigEntry& entry : config.entries) {
    Text(entry.key->text);
    Value(entry.value);
  }
}

}  // namespace clonecheck
