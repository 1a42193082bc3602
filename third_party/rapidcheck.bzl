"""RapidCheck: @rapidcheck//:rapidcheck, and :rapidcheck_gtest for <rapidcheck/gtest.h>."""

load(":from_source.bzl", "FROM_SOURCE", "archive", "unpack_source")
load(":system_package.bzl", "find_system_package", "system_library_build")

# The revision that Debian 12 has. The SHA-256 is one that another project published; the file was not downloaded.
_SOURCE = [
    archive(
        "https://github.com/emil-e/rapidcheck/archive/08b505857e32d52a20b2240b5125d937d67a6d86.zip",
        "4b1f727cc942b04d7e0f6bd8500163d870c3e8ed93d24644397c6685b039314b",
        "rapidcheck-08b505857e32d52a20b2240b5125d937d67a6d86",
    ),
]

def _rapidcheck_impl(ctx):
    if unpack_source(ctx, _SOURCE):
        ctx.symlink(Label("//third_party:rapidcheck.BUILD"), "BUILD")
        return
    find_system_package(ctx, "librapidcheck-dev", "rapidcheck.h")
    ctx.file("BUILD", system_library_build({
        "rapidcheck": (["-lrapidcheck"], []),
        "rapidcheck_gtest": ([], [":rapidcheck", "@com_google_googletest//:gtest"]),
    }))

rapidcheck = repository_rule(
    implementation = _rapidcheck_impl,
    doc = "RapidCheck from the system's package, or from source.",
    local = True,
    environ = FROM_SOURCE,
)
