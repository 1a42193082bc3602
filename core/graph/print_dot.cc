#include "core/graph/print_dot.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/graph/graph_names.h"
#include "core/graph/model_kinds.h"
#include "core/graph/python_syntax.h"
#include "core/text.h"

namespace clonecheck {
namespace {

// Bytes of a label's line: a box is to be narrower than a screen.
constexpr size_t kMaxLine = 56;

// Of layers that are called several times, light enough for black text.
constexpr std::array<absl::string_view, 6> kSharedColours = {
    "#cfe8ff", "#ffe2b8", "#d5f0c8", "#f3d1e8", "#e4dcfa", "#c9efec"};
constexpr absl::string_view kMarkColour = "#b00020";

// Cut between characters (UTF-8) to what fits into a line.
std::string Cut(const std::string& text) {
  if (text.size() <= kMaxLine) return text;
  size_t end = kMaxLine;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;
  }
  return text.substr(0, end) + "…";
}

// A quoted string of the language, of one line. In labels a backslash begins
// an escape and an ampersand an entity; controls become spaces.
std::string Quoted(absl::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    // Of a byte that is no UTF-8, itself.
    const absl::string_view character =
        text.substr(0, std::max<size_t>(Utf8Length(text), 1));
    text.remove_prefix(character.size());
    if (IsControl(CodePoint(character))) {
      quoted += ' ';
    } else if (character == "\"" || character == "\\") {
      absl::StrAppend(&quoted, "\\", character);
    } else if (character == "&") {
      quoted += "&amp;";
    } else {
      absl::StrAppend(&quoted, character);
    }
  }
  return quoted + "\"";
}

class DotPrinter {
 public:
  DotPrinter(const Graph& graph, const LayerFacts* facts,
             const DotOptions& options)
      : graph_(graph),
        names_(graph, facts),
        options_(options),
        calls_of_(graph.layers().size()),
        colour_(graph.layers().size()) {
    for (const Call& call : graph.calls()) ++calls_of_[call.layer];
    size_t shared = 0;
    for (size_t i = 0; i < calls_of_.size(); ++i) {
      if (calls_of_[i] < 2) continue;
      colour_[i] = kSharedColours[shared++ % kSharedColours.size()];
    }
  }

  std::string Print() {
    text_ = "digraph model {\n";
    if (!options_.title.empty()) {
      absl::StrAppend(&text_, "  tooltip=", Quoted(options_.title), ";\n");
    }
    absl::StrAppend(&text_,
                    "  node [shape=box, style=\"rounded,filled\", "
                    "fillcolor=\"#ffffff\", fontname=\"Courier,monospace\", "
                    "fontsize=9];\n"
                    "  edge [fontname=\"Courier,monospace\", fontsize=9];\n");
    for (size_t i = 0; i < graph_.inputs().size(); ++i) PrintInput(i);
    for (size_t i = 0; i < graph_.calls().size(); ++i) PrintCall(i);
    for (size_t i = 0; i < graph_.layers().size(); ++i) PrintModelLayer(i);
    for (size_t i = 0; i < graph_.model_outputs().size(); ++i) PrintOutput(i);
    return text_ + "}\n";
  }

 private:
  bool Marked(TensorRef ref) const {
    return std::find(options_.marked.begin(), options_.marked.end(), ref) !=
           options_.marked.end();
  }
  bool MarkedCall(size_t call) const {
    return std::any_of(
        options_.marked.begin(), options_.marked.end(), [call](TensorRef ref) {
          return !ref.is_input() && static_cast<size_t>(ref.producer) == call;
        });
  }
  static std::string MarkOf(bool marked) {
    return marked ? absl::StrCat(", class=\"marked\", penwidth=2.5, color=\"",
                                 kMarkColour, "\", fontcolor=\"", kMarkColour,
                                 "\"")
                  : std::string();
  }

  static std::string Node(TensorRef ref) {
    return ref.is_input() ? absl::StrCat("i", ref.input())
                          : absl::StrCat("c", ref.producer);
  }

