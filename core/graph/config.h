// Config: the interned constructor arguments of a layer, as Keras' get_config
// gives them, without name and trainable (which belong to the layer). Equal
// configs have one address within a Pool. Not for parsed parameters: a
// LayerSpec holds those.
#ifndef CLONECHECK_CORE_GRAPH_CONFIG_H_
#define CLONECHECK_CORE_GRAPH_CONFIG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/name.h"

namespace clonecheck {

struct Config;
struct ConfigList;

// One value in a config: what JSON can hold. Tuples are lists (JSON makes no
// difference, and configs are compared with tuple = list).
struct ConfigValue {
  enum class Type : uint8_t {
    kNone,
    kBool,
    kInt,
    kDouble,
    kString,
    kList,
    kDict
  };

  Type type = Type::kNone;
  union {
    bool boolean;
    int64_t integer = 0;
    double number;
    const Name* string;
    const ConfigList* list;
    const Config* dict;
  };

  static ConfigValue None() { return ConfigValue(); }
  static ConfigValue Bool(bool value) {
    ConfigValue v;
    v.type = Type::kBool;
    v.integer = 0;
    v.boolean = value;
    return v;
  }
  static ConfigValue Int(int64_t value) {
    ConfigValue v;
    v.type = Type::kInt;
    v.integer = value;
    return v;
  }
  static ConfigValue Double(double value) {
    ConfigValue v;
    v.type = Type::kDouble;
    v.number = value;
    return v;
  }
  static ConfigValue String(const Name* value) {
    ConfigValue v;
    v.type = Type::kString;
    v.string = value;
    return v;
  }
  static ConfigValue List(const ConfigList* value) {
    ConfigValue v;
    v.type = Type::kList;
    v.list = value;
    return v;
  }
  static ConfigValue Dict(const Config* value) {
    ConfigValue v;
    v.type = Type::kDict;
    v.dict = value;
    return v;
  }

  // Same type and same value; NaN equals itself (bits are compared).
  friend bool operator==(const ConfigValue& a, const ConfigValue& b) {
    return a.type == b.type && a.bits() == b.bits();
  }
  // The value as 64 bits; interned values by address.
  uint64_t bits() const {
    return type == Type::kBool ? (boolean ? 1 : 0)
                               : static_cast<uint64_t>(integer);
  }
};

struct ConfigList {
  std::vector<ConfigValue> items;
};

struct ConfigEntry {
  const Name* key;
  ConfigValue value;
};

struct Config {
  uint32_t id = 0;  // dense within the Pool
  // The layer's class; null for a plain dict.
  const Name* kind = nullptr;
  // Sorted by the key's text.
  std::vector<ConfigEntry> entries;

  // The value under `key`, or null.
  const ConfigValue* Find(absl::string_view key) const;
};

// A total order on values by content, never by address: negative, zero or
// positive as a comes before, equals or comes after b.
int CompareConfigValues(const ConfigValue& a, const ConfigValue& b);
int CompareConfigs(const Config& a, const Config& b);

// As a Python literal: `None`, `True`, `3`, `0.5`, `'relu'`, `[1, 2]`.
std::string ConfigValueToPython(const ConfigValue& value);

// As Python's keyword arguments: `activation='relu', units=3`.
std::string ConfigToPython(const Config& config);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_CONFIG_H_
