"""GoogleTest and GoogleMock: @com_google_googletest//:gtest, :gtest_main, :gmock, :gmock_main.

As in GoogleTest's own Bazel build, :gtest has gmock too and :gtest_main is the
main function for both; :gmock and :gmock_main are the same under other names.
"""

load(":from_source.bzl", "FROM_SOURCE", "archive", "debian_archive", "unpack_source")
load(":system_package.bzl", "find_system_package", "system_library_build")

# The same file, by its SHA-256; what was built came from Debian.
_SOURCE = [
    debian_archive(
        "googletest",
        "81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2",
        "googletest-release-1.12.1",
    ),
    archive(
        "https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz",
        "81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2",
        "googletest-release-1.12.1",
    ),
]

_OTHER_NAMES = """
alias(
    name = "gmock",
    actual = ":gtest",
)

alias(
    name = "gmock_main",
    actual = ":gtest_main",
)
"""

def _googletest_impl(ctx):
    if unpack_source(ctx, _SOURCE):
        ctx.file("BUILD.bazel", ctx.read("BUILD.bazel") + _OTHER_NAMES)
        return
    find_system_package(ctx, "libgtest-dev", "gtest/gtest.h")
    find_system_package(ctx, "libgmock-dev", "gmock/gmock.h")
    ctx.file("BUILD", system_library_build({
        "gtest": (["-lgmock", "-lgtest", "-pthread"], []),
        "gtest_main": (["-lgmock_main"], [":gtest"]),
        "gmock": ([], [":gtest"]),
        "gmock_main": ([], [":gtest_main"]),
    }))

googletest = repository_rule(
    implementation = _googletest_impl,
    doc = "GoogleTest from the system's package, or from source.",
    local = True,
    environ = FROM_SOURCE,
)