  // An edge from the tensor; its label says which output it is, if there are
  // several, and by which keyword it is given.
  void PrintEdge(TensorRef from, const std::string& to,
                 const std::string& keyword, absl::string_view style) {
    std::string label;
    const std::string name = names_.Ref(from);
    if (!from.is_input() && name.find('.') != std::string::npos) {
      label = absl::StrCat(" .", from.index);
    }
    if (!keyword.empty()) absl::StrAppend(&label, " ", keyword, "=");
    absl::StrAppend(&text_, "  ", Node(from), " -> ", to,
                    " [label=", Quoted(Cut(label)), style, MarkOf(Marked(from)),
                    "];\n");
  }

  void PrintInput(size_t index) {
    const InputDecl& input = graph_.inputs()[index];
    const std::string end = PythonInputEnd(input);
    absl::StrAppend(
        &text_, "  i", index, " [id=\"i", index, "\", shape=oval, label=",
        Quoted(Cut(absl::StrCat("i", index, " = Input(",
                                input.batch_shape->ToString(), end))),
        MarkOf(Marked(TensorRef::Input(static_cast<int32_t>(index)))), "];\n");
  }

  void PrintCall(size_t index) {
    const Call& call = graph_.calls()[index];
    const LayerDecl& layer = graph_.layers()[call.layer];
    std::string first =
        absl::StrCat("c", index, " = ", PythonCall(graph_, call, names_.ref()));
    std::string second =
        absl::StrCat("l", call.layer, " = ", names_.Construction(layer));
    // Two lines: quoted apart, since a line break is an escape.
    const std::string upper = Quoted(Cut(first));
    const std::string lower = Quoted(Cut(second));
    absl::StrAppend(&text_, "  c", index, " [id=\"c", index,
                    "\", label=", upper.substr(0, upper.size() - 1), "\\n",
                    lower.substr(1));
    if (!colour_[call.layer].empty()) {
      absl::StrAppend(&text_, ", fillcolor=\"", colour_[call.layer], "\"");
    }
    absl::StrAppend(&text_, MarkOf(MarkedCall(index)), "];\n");
    for (TensorRef ref : graph_.call_inputs(call)) {
      PrintEdge(ref, absl::StrCat("c", index), "", "");
    }
    for (const Kwarg& kwarg : graph_.kwargs(call)) {
      for (TensorRef ref : graph_.tensors(kwarg.tensors)) {
        PrintEdge(ref, absl::StrCat("c", index), std::string(kwarg.key->text),
                  ", style=dashed");
      }
    }
  }

  // A nested Model is made of tensors that stand in the same drawing.
  void PrintModelLayer(size_t index) {
    const LayerDecl& layer = graph_.layers()[index];
    if (!IsModel(layer)) return;
    absl::StrAppend(&text_, "  l", index, " [id=\"l", index,
                    "\", shape=folder, style=filled, label=",
                    Quoted(Cut(absl::StrCat("l", index, " = ",
                                            names_.Construction(layer)))),
                    "];\n");
    for (TensorRef ref : graph_.tensors(layer.model_outputs)) {
      PrintEdge(ref, absl::StrCat("l", index), "", ", style=dotted");
    }
  }

  void PrintOutput(size_t index) {
    const TensorRef ref = graph_.model_outputs()[index];
    absl::StrAppend(&text_, "  o", index, " [id=\"o", index,
                    "\", shape=oval, peripheries=2, label=",
                    Quoted(absl::StrCat("output ", index)), MarkOf(Marked(ref)),
                    "];\n");
    PrintEdge(ref, absl::StrCat("o", index), "", "");
  }

  const Graph& graph_;
  const GraphNames names_;
  const DotOptions& options_;
  std::vector<int> calls_of_;              // by layer
  std::vector<absl::string_view> colour_;  // by layer; empty: none
  std::string text_;
};

}  // namespace

std::string GraphToDot(const Graph& graph, const LayerFacts* facts,
                       const DotOptions& options) {
  return DotPrinter(graph, facts, options).Print();
}

}  // namespace clonecheck
