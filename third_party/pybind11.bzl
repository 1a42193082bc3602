"""pybind11, headers only: @pybind11//:pybind11; brings @python//:headers with it."""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _pybind11_impl(ctx):
    find_system_package(ctx, "pybind11-dev", "pybind11/pybind11.h")
    ctx.file("BUILD", system_library_build({
        "pybind11": ([], ["@python//:headers"]),
    }))

pybind11 = repository_rule(
    implementation = _pybind11_impl,
    doc = "pybind11 from the system's package.",
    local = True,
)
