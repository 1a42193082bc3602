#include "corpus/known_findings.h"

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "corpus/known_text.h"

namespace clonecheck {
namespace {

using Json = nlohmann::json;

absl::Status Wrong(absl::string_view where, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("known findings: ", where, " ", what));
}

}  // namespace

absl::StatusOr<std::vector<KnownFinding>> ParseKnownFindings(
    absl::string_view text) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr,
                                /*allow_exceptions=*/false);
  if (json.is_discarded()) return Wrong("the file", "is not JSON; mend it.");
  if (!json.is_object() || json.value("version", Json()) != 1 ||
      !json.contains("known") || !json["known"].is_array()) {
    return Wrong("the file",
                 "needs \"version\": 1 and a list \"known\"; see "
                 "corpus/known.json.");
  }
  std::vector<KnownFinding> known;
  for (size_t i = 0; i < json["known"].size(); ++i) {
    const Json& entry = json["known"][i];
    const std::string where = absl::StrCat("entry ", i);
    KnownFinding finding;
    for (const auto& [key, field] :
         {std::make_pair("signature", &finding.signature),
          std::make_pair("reason", &finding.reason),
          std::make_pair("reference", &finding.reference)}) {
      if (!entry.is_object() || !entry.contains(key) ||
          !entry[key].is_string() || entry[key].get<std::string>().empty()) {
        return Wrong(where, absl::StrCat("needs a text for \"", key, "\"."));
      }
      *field = entry[key].get<std::string>();
    }
    if (entry.contains("cause")) {
      if (!entry["cause"].is_string()) {
        return Wrong(where, "has a \"cause\" that is no text.");
      }
      finding.cause = entry["cause"].get<std::string>();
    }
    const std::vector<std::string> parts =
        absl::StrSplit(finding.signature, '/');
    if (parts.size() != 4) {
      return Wrong(where,
                   absl::StrCat("has the signature \"", finding.signature,
                                "\"; it is to be "
                                "cloner/obligation/symptom/kind."));
    }
    known.push_back(std::move(finding));
  }
  return known;
}

const std::vector<KnownFinding>& OurKnownFindings() {
  static const auto* const kKnown = new std::vector<KnownFinding>(
      ParseKnownFindings(kKnownFindingsText).value());
  return *kKnown;
}

const KnownFinding* FindKnown(const std::vector<KnownFinding>& known,
                              absl::string_view signature) {
  const KnownFinding* any_kind = nullptr;
  for (const KnownFinding& finding : known) {
    if (finding.signature == signature) return &finding;
    absl::string_view pattern = finding.signature;
    if (!absl::ConsumeSuffix(&pattern, "*")) continue;
    // Up to the last slash.
    if (signature.substr(0, signature.rfind('/') + 1) == pattern) {
      any_kind = &finding;
    }
  }
  return any_kind;
}

std::string KnownReason(const std::vector<KnownFinding>& known,
                        absl::string_view signature) {
  const KnownFinding* entry = FindKnown(known, signature);
  if (entry == nullptr) return "";
  return absl::StrCat(entry->reason, " (", entry->reference, ")");
}

}  // namespace clonecheck
