"""GoogleTest and GoogleMock: @com_google_googletest//:gtest, :gtest_main, :gmock, :gmock_main.

As in GoogleTest's own Bazel build, :gtest has gmock too and :gtest_main is the
main function for both; :gmock and :gmock_main are the same under other names.
"""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _googletest_impl(ctx):
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
    doc = "GoogleTest from the system's package.",
    local = True,
)
