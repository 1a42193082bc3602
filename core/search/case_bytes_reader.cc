#include "core/search/case_bytes_reader.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/search/case_bytes_writer.h"
#include "core/text.h"

namespace clonecheck {

uint64_t CaseBytesReader::Number() {
  uint64_t number = 0;
  for (int shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
    const uint64_t byte = bytes_.front();
    bytes_.remove_prefix(1);
    number |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return number;
}

uint32_t CaseBytesReader::Below(uint64_t n) {
  const uint64_t number = Number();
  return n == 0 ? 0 : static_cast<uint32_t>(number < n ? number : number % n);
}

size_t CaseBytesReader::Size(size_t most) {
  return static_cast<size_t>(
      std::min<uint64_t>(Number(), std::min(bytes_.size(), most)));
}

std::string CaseBytesReader::Text(size_t most) {
  const size_t size = Size(most);
  std::string text(bytes_.begin(), bytes_.begin() + size);
  bytes_.remove_prefix(size);
  return IsValidUtf8(text) ? text : "";
}

const Name* CaseBytesReader::GivenName() {
  const uint32_t number = Below(kGivenNames + 2);
  if (number == 0) return nullptr;
  if (number <= kGivenNames) {
    return pool_.InternName(absl::StrCat("name_", number - 1));
  }
  const std::string text = Text();
  return text.empty() ? nullptr : pool_.InternName(text);
}

TensorRef CaseBytesReader::Ref(size_t inputs, size_t calls) {
  const uint64_t number = Number();
  if (number % 2 == 0 || calls == 0) {
    return TensorRef::Input(static_cast<int32_t>(number / 2 % inputs));
  }
  const auto call = static_cast<int32_t>(number / 2 % calls);
  return TensorRef::Call(call, static_cast<int32_t>(Below(kMaxOutputs)));
}

std::vector<TensorRef> CaseBytesReader::Refs(size_t inputs, size_t calls) {
  std::vector<TensorRef> refs(Size(kMaxListLength));
  for (TensorRef& ref : refs) ref = Ref(inputs, calls);
  return refs;
}

ConfigValue CaseBytesReader::Value(int depth) {
  switch (static_cast<ConfigValue::Type>(Below(7))) {
    case ConfigValue::Type::kNone:
      break;
    case ConfigValue::Type::kBool:
      return ConfigValue::Bool(Number() % 2 == 1);
    case ConfigValue::Type::kInt: {
      const uint64_t number = Number();
      return ConfigValue::Int(
          static_cast<int64_t>(number >> 1 ^ (~(number & 1) + 1)));
    }
    case ConfigValue::Type::kDouble:
      return ConfigValue::Double(std::bit_cast<double>(Number()));
    case ConfigValue::Type::kString:
      return ConfigValue::String(pool_.InternName(Text(kMaxJsonBytes)));
    case ConfigValue::Type::kList: {
      std::vector<ConfigValue> items(depth == 0 ? 0 : Size(kMaxListLength));
      for (ConfigValue& item : items) item = Value(depth - 1);
      return ConfigValue::List(pool_.InternList(std::move(items)));
    }
    case ConfigValue::Type::kDict:
      if (depth == 0) break;
      return ConfigValue::Dict(pool_.InternConfig(nullptr, Entries(depth - 1)));
  }
  return ConfigValue::None();
}

std::vector<ConfigEntry> CaseBytesReader::Entries(int depth) {
  std::vector<ConfigEntry> entries;
  const size_t size = Size(kMaxListLength);
  for (size_t i = 0; i < size; ++i) {
    const Name* key = pool_.InternName(Text());
    const ConfigValue value = Value(depth);
    const bool taken =
        std::any_of(entries.begin(), entries.end(),
                    [&](const ConfigEntry& e) { return e.key == key; });
    if (!taken && !key->text.empty()) entries.push_back({key, value});
  }
  return entries;
}

}  // namespace clonecheck
