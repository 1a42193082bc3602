"""CLI11, headers only: @cli11//:cli11 for <CLI/CLI.hpp>."""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _cli11_impl(ctx):
    find_system_package(ctx, "libcli11-dev", "CLI/CLI.hpp")
    ctx.file("BUILD", system_library_build({"cli11": ([], [])}))

cli11 = repository_rule(
    implementation = _cli11_impl,
    doc = "CLI11 from the system's package.",
    local = True,
)
