#include "reports/drawing.h"

#include <graphviz/gvc.h>
#include <graphviz/gvplugin.h>

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/limits.h"

// Of Graphviz' plugins; no header of its own declares them.
extern "C" {
extern gvplugin_library_t gvplugin_core_LTX_library;
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
}

namespace clonecheck {
namespace {

struct CloseGraph {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};

// A context with these plugins only. The one that Graphviz would load for texts
// (pango) measures with the machine's fonts, and keeps a font's name beyond the
// context that owns it; without it, Graphviz has metrics of its own.
GVC_t* NewContext() {
  const lt_symlist_t plugins[] = {
      {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
      {"gvplugin_core_LTX_library", &gvplugin_core_LTX_library},
      {nullptr, nullptr}};
  return gvContextPlugins(plugins, /*demand_loading=*/0);
}

// gvRenderData, whose length is an unsigned int in Graphviz 2 and a size_t in
// later ones. False if it fails.
template <typename Length>
bool RenderSvg(int (*render)(GVC_t*, graph_t*, const char*, char**, Length*),
               GVC_t* context, Agraph_t* graph, std::string* svg) {
  char* rendered = nullptr;
  Length length = 0;
  if (render(context, graph, "svg", &rendered, &length) != 0) return false;
  svg->assign(rendered, length);
  gvFreeRenderData(rendered);
  return true;
}

}  // namespace

Drawer::Drawer() : context_(NewContext()) {}

Drawer::~Drawer() { gvFreeContext(context_); }

absl::StatusOr<std::string> Drawer::ToSvg(const std::string& dot) {
  if (dot.size() > kMaxDotBytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the drawing is too large to be laid out (", dot.size(), " bytes, and ",
        kMaxDotBytes, " are the limit). Take --as dot and another program."));
  }
  // Graphviz says on standard error what is wrong.
  const std::unique_ptr<Agraph_t, CloseGraph> graph(agmemread(dot.c_str()));
  if (graph == nullptr) {
    return absl::InvalidArgumentError(
        "this is no drawing of Graphviz. Give a text in its language dot.");
  }
  if (gvLayout(context_, graph.get(), "dot") != 0) {
    return absl::InvalidArgumentError(
        "Graphviz cannot lay this out. Take --as dot, and see what it says.");
  }
  std::string svg;
  const bool has_svg = RenderSvg(gvRenderData, context_, graph.get(), &svg);
  gvFreeLayout(context_, graph.get());
  if (!has_svg) {
    return absl::InternalError(
        "Graphviz has no SVG. Install libgraphviz-dev (tools/setup does).");
  }
  const size_t start = svg.find("<svg");
  if (start == std::string::npos) {
    return absl::InternalError(
        "Graphviz gave no SVG. Take --as dot and another program.");
  }
  return svg.substr(start);
}

}  // namespace clonecheck
