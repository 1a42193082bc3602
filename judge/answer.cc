#include "judge/answer.h"

#include <algorithm>
#include <utility>

#include "campaign/array_json.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// With their dimensions, so that they are read back as they were.
json SizedArrays(const std::vector<Array>& arrays) {
  json list = json::array();
  for (const Array& array : arrays) {
    json values = json::array();
    for (double value : array.values) {
      values.push_back(json(NumberToJson(value)));
    }
    list.push_back({{"dims", array.dims},
                    {"values", std::move(values)},
                    {"none", array.is_none()}});
  }
  return list;
}

std::vector<Array> ArraysFromJson(const json& list) {
  std::vector<Array> arrays;
  for (const json& item : list) {
    Array& array = arrays.emplace_back();
    if (item.at("none").get<bool>()) continue;
    size_t size = 1;
    for (const json& dim : item.at("dims")) {
      array.dims.push_back(dim.get<int32_t>());
      size *= static_cast<size_t>(std::max(array.dims.back(), 0));
    }
    for (const json& value : item.at("values")) {
      array.values.push_back(NumberFromJson(value));
    }
    if (array.values.size() != size) array = Array();
  }
  return arrays;
}

json DetailsToJson(const Details& details) {
  json object{{"error", details.error},       {"what", details.what},
              {"original", details.original}, {"clone", details.clone},
              {"of", details.numbers_of},     {"none", details.no_numbers}};
  if (details.numbers.has_value()) {
    const Numbers& numbers = *details.numbers;
    object["numbers"] = {
        {"inputs", SizedArrays(numbers.inputs)},
        {"weights", SizedArrays(numbers.weights)},
        {"original", SizedArrays(numbers.original)},
        {"clone", SizedArrays(numbers.clone)},
        {"output", numbers.output},
        {"difference", json(NumberToJson(numbers.difference))}};
  }
  return object;
}

Details DetailsFromJson(const json& object) {
  Details details;
  details.error = object.at("error").get<std::string>();
  details.what = object.at("what").get<std::string>();
  details.original = object.at("original").get<std::string>();
  details.clone = object.at("clone").get<std::string>();
  details.numbers_of = object.at("of").get<std::string>();
  details.no_numbers = object.at("none").get<std::string>();
  if (object.contains("numbers")) {
    const json& from = object.at("numbers");
    Numbers numbers;
    numbers.inputs = ArraysFromJson(from.at("inputs"));
    numbers.weights = ArraysFromJson(from.at("weights"));
    numbers.original = ArraysFromJson(from.at("original"));
    numbers.clone = ArraysFromJson(from.at("clone"));
    numbers.output = from.at("output").get<int>();
    numbers.difference = NumberFromJson(from.at("difference"));
    const size_t outputs = numbers.original.size();
    if (numbers.clone.size() == outputs && numbers.output >= 0 &&
        static_cast<size_t>(numbers.output) < outputs) {
      details.numbers = std::move(numbers);
    }
  }
  return details;
}

const LayerKind* FindKind(const std::string& name) {
  for (const LayerKind* kind : AllLayerKinds()) {
    if (kind->class_name() == name) return kind;
  }
  return nullptr;
}

Answer Read(const json& object, absl::Span<const Obligation* const> obligations,
            Symptoms& symptoms) {
  Answer answer;
  answer.verdict.verdict = Verdict::kUnjudged;
  if (object.contains("why")) {
    answer.why = object.at("why").get<std::string>();
    return answer;
  }
  const int verdict = object.at("verdict").get<int>();
  if (verdict < 0 || verdict >= kNumVerdicts) {
    answer.why = "an answer with no verdict";
    return answer;
  }
  const uint32_t all = (uint64_t{1} << obligations.size()) - 1;
  answer.verdict.implied = object.value("implied", 0u) & all;
  answer.verdict.on_samples = object.value("on_samples", 0u) & all;
  if (object.contains("obligation")) {
    const size_t obligation = object.at("obligation").get<size_t>();
    if (obligation >= obligations.size()) {
      answer.why = "an answer about no obligation";
      return answer;
    }
    answer.verdict.signature =
        Signature{obligations[obligation],
                  symptoms.Keep(object.at("symptom").get<std::string>()),
                  FindKind(object.value("where", ""))};
  }
  if (object.contains("details")) {
    answer.details = DetailsFromJson(object.at("details"));
  }
  answer.verdict.verdict = static_cast<Verdict>(verdict);
  return answer;
}

}  // namespace

absl::string_view Symptoms::Keep(absl::string_view text) {
  const auto found = index_.find(text);
  if (found != index_.end()) return *found;
  texts_.emplace_back(text);
  index_.insert(texts_.back());
  return texts_.back();
}

json AnswerToJson(const Answer& answer,
                  absl::Span<const Obligation* const> obligations) {
  if (!answer.why.empty()) return {{"why", answer.why}};
  const CaseVerdict& verdict = answer.verdict;
  json object{{"verdict", static_cast<int>(verdict.verdict)}};
  if (verdict.on_samples != 0) object["on_samples"] = verdict.on_samples;
  if (!verdict.failed()) return object;
  object["implied"] = verdict.implied;
  for (size_t i = 0; i < obligations.size(); ++i) {
    if (obligations[i] == verdict.signature.obligation) {
      object["obligation"] = i;
    }
  }
  object["symptom"] = std::string(verdict.signature.symptom);
  if (verdict.signature.where != nullptr) {
    object["where"] = std::string(verdict.signature.where->class_name());
  }
  object["details"] = DetailsToJson(answer.details);
  return object;
}

Answer AnswerFromJson(const json& object,
                      absl::Span<const Obligation* const> obligations,
                      Symptoms& symptoms) {
  try {
    return Read(object, obligations, symptoms);
  } catch (const json::exception& error) {
    Answer answer;
    answer.verdict.verdict = Verdict::kUnjudged;
    answer.why = "an answer that is none";
    return answer;
  }
}

}  // namespace clonecheck
