"""Graphviz as a library: @graphviz//:gvc for <graphviz/gvc.h>."""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _graphviz_impl(ctx):
    find_system_package(ctx, "libgraphviz-dev", "graphviz/gvc.h")
    ctx.file("BUILD", system_library_build({"gvc": (["-lgvc", "-lcgraph", "-lcdt"], [])}))

graphviz = repository_rule(
    implementation = _graphviz_impl,
    doc = "Graphviz from the system's package.",
    local = True,
)
