"""Graphviz as a library: @graphviz//:gvc for <graphviz/gvc.h>.

With it come two of its plugins, which a program registers itself
(gvContextPlugins): the layout `dot`, and `core`, which writes SVG. Not those
that Graphviz would look for at run time: they ask fontconfig how wide a text
is, so that a drawing would depend on the machine's fonts.
"""

load(":system_package.bzl", "find_in_library_dirs", "find_system_package", "system_library_build")

_PLUGINS = ["gvplugin_core", "gvplugin_dot_layout"]

def _graphviz_impl(ctx):
    find_system_package(ctx, "libgraphviz-dev", "graphviz/gvc.h")
    folder = find_in_library_dirs(ctx, "graphviz/lib%s.so" % _PLUGINS[0])
    if folder == None:
        fail("@%s: Graphviz has no plugins. Run tools/setup, which installs the package libgraphviz-dev." % ctx.name)
    plugins = "%s/graphviz" % folder
    ctx.file("BUILD", system_library_build({
        "gvc": (
            ["-L" + plugins, "-Wl,-rpath," + plugins] + ["-l" + plugin for plugin in _PLUGINS] +
            ["-lgvc", "-lcgraph", "-lcdt"],
            [],
        ),
    }))

graphviz = repository_rule(
    implementation = _graphviz_impl,
    doc = "Graphviz from the system's package.",
    local = True,
)
