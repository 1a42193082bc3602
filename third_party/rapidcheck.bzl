"""RapidCheck: @rapidcheck//:rapidcheck, and :rapidcheck_gtest for <rapidcheck/gtest.h>."""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _rapidcheck_impl(ctx):
    find_system_package(ctx, "librapidcheck-dev", "rapidcheck.h")
    ctx.file("BUILD", system_library_build({
        "rapidcheck": (["-lrapidcheck"], []),
        "rapidcheck_gtest": ([], [":rapidcheck", "@com_google_googletest//:gtest"]),
    }))

rapidcheck = repository_rule(
    implementation = _rapidcheck_impl,
    doc = "RapidCheck from the system's package.",
    local = True,
)
