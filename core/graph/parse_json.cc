#include "core/graph/parse_json.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/text.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// `line 3, column 14 (byte 52)`; lines and columns count from 1, in bytes.
std::string PlaceText(absl::string_view text, size_t byte) {
  const absl::string_view before = text.substr(0, byte);
  const size_t line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t newline = before.rfind('\n');
  const size_t column =
      newline == absl::string_view::npos ? byte + 1 : byte - newline;
  return absl::StrCat("line ", line, ", column ", column, " (byte ", byte, ")");
}

// Goes over the text and lets others see how far it has come.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** progress)
      : at_(at), progress_(progress) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *progress_ = ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) {
    return !(a == b);
  }

 private:
  const char* at_;
  const char** progress_;
};

// Builds the value from the parser's events and stops at the first fault.
class Builder final : public nlohmann::json_sax<json> {
 public:
  Builder(absl::string_view text, const JsonLimits& limits)
      : text_(text), limits_(limits), progress_(text.data()) {}

  const char** progress() { return &progress_; }
  absl::Status& status() { return status_; }
  json& root() { return root_; }

  bool null() override { return Add(nullptr) != nullptr; }
  bool boolean(bool value) override { return Add(value) != nullptr; }
  bool number_integer(int64_t value) override { return Add(value) != nullptr; }
  bool number_unsigned(uint64_t value) override {
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      return FailWholeNumber();
    }
    return Add(static_cast<int64_t>(value)) != nullptr;
  }
  bool number_float(double value, const std::string& text) override {
    // A whole number past 64 bits comes here too.
    if (text.find_first_of(".eE") == std::string::npos) {
      return FailWholeNumber();
    }
    return Add(value) != nullptr;
  }
  bool string(std::string& value) override {
    return Add(std::move(value)) != nullptr;
  }
  bool binary(json::binary_t&) override {
    return Fail("binary data", "use JSON text");
  }

  bool start_object(size_t) override { return Open(json::object()); }
  bool key(std::string& name) override {
    // Takes the name only where it is new.
    const auto [it, is_new] =
        open_.back()->get_ref<json::object_t&>().try_emplace(std::move(name));
    if (!is_new) {
      return Fail(absl::StrCat("the key ", QuoteForMessage(name),
                               " occurs twice in one object"),
                  "remove one of the two");
    }
    slot_ = &it->second;
    return true;
  }
  bool end_object() override { return Close(); }
  bool start_array(size_t) override { return Open(json::array()); }
  bool end_array() override { return Close(); }

  bool parse_error(size_t position, const std::string&,
                   const json::exception& error) override {
    // The library's text: `[json.exception.parse_error.101] parse error at
    // line 1, column 2: syntax error while parsing value - unexpected end of
    // input; expected …`, with the last characters read in the middle.
    absl::string_view what = error.what();
    if (size_t dash = what.find(" - "); dash != absl::string_view::npos) {
      what.remove_prefix(dash + 3);
    }
    absl::string_view expected;
    if (size_t at = what.rfind("; expected "); at != absl::string_view::npos) {
      expected = what.substr(at);
    }
    if (size_t at = what.find("; last read: "); at != absl::string_view::npos) {
      what = what.substr(0, at);
    } else if (size_t semicolon = what.find("; expected ");
               semicolon != absl::string_view::npos) {
      what = what.substr(0, semicolon);
    }
    if (absl::StartsWith(what, "[json.exception.out_of_range")) {
      what = "the number is past the range of a double";
    }
    // `position` counts the characters read, the wrong one included.
    const size_t byte =
        std::min(position == 0 ? 0 : position - 1, text_.size());
    status_ = absl::InvalidArgumentError(
        absl::StrCat(PlaceText(text_, byte), ": this is no JSON: ", what,
                     expected, "; correct the text there"));
    return false;
  }

 private:
  bool Fail(absl::string_view fault, absl::string_view remedy) {
    const size_t consumed = static_cast<size_t>(progress_ - text_.data());
    status_ = absl::InvalidArgumentError(
        absl::StrCat(PlaceText(text_, consumed == 0 ? 0 : consumed - 1), ": ",
                     fault, "; ", remedy));
    return false;
  }
  bool FailWholeNumber() {
    return Fail("a whole number that does not fit into 64 bits",
                "use a smaller one, or write it with a decimal point");
  }

  // The place of the new value in the tree, or null.
  json* Add(json value) {
    if (++num_values_ > limits_.max_values) {
      Fail(absl::StrCat("more than ", limits_.max_values, " values"),
           "use a smaller file");
      return nullptr;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (open_.back()->is_array()) {
      open_.back()->push_back(std::move(value));
      return &open_.back()->back();
    }
    *slot_ = std::move(value);
    return slot_;
  }

  bool Open(json value) {
    if (open_.size() >= limits_.max_depth) {
      return Fail(absl::StrCat("arrays and objects are nested more than ",
                               limits_.max_depth, " levels deep"),
                  "use a flatter file");
    }
    json* place = Add(std::move(value));
    if (place == nullptr) return false;
    open_.push_back(place);
    return true;
  }
  bool Close() {
    open_.pop_back();
    return true;
  }

  absl::string_view text_;
  const JsonLimits& limits_;
  const char* progress_;
  absl::Status status_;
  json root_;
  std::vector<json*> open_;
  json* slot_ = nullptr;  // where the value of the last key goes
  size_t num_values_ = 0;
};

}  // namespace

absl::StatusOr<json> ParseJson(absl::string_view text,
                               const JsonLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the JSON text has ", text.size(), " bytes, more than the ",
        limits.max_bytes, " that clonecheck reads; use a smaller file"));
  }
  if (text.find_first_not_of(" \t\r\n") == absl::string_view::npos) {
    return absl::InvalidArgumentError(
        "the JSON text is empty; give a file that holds an object");
  }
  Builder builder(text, limits);
  const char* begin = text.data();
  const char* end = begin + text.size();
  const bool ok =
      json::sax_parse(CountingIterator(begin, builder.progress()),
                      CountingIterator(end, builder.progress()), &builder);
  if (!ok) return builder.status();
  return std::move(builder.root());
}

}  // namespace clonecheck
