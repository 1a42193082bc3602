#include "core/exchange/load_case.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/exchange/json_reader.h"
#include "core/exchange/keras_json.h"
#include "core/graph/describe_json.h"
#include "core/graph/json.h"
#include "core/graph/parse_json.h"
#include "core/layers/resolve_graph.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

constexpr absl::string_view kWhatToGive =
    "give a case of clonecheck, {\"clonecheck\": 1, …, or what "
    "model.to_json() returns, {\"class_name\": \"Model\", …";

absl::Status Neither(const json& document) {
  if (document.is_string() &&
      absl::StrContains(document.get_ref<const std::string&>(), "class_name")) {
    return absl::InvalidArgumentError(
        "the document is a text that holds JSON, not JSON; write what "
        "model.to_json() returns to the file as it is, without json.dump");
  }
  return absl::InvalidArgumentError(
      absl::StrCat("the document is ", DescribeJson(document),
                   document.is_object() ? " without the key \"clonecheck\" or "
                                          "\"class_name\""
                                        : "",
                   ", neither a case nor a Keras model; ", kWhatToGive));
}

absl::StatusOr<Graph> ReadGraph(json document, Catalogue& catalogue) {
  if (document.is_object() && document.contains("clonecheck")) {
    return GraphFromJsonValue(document, catalogue.pool());
  }
  if (document.is_object() &&
      (document.contains("class_name") || document.contains("layers"))) {
    return GraphFromKerasJson(std::move(document), catalogue);
  }
  return Neither(document);
}

}  // namespace

absl::StatusOr<Graph> LoadGraph(absl::string_view text, Catalogue& catalogue) {
  if (absl::StartsWith(text, "\x89HDF")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the file is HDF5, as model.save() writes it; ", kWhatToGive));
  }
  if (absl::StartsWith(text, "PK\x03\x04")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the file is a zip, as Keras 3's model.save() writes it; its "
        "config.json is what is read (unzip -p FILE config.json), or ",
        kWhatToGive));
  }
  absl::StatusOr<json> document = ParseJson(text);
  if (!document.ok()) return document.status();
  absl::StatusOr<Graph> graph = ReadGraph(*std::move(document), catalogue);
  if (!graph.ok()) return graph.status();
  return ResolveGraph(*std::move(graph), catalogue);
}

}  // namespace clonecheck
