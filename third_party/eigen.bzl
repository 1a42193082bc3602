"""Eigen, headers only: @eigen//:eigen for <Eigen/Dense> and its like.

Its folder is not on the compiler's own path, so the headers are linked into
the repository, and `includes` makes them system headers (no warnings).
"""

load(":system_package.bzl", "find_system_package")

_BUILD = """\
package(default_visibility = ["//visibility:public"])

cc_library(
    name = "eigen",
    hdrs = glob(["Eigen/**"]),
    includes = ["."],
)
"""

def _eigen_impl(ctx):
    folder = find_system_package(ctx, "libeigen3-dev", "eigen3/Eigen/Core")
    ctx.symlink(folder.get_child("eigen3").get_child("Eigen"), "Eigen")
    ctx.file("BUILD", _BUILD)

eigen = repository_rule(
    implementation = _eigen_impl,
    doc = "Eigen from the system's package.",
    local = True,
)
