"""pugixml: @pugixml//:pugixml for <pugixml.hpp>."""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _pugixml_impl(ctx):
    find_system_package(ctx, "libpugixml-dev", "pugixml.hpp")
    ctx.file("BUILD", system_library_build({"pugixml": (["-lpugixml"], [])}))

pugixml = repository_rule(
    implementation = _pugixml_impl,
    doc = "pugixml from the system's package.",
    local = True,
)
