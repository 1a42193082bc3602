#include "targets/hunt_issue.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

struct Promise {
  absl::string_view obligation;
  absl::string_view text;
};
// What an operation owes, as a sentence that goes on from "What OPERATION
// makes".
constexpr Promise kPromises[] = {
    {"usable", "can be run on the inputs that the original takes."},
    {"weights", "has as many weights as the original, of the same shapes."},
    {"weights_kept", "holds the values of the original's weights."},
    {"weights_fresh", "has weights of its own."},
    {"outputs",
     "computes, with the same weights and inputs, what the original computes."},
    {"masks", "has the masks that the original has."},
    {"sharing", "shares layers and weights as the original does."},
    {"trainable", "has the original's `trainable` flags."},
    {"dtypes", "has the original's dtypes and policies."},
    {"structure", "takes and gives what the original takes and gives."},
    {"calls", "calls its layers with the arguments that the original uses."},
    {"config", "has the original's config."},
    {"names", "has the original's names."},
    {"order", "has its layers in the original's order."},
};

std::string Expected(const HuntFault& fault) {
  const std::string operation = absl::StrCat("`", fault.step, "`");
  if (fault.obligation == "completes") {
    return absl::StrCat(operation, " gives a model.");
  }
  if (fault.obligation == "original_untouched") {
    return absl::StrCat(operation, " leaves the original as it is.");
  }
  for (const Promise& promise : kPromises) {
    if (fault.obligation == promise.obligation) {
      return absl::StrCat("What ", operation, " makes ", promise.text);
    }
  }
  return absl::StrCat("What ", operation, " makes keeps `", fault.obligation,
                      "`.");
}

// A block that its text cannot end.
std::string Block(absl::string_view language, absl::string_view text) {
  std::string fence = "```";
  while (text.find(fence) != absl::string_view::npos) fence += "`";
  return absl::StrCat(fence, language, "\n", absl::StripSuffix(text, "\n"),
                      "\n", fence, "\n");
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat(
      "\"", absl::StrReplaceAll(text, {{"\"", "#quot;"}, {"\n", " "}}), "\"");
}

std::string ShapeText(const ordered_json& shape) {
  std::vector<std::string> sizes;
  for (const ordered_json& size : shape) {
    sizes.push_back(size.is_null() ? "None" : size.dump());
  }
  return absl::StrCat("(", absl::StrJoin(sizes, ", "),
                      sizes.size() == 1 ? ",)" : ")");
}

std::string LayerText(const ordered_json& layers, size_t index) {
  const ordered_json& layer = layers.at(index);
  std::string text = absl::StrCat("l", index, ": ", layer.value("class", "?"));
  if (layer.contains("name")) {
    absl::StrAppend(&text, " ", layer["name"].get<std::string>());
  }
  if (layer.contains("children")) {
    std::vector<std::string> children;
    for (const ordered_json& child : layer["children"]) {
      children.push_back(LayerText(layers, child.get<size_t>()));
    }
    absl::StrAppend(&text, " of [", absl::StrJoin(children, ", "), "]");
  }
  if (layer.contains("outputs")) {
    absl::StrAppend(&text, " to ", layer["outputs"].dump());
  }
  if (!layer.value("trainable", true)) absl::StrAppend(&text, ", frozen");
  return text;
}

// `A --> B`, with what is not plain about the edge.
std::string Edge(const std::string& ref, const std::string& to,
                 const std::string& key) {
  const size_t dot = ref.find('.');
  std::string label = key;
  if (dot != std::string::npos) {
    absl::StrAppend(&label, label.empty() ? "" : ", ", "output ",
                    ref.substr(dot + 1));
  }
  return absl::StrCat("  ", ref.substr(0, dot), " -->",
                      label.empty() ? "" : absl::StrCat("|", label, "|"), " ",
                      to, "\n");
}

}  // namespace

std::string GraphToMermaid(const ordered_json& graph) {
  std::string text = "flowchart TD\n";
  const ordered_json layers = graph.value("layers", ordered_json::array());
  size_t index = 0;
  for (const ordered_json& input : graph.value("inputs", ordered_json())) {
    absl::StrAppend(
        &text, "  i", index, "([",
        Quoted(absl::StrCat("i", index, " ", ShapeText(input["shape"]))),
        "])\n");
    ++index;
  }
  index = 0;
  for (const ordered_json& call : graph.value("calls", ordered_json())) {
    const std::string name = absl::StrCat("c", index++);
    absl::StrAppend(&text, "  ", name, "[",
                    Quoted(LayerText(layers, call["layer"].get<size_t>())),
                    "]\n");
    for (const ordered_json& ref : call["inputs"]) {
      absl::StrAppend(&text, Edge(ref.get<std::string>(), name, ""));
    }
    for (const ordered_json& word : call.value("kwargs", ordered_json())) {
      const std::string key = word.value("name", "");
      if (word.contains("tensor")) {
        absl::StrAppend(&text,
                        Edge(word["tensor"].get<std::string>(), name, key));
      }
      for (const ordered_json& ref : word.value("tensors", ordered_json())) {
        absl::StrAppend(&text, Edge(ref.get<std::string>(), name, key));
      }
    }
  }
  const ordered_json model = graph.value("model", ordered_json::object());
  if (model.contains("layer")) {
    absl::StrAppend(
        &text, "  m[[",
        Quoted(absl::StrCat("the model is ",
                            LayerText(layers, model["layer"].get<size_t>()))),
        "]]\n");
    return text;
  }
  index = 0;
  for (const ordered_json& ref : model.value("outputs", ordered_json())) {
    const std::string name = absl::StrCat("o", index);
    absl::StrAppend(&text, "  ", name, "([",
                    Quoted(absl::StrCat("output ", index)), "])\n",
                    Edge(ref.get<std::string>(), name, ""));
    ++index;
  }
  return text;
}

std::string HuntIssue(const HuntFinding& finding, const json& versions,
                      const std::string& language) {
  const HuntFault& fault = finding.fault;
  std::string told;
  for (const auto& [name, version] : versions.items()) {
    absl::StrAppend(
        &told, "- ", name, " ",
        version.is_string() ? version.get<std::string>() : version.dump(),
        "\n");
  }
  return absl::StrCat(
      "# `", fault.step, "`: ",
      fault.type.empty() ? absl::StrCat(fault.obligation, " (", fault.look, ")")
                         : fault.type,
      "\n\n", "A model for which `", fault.step,
      "` does not do what it should, made as small as it gets",
      finding.variants.empty()
          ? ""
          : absl::StrCat("; the model is made with ",
                         absl::StrJoin(finding.variants, ", ")),
      ".\n\n## Expected\n\n", Expected(fault), "\n\n## Actual\n\n",
      Block("", finding.script_output.empty() ? fault.detail
                                              : finding.script_output),
      finding.confirmed
          ? ""
          : "\n**Not confirmed**: the script below did not show this in a "
            "fresh process. Do not send this.\n",
      "\n## The model\n\n", Block("mermaid", GraphToMermaid(finding.graph)),
      "\n## Script\n\nExit code 1 where this shows, 0 where it does not.\n\n",
      finding.script.empty() ? "There is none.\n"
                             : Block(language, finding.script),
      "\n## Versions\n\n", told);
}

}  // namespace clonecheck
