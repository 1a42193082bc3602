"""A stand-in for Bazel's coverage tools.

`bazel test` asks for them even where no coverage is wanted, and would download
them. `bazel coverage` does not work with the stand-in and says so.
"""

_BUILD = """\
package(default_visibility = ["//visibility:public"])

[sh_binary(
    name = name,
    srcs = ["no_coverage.sh"],
) for name in ("coverage_report_generator", "lcov_merger")]
"""

_SCRIPT = """\
#!/bin/sh
echo "bazel coverage is not set up here; build with clang's -fprofile-instr-generate instead" >&2
exit 1
"""

def _remote_coverage_tools_impl(ctx):
    ctx.file("BUILD", _BUILD)
    ctx.file("no_coverage.sh", _SCRIPT, executable = True)

remote_coverage_tools = repository_rule(
    implementation = _remote_coverage_tools_impl,
    doc = "Targets of the right names that fail when they are run.",
)
