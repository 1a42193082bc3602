#include "core/graph/config.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace clonecheck {
namespace {

template <typename T>
int Compare(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

std::string PythonString(absl::string_view text) {
  std::string quoted = "'";
  for (char c : text) {
    switch (c) {
      case '\'':
        quoted += "\\'";
        break;
      case '\\':
        quoted += "\\\\";
        break;
      case '\n':
        quoted += "\\n";
        break;
      case '\r':
        quoted += "\\r";
        break;
      case '\t':
        quoted += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          absl::StrAppendFormat(&quoted, "\\x%02x",
                                static_cast<unsigned char>(c));
        } else {
          quoted += c;
        }
    }
  }
  return quoted + "'";
}

}  // namespace

const ConfigValue* Config::Find(absl::string_view key) const {
  for (const ConfigEntry& entry : entries) {
    if (entry.key->text == key) return &entry.value;
  }
  return nullptr;
}

int CompareConfigValues(const ConfigValue& a, const ConfigValue& b) {
  if (a.type != b.type) return Compare(a.type, b.type);
  switch (a.type) {
    case ConfigValue::Type::kNone:
      return 0;
    case ConfigValue::Type::kBool:
      return Compare(a.boolean, b.boolean);
    case ConfigValue::Type::kInt:
      return Compare(a.integer, b.integer);
    case ConfigValue::Type::kDouble:
      if (std::isnan(a.number) || std::isnan(b.number)) {
        // NaN after all numbers.
        return std::isnan(a.number) == std::isnan(b.number)
                   ? Compare(a.bits(), b.bits())
                   : Compare(std::isnan(a.number), std::isnan(b.number));
      }
      // 0.0 and -0.0 are equal numbers, but not equal values.
      return a.number != b.number ? Compare(a.number, b.number)
                                  : Compare(a.bits(), b.bits());
    case ConfigValue::Type::kString:
      return Compare(a.string->text, b.string->text);
    case ConfigValue::Type::kList: {
      const auto& x = a.list->items;
      const auto& y = b.list->items;
      if (x.size() != y.size()) return Compare(x.size(), y.size());
      for (size_t i = 0; i < x.size(); ++i) {
        if (int c = CompareConfigValues(x[i], y[i]); c != 0) return c;
      }
      return 0;
    }
    case ConfigValue::Type::kDict:
      return CompareConfigs(*a.dict, *b.dict);
  }
  return 0;
}

int CompareConfigs(const Config& a, const Config& b) {
  if (&a == &b) return 0;
  if ((a.kind == nullptr) != (b.kind == nullptr)) {
    return a.kind == nullptr ? -1 : 1;
  }
  absl::string_view kind_a = a.kind == nullptr ? "" : a.kind->text;
  absl::string_view kind_b = b.kind == nullptr ? "" : b.kind->text;
  if (int c = Compare(kind_a, kind_b); c != 0) return c;
  if (int c = Compare(a.entries.size(), b.entries.size()); c != 0) return c;
  for (size_t i = 0; i < a.entries.size(); ++i) {
    if (int c = Compare(a.entries[i].key->text, b.entries[i].key->text);
        c != 0) {
      return c;
    }
    if (int c = CompareConfigValues(a.entries[i].value, b.entries[i].value);
        c != 0) {
      return c;
    }
  }
  return 0;
}

std::string ConfigValueToPython(const ConfigValue& value) {
  switch (value.type) {
    case ConfigValue::Type::kNone:
      return "None";
    case ConfigValue::Type::kBool:
      return value.boolean ? "True" : "False";
    case ConfigValue::Type::kInt:
      return absl::StrCat(value.integer);
    case ConfigValue::Type::kDouble: {
      if (std::isnan(value.number)) return "float('nan')";
      if (std::isinf(value.number)) {
        return value.number > 0 ? "float('inf')" : "float('-inf')";
      }
      std::string text = absl::StrFormat("%.17g", value.number);
      // The shortest text that reads back as the same number.
      for (int digits = 1; digits < 17; ++digits) {
        std::string shorter = absl::StrFormat("%.*g", digits, value.number);
        if (std::strtod(shorter.c_str(), nullptr) == value.number) {
          text = shorter;
          break;
        }
      }
      if (text.find_first_of(".en") == std::string::npos) text += ".0";
      return text;
    }
    case ConfigValue::Type::kString:
      return PythonString(value.string->text);
    case ConfigValue::Type::kList: {
      std::string text = "[";
      for (size_t i = 0; i < value.list->items.size(); ++i) {
        absl::StrAppend(&text, i > 0 ? ", " : "",
                        ConfigValueToPython(value.list->items[i]));
      }
      return text + "]";
    }
    case ConfigValue::Type::kDict: {
      std::string text = "{";
      for (size_t i = 0; i < value.dict->entries.size(); ++i) {
        const ConfigEntry& entry = value.dict->entries[i];
        absl::StrAppend(&text, i > 0 ? ", " : "", PythonString(entry.key->text),
                        ": ", ConfigValueToPython(entry.value));
      }
      return text + "}";
    }
  }
  return "None";
}

std::string ConfigToPython(const Config& config) {
  return absl::StrJoin(config.entries, ", ",
                       [](std::string* out, const ConfigEntry& entry) {
                         absl::StrAppend(out, entry.key->text, "=",
                                         ConfigValueToPython(entry.value));
                       });
}

}  // namespace clonecheck
