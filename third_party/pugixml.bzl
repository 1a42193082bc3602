"""pugixml: @pugixml//:pugixml for <pugixml.hpp>."""

load(":from_source.bzl", "FROM_SOURCE", "archive", "debian_archive", "unpack_source")
load(":system_package.bzl", "find_system_package", "system_library_build")

# Debian's was built; the other has the published SHA-256 and was not downloaded.
_SOURCE = [
    debian_archive(
        "pugixml",
        "5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1",
        "pugixml-1.13",
    ),
    archive(
        "https://github.com/zeux/pugixml/releases/download/v1.13/pugixml-1.13.tar.gz",
        "40c0b3914ec131485640fa57e55bf1136446026b41db91c1bef678186a12abbe",
        "pugixml-1.13",
    ),
]

def _pugixml_impl(ctx):
    if unpack_source(ctx, _SOURCE):
        ctx.symlink(Label("//third_party:pugixml.BUILD"), "BUILD")
        return
    find_system_package(ctx, "libpugixml-dev", "pugixml.hpp")
    ctx.file("BUILD", system_library_build({"pugixml": (["-lpugixml"], [])}))

pugixml = repository_rule(
    implementation = _pugixml_impl,
    doc = "pugixml from the system's package, or from source.",
    local = True,
    environ = FROM_SOURCE,
)
