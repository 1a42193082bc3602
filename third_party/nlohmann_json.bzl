"""nlohmann/json, headers only: @nlohmann_json//:json for <nlohmann/json.hpp>."""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _nlohmann_json_impl(ctx):
    find_system_package(ctx, "nlohmann-json3-dev", "nlohmann/json.hpp")
    ctx.file("BUILD", system_library_build({"json": ([], [])}))

nlohmann_json = repository_rule(
    implementation = _nlohmann_json_impl,
    doc = "nlohmann/json from the system's package.",
    local = True,
)
