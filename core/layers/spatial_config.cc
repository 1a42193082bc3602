#include "core/layers/spatial_config.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/limits.h"

namespace clonecheck {
namespace {

using MaybeValue = std::optional<ConfigValue>;

bool IsSize(const ConfigValue& value, int32_t min) {
  return value.type == ConfigValue::Type::kInt && value.integer >= min &&
         value.integer <= kMaxDim;
}

ConfigValue Repeated(Pool& pool, ConfigValue value, int count) {
  return ConfigValue::List(pool.InternList(
      std::vector<ConfigValue>(static_cast<size_t>(count), value)));
}

// Keras' normalize_tuple: a number, `count` times, or `count` numbers.
MaybeValue NormalTuple(Pool& pool, const ConfigValue& value, int count,
                       int32_t min) {
  if (IsSize(value, min)) return Repeated(pool, value, count);
  if (value.type != ConfigValue::Type::kList ||
      value.list->items.size() != static_cast<size_t>(count)) {
    return std::nullopt;
  }
  for (const ConfigValue& item : value.list->items) {
    if (!IsSize(item, min)) return std::nullopt;
  }
  return value;
}

ConfigValue ToList(Pool& pool, const Sizes& sizes, int rank) {
  std::vector<ConfigValue> items;
  for (int i = 0; i < rank; ++i) {
    items.push_back(ConfigValue::Int(sizes[static_cast<size_t>(i)]));
  }
  return ConfigValue::List(pool.InternList(std::move(items)));
}

// REQUIRES: what NormalTuple gave, or None after a failure.
Sizes FromList(const ConfigValue& value) {
  Sizes sizes = AllAxes(1);
  if (value.type != ConfigValue::Type::kList) return sizes;
  const std::vector<ConfigValue>& items = value.list->items;
  for (size_t i = 0; i < items.size() && i < sizes.size(); ++i) {
    sizes[i] = static_cast<int32_t>(items[i].integer);
  }
  return sizes;
}

std::string ExpectedSizes(int count, int32_t min) {
  return absl::StrCat("a whole number from ", min, " to ", kMaxDim,
                      ", or a list of ", count, " of them");
}

// One of `allowed`, of which the first is the default, in any case.
size_t ReadAnyCase(ConfigReader& reader, absl::string_view key,
                   absl::Span<const absl::string_view> allowed,
                   bool none_is_default, absl::string_view expected) {
  Pool& pool = reader.pool();
  const ConfigValue value = reader.Normalized(
      key, ConfigValue::String(pool.InternName(allowed[0])),
      [&](const ConfigValue& given) -> MaybeValue {
        if (none_is_default && given.type == ConfigValue::Type::kNone) {
          return ConfigValue::String(pool.InternName(allowed[0]));
        }
        if (given.type != ConfigValue::Type::kString) return std::nullopt;
        const std::string lower = absl::AsciiStrToLower(given.string->text);
        for (absl::string_view name : allowed) {
          if (name == lower) return ConfigValue::String(pool.InternName(name));
        }
        return std::nullopt;
      },
      expected);
  return static_cast<size_t>(
      std::find(allowed.begin(), allowed.end(), value.string->text) -
      allowed.begin());
}

}  // namespace

Sizes ReadSizes(ConfigReader& reader, absl::string_view key, int rank,
                std::optional<Sizes> fallback, int32_t min) {
  Pool& pool = reader.pool();
  MaybeValue normal_fallback;
  if (fallback.has_value()) normal_fallback = ToList(pool, *fallback, rank);
  return FromList(reader.Normalized(
      key, normal_fallback,
      [&](const ConfigValue& value) {
        return NormalTuple(pool, value, rank, min);
      },
      ExpectedSizes(rank, min)));
}

std::optional<Sizes> ReadSizesOrNone(ConfigReader& reader,
                                     absl::string_view key, int rank,
                                     int32_t min) {
  Pool& pool = reader.pool();
  const ConfigValue value = reader.Normalized(
      key, ConfigValue::None(),
      [&](const ConfigValue& given) -> MaybeValue {
        if (given.type == ConfigValue::Type::kNone) return given;
        return NormalTuple(pool, given, rank, min);
      },
      absl::StrCat("None, ", ExpectedSizes(rank, min)));
  if (value.type == ConfigValue::Type::kNone) return std::nullopt;
  return FromList(value);
}

int32_t ReadTruncatedSize(ConfigReader& reader, absl::string_view key,
                          int32_t fallback) {
  const ConfigValue value = reader.Normalized(
      key, ConfigValue::Int(fallback),
      [](const ConfigValue& given) -> MaybeValue {
        ConfigValue number = given;
        if (given.type == ConfigValue::Type::kDouble && given.number >= 1 &&
            given.number <= kMaxDim) {
          number = ConfigValue::Int(static_cast<int64_t>(given.number));
        }
        if (!IsSize(number, 1)) return std::nullopt;
        return number;
      },
      absl::StrCat("a number from 1 to ", kMaxDim));
  return static_cast<int32_t>(value.integer);
}

Sizes ReadPoolStrides(ConfigReader& reader, int rank) {
  Pool& pool = reader.pool();
  constexpr int32_t kDefaultPoolSize = 2;
  ConfigValue pool_size = ToList(pool, AllAxes(kDefaultPoolSize), rank);
  if (const ConfigValue* given = reader.Peek("pool_size")) {
    // A wrong one is found when it is read.
    pool_size = NormalTuple(pool, *given, rank, 1).value_or(pool_size);
  }
  return FromList(reader.Normalized(
      "strides", pool_size,
      [&](const ConfigValue& value) -> MaybeValue {
        if (value.type == ConfigValue::Type::kNone) return pool_size;
        return NormalTuple(pool, value, rank, 1);
      },
      absl::StrCat("None, ", ExpectedSizes(rank, 1))));
}

SizePairs ReadPairs(ConfigReader& reader, absl::string_view key, int rank,
                    int32_t fallback) {
  constexpr int kPair = 2;
  Pool& pool = reader.pool();
  const auto of_number = [&](const ConfigValue& number) {
    const ConfigValue pair = Repeated(pool, number, kPair);
    return rank == 1 ? pair : Repeated(pool, pair, rank);
  };
  const ConfigValue value = reader.Normalized(
      key, of_number(ConfigValue::Int(fallback)),
      [&](const ConfigValue& given) -> MaybeValue {
        if (IsSize(given, 0)) return of_number(given);
        if (rank == 1) return NormalTuple(pool, given, kPair, 0);
        if (given.type != ConfigValue::Type::kList ||
            given.list->items.size() != static_cast<size_t>(rank)) {
          return std::nullopt;
        }
        std::vector<ConfigValue> pairs;
        for (const ConfigValue& item : given.list->items) {
          const MaybeValue pair = NormalTuple(pool, item, kPair, 0);
          if (!pair.has_value()) return std::nullopt;
          pairs.push_back(*pair);
        }
        return ConfigValue::List(pool.InternList(std::move(pairs)));
      },
      rank == 1 ? ExpectedSizes(kPair, 0)
                : absl::StrCat("a whole number from 0 to ", kMaxDim,
                               ", or a list of ", rank,
                               " of them or of pairs of them"));
  SizePairs pairs{};
  for (int i = 0; i < rank; ++i) {
    const auto at = static_cast<size_t>(i);
    const std::vector<ConfigValue>& pair =
        rank == 1 ? value.list->items : value.list->items[at].list->items;
    pairs[at] = {static_cast<int32_t>(pair[0].integer),
                 static_cast<int32_t>(pair[1].integer)};
  }
  return pairs;
}

WindowPadding ReadPadding(ConfigReader& reader) {
  constexpr absl::string_view kNames[] = {"valid", "same", "causal"};
  return static_cast<WindowPadding>(
      ReadAnyCase(reader, "padding", kNames, /*none_is_default=*/false,
                  "one of 'valid', 'same', 'causal'"));
}

bool ReadChannelsFirst(ConfigReader& reader) {
  constexpr absl::string_view kNames[] = {"channels_last", "channels_first"};
  return ReadAnyCase(reader, "data_format", kNames, /*none_is_default=*/true,
                     "None, 'channels_last' or 'channels_first'") == 1;
}

}  // namespace clonecheck
