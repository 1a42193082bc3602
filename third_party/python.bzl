"""CPython's C interface: @python//:headers for <Python.h>, :embed to link an interpreter in.

An extension module wants :headers only; a program that runs Python inside
itself wants :embed. The version is that of the system's python3.
"""

load(":system_package.bzl", "find_system_package")

_ASK = "import sysconfig as s; print(s.get_path('include')); print(s.get_config_var('LDVERSION'))"

_BUILD = """\
package(default_visibility = ["//visibility:public"])

cc_library(
    name = "headers",
    hdrs = glob(["include/**/*.h"]),
    includes = ["include"],
)

cc_library(
    name = "embed",
    linkopts = ["-lpython%s"],
    deps = [":headers"],
)
"""

def _python_impl(ctx):
    answer = ctx.execute(["python3", "-c", _ASK])
    if answer.return_code != 0:
        fail("@%s: python3 does not run. Run tools/setup, which installs it." % ctx.name)
    include, version = answer.stdout.strip().split("\n")
    if not ctx.path(include + "/Python.h").exists:
        find_system_package(ctx, "python3-dev", "python%s/Python.h" % version)
    ctx.symlink(include, "include")
    ctx.file("BUILD", _BUILD % version)

python = repository_rule(
    implementation = _python_impl,
    doc = "The headers and library of the system's python3.",
    local = True,
    environ = ["PATH"],
)
